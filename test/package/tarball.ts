/** Projects with the packed package installed, and programs that run in them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, expect, inject } from 'vitest';
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

  /** The output of `node file ...args`. Rejects if it fails or does not end by itself in time. */
  async run(file: string, args: string[] = [], timeout = 30_000): Promise<string> {
    const options = { cwd: this.folder, env: cleanEnvironment(), timeout };
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], options);
    return stdout;
  }

  /** The output of a program, an ES module unless another kind of file is named. */
  print(program: string, args: string[] = [], kind = 'mjs', timeout?: number): Promise<string> {
    return this.run(this.write(`program-${this.#programs++}.${kind}`, program), args, timeout);
  }

  /** The output of a program that must end by itself soon after its last statement. */
  async expectEnd(program: string): Promise<string> {
    const ending = `const ended = performance.now();
      process.on('exit', () => console.log(performance.now() - ended));`;
    const lines = (await this.print(`${program};\n${ending}`, [], 'mjs', 50_000)).trimEnd().split('\n');
    // A busy machine takes some time; a process that waits for a timer or a worker takes longer.
    expect(Number(lines.pop())).toBeLessThan(10_000);
    return lines.join('\n');
  }
}

/** A project for a whole test file, removed after its tests. */
export function installTarball(): Project {
  const project = new Project();
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));
  cpSync(inject('installed'), project.folder, { recursive: true, verbatimSymlinks: true });
  return project;
}

/**
 * The JavaScript of a TypeScript file of the tests. Such a file imports the package's source, so it is checked with all
 * other files. Its program imports the package under test instead, by `specifier`.
 */
export function compile(file: URL, specifier = 'romulus-wasm'): string {
  return transformSync(importing(file, specifier), { loader: 'ts', target: 'es2022' }).code;
}

/** Writes programs (by their paths in test/package) and their imports into one folder; returns their files by name. */
export function writePrograms(project: Project, folder: string, ...sources: string[]): Record<string, string> {
  const shared = ['smoke.ts', 'official.ts', '../fixtures/emulate-build.ts'];
  const written = [...sources, ...shared].map((source): [string, string] => {
    const code = compile(new URL(source, import.meta.url));
    return [basename(source, '.ts'), project.write(join(folder, `${basename(source, '.ts')}.js`), besideOthers(code))];
  });
  return Object.fromEntries(written);
}

/** Code whose imports are in its own folder. */
const besideOthers = (code: string) => code.replaceAll(/"\.{1,2}\/(?:\.\.\/)*(?:\w+\/)?([\w-]+\.js)"/g, '"./$1"');

/** The program as CommonJS, with require() for its imports. */
export const commonJs = (program: string) =>
  `(async () => { ${program.replaceAll(/import (?:\* as )?(.+?) from (.+?);/g, 'const $1 = require($2);')} })();`;

/** The TypeScript file's text, with imports of the package instead of its source. */
export function importing(file: URL, specifier: string): string {
  return readFileSync(file, 'utf8').replaceAll(/'(?:\.\.\/)+ts(\/[\w-]+)?\/index\.js'/g, `'${specifier}$1'`);
}
