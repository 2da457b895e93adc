/** The pool gives a job to a worker with the least work waiting, whatever the worker did before. */
import { describe, expect, it } from 'vitest';
import { expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { ordersTo, pooled } from './workers.js';

it('a job goes to a worker that is idle, though it has done more', async () => {
  const { pool, workers } = await pooled({ size: 2 });
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

describe('a list', () => {
  const cases: [count: number, length: number, size: number, jobs: number][] = [
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

  it.each(cases)('of %i times %i bytes for %i workers is %i jobs', async (count, length, size, expected) => {
    const { pool, workers } = await pooled({ size });
    const jobs = ordersTo(workers, 'work');
    const requests = Array.from({ length: count }, () => ({ key, nonce, plaintext: text(length) }));
    const ciphertexts = await pool.romulusN.encryptMany(requests);
    expect(ciphertexts).toHaveLength(count);
    expect(jobs).toHaveLength(expected);
  });
});
