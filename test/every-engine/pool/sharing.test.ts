/** Which worker of a pool gets a job: one that has the least to do, whatever it has done before. */
import { expect, it } from 'vitest';
import { expectSame, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { overhear, pooled } from './workers.js';

it('a job goes to a worker that is idle, though it has worked more', async () => {
  const { pool, workers } = await pooled({ size: 2 });
  const jobs: number[] = [];
  for (const [i, one] of workers.entries())
    overhear(one, ({ type }) => {
      if (type === 'work') jobs.push(i);
    });
  // The first worker has done all there was.
  for (let i = 0; i < 3; i++) await pool.romulusH(text(4_000_000));
  expect(new Set(jobs).size).toBe(1);
  const long = pool.romulusH(text(6_000_000));
  const short = text(100_000);
  for (let i = 0; i < 2; i++) expectSame(await pool.romulusH(short), sync.romulusH(short));
  const [ofLong, ...others] = jobs.slice(3) as [number, ...number[]];
  expect(others).toEqual([1 - ofLong, 1 - ofLong]);
  await long;
});
