/** Programs beside the tests: npm, an environment without the settings of the tests, and a free port. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, env: cleanEnvironment(), stdio: 'pipe' });
}

/** An environment without the settings of an `npm test` or a vitest around, which would reach into the project. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|node_|vitest|init_cwd$)/i.test(name));
  return Object.fromEntries(inherited);
}

/** True if a folder's lock file is newer than its installed packages. */
export function isOutdated(folder: string): boolean {
  const time = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return time('node_modules/.package-lock.json') < time('package-lock.json');
}

/** Installs the packages of an example's lock file, unless they are there. */
export function installExample(folder: string): void {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  if (isOutdated(folder)) npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/** A port that nobody listens on, for a program that cannot report its own choice. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
