/** The example bulk: a folder and a bucket through a queue, with workers that are killed. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { hashMany, romulusH } from '../../../ts/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { mavenJar } from '../maven.js';
import { cleanEnvironment, freePort, root } from '../npm.js';
import { temporaryFolder } from './page-files.js';
import { Redis } from './redis.js';

const folder = join(root, 'examples/bulk');
let scratch: string;
let settings: Record<string, string>;
let redis: Redis;
const noRedis = isMissing('redis-server');
const withRedis = it.skipIf(noRedis);

beforeEach(async () => {
  scratch = temporaryFolder();
  for (const name of ['source', 'target', 'back']) mkdirSync(join(scratch, name));
  writeFileSync(join(scratch, 'key'), 'romulus-key-1 000102030405060708090a0b0c0d0e0f\n');
  if (noRedis) return;
  redis = await Redis.forThisTest();
  settings = { REDIS: redis.address, KEY_FILE: join(scratch, 'key'), LOCK_DURATION: '2000' };
});

const program = (...args: string[]) => ['--no-warnings', join(folder, 'main.js'), ...args];
const inScratch = (more: Record<string, string>) => ({
  cwd: scratch,
  env: { ...cleanEnvironment(), ...settings, ...more },
});

async function run(args: string[], more: Record<string, string> = {}) {
  return (await promisify(execFile)(process.execPath, program(...args), inScratch(more))).stdout;
}

/** Adds these jobs, and returns the output of `status` when they are done. */
async function finish(...job: string[]): Promise<string> {
  await run(['add', ...job]);
  return run(['status', '--wait']);
}

class Worker {
  log = '';
  readonly process: ChildProcess;

  constructor(more: Record<string, string> = {}) {
    this.process = spawn(process.execPath, program('work'), inScratch(more));
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.on('data', (part) => {
        this.log += part;
      });
    onTestFinished(() => void this.process.kill('SIGKILL'));
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

const expectNothingPartial = (target: string) =>
  expect(readdirSync(join(scratch, target, '.bulk/partial'))).toEqual([]);

/** Writes a sparse file of this length that begins with its name. */
function writeLarge(name: string, length: number): void {
  const file = join(scratch, 'source', name);
  writeFileSync(file, name);
  truncateSync(file, length);
}

/** The lines of all manifests of a folder, by the names of objects. */
function manifest(target: string): Map<string, { length: number; digest: string; output: string }> {
  const files = readdirSync(join(target, '.bulk/manifest'));
  const texts = files.map((file) => readFileSync(join(target, '.bulk/manifest', file), 'utf8'));
  const objects = texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line));
  expect(new Set(objects.map(({ name }) => name)).size).toBe(objects.length);
  return new Map(objects.map((object) => [object.name, object]));
}

const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const keyId = hex(await romulusH(Buffer.concat([Buffer.from('romulus-bulk key id'), key]))).slice(0, 8);

