/** The example bulk on buckets, and among others who write to its storages and to its Redis. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { romulusH } from '../../../ts/index.js';
import { decryptBlob } from '../../../ts/stream/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import { startedOnce } from '../started-once.js';
import {
  expectNothingPartial,
  failed,
  finish,
  finishFailing,
  folder,
  key,
  keyedDigest,
  keyId,
  manifest,
  noWorker,
  redis,
  run,
  runsOf,
  scratch,
  settings,
  startStore,
  useStore,
  Worker,
  withRedis,
  withStore,
  working,
} from './bulk.js';

const store = startedOnce(startStore, async () => {});
async function put(bucket: string, name: string, body: string): Promise<void> {
  const path = `${await store()}/${bucket}/${encodeURIComponent(name)}`;
  // fetch would change a path with dots.
  await promisify(execFile)('curl', ['-sf', '--path-as-is', '-X', 'PUT', '-d', body, path]);
}

withStore('works on a bucket of S3', async () => {
  const contents = new Map(['!first', 'folder/last', 'ü #?%41+ x'].map((name) => [name, name]));
  // This object is uploaded in several parts.
  contents.set('large', 'x'.repeat(12_000_000));
  const address = await store();
  for (const bucket of ['bucket', 'names']) await fetch(`${address}/${bucket}`, { method: 'PUT' });
  // A bucket is listed in pages of 1000. The example's own files, which are no objects to encrypt, fill the first page.
  const place = 's3://bucket/my folder/ü #?+';
  const own = `${place.slice(5)}/.bulk/old/`.split('/').map(encodeURIComponent).join('/');
  await Promise.all(
    Array.from({ length: 1000 }, (_, i) => fetch(`${address}/${own}${i}`, { method: 'PUT', body: 'x' })),
  );
  for (const [name, text] of contents) {
    mkdirSync(join(scratch, 'source', name, '..'), { recursive: true });
    writeFileSync(join(scratch, 'source', name), text);
  }
  working();
  expect(await finish('encrypt', 'source', place)).toContain('4 objects made, 0 were complete, 0 failed');
  expect(await finish('encrypt', 'source', place)).toContain('0 objects made, 4 were complete, 0 failed');
  expect(await finish('decrypt', place, 'back')).toContain('4 objects made, 0 were complete, 0 failed');
  for (const [name, text] of contents) expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
  await expect(run(['add', 'encrypt', 'source', 's3://missing'])).rejects.toThrow(
    /s3:\/\/missing\/ cannot be listed: NoSuchBucket/,
  );
  expect((await failed('add', 'encrypt', 's3://bucket/nothing', 'target')).stderr).toContain('there are no objects in');
});

withStore('lets no name of a bucket lead out of the target, or to a place of another object', async () => {
  const long = 'l'.repeat(256);
  const names = ['d/f', 'd//f', 'd/./f', 'mail/../../escaped', '/absolute', 'new\nline', '\u007f', '\u0001', long];
  for (const name of [...names, 'mail/../x', '.bulk', 'good']) await put('names', name, name.slice(0, 20));
  working();
  for (const task of ['encrypt', 'hash']) {
    const stdout = await finishFailing(task, 's3://names', 'target');
    const reasons = [...stdout.matchAll(/^failed: (".*"): its name (.*)$/gm)].map(([, name = '', reason]) => [
      JSON.parse(name),
      reason,
    ]);
    expect(Object.fromEntries(reasons)).toEqual({
      'd//f': 'has an empty part',
      'd/./f': 'has the part . or ..',
      'mail/../../escaped': 'has the part . or ..',
      'mail/../x': 'has the part . or ..',
      '/absolute': 'is absolute',
      'new\nline': expect.stringContaining('control character'),
      '\u007f': expect.stringContaining('control character'),
      '\u0001': expect.stringContaining('control character'),
      [long]: expect.stringContaining('too long'),
    });
    expect(stdout).toContain('3 objects made, 0 were complete, 9 failed');
  }
  expect(readdirSync(scratch).sort()).toEqual(['back', 'source', 'target']);
  expect(readFileSync(join(scratch, 'target', `d/f.${keyId}.romulus`)).length).toBe(64 + 3 + 16);
  await noWorker();
});

withRedis('tells nothing of plaintexts and names no object outside of the encrypted files of a run', async () => {
  writeFileSync(join(scratch, 'source/secret name'), 'guessed');
  working();
  await finish('encrypt', 'source', 'target');
  const own = readdirSync(join(scratch, 'target/.bulk'), { recursive: true, withFileTypes: true });
  const files = own.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBe(5);
  const unkeyed = hex(await romulusH(Buffer.from('guessed')));
  for (const file of files) {
    const text = readFileSync(file);
    expect(text.toString()).toMatch(/^ROMULUS/);
    for (const clear of ['secret name', unkeyed, await keyedDigest('guessed')])
      expect(text.includes(clear)).toBe(false);
  }
  // With the same key but without its place, a file of a run does not open.
  await expect(decryptBlob(new Blob([readFileSync(files[0]!)]), { key })).rejects.toThrow(
    'what the file was encrypted with',
  );
  expect(JSON.stringify([...(await manifest('target')).values()])).not.toContain(unkeyed);
});

withRedis('reports what was exchanged, changed, removed or added before decryption, and does the rest', async () => {
  const names = ['good', 'one', 'other', 'old', 'forged', 'removed'];
  const output = (name: string) => join(scratch, 'target', `${name}.${keyId}.romulus`);
  for (const name of names) writeFileSync(join(scratch, 'source', name), name);
  working();
  await finish('encrypt', 'source', 'target');
  const earlier = readFileSync(output('old'));
  writeFileSync(join(scratch, 'source/old'), 'new');
  await finish('encrypt', 'source', 'target');
  writeFileSync(output('old'), earlier);
  const [one, other] = [readFileSync(output('one')), readFileSync(output('other'))];
  writeFileSync(output('one'), other);
  writeFileSync(output('other'), one);
  writeFileSync(output('forged'), flipBit(readFileSync(output('forged')), 530));
  rmSync(output('removed'));
  writeFileSync(output('z added'), one);
  writeFileSync(join(scratch, 'target/of another key.00000000.romulus'), 'x');
  const stdout = await finishFailing('decrypt', 'target', 'back');
  const reasons = [...stdout.matchAll(/^failed: "(.*)": (.*)$/gm)].map(([, name, reason]) => [name, reason]);
  const ending = `.${keyId}.romulus`;
  expect(Object.fromEntries(reasons)).toEqual({
    [`one${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`other${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`old${ending}`]: 'it was exchanged: its contents are not those of the manifest',
    [`forged${ending}`]: expect.stringContaining('authentic'),
    [`removed${ending}`]: 'it is missing',
    [`z added${ending}`]: 'it was added: the manifest does not name it',
    'of another key.00000000.romulus': 'it was added: the manifest does not name it',
  });
  expect(stdout).toContain('1 objects made, 0 were complete, 7 failed, 0 left out');
  expect(readdirSync(join(scratch, 'back')).sort()).toEqual(['.bulk', 'good']);
  expectNothingPartial('back');

  // The files of runs cannot be exchanged either, and a run can be named.
  const [first, second] = runsOf('target');
  expect(await run(['add', 'decrypt', 'target', 'back', first!])).toContain(`decrypts the run ${first}\n`);
  cpSync(join(scratch, 'target/.bulk', first!, 'manifest'), join(scratch, 'target/.bulk', second!, 'manifest'));
  expect((await failed('add', 'decrypt', 'target', 'back')).stderr).toContain('what the file was encrypted with');
});

withRedis('takes no path from Redis, and no run of another place', async () => {
  await noWorker();
  writeFileSync(join(scratch, 'source/a'), 'a');
  await run(['add', 'encrypt', 'source', 'target']);
  const [id = ''] = runsOf('target');
  cpSync(join(scratch, 'target'), join(scratch, 'elsewhere'), { recursive: true });
  const place = `${join(scratch, 'elsewhere')}/`;
  const jobs = [
    { place, id, part: 1 },
    { place: `${join(scratch, 'target')}/`, id: `../../source/../target/.bulk/${id}`, part: 1 },
    { place: `${join(scratch, 'target')}/`, id, part: '../1' },
    { task: 'encrypt', source: `${scratch}/source/`, target: `${scratch}/back/`, names: ['../escaped'] },
  ];
  const { Queue } = createRequire(join(folder, 'main.js'))('bullmq');
  const queue = new Queue(`romulus-bulk-${keyId}`, { connection: { port: redis.port } });
  for (const job of jobs) await queue.add('job', job);
  const worker = working();
  expect(await run(['status', '--wait', 'target'])).toContain('1 objects made');
  await eventually(() => worker.log.match(/^job \d+ failed: /gm)?.length).toBe(jobs.length);
  await queue.close();
  expect(worker.log).toContain(`failed: the run ${id} is not of this place`);
  expect(readdirSync(join(scratch, 'elsewhere'))).toEqual(['.bulk']);
  expect(readdirSync(join(scratch, 'back'))).toEqual([]);
});

/** A store of one object that answers as this function does; other requests, which list a bucket, succeed. */
async function startFake(length: number, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    if (!request.url?.includes('list-type=2')) return answer(request, response);
    const isOwn = request.url.includes('.bulk');
    const contents = isOwn ? '' : `<Contents><Key>object</Key><Size>${length}</Size></Contents>`;
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  useStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

withRedis('gives up an object whose bytes stop coming', async () => {
  await noWorker();
  await startFake(100, (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('some'));
  const worker = new Worker({ STALL_LIMIT: '500' });
  expect(await finishFailing('hash', 's3://bucket', 'target')).toMatch(/^failed: "object": .+$/m);
  expect(await worker.end('SIGTERM')).toBe(0);
});

withRedis('cuts a large object into parts that are large enough for 10 000 of them', async () => {
  const length = 100e9;
  const parts: number[] = [];
  await startFake(0, (request, response) => {
    request.resume();
    if (request.url?.includes('partNumber')) parts.push(Number(request.headers['content-length']));
    else if (request.url?.includes('uploads')) response.end('<R><UploadId>1</UploadId></R>');
    else response.writeHead(404).end();
  });
  const { openBucket } = await import(join(folder, 'storage/s3.js'));
  Object.assign(process.env, settings);
  const storage = await openBucket('s3://bucket');
  const zeros = async function* () {
    for (;;) yield new Uint8Array(2 ** 20);
  };
  storage.write('large', zeros(), { length, attempt: '' }).catch(() => {});
  await expect.poll(() => parts.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(10_000 * parts[0]!).toBeGreaterThan(1.0003 * length);
});
