/**
 * Agreement of lists with their messages one by one: any number of messages, every edge, random mixes, long ones among
 * short ones, a forgery at any place, inputs that change. The linear memory is as before after each list.
 */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { expectAllSame, expectOwn } from '../../fixtures/bytes.js';
import { cleanCheck, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { pausingEverywhere } from '../../fixtures/runtime.js';
import { casesOf, triedOf } from '../../fixtures/suites.js';
import { type Call, callsOf, hashingOf, type Shape } from './calls.js';

const loaded = await loadedPackage();
// romulus-wasm/js has no lanes.
const hasLanes = !inject('isJavaScript');
const algorithms = [
  {
    ...{ name: 'Romulus-H', callsOf: hashingOf(loaded.romulus, loaded.sync), hasLanes },
    expectClean: cleanCheck(loaded),
  },
  ...triedOf(await watchedModes(loaded)).map((tested) => ({
    ...{ name: tested.aead.name, callsOf: callsOf(tested), hasLanes: hasLanes && tested.mode.laneCosts.length > 0 },
    expectClean: cleanCheck(tested.instance),
  })),
];

const arraysOf = (inputs: Call['inputs']) =>
  inputs.flatMap((input) =>
    input instanceof Uint8Array ? [input] : Object.values(input),
  ) as Uint8Array<ArrayBuffer>[];

/** Many lengths at the edges of a block and of the 2048 bytes that the engine takes of a message at a time. */
const anyLength = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49) },
  { weight: 1, arbitrary: fc.constantFrom(2047, 2048, 2049) },
  { weight: 2, arbitrary: fc.integer({ min: 2048 - 32, max: 2048 + 32 }) },
  { weight: 1, arbitrary: fc.constantFrom(4095, 4096, 4097) },
  { weight: 1, arbitrary: fc.nat(10_000) },
);
const forged = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const anyShapes = fc.array(fc.record({ text: anyLength, ad: anyLength, forged }), { maxLength: 70, size: 'max' });

/** Counts about 8 and 32, the numbers of lanes, and about their multiples. */
const counts = casesOf({
  usual: [1, 2, 3, 7, 8, 9, 15, 17, 31, 32, 33, 65],
  all: [...Array.from({ length: 33 }, (_, i) => i + 1), 40, 63, 64, 65, 97],
});
const list = (count: number, shapeOf: (i: number) => Shape) => Array.from({ length: count }, (_, i) => shapeOf(i));

const piece = 2048;
const about = (edge: number, distance: number) =>
  Array.from({ length: 2 * distance + 1 }, (_, i) => edge - distance + i);

/** Every length about the edges of blocks and of pieces; the third piece has an odd number of blocks before it. */
const edges = [
  ...about(33, 33),
  ...about(piece, casesOf({ usual: 3, all: 33 })),
  ...[2 * piece, 3 * piece, 16_384].flatMap((edge) => about(edge, 1)),
];
/** Associated data and text that fill one piece together, and that both end about the end of one. */
const pieces = [-16, -1, 0, 1, 16].map((offset) => piece + offset);
const shapes: Shape[] = [
  ...edges.flatMap((length) => [
    { text: length, ad: 0 },
    { text: 0, ad: length },
    { text: length, ad: (length * 7) % 50 },
  ]),
  ...pieces.flatMap((total) => [1, 16, 33, 1024, total - 16, total - 1].map((ad) => ({ text: total - ad, ad }))),
  ...pieces.flatMap((text) => pieces.map((ad) => ({ text, ad }))),
];
/** Each shape comes once: the step and the number of shapes have no common factor. */
const inNoOrder = shapes.map((_, i) => shapes[(i * 101) % shapes.length]!);

/** Long messages, longer ones and many short ones in turns. */
const mixed = list(120, (i) => {
  const forged = i % 13 === 3;
  // The first one is long: an input changes in the middle of it.
  if (i === 0) return { text: 10, ad: 200_000 };
  if (i === 41) return { text: 60_003, ad: 10 };
  if (i === 83) return { text: 100, ad: 50_001, forged: true };
  if (i % 15 === 7) return { text: 9_000 + 17 * i, ad: 5_000 - 13 * i, forged };
  return { text: i % 3 === 0 ? (i * 7) % 100 : 1_700 + 5 * i, ad: i % 5 === 0 ? 2_100 : i % 33, forged };
});

describe.each(algorithms)('$name', ({ callsOf, hasLanes, expectClean }) => {
  /** Each call in one form, since both would take long; an odd `turn` exchanges the forms. */
  async function expectRight(shapes: readonly Shape[], turn = 0): Promise<void> {
    for (const [i, { name, inputs, expected, byPromise, atOnce }] of callsOf(shapes).entries()) {
      const isPromise = (i + turn) % 2 === 0;
      const what = `${name} ${isPromise ? 'by promise' : 'at once'}`;
      const results = isPromise ? await byPromise() : atOnce();
      expectClean(what);
      expectAllSame(results, expected, what);
      expectOwn(results.filter(Boolean), arraysOf(inputs));
    }
  }

  it('random mixes of lengths', async () => {
    await fc.assert(fc.asyncProperty(anyShapes, fc.nat(1), expectRight), {
      numRuns: casesOf({ usual: hasLanes ? 10 : 3, all: 20 }),
    });
  });

  it.each(hasLanes ? counts : casesOf({ usual: [1, 2, 9], all: counts }))('%i messages', async (count) => {
    await expectRight(
      list(count, (i) => ({ text: 70, ad: 20, forged: i % 3 === 2 })),
      count + 1,
    );
    // No two messages are alike; some are longer than what the engine takes at a time.
    await expectRight(
      list(count, (i) => ({ text: (i * 1237) % 2200, ad: (i * 53) % 200 })),
      count,
    );
    // All go on past the first piece: one half of them in the text, the other in the associated data.
    await expectRight(list(count, (i) => (i % 2 ? { text: i % 3, ad: 2100 } : { text: 2100, ad: 40 })));
  });

  it.each([1, 2, ...(hasLanes ? [7, 8, 9, 31, 32, 33, 40] : [9])])(
    'one of %i is forged, each in turn',
    async (count) => {
      for (let at = 0; at < count; at++) {
        const shapes = list(count, (i) => ({ text: (i * 23) % 70, ad: (i * 11) % 40, forged: i === at }));
        await expectRight(shapes, at);
      }
    },
  );

  it('goes by what its inputs were at the call', async () => {
    for (const { name, inputs, expected, byPromise } of callsOf(mixed)) {
      // Half of the arrays change as early as possible, within the call itself. The others are gone after it has returned.
      const half = (which: number) => arraysOf(inputs).filter((_, i) => i % 2 === which);
      const [early, late] = [half(0), half(1)];
      let told = 0;
      const onProgress = () => {
        if (told++ === 0) for (const bytes of early) bytes.fill(0xa5);
      };
      const results = await pausingEverywhere(() => {
        const promise = byPromise({ onProgress });
        for (const bytes of late) structuredClone(bytes, { transfer: [bytes.buffer] });
        return promise;
      });
      expectAllSame(results, expected, name);
      expect(told).toBeGreaterThanOrEqual(2);
    }
  });

  it('every length, in no order', () => expectRight(inNoOrder));
  if (hasLanes) it('long messages among short ones, forged and not', () => expectRight(mixed, 1));
});
