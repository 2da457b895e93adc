/** Work in parts, one of which fails: the pool gives up the parts that have begun and begins no others. */
import { expect, it } from 'vitest';
import { flipBit, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { type Order, onOrders, ordersTo, pooled, silence, type TestWorker } from '../pool/workers.js';

/** Lets the workers take `batches` batches and answer only the one of the file's first chunk. So it comes first. */
function firstChunkFirst(workers: TestWorker[], batches: number): void {
  const held: { order: Order; send(): void }[] = [];
  for (const one of workers)
    onOrders(one, (order, send) => {
      if (order.type !== 'work' || held.length === batches) return send();
      held.push({ order, send });
      if (held.length < batches) return;
      const first = held.find(({ order }) => order.job?.batch.firstIndex === 0);
      for (const each of workers) silence(each, first?.order.id);
      for (const each of held) each.send();
    });
}

it('a failed read of a forged file asks for no more chunks', async () => {
  const { pool, workers } = await pooled({ size: 2 });
  const sealed = await pool.encryptBlob(new Blob([text(40_000_000)]), { key });
  const forged = flipBit(new Uint8Array(await sealed.arrayBuffer()), 8 * 100_000) as Uint8Array<ArrayBuffer>;
  const file = await pool.openEncrypted(new Blob([forged]), { key });
  firstChunkFirst(workers, 4);
  const [jobs, cancels] = [ordersTo(workers, 'work'), ordersTo(workers, 'cancel')];
  expect(await rejection(() => file.read(0))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  // Both workers have reported everything about the file by then.
  await Promise.all(Array.from({ length: 4 }, () => pool.romulusN.encrypt({ key, nonce, plaintext: text(4_000_000) })));
  // The four calls, and four of the file's 20 batches.
  expect(jobs).toHaveLength(4 + 4);
  expect(cancels).toHaveLength(3);
});

it("a list's other parts are given up when the caller's function fails", async () => {
  const { pool, workers } = await pooled({ size: 2 });
  const [jobs, cancels] = [ordersTo(workers, 'work'), ordersTo(workers, 'cancel')];
  for (const one of workers) silence(one);
  const list = [10_000_000, 10_000_000].map((length) => ({ key, nonce, plaintext: text(length) }));
  const cause = new Error('of the caller');
  expect(await rejection(() => pool.romulusM.encryptMany(list, { onProgress: throwing(cause) }))).toBe(cause);
  expect([jobs.length, cancels.length]).toEqual([2, 2]);
});
