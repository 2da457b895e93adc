/** Projects that have the packed package installed, and programs that run there. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll, inject } from 'vitest';
import { cleanEnvironment, npm, root } from './npm.js';

export { cleanEnvironment, root } from './npm.js';
export const kats = join(root, 'kats');

/** A project in a folder of its own that depends on the packed package and on nothing else. */
export class Project {
  /** Its real path, as tools report it. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'romulus-wasm-')));
  /** Where the package is installed. */
  readonly installed = join(this.folder, 'node_modules/romulus-wasm');

  /** Writes a file into the project; its path. */
  write(name: string, contents: string): string {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
    return file;
  }

  /** What `node file ...args` prints; rejects if it fails or has not ended by itself in time. */
  async run(file: string, args: string[] = [], timeout = 30_000): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd: this.folder,
      env: cleanEnvironment(),
      timeout,
    });
    return stdout;
  }
}

/** A project for a whole test file: it is removed after its tests. */
export function installTarball(): Project {
  const project = new Project();
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }));
  cpSync(inject('installed'), project.folder, { recursive: true, verbatimSymlinks: true });
  return project;
}

/**
 * The JavaScript of a TypeScript file of the tests. Such a file imports the package's source, so that it is checked with all
 * others; its program imports the package under test instead, by `specifier`.
 */
export function compile(file: URL, specifier = 'romulus-wasm'): string {
  return transformSync(importing(file, specifier), { loader: 'ts', target: 'es2022' }).code;
}

/** The same program as CommonJS; what it imports is required. */
export const commonJs = (program: string) =>
  `(async () => { ${program.replaceAll(/import (?:\* as )?(.+?) from (.+?);/g, 'const $1 = require($2);')} })();`;

/** The TypeScript file's text, with the package in place of its source. */
export function importing(file: URL, specifier: string): string {
  return readFileSync(file, 'utf8').replaceAll(/'(?:\.\.\/)+ts(\/[\w-]+)?\/index\.js'/g, `'${specifier}$1'`);
}

/** Whether a folder's lock file is newer than what is installed there. */
export function isOutdated(folder: string): boolean {
  const time = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return time('node_modules/.package-lock.json') < time('package-lock.json');
}

/** Installs an example, as a person would: what its lock file says, if it is not there already. */
export function installExample(folder: string): void {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  if (isOutdated(folder)) npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}
