/** Projects with the packed package installed, and programs that run in them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, inject } from 'vitest';
import { cleanEnvironment, root } from './npm.js';

export { cleanEnvironment, root } from './npm.js';
export const kats = join(root, 'kats');

/** A project in its own folder that depends on the packed package only. */
export class Project {
  /** Its real path, as tools report it. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'romulus-wasm-')));
  readonly installed = join(this.folder, 'node_modules/romulus-wasm');
  #programs = 0;

  write(name: string, contents: string): string {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
    return file;
  }

  /** The output of `node file ...args`. Rejects if it fails, or waits for as long as the package's longest timer. */
  async run(file: string, args: string[] = []): Promise<string> {
    const options = { cwd: this.folder, env: cleanEnvironment(), timeout: 30_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], options);
    return stdout;
  }

  /** The output of a program. */
  print(program: string, args: string[] = []): Promise<string> {
    return this.run(this.write(`program-${this.#programs++}.mjs`, program), args);
  }
}

/** A project for a whole test file, removed after its tests. */
export function installTarball(): Project {
  const project = new Project();
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));
  cpSync(inject('installed'), project.folder, { recursive: true, verbatimSymlinks: true });
  return project;
}

/** The JavaScript of a TypeScript file of the tests. */
export const compile = (file: URL): string =>
  transformSync(readFileSync(file, 'utf8'), { loader: 'ts', target: 'es2022' }).code;

/** Writes the work of smoke.ts and its imports into one folder; returns their files by name. */
export function writePrograms(project: Project, folder: string): Record<string, string> {
  const sources = { smoke: './smoke.ts', official: './official.ts', 'emulate-build': '../fixtures/emulate-build.ts' };
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const code = compile(new URL(source, import.meta.url)).replace('"../fixtures/', '"./');
      return [name, project.write(join(folder, `${name}.js`), code)];
    }),
  );
}
