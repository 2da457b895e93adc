/** A pool's callbacks and results have the async context of their call, as `AsyncLocalStorage` shows. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { createPool } from '../../../ts/pool/index.js';
import { worker } from '../../every-engine/pool/workers.js';
import { key, nonce, text } from '../../fixtures/bytes.js';
import { withoutNativeScrypt } from '../../fixtures/runtime.js';

const context = new AsyncLocalStorage<string>();
const pool = await context.run('createPool', () => createPool({ threads: 1, worker }));
/** Takes two slices. More than 8 MiB, as in the first call, is copied only when a worker begins. */
const plaintext = text(2_200_000);
const request = { key, nonce, plaintext };
const source = new Blob([plaintext]);
const encrypted = await pool.encryptBlob(source, { key });
const passphrase = text(20);

type Options = { onProgress: () => void; onKeyProgress?: () => void };

it.each<[name: string, call: (options: Options) => Promise<unknown>]>([
  ['encrypt', (options) => pool.romulusN.encrypt({ ...request, plaintext: text(9_000_000) }, options)],
  ['encryptMany', (options) => pool.romulusN.encryptMany([request, request], options)],
  ['romulusH', (options) => pool.romulusH(plaintext, options)],
  ['hashStream', (options) => pool.hashStream(source, options)],
  ['encryptBlob', (options) => pool.encryptBlob(source, { key, ...options })],
  [
    'the key of a passphrase',
    (options) => pool.encryptBlob(source, { passphrase, cost: 2 ** 12, onKeyProgress: options.onProgress }),
  ],
  ['read of a file', async (options) => (await pool.openEncrypted(encrypted, { key })).read(0, 2_100_000, options)],
])('%s', async (_, call) => {
  const contexts: [string, string | undefined][] = [];
  const run = (name: string) =>
    context.run(name, () =>
      call({ onProgress: () => contexts.push([name, context.getStore()]) }).then(() =>
        contexts.push([name, context.getStore()]),
      ),
    );
  // The second call waits, and begins when the first ends.
  await withoutNativeScrypt(() => Promise.all([run('one'), run('two'), run('three')]));
  expect(contexts.length).toBeGreaterThan(3);
  expect(contexts.filter(([name, store]) => name !== store)).toEqual([]);
});