withRedis('encrypts, decrypts and hashes a folder, keeps what is complete, and makes the rest again', async () => {
  const source = join(scratch, 'source');
  const contents = new Map([
    ['a', ''],
    // The example reads this file in several pieces.
    ['b/c d', 'x'.repeat(2_500_000)],
    ['b/ü', 'ü'],
    ['key.romulus', 'k'],
  ]);
  mkdirSync(join(source, 'b'));
  for (const [name, text] of contents) writeFileSync(join(source, name), text);
  const port = await freePort();
  const worker = new Worker({ METRICS_PORT: `${port}` });
  expect(await run(['add', 'encrypt', 'source', 'target'])).toBe('4 objects, 2500003 bytes; 1 jobs are new\n');
  expect(await run(['status', '--wait'])).toContain('4 objects made, 0 were complete, 0 failed; 2500003 bytes\n');
  const metrics = await (await fetch(`http://127.0.0.1:${port}`)).text();
  expect(metrics).toContain('bulk_objects_total{task="encrypt",result="made"} 4\n');
  expect(metrics).toContain('bulk_bytes_total{task="encrypt"} 2500003\n');
  expect(metrics).toMatch(/^bullmq_job_count\{.*state="completed"\} 1$/m);
  expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
  const output = (name: string) => join(scratch, 'target', `${name}.${keyId}.romulus`);
  const digests = await hashMany([...contents.values()].map((text) => Buffer.from(text)));
  for (const [i, [name, text]] of [...contents].entries()) {
    const line = { name, length: Buffer.byteLength(text), digest: hex(digests[i]!) };
    expect(manifest(join(scratch, 'target')).get(name)).toEqual({ ...line, output: `${name}.${keyId}.romulus` });
  }

  // A whole file, a changed one, a cut one, one with other contents, and a missing one.
  const kept = readFileSync(output('a'));
  const changed = readFileSync(output('b/c d'));
  writeFileSync(output('b/c d'), flipBit(changed, 4000));
  cpSync(output('a'), output('b/ü'));
  rmSync(output('key.romulus'));
  expect(await finish('encrypt', 'source', 'target')).toContain('3 objects made, 1 were complete, 0 failed');
  expect(readFileSync(output('a'))).toEqual(kept);
  expect(readFileSync(output('b/c d')).subarray(16, 32)).not.toEqual(changed.subarray(16, 32));

  // The source now has other contents, of the length that its manifest gives.
  writeFileSync(join(source, 'key.romulus'), 'l');
  contents.set('key.romulus', 'l');
  expect(await finish('encrypt', 'source', 'target')).toContain('1 objects made, 3 were complete, 0 failed');

  await run(['add', 'decrypt', 'target', 'back']);
  await finish('hash', 'source', 'back');
  for (const [name, text] of contents) expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
  expectNothingPartial('target');
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('names what failed with its reason, after three attempts, and does the rest', async () => {
  for (const name of ['good', 'forged', 'other']) writeFileSync(join(scratch, 'source', name), name);
  const worker = new Worker();
  await finish('encrypt', 'source', 'target');
  const forged = join(scratch, 'target', `forged.${keyId}.romulus`);
  writeFileSync(forged, flipBit(readFileSync(forged), 530));
  writeFileSync(join(scratch, 'target/of another key.00000000.romulus'), 'x');
  const failure = await finish('decrypt', 'target', 'back').catch((error) => error);
  expect(failure.code).toBe(1);
  expect(failure.stdout).toMatch(/failed: "forged\.\w+\.romulus": .*authentic/);
  expect(failure.stdout).toMatch(/failed: "of another key\.00000000\.romulus": its name does not say/);
  expect(readdirSync(join(scratch, 'back')).sort()).toEqual(['.bulk', 'good', 'other']);
  expectNothingPartial('back');
  expect(await worker.end('SIGTERM')).toBe(0);
});

it('says what is wrong with a setting before any work', async () => {
  const wrong: [string[], Record<string, string>, RegExp][] = [
    [['add', 'encrypt', 'nowhere', 'target'], {}, /there is no folder .*nowhere/],
    [['add', 'encrypt', 'source', 'nowhere'], {}, /there is no folder .*nowhere/],
    [['add', 'encrypt', 'source', 'source/in'], {}, /the target lies in the source/],
    [['work'], { KEY_FILE: '' }, /set KEY_FILE/],
    [['work'], { KEY_FILE: 'short' }, /short is not a key file/],
    [['work'], { REDIS: 'redis://:secret@127.0.0.1:1' }, /^bulk: no Redis answers at the address in REDIS\n$/],
    [['work'], { THREADS: 'x' }, /THREADS must be a whole number/],
    [['add', 'copy', 'source', 'target'], {}, /^node main.js add/],
  ];
  writeFileSync(join(scratch, 'short'), 'romulus-key-1 0001\n');
  for (const [args, more, message] of wrong) {
    const failure = await run(args, { KEY_FILE: 'key', ...more }).catch((error) => error);
    const end = { code: args[1] === 'copy' ? 2 : 1, stdout: '', stderr: expect.stringMatching(message) };
    expect({ ...failure, args }).toMatchObject({ args, ...end });
  }
});

withRedis('stops within its limit, and gives the job back', async () => {
  writeLarge('large', 2e9);
  const first = new Worker({ STOP_LIMIT: '500' });
  await run(['add', 'encrypt', 'source', 'target']);
  await eventually(async () => await run(['status'])).toContain('1 under way');
  await eventually(() => existsSync(join(scratch, 'target/.bulk/partial'))).toBe(true);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.log).not.toContain('failed');
  expect(readdirSync(join(scratch, 'target'))).toEqual(['.bulk']);
  expectNothingPartial('target');
  expect(await run(['status'])).toContain('0 of 1 jobs done, 0 under way, 0 given up');
});

it.skipIf(noRedis || isMissing('java'))('works on a bucket of S3', { timeout: 180_000 }, async () => {
  const port = await freePort();
  // A bucket is listed in pages of 1000. The example's own files, which are no objects to encrypt, fill the first page.
  const contents = new Map(['!first', 'folder/last'].map((name) => [name, name]));
  const own = join(scratch, 'store/bucket/a/b/.bulk/manifest');
  mkdirSync(own, { recursive: true });
  for (let i = 0; i < 1000; i++) writeFileSync(join(own, `${i}`), '');
  // This object is uploaded in several parts.
  contents.set('large', 'x'.repeat(12_000_000));
  const properties = `s3proxy.endpoint=http://127.0.0.1:${port}
    s3proxy.authorization=aws-v2-or-v4
    s3proxy.identity=me
    s3proxy.credential=secret
    jclouds.provider=filesystem
    jclouds.filesystem.basedir=${join(scratch, 'store')}`;
  writeFileSync(join(scratch, 'properties'), properties);
  const jar = mavenJar('org.gaul', 's3proxy', '2.6.0', 'jar-with-dependencies');
  const server = spawn('java', ['-jar', jar, '--properties', 'properties'], { cwd: scratch });
  onTestFinished(() => void server.kill('SIGKILL'));
  Object.assign(settings, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'me',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'us-east-1',
  });
  for (const [name, text] of contents) {
    mkdirSync(join(scratch, 'source', name, '..'), { recursive: true });
    writeFileSync(join(scratch, 'source', name), text);
  }
  const encrypt = ['encrypt', 'source', 's3://bucket/a/b'];
  await eventually(() => run(['add', ...encrypt]).catch(() => '')).toContain('3 objects');
  const worker = new Worker();
  await run(['status', '--wait']);
  expect(await finish(...encrypt)).toContain('0 objects made, 3 were complete, 0 failed');
  await finish('decrypt', 's3://bucket/a/b', 'back');
  for (const [name, text] of contents) expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
  await expect(run(['add', 'encrypt', 'source', 's3://missing'])).rejects.toThrow(
    /s3:\/\/missing\/ cannot be listed: NoSuchBucket/,
  );
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('leaves the manifest to the worker that has the job', async () => {
  writeLarge('large', 100e6);
  const slow = new Worker();
  await run(['add', 'encrypt', 'source', 'target']);
  const partial = join(scratch, 'target/.bulk/partial');
  await eventually(() => existsSync(partial) && readdirSync(partial).length).toBe(1);
  slow.process.kill('SIGSTOP');
  const other = new Worker();
  expect(await run(['status', '--wait'])).toContain('1 objects made, 0 were complete, 0 failed');
  slow.process.kill('SIGCONT');
  await eventually(() => slow.log).toContain('Missing lock for job');
  expect([...manifest(join(scratch, 'target')).keys()]).toEqual(['large']);
  for (const worker of [slow, other]) expect(await worker.end('SIGTERM')).toBe(0);
});

/** check.yml sets 10^5 objects and 2 GB. A job has one in a hundred of them. */
const [small, large] = [Number(process.env.BULK_OBJECTS ?? 2000), Number(process.env.BULK_LARGE_OBJECTS ?? 1)];
const inJob = small / 100;

withRedis('does each object once, though workers and Redis are killed', { timeout: 1_800_000 }, async () => {
  const names = Array.from({ length: small }, (_, i) => `${Math.floor(i / inJob)}/${i}`);
  const textOf = (i: number) => `object ${i}, ${'x'.repeat(i % 300)}`;
  for (const [i, name] of names.entries()) {
    if (i % inJob === 0) mkdirSync(join(scratch, 'source', name, '..'));
    writeFileSync(join(scratch, 'source', name), textOf(i));
  }
  for (let i = 0; i < large; i++) writeLarge(`large ${i}`, 250e6);
  const started = async () => {
    const worker = new Worker();
    // A worker that has not started ends if Redis is missing.
    await eventually(() => worker.log).toContain('waits for jobs');
    return worker;
  };
  const workers = await Promise.all([started(), started(), started()]);
  await run(['add', 'encrypt', 'source', 'target'], { JOB_OBJECTS: `${inJob}` });
  const manifests = join(scratch, 'target/.bulk/manifest');
  const jobsDone = () => (existsSync(manifests) ? readdirSync(manifests).length : 0);
  let peak = 0;
  const notePeak = () => {
    peak = Math.max(peak, ...workers.map((worker) => worker.peak));
  };
  for (let i = 0; i < 6; i++) {
    await expect.poll(jobsDone, { timeout: 300_000 }).toBeGreaterThan(15 * i);
    notePeak();
    await workers[i % 3]!.end('SIGKILL');
    if (i === 3) {
      await redis.kill();
      await sleep(500);
      await redis.start();
    }
    workers[i % 3] = await started();
  }
  expect(await run(['status', '--wait'])).toMatch(/ 0 failed; \d+ bytes\n$/);
  notePeak();
  expect(peak).toBeLessThan(300e6);
  for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0);

  const lines = manifest(join(scratch, 'target'));
  expect(lines.size).toBe(small + large);
  const entries = readdirSync(join(scratch, 'target'), { recursive: true, withFileTypes: true });
  const outputs = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.bulk'));
  expect(outputs.length).toBe(small + large);
  expectNothingPartial('target');

  // Each file opens to its contents: another run decrypts all of them, and each digest equals the source's.
  const reader = new Worker();
  expect(await finish('decrypt', 'target', 'back')).toMatch(/ 0 failed; \d+ bytes\n$/);
  expect(await reader.end('SIGTERM')).toBe(0);
  const texts = names.map((name) => readFileSync(join(scratch, 'back', name)));
  expect(texts.map(String)).toEqual(names.map((_, i) => textOf(i)));
  expect(names.map((name) => lines.get(name)!.digest)).toEqual((await hashMany(texts)).map(hex));
  for (let i = 0; i < large; i++) {
    const name = `large ${i}`;
    execFileSync('cmp', [join(scratch, 'source', name), join(scratch, 'back', name)]);
    const { digest } = manifest(join(scratch, 'back')).get(`${name}.${keyId}.romulus`)!;
    expect(lines.get(name)).toMatchObject({ length: 250e6, digest });
  }
});
