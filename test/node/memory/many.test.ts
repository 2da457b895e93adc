/** The linear memory between the slices of lists and after failures: to the byte as before. */
import { describe, expect, it } from 'vitest';
import type { DecryptRequest } from '../../../ts/index.js';
import {
  algorithmsOf,
  type Call,
  expectRight,
  type Message,
  messagesOf,
  type Shape,
} from '../../every-engine/lists/calls.js';
import { expectAllSame, includes, rejection } from '../../fixtures/bytes.js';
import { afterEachCall, cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { pausingEverywhere } from '../../fixtures/platform.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { firstTweakey, ZERO_BLOCK } from '../../reference/romulus-modes.js';
import { skinny128384 } from '../../reference/skinny.js';

const loaded = await loadedPackage();
const { romulus, sync } = loaded;
const expectClean = cleanCheck(loaded);
const algorithms = algorithmsOf(romulus, sync);

const shapes = (count: number, shapeOf: (i: number) => Shape) => Array.from({ length: count }, (_, i) => shapeOf(i));
const short = (i: number): Shape => ({ text: (i * 41) % 100, ad: (i * 23) % 60 });
const forged = (list: Shape[], every: number) => list.map((shape, i) => ({ ...shape, forged: i % every === 0 }));

const mixed = shapes(40, (i) => (i % 4 === 1 ? { text: 5_000 + i, ad: 3_000 } : { text: 50 * i, ad: i }));

describe.each(algorithms)('$name leaves nothing', ({ callsOf }) => {
  it('between the slices', async () => {
    for (const { name, expected, byPromise } of callsOf(forged(mixed, 3))) {
      let looks = 0;
      const onProgress = () => {
        looks++;
        expectClean(`${name} between two slices`);
      };
      expectAllSame(await pausingEverywhere(() => byPromise({ onProgress })), expected, name);
      expect(looks).toBeGreaterThanOrEqual(2);
      expectClean(name);
    }
  });

  it.each([1, 2, 9])('when it is aborted or onProgress throws in pause number %i', async (pause) => {
    for (const { name, byPromise } of callsOf(forged(mixed, 3))) {
      const aborted = watchedSignal(pause);
      expect(await pausingEverywhere(() => rejection(() => byPromise(aborted.options)))).toBe(aborted.reason);
      expectClean(name);
      const { reason, told } = aborted;
      const throwing = watchedSignal(0, () => {
        if (throwing.told === told - 1) throw reason;
      });
      const { onProgress } = throwing;
      expect(await pausingEverywhere(() => rejection(() => byPromise({ onProgress })))).toBe(reason);
      expectClean(name);
    }
    for (const { callsOf } of algorithms) await expectRight(callsOf(forged(shapes(33, short), 5)));
    expectClean('later calls');
  });
});

describe('Romulus-T makes nothing of a forgery, not even during a call', () => {
  /** The number of these blocks that were in memory after a call of the module, in a list and alone. */
  const expectSeen = async (shapesOf: (i: number) => Shape, blocksOf: (message: Message) => Uint8Array) => {
    const list = (forged: boolean) => shapes(40, (i) => ({ ...shapesOf(i), forged }));
    const blocks = messagesOf(list(false).slice(0, 6)).map(blocksOf);
    const seen = new Set<number>();
    const watched = await loadedPackage((exports) => {
      const memory = new Uint8Array(exports.memory.buffer);
      return afterEachCall(exports, () => {
        for (const [i, block] of blocks.entries()) if (includes(memory, block)) seen.add(i);
      });
    });
    const { callsOf } = algorithmsOf(watched.romulus, watched.sync).at(-1) as (typeof algorithms)[number];
    // The authentic list shows that the test would see a block.
    for (const forged of [false, true]) {
      const { inputs, expected, byPromise, atOnce } = callsOf(list(forged)).at(-1) as Call;
      const oneByOne = () =>
        (inputs as unknown as DecryptRequest[]).map((request) => {
          try {
            return watched.sync.romulusT.decrypt(request);
          } catch {
            return null;
          }
        });
      for (const work of [atOnce, byPromise, oneByOne]) {
        seen.clear();
        expectAllSame(await work(), expected, 'decryptMany');
        expect(seen.size).toBe(forged ? 0 : blocks.length);
      }
    }
  };

  it('of its plaintext', () =>
    expectSeen(
      (i) => ({ text: i % 2 === 0 ? 100 + i : 2_100 + i, ad: 5 }),
      ({ plaintext }) => plaintext.subarray(0, 16),
    ));

  // A text of one block leaves the key where it was made.
  it('of its first key', () =>
    expectSeen(
      (i) => ({ text: 1 + (i % 16), ad: 5 }),
      ({ key, nonce }) => skinny128384(firstTweakey(0n, 66), ZERO_BLOCK, key, nonce),
    ));
});
