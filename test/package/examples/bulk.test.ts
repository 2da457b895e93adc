/** The example bulk: folders and buckets through a queue, with workers that are killed. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { romulusH } from '../../../ts/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import { listen } from '../npm.js';
import {
  expectNothingPartial,
  failed,
  finish,
  folder,
  keyedDigest,
  keyId,
  manifest,
  redis,
  run,
  runsOf,
  scratch,
  settings,
  shortLock,
  startStore,
  Worker,
  withRedis,
  withStore,
  write,
  writeLarge,
} from './bulk.js';

withRedis('encrypts, decrypts and hashes a folder, keeps what is complete, and makes the rest again', async () => {
  const contents = new Map([
    ['a', ''],
    // The example reads this file in several pieces.
    ['b/c d', 'x'.repeat(2_500_000)],
    ['b/ü#?%41', 'ü'],
    ['key.romulus', 'k'],
  ]);
  for (const [name, text] of contents) write(name, text);
  const worker = new Worker();
  expect(await run(['add', 'encrypt', 'source', 'target'])).toContain('\n1 new jobs\n');
  expect(await run(['status', '--wait', 'target'])).toContain(
    '4 objects made, 0 were complete, 0 failed, 0 left out; 2500003 bytes\n',
  );
  const output = (name: string) => join(scratch, 'target', `${name}.${keyId}.romulus`);
  const encrypted = await manifest('target');
  for (const [name, text] of contents) {
    const line = { name, length: Buffer.byteLength(text), digest: await keyedDigest(text) };
    expect(encrypted.get(name)).toEqual({ ...line, output: `${name}.${keyId}.romulus`, result: 'made' });
  }

  // A whole file, a changed one, a cut one, one with other contents, and a missing one.
  const kept = readFileSync(output('a'));
  const changed = readFileSync(output('b/c d'));
  writeFileSync(output('b/c d'), flipBit(changed, 4000));
  cpSync(output('a'), output('b/ü#?%41'));
  rmSync(output('key.romulus'));
  expect(await finish('encrypt', 'source', 'target')).toContain('3 objects made, 1 were complete, 0 failed');
  expect(readFileSync(output('a'))).toEqual(kept);
  expect(readFileSync(output('b/c d')).subarray(16, 32)).not.toEqual(changed.subarray(16, 32));

  // The source now has other contents, of the length that its manifest gives.
  write('key.romulus', 'l');
  contents.set('key.romulus', 'l');
  expect(await finish('encrypt', 'source', 'target')).toContain('1 objects made, 3 were complete, 0 failed');

  // A key file of Windows, with capital digits, has the same key.
  writeFileSync(join(scratch, 'other key'), 'romulus-key-1 000102030405060708090A0B0C0D0E0F\r\n');
  await run(['add', 'decrypt', 'target', 'back'], { KEY_FILE: 'other key' });
  expect(await run(['status', '--wait', 'back'])).toContain('4 objects made, 0 were complete, 0 failed');
  expect(await finish('decrypt', 'target', 'back')).toContain('0 objects made, 4 were complete, 0 failed');
  for (const [name, text] of contents) {
    expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
    // Only their owner may read plaintexts, as those of `romulus decrypt`.
    expect(statSync(join(scratch, 'back', name)).mode & 0o777).toBe(0o600);
  }
  expect(await finish('hash', 'source', 'back')).toContain('4 objects made');
  for (const [name, { digest }] of await manifest('back'))
    expect(digest).toBe(hex(await romulusH(Buffer.from(contents.get(name)!))));
  for (const target of ['target', 'back']) expectNothingPartial(target);
  expect(await worker.end('SIGTERM')).toBe(0);
});

it('says what is wrong with a setting before any work', async () => {
  const wrong: [string[], Record<string, string>, RegExp][] = [
    [['add', 'encrypt', 'nowhere', 'target'], {}, /there is no folder .*nowhere/],
    [['add', 'encrypt', 'source', 'nowhere'], {}, /there is no folder .*nowhere/],
    [['add', 'encrypt', 'source', 'source/in'], {}, /the target lies in the source/],
    [['add', 'encrypt', 'source', ''], {}, /a place has no name/],
    [['add', 'hash', 'source', 'target', '20261231235959000-01234567-89abcdef'], {}, /only decryption takes a run/],
    [['work'], { KEY_FILE: '' }, /set KEY_FILE/],
    [['work'], { KEY_FILE: 'short' }, /this is not a key file of romulus keygen/],
    [['work'], { REDIS: 'redis://:secret@127.0.0.1:1' }, /^bulk: no Redis answers at the address in REDIS\n$/],
    [['work'], { THREADS: 'x' }, /THREADS must be a whole number/],
    [['status', 'target'], {}, /target\/ has no run of this key/],
    [['status', 'target', '../other'], {}, /\.\.\/other is not the id of a run/],
    [['add', 'copy', 'source', 'target'], {}, /^error: command-argument value 'copy' is invalid/],
  ];
  writeFileSync(join(scratch, 'short'), 'romulus-key-1 0001\n');
  mkdirSync(join(scratch, 'source/in'));
  const failures = wrong.map(([args, more]) => run(args, { KEY_FILE: 'key', ...more }).catch((error) => error));
  for (const [i, [args, , message]] of wrong.entries()) {
    const end = { code: 1, stdout: '', stderr: expect.stringMatching(message) };
    expect({ ...(await failures[i]), args }).toMatchObject({ args, ...end });
  }
});

withRedis('gives a job back when it is told to stop, and loses it when it is silent', async () => {
  writeLarge('large', 100e6);
  const partial = join(scratch, 'target/.bulk/partial');
  const begun = () => eventually(() => existsSync(partial) && readdirSync(partial).length).toBe(1);
  const first = new Worker({ STOP_LIMIT: '1' });
  await run(['add', 'encrypt', 'source', 'target']);
  await begun();
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.log).not.toContain('failed');
  expect(readdirSync(join(scratch, 'target'))).toEqual(['.bulk']);
  expectNothingPartial('target');
  expect(await run(['status', 'target'])).toContain('0 of 1 jobs done, 0 under way, 0 given up');

  const slow = new Worker(shortLock);
  await begun();
  slow.process.kill('SIGSTOP');
  expect(await run(['status', 'target'])).toContain('0 of 1 jobs done, 1 under way');
  new Worker(shortLock);
  expect(await run(['status', '--wait', 'target'])).toContain('1 objects made, 0 were complete, 0 failed');
  slow.process.kill('SIGCONT');
  await eventually(() => slow.log).toMatch(/Missing (lock|key) for job/);
  expect([...(await manifest('target')).keys()]).toEqual(['large']);
});

withStore('works on a bucket of S3', async () => {
  const contents = new Map(['!first', 'folder/last', 'ü #?%41+ x'].map((name) => [name, name]));
  // This object is uploaded in several parts.
  contents.set('large', 'x'.repeat(12_000_000));
  await startStore();
  // A bucket is listed in pages of 1000. The example's own files, which are no objects to encrypt, fill the first page.
  const place = 's3://bucket/my folder/ü #?+';
  const own = join(scratch, 'store', place.slice(5), '.bulk/old');
  mkdirSync(own, { recursive: true });
  for (let i = 0; i < 1000; i++) writeFileSync(join(own, `${i}`), '');
  for (const [name, text] of contents) write(name, text);
  new Worker();
  expect(await finish('encrypt', 'source', place)).toContain('4 objects made, 0 were complete, 0 failed');
  expect(await finish('encrypt', 'source', place)).toContain('0 objects made, 4 were complete, 0 failed');
  expect(await finish('decrypt', place, 'back')).toContain('4 objects made, 0 were complete, 0 failed');
  for (const [name, text] of contents) expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
  await expect(run(['add', 'encrypt', 'source', 's3://missing'])).rejects.toThrow(
    /s3:\/\/missing\/ cannot be listed: NoSuchBucket/,
  );
  expect((await failed('add', 'encrypt', 's3://bucket/nothing', 'target')).stderr).toContain('there are no objects in');
});

/** A store of objects of this length that answers as this function does; other requests, which list a bucket, succeed. */
async function startFake(
  names: string[],
  length: number,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer((request, response) => {
    if (!request.url?.includes('list-type=2')) return answer(request, response);
    const listed = request.url.includes('.bulk') ? [] : names;
    const contents = listed.map(
      (name) => `<Contents><Key>${encodeURIComponent(name)}</Key><Size>${length}</Size></Contents>`,
    );
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`);
  });
  settings.AWS_ENDPOINT_URL = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => void server.close().closeAllConnections());
}

withRedis('lets no name of a bucket lead out of the target, or to a place of another object', async () => {
  const reasons = {
    'd//f': 'has an empty part',
    'd/./f': 'has the part . or ..',
    'mail/../../escaped': 'has the part . or ..',
    'mail/../x': 'has the part . or ..',
    '/absolute': 'is absolute',
    'new\nline': expect.stringContaining('control character'),
    '\u007f': expect.stringContaining('control character'),
    ['l'.repeat(256)]: expect.stringContaining('too long'),
  };
  await startFake([...Object.keys(reasons), 'd/f', '.bulk', 'good'], 1, (_, response) => void response.end('x'));
  new Worker();
  await run(['add', 'encrypt', 's3://bucket', 'target']);
  const { stdout } = await failed('status', '--wait', 'target');
  const said = [...stdout.matchAll(/^failed: (".*"): its name (.*)$/gm)];
  expect(Object.fromEntries(said.map(([, name = '', reason]) => [JSON.parse(name), reason]))).toEqual(reasons);
  expect(stdout).toContain('3 objects made, 0 were complete, 8 failed');
  expect(readdirSync(scratch).sort()).toEqual(['back', 'key', 'source', 'target']);
  expect(readFileSync(join(scratch, 'target', `d/f.${keyId}.romulus`)).length).toBe(64 + 1 + 16);
});

withRedis('gives up an object whose bytes stop coming', async () => {
  await startFake(
    ['object'],
    100,
    (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('some'),
  );
  new Worker({ STALL_LIMIT: '500' });
  await run(['add', 'hash', 's3://bucket', 'target']);
  expect((await failed('status', '--wait', 'target')).stdout).toMatch(/^failed: "object": .+$/m);
});

it('cuts a large object into parts that are large enough for 10 000 of them', async () => {
  const { partSizeOf } = await import(join(folder, 'storage/s3.js'));
  for (const length of [0, 100e9, 5e12]) expect(10_000 * partSizeOf(length)).toBeGreaterThan(1.0003 * length);
});

/** check.yml sets 10^5 objects and 2 GB. A job has one in a hundred of them. */
const [small, large] = [Number(process.env.BULK_OBJECTS ?? 1000), Number(process.env.BULK_LARGE_OBJECTS ?? 1)];
const inJob = small / 100;

withRedis('does each object once, though workers and Redis are killed', { timeout: 1_800_000 }, async () => {
  const names = Array.from({ length: small }, (_, i) => `${Math.floor(i / inJob)}/${i}`);
  for (const [i, name] of names.entries()) write(name, `object ${i}, ${'x'.repeat(i % 300)}`);
  for (let i = 0; i < large; i++) writeLarge(`large ${i}`, 250e6);
  const started = async () => {
    const worker = new Worker(shortLock);
    // A worker that has not started ends if Redis is missing.
    await eventually(() => worker.log).toContain('waits for jobs');
    return worker;
  };
  const workers = await Promise.all([started(), started(), started()]);
  await run(['add', 'encrypt', 'source', 'target'], { JOB_OBJECTS: `${inJob}` });
  const [id = ''] = runsOf('target');
  const own = join(scratch, 'target/.bulk', id);
  const jobsDone = () => readdirSync(own).filter((name) => name.endsWith('.done')).length;
  const peaks: number[] = [];
  for (let i = 0; i < 4; i++) {
    await expect.poll(jobsDone, { timeout: 300_000 }).toBeGreaterThan(15 * i);
    peaks.push(...workers.map((worker) => worker.peak));
    await workers[i % 3]!.end('SIGKILL');
    if (i === 3) {
      await redis.kill();
      await sleep(500);
      await redis.start();
    }
    workers[i % 3] = await started();
  }
  expect(await run(['status', '--wait', 'target'])).toMatch(/ 0 failed, 0 left out; \d+ bytes\n$/);
  expect(Math.max(...peaks, ...workers.map((worker) => worker.peak))).toBeLessThan(300e6);
  for (const worker of workers) expect(await worker.end('SIGTERM')).toBe(0);

  expect((await manifest('target')).size).toBe(small + large);
  expectNothingPartial('target');

  new Worker();
  expect(await finish('decrypt', 'target', 'back')).toMatch(/ 0 failed, 0 left out; \d+ bytes\n$/);
  execFileSync('diff', ['-r', '--exclude=.bulk', join(scratch, 'source'), join(scratch, 'back')]);
});
