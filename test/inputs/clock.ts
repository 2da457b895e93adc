/** A clock for tests of long work: by it each step takes longer than a slice may, so that the work pauses wherever it can. */
import { vi } from 'vitest';
import { clock } from '../../ts/event-loop.js';

/** Goes by that clock until what `work` gives is there: how fast the machine is makes no difference then. */
export async function pausingEverywhere<Result>(work: () => Promise<Result>): Promise<Result> {
  let time = 0;
  const spy = vi.spyOn(clock, 'now').mockImplementation(() => {
    time += 1_000;
    return time;
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}
