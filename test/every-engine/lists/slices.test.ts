/** Lists in many slices use the inputs of the call itself. A list that is given up wipes its results in few turns. */
import { describe, expect, it, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { clock } from '../../../ts/runtime/event-loop.js';
import { expectAllSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { onNextTurn, pausingEverywhere } from '../../fixtures/runtime.js';
import { algorithmsOf, arraysOf, overwrite, type Shape, takeAway } from './calls.js';

const algorithms = algorithmsOf(romulus, sync);

const short: Shape[] = Array.from({ length: 40 }, (_, i) => ({
  text: (i * 29) % 90,
  ad: (i * 17) % 50,
  forged: i % 7 === 2,
}));

/** Long messages, longer ones and many short ones in turns. */
const mixed: Shape[] = Array.from({ length: 120 }, (_, i) => {
  const forged = i % 13 === 3;
  // The first one is long: an input changes in the middle of it.
  if (i === 0) return { text: 10, ad: 200_000 };
  if (i === 41) return { text: 60_003, ad: 10 };
  if (i === 83) return { text: 100, ad: 50_001, forged: true };
  if (i % 15 === 7) return { text: 9_000 + 17 * i, ad: 5_000 - 13 * i, forged };
  return { text: i % 3 === 0 ? (i * 7) % 100 : 1_700 + 5 * i, ad: i % 5 === 0 ? 2_100 : i % 33, forged };
});

describe.each(algorithms)('$name', ({ callsOf }) => {
  it.each([
    { of: 'messages of all sizes', list: mixed },
    { of: 'short messages', list: short },
  ])('goes by what its inputs were at the call, and tells how much is done, of $of', async ({ list }) => {
    for (const { name, inputs, expected, byPromise } of callsOf(list)) {
      const keysAndNonces = name === 'hashMany' ? 0 : 32 * inputs.length;
      const total = inputs.flatMap(arraysOf).reduce((sum, { length }) => sum + length, -keysAndNonces);
      // Some inputs change as early as possible, within the call itself. The others change after the call has returned.
      const early = inputs.filter((_, i) => i % 2 === 0);
      const late = inputs.filter((_, i) => i % 2 === 1);
      const told: number[] = [];
      const onProgress = (processed: number, of: number) => {
        if (told.length === 0) early.forEach(overwrite);
        expect(of).toBe(total);
        told.push(processed);
      };
      const results = await pausingEverywhere(() => {
        const promise = byPromise({ onProgress });
        late.forEach(takeAway);
        inputs.length = 0;
        return promise;
      });
      expectAllSame(results, expected, name);
      expect(told.length).toBeGreaterThanOrEqual(2);
      for (const [i, processed] of told.entries()) {
        expect(Number.isInteger(processed), `${processed}`).toBe(true);
        expect(processed).toBeGreaterThanOrEqual(told[i - 1] ?? 0);
        expect(processed).toBeLessThanOrEqual(total);
      }
    }
  });
});

it('a list that is given up wipes many short results in few turns of the event loop', async () => {
  const controller = new AbortController();
  let time = 0;
  // The list pauses wherever it can until it is aborted; then the clock stands still.
  const spy = vi.spyOn(clock, 'now').mockImplementation(() => {
    if (!controller.signal.aborted) time += 1_000;
    return time;
  });
  let turns = 0;
  let running = true;
  const tick = () => {
    turns++;
    if (running) onNextTurn(tick);
  };
  const onProgress = (done: number, total: number) => {
    if (done < 0.9 * total || controller.signal.aborted) return;
    controller.abort('enough');
    onNextTurn(tick);
  };
  try {
    const requests = new Array(20_000).fill({ key, nonce, plaintext: text(8) });
    const call = () => romulus.romulusN.encryptMany(requests, { signal: controller.signal, onProgress });
    expect(await rejection(call)).toBe('enough');
  } finally {
    running = false;
    spy.mockRestore();
  }
  expect(turns).toBeLessThan(20);
});
