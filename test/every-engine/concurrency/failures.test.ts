/** Work in parts of which one fails: what the others have begun is given up, and they begin nothing more. */
import { expect, it } from 'vitest';
import { flipBit, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { overhear, pooled } from '../pool/workers.js';

/** A pool, and the types of all orders that its workers get. */
async function watchedPool() {
  const { pool, workers } = await pooled({ size: 2 });
  const orders: string[] = [];
  for (const one of workers) overhear(one, ({ type }) => orders.push(type));
  return { pool, orders };
}

const count = (orders: string[], type: string) => orders.filter((each) => each === type).length;

it('a read of a file that is not authentic asks for no more chunks', async () => {
  const { pool, orders } = await watchedPool();
  const sealed = await pool.encryptBlob(new Blob([text(40_000_000)]), { key });
  const forged = flipBit(new Uint8Array(await sealed.arrayBuffer()), 8 * 100_000) as Uint8Array<ArrayBuffer>;
  const file = await pool.openSealed(new Blob([forged]), { key });
  const before = count(orders, 'work');
  const error = await rejection(() => file.read(0));
  expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  // All that was under way has its answer by then: a worker works its jobs in order.
  await Promise.all(Array.from({ length: 4 }, () => pool.romulusN.encrypt({ key, nonce, plaintext: text(4_000_000) })));
  // Of 20 batches.
  expect(count(orders, 'work') - before).toBeLessThan(4 + 12);
  expect(count(orders, 'cancel')).toBeGreaterThan(0);
});

it("a list's other parts are given up when the caller's function fails", async () => {
  const { pool, orders } = await watchedPool();
  const list = [10_000_000, 10_000_000].map((length) => ({ key, nonce, plaintext: text(length) }));
  const cause = new Error('of the caller');
  expect(await rejection(() => pool.romulusM.encryptMany(list, { onProgress: throwing(cause) }))).toBe(cause);
  expect(count(orders, 'work')).toBe(2);
  expect(count(orders, 'cancel')).toBe(2);
});
