/** A clock for tests of long work: by it each step takes longer than a slice may, so that the work pauses wherever it can. */
import { vi } from 'vitest';
import { clock } from '../../ts/event-loop.js';

/** The clocks of all copies of the package: the source's, and those of copies that tests load afresh. */
export const clocks: { now(): number }[] = [clock];

/** Goes by that clock until what `work` gives is there: how fast the machine is makes no difference then. */
export async function pausingEverywhere<Result>(work: () => Promise<Result>): Promise<Result> {
  let time = 0;
  const spies = clocks.map((each) =>
    vi.spyOn(each, 'now').mockImplementation(() => {
      time += 1_000;
      return time;
    }),
  );
  try {
    return await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
