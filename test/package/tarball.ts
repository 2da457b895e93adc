/** Packs the package as it would be published, installs it into an empty project, and runs programs there. */
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { afterAll } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
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

/** Packs and installs, for a whole test file: the project is removed after its tests. */
export function installTarball(): Project {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  const project = new Project();
  const remove = () => rmSync(project.folder, { recursive: true, force: true });
  afterAll(remove);
  try {
    project.write('package.json', '{ "name": "consumer", "private": true, "type": "module" }\n');
    const tarballs = join(project.folder, 'tarballs');
    mkdirSync(tarballs);
    npm(root, 'pack', '--ignore-scripts', '--pack-destination', tarballs);
    const [tarball] = readdirSync(tarballs);
    if (!tarball) throw new Error('npm pack made no tarball');
    npm(project.folder, 'install', '--offline', '--no-audit', '--no-fund', join(tarballs, tarball));
    return project;
  } catch (error) {
    // A file that fails this early runs no hooks.
    remove();
    throw error;
  }
}

/**
 * The JavaScript of a TypeScript file of the tests. Such a file imports the package's source, so that it is checked with all
 * others; its program imports the package under test instead, by `specifier`.
 */
export function compile(file: URL, specifier = 'romulus-wasm'): string {
  return transformSync(importing(file, specifier), { loader: 'ts', target: 'es2022' }).code;
}

/** The TypeScript file's text, with the package in place of its source. */
export function importing(file: URL, specifier: string): string {
  return readFileSync(file, 'utf8').replaceAll(/'(?:\.\.\/)+ts(\/\w+)?\/index\.js'/g, `'${specifier}$1'`);
}

/** Whether a folder's lock file is newer than what is installed there. */
export function isOutdated(folder: string): boolean {
  const time = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return time('node_modules/.package-lock.json') < time('package-lock.json');
}

/** Installs what a folder's lock file says, if it is not there already. */
export function installLocked(folder: string): void {
  if (isOutdated(folder)) npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/** Runs npm in a folder. */
function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, env: cleanEnvironment(), stdio: 'pipe' });
}

/** Without the settings of an `npm test` or a vitest around, which would reach into the project. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|node_|vitest|init_cwd$)/i.test(name));
  return Object.fromEntries(inherited);
}
