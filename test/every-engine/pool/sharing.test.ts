/** Which worker gets a job, and how many jobs work becomes; after a failure, the pool gives up the other jobs. */
import { expect, it } from 'vitest';
import { expectSame, flipBit, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { type Order, onOrders, ordersTo, pooled, silence, type TestWorker } from './workers.js';

it('a job goes to a worker that is idle, though it has done more', async () => {
  const { pool, workers } = await pooled({ threads: 2 });
  const jobs = ordersTo(workers, 'work');
  // The first worker has done all jobs.
  for (let i = 0; i < 3; i++) await pool.romulusH(text(4_000_000));
  expect(new Set(jobs).size).toBe(1);
  const long = pool.romulusH(text(6_000_000));
  const short = text(100_000);
  for (let i = 0; i < 2; i++) expectSame(await pool.romulusH(short), sync.romulusH(short));
  const [ofLong, ...others] = jobs.slice(3) as [number, ...number[]];
  expect(others).toEqual([1 - ofLong, 1 - ofLong]);
  await long;
});

const cases: [count: number, length: number, threads: number, jobs: number][] = [
  // Sending these messages would take longer than it saves.
  [256, 64, 2, 0],
  [256, 4096, 2, 0],
  [4096, 1024, 2, 0],
  [400, 4096, 2, 2],
  [400, 4096, 1, 1],
  // Half of these messages take as long as all, since they fill no more lanes.
  [32, 65_536, 2, 0],
  [64, 65_536, 2, 2],
  // Long messages, which must not hold the calling thread.
  [1, 1_100_000, 2, 1],
  [8, 400_000, 2, 1],
  [2, 600_000, 2, 2],
];

it.each(cases)('a list of %i times %i bytes for %i workers is %i jobs', async (count, length, threads, expected) => {
  const { pool, workers } = await pooled({ threads });
  const jobs = ordersTo(workers, 'work');
  const requests = Array.from({ length: count }, () => ({ key, nonce, plaintext: text(length) }));
  expect(await pool.romulusN.encryptMany(requests)).toHaveLength(count);
  expect(jobs).toHaveLength(expected);
});

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
  const { pool, workers } = await pooled({ threads: 2 });
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
  const { pool, workers } = await pooled({ threads: 2 });
  const [jobs, cancels] = [ordersTo(workers, 'work'), ordersTo(workers, 'cancel')];
  for (const one of workers) silence(one);
  const list = [10_000_000, 10_000_000].map((length) => ({ key, nonce, plaintext: text(length) }));
  const cause = new Error('of the caller');
  expect(await rejection(() => pool.romulusM.encryptMany(list, { onProgress: throwing(cause) }))).toBe(cause);
  expect([jobs.length, cancels.length]).toEqual([2, 2]);
});
