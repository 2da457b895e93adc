/** The linear memory after lists, between their slices, and after failures: to the byte what it was before. */
import { describe, expect, it } from 'vitest';
import { rejection } from '../inputs/bytes.js';
import { onNextTurn } from '../inputs/runtime.js';
import { algorithmsOf, expectResults, expectRight, type Shape } from '../many/calls.js';
import { cleanCheck, loadedPackage } from './instance.js';

const loaded = await loadedPackage();
const { romulus, sync } = loaded;
const expectClean = cleanCheck(loaded);
const algorithms = algorithmsOf(romulus, sync);

const shapes = (count: number, shapeOf: (i: number) => Shape) => Array.from({ length: count }, (_, i) => shapeOf(i));
const short = (i: number): Shape => ({ text: (i * 41) % 100, ad: (i * 23) % 60 });
const forged = (list: Shape[], every: number) => list.map((shape, i) => ({ ...shape, forged: i % every === 0 }));

/** Beyond a piece of 2048 bytes, and beyond the window. */
const longer: Shape[] = [
  { text: 2_049, ad: 0 },
  { text: 17, ad: 4_100 },
  { text: 5_000, ad: 2_048 },
  { text: 16_385, ad: 30 },
  { text: 3, ad: 20_000 },
];

/** More than a slice has, with messages that are under way when it ends. */
const slices = shapes(40, (i) => (i % 4 === 1 ? { text: 90_000 + i, ad: 40_000 } : { text: 50 * i, ad: i }));

describe.each(algorithms)('$name leaves nothing', ({ callsOf }) => {
  const expectCleanAfter = async (list: Shape[]) => {
    for (const { name, expected, byPromise, atOnce } of callsOf(list)) {
      expectResults(atOnce(), expected, name);
      expectClean(`${name} at once`);
      expectResults(await byPromise(), expected, name);
      expectClean(`${name} by promise`);
    }
  };

  it.each(shapes(33, short).map((_, i) => i + 1))('of %i messages', async (count) => {
    await expectCleanAfter(shapes(count, short));
    await expectCleanAfter(forged(shapes(count, short), 1));
    await expectCleanAfter(forged([...shapes(count - 1, short), longer[count % longer.length] as Shape], 3));
  });

  it.each([2, 8, 9, 32, 33])('of %i longer messages', async (count) => {
    const list = shapes(count, (i) => (count < 10 ? (longer[i % longer.length] as Shape) : { text: 2_100 + i, ad: i }));
    await expectCleanAfter(list);
    await expectCleanAfter(forged(list, 2));
  });

  it('between the slices, when it is aborted or onProgress throws, and later calls are right', async () => {
    for (const { name, expected, byPromise } of callsOf(forged(slices, 3))) {
      let looks = 0;
      const look = () => {
        looks++;
        expectClean(`${name} between two slices`);
      };
      onNextTurn(look);
      expectResults(await byPromise({ onProgress: look }), expected, name);
      expect(looks).toBeGreaterThanOrEqual(2);
      expectClean(`${name} in slices`);

      const reason = new Error('enough');
      const controller = new AbortController();
      const abort = () => controller.abort(reason);
      expect(await rejection(() => byPromise({ signal: controller.signal, onProgress: abort }))).toBe(reason);
      expectClean(`${name}, aborted`);

      const fail = () => {
        throw reason;
      };
      expect(await rejection(() => byPromise({ onProgress: fail }))).toBe(reason);
      expectClean(`${name}, failed`);
    }
    for (const { callsOf } of algorithms) await expectRight(callsOf(forged(shapes(33, short), 5)));
    expectClean('later calls');
  });
});
