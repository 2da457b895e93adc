/** Projects with the packed package installed, and programs that run in them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, inject } from 'vitest';
import { cleanEnvironment, root, temporaryFolder } from './npm.js';

export { cleanEnvironment, root } from './npm.js';
export const kats = join(root, 'kats');

/** A project in its own folder that depends on the packed package only, for a whole test file. */
export function installTarball() {
  const folder = temporaryFolder(afterAll);
  cpSync(inject('installed'), folder, { recursive: true, verbatimSymlinks: true });
  const write = (name: string, contents: string): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
    return file;
  };
  /** The output of `node file ...args`. Rejects if it fails, or waits for as long as the package's longest timer. */
  const run = async (file: string, args: string[] = []): Promise<string> => {
    const options = { cwd: folder, env: cleanEnvironment(), timeout: 30_000 };
    return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout;
  };
  let programs = 0;
  return {
    folder,
    installed: join(folder, 'node_modules/romulus-wasm'),
    write,
    run,
    /** The output of a program. */
    print: (program: string) => run(write(`program-${programs++}.mjs`, program)),
  };
}

export type Project = ReturnType<typeof installTarball>;

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
