/** Helpers of the tests of the package: npm, Maven, a clean environment, folders, ports, and values that a file shares. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, env: cleanEnvironment(), stdio: 'pipe' });
}

/** An environment without the settings of an `npm test` or a vitest around, which would reach into the project. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|node_|vitest|init_cwd$)/i.test(name));
  return Object.fromEntries(inherited);
}

const repository = join(homedir(), '.m2/repository');

/** Fetches a file from Maven's repositories once. The file does not exist if that fails. */
export function mavenJar(group: string, name: string, version: string, classifier?: string): string {
  const file = `${[name, version, ...(classifier ? [classifier] : [])].join('-')}.jar`;
  const jar = join(repository, group.replaceAll('.', '/'), name, version, file);
  const artifact = [group, name, version, 'jar', ...(classifier ? [classifier] : [])].join(':');
  const get = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get';
  const settings = [`-Dartifact=${artifact}`, '-Dtransitive=false', `-Dmaven.repo.local=${repository}`];
  if (!existsSync(jar)) spawnSync('mvn', ['-q', '-B', get, ...settings]);
  return jar;
}

/** Makes a server listen on a port that nobody else has, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that nobody listens on, for a program that cannot report its own choice. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
}

/** A folder for the test, by default, or for the file with `afterAll`. */
export function temporaryFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'romulus-wasm-')));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A thing that the tests of a file share, until the last has ended. It is started in the first test that uses it, not in
 * a hook: when a hook fails, the tests count as skipped instead of failed.
 */
export function startedOnce<Started>(start: () => Promise<Started>, end: (started: Started) => Promise<unknown>) {
  let started: Promise<Started> | undefined;
  // A failed start has already failed its tests.
  afterAll(() => started?.then(end, () => {}));
  return () => (started ??= start());
}
