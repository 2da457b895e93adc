/** The example bulk on buckets and on odd folders. */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  failed,
  finish,
  folder,
  keyId,
  run,
  scratch,
  settings,
  startStore,
  Worker,
  withRedis,
  withStore,
  write,
} from './bulk.js';

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
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  settings.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
