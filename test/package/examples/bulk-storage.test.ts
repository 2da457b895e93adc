/** The example bulk on buckets and on odd folders. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { failed, finish, keyId, run, scratch, startStore, Worker, withStore } from './bulk.js';

withStore('works on a bucket of S3', async () => {
  const contents = new Map(['!first', 'folder/last', 'ü #?%41+ x'].map((name) => [name, name]));
  // This object is uploaded in several parts.
  contents.set('large', 'x'.repeat(12_000_000));
  await startStore('filesystem');
  // A bucket is listed in pages of 1000. The example's own files, which are no objects to encrypt, fill the first page.
  const place = 's3://bucket/my folder/ü #?+';
  const own = join(scratch, 'store', place.slice(5), '.bulk/old');
  mkdirSync(own, { recursive: true });
  for (let i = 0; i < 1000; i++) writeFileSync(join(own, `${i}`), '');
  for (const [name, text] of contents) {
    mkdirSync(join(scratch, 'source', name, '..'), { recursive: true });
    writeFileSync(join(scratch, 'source', name), text);
  }
  const worker = new Worker();
  expect(await finish('encrypt', 'source', place)).toContain('4 objects made, 0 were complete, 0 failed');
  expect(await finish('encrypt', 'source', place)).toContain('0 objects made, 4 were complete, 0 failed');
  expect(await finish('decrypt', place, 'back')).toContain('4 objects made, 0 were complete, 0 failed');
  for (const [name, text] of contents) expect(readFileSync(join(scratch, 'back', name), 'utf8')).toBe(text);
  await expect(run(['add', 'encrypt', 'source', 's3://missing'])).rejects.toThrow(
    /s3:\/\/missing\/ cannot be listed: NoSuchBucket/,
  );
  expect((await failed('add', 'encrypt', 's3://bucket/nothing', 'target')).stderr).toContain('there are no objects in');
  expect(await worker.end('SIGTERM')).toBe(0);
});

withStore(
  'lets no name of a bucket lead out of the target, or to a place of another object',
  { timeout: 180_000 },
  async () => {
    const address = await startStore('transient');
    const long = 'l'.repeat(256);
    const names = ['d/f', 'd//f', 'd/./f', 'mail/../../escaped', '/absolute', 'new\nline', '\u007f', '\u0001', long];
    for (const name of [...names, 'mail/../x', '.bulk', 'good']) {
      const path = encodeURIComponent(name);
      const put = ['-sf', '--path-as-is', '-X', 'PUT', '-d', name.slice(0, 20), `${address}/bucket/${path}`];
      execFileSync('curl', put);
    }
    const worker = new Worker();
    for (const task of ['encrypt', 'hash']) {
      await run(['add', task, 's3://bucket', 'target']);
      const { stdout } = await failed('status', '--wait', 'target');
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
    expect(readdirSync(scratch).sort()).toEqual(['back', 'key', 'properties', 'source', 'target']);
    expect(readFileSync(join(scratch, 'target', `d/f.${keyId}.romulus`)).length).toBe(64 + 3 + 16);
    expect(await worker.end('SIGTERM')).toBe(0);
  },
);
