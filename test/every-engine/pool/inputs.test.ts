/** Inputs of a pool's streams and files: never taken away, and read in time. */
import { expect, it } from 'vitest';
import { concatenate, expectSame, key, text } from '../../fixtures/bytes.js';
import { onNextTurn } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from './workers.js';

const pool = await poolOf(2);

it('chunks of a stream stay with who wrote them', async () => {
  const chunks = [text(100_000), text(3), text(2_000_000)];
  const { readable, writable } = pool.encryptStream({ key });
  const sealed = new Response(readable).blob();
  const writer = writable.getWriter();
  for (const chunk of chunks) {
    await writer.write(chunk);
    chunk.fill(0xa5);
  }
  await writer.close();
  const opened = await pool.decryptBlob(await sealed, { key });
  expectSame(new Uint8Array(await opened.arrayBuffer()), concatenate(text(100_000), text(3), text(2_000_000)));
  expect(chunks.map(({ length }) => length)).toEqual([100_000, 3, 2_000_000]);
});

it('a chunk of a hash may be overwritten once its first part is on its way', async () => {
  async function* chunks() {
    for (const length of [100, 3_000_000, 1_500_000]) {
      const chunk = text(length);
      onNextTurn(() => chunk.fill(0xa5));
      yield chunk;
    }
  }
  const digest = await pool.hashStream(chunks());
  expectSame(digest, referenceHash(concatenate(text(100), text(3_000_000), text(1_500_000))));
});
