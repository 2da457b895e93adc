/** The example bulk as its tests run it: its commands, workers and manifests, and the stores around it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { romulusH, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { hex } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { cleanEnvironment, freePort, mavenJar, root, temporaryFolder } from '../npm.js';
import { Redis } from './redis.js';

export const folder = join(root, 'examples/bulk');
export let scratch: string;
export let settings: Record<string, string>;
export let redis: Redis;
const noRedis = isMissing('redis-server');
export const withRedis = it.skipIf(noRedis);
export const withStore = it.skipIf(noRedis || isMissing('java'));

// Each command is a process of its own, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

beforeEach(async () => {
  scratch = temporaryFolder();
  for (const name of ['source', 'target', 'back']) mkdirSync(join(scratch, name));
  writeFileSync(join(scratch, 'key'), 'romulus-key-1 000102030405060708090a0b0c0d0e0f\n');
  if (noRedis) return;
  redis = await Redis.forThisTest();
  const account = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
  settings = { REDIS: redis.address, KEY_FILE: join(scratch, 'key'), ...account };
});

/** A worker with this lock soon loses its job. Only some tests set it: on a busy machine, any worker may be silent for so long. */
export const shortLock = { LOCK_DURATION: '2000' };

export const program = (...args: string[]) => ['--no-warnings', join(folder, 'main.js'), ...args];
export const inScratch = (more: Record<string, string>) => ({
  cwd: scratch,
  env: { ...cleanEnvironment(), ...settings, ...more },
});

/** Runs a command of the program to its end. */
export async function run(args: string[], more: Record<string, string> = {}) {
  return (await promisify(execFile)(process.execPath, program(...args), { ...inScratch(more), maxBuffer: 2 ** 28 }))
    .stdout;
}

/** The output of a command that ends with 1. */
export async function failed(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const failure = await run(args).catch((error) => error);
  expect(failure).toMatchObject({ code: 1 });
  return failure;
}

/** Adds a run, and returns the output of `status` when it is complete. */
export async function finish(...order: [task: string, source: string, target: string]): Promise<string> {
  await run(['add', ...order]);
  return run(['status', '--wait', order[2]]);
}

export class Worker {
  log = '';
  readonly process: ChildProcess;

  constructor(more: Record<string, string> = {}) {
    this.process = spawn(process.execPath, program('work'), inScratch(more));
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.on('data', (part) => {
        this.log += part;
      });
    onTestFinished(async () => {
      if (this.process.kill('SIGKILL')) await once(this.process, 'exit');
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    return (await exited)[0];
  }

  get peak(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
  }
}

export const expectNothingPartial = (target: string) =>
  expect(readdirSync(join(scratch, target, '.bulk/partial'))).toEqual([]);

/** Writes an object of the source, and makes the folders of its name. */
export function write(name: string, text = name): void {
  const file = join(scratch, 'source', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes a sparse object of this length that begins with its name. */
export function writeLarge(name: string, length: number): void {
  write(name);
  truncateSync(join(scratch, 'source', name), length);
}

/** The lines of the manifest of the newest run in a target, by the names of objects. */
export async function manifest(target: string): Promise<Map<string, Record<string, unknown>>> {
  const lines: { name: string }[] = (await run(['manifest', target]))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
  return new Map(lines.map((line) => [line.name, line]));
}

export const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const derived = await romulusHkdf({ key, info: Buffer.from('romulus-bulk: id, digests'), length: 36 });
export const keyId = hex(derived.subarray(0, 4));
export const keyedDigest = async (contents: string) =>
  hex(await romulusHmac({ key: derived.subarray(4), message: await romulusH(Buffer.from(contents)) }));

/** The ids of the runs in a target, the oldest first. */
export const runsOf = (target: string): string[] =>
  readdirSync(join(scratch, target, '.bulk'))
    .filter((name) => name !== 'partial')
    .sort();

/** Starts an S3Proxy over a folder, and sets the program's environment. */
export async function startStore(): Promise<void> {
  const address = `http://127.0.0.1:${await freePort()}`;
  const properties = `s3proxy.endpoint=${address}
    s3proxy.authorization=none
    jclouds.provider=filesystem
    jclouds.filesystem.basedir=${join(scratch, 'store')}`;
  writeFileSync(join(scratch, 'properties'), properties);
  const jar = mavenJar('org.gaul', 's3proxy', '2.6.0', 'jar-with-dependencies');
  const server = spawn('java', ['-jar', jar, '--properties', 'properties'], { cwd: scratch });
  onTestFinished(() => void server.kill('SIGKILL'));
  settings.AWS_ENDPOINT_URL = address;
  await expect.poll(async () => (await fetch(address).catch(() => null))?.status, { timeout: 60_000 }).toBe(200);
  expect((await fetch(`${address}/bucket`, { method: 'PUT' })).ok).toBe(true);
}
