/** The options of long work, of the package and of a pool: a signal that stops it, and a listener to its progress. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { manySliceBytes, sliceBytes } from '../../../ts/runtime/event-loop.js';
import * as stream from '../../../ts/stream/index.js';
import { bytesIn, expectSame, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { onNextTurn, pausingEverywhere, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';

/** An odd length above twice the 64 pieces of 16 KiB that a slice takes: two pauses, however fast the module is. */
const message = text(2_200_001);
const short = new Array(8000).fill(text(2000));

async function* chunks() {
  for (let start = 0; start < message.length; start += 300_000) yield message.subarray(start, start + 300_000);
}

type Work = Pick<ByteCall, 'name' | 'input' | 'total'> & { run(options?: object): Promise<unknown> };

const pool = await poolOf(2);

/** The longest step in bytes: one piece, and for lists one piece in each of 32 lanes. */
const step = { ofOne: 16_384, ofMany: 65_536 };

/** Workers have clocks of their own; the package pauses after each step here. */
const slice = { ofOne: sliceBytes + step.ofOne, ofMany: manySliceBytes + step.ofMany };

// M reads its message twice to encrypt, and once to decrypt; T does the reverse.
describe.each([
  { of: 'the package', functions: { ...romulus, ...stream }, left: { usual: ['N', 'T'], all: [] }, longest: step },
  { of: 'a pool', functions: pool, left: { usual: ['N', 'T'], all: ['N'] }, longest: slice },
])('of $of', async ({ functions, left, longest }) => {
  const callsOf = async (...lengths: [text: number, ad: number]) =>
    (await byteCalls(functions, sync, ...lengths)).filter(({ options }) => options !== 'none');
  const worksOf = (calls: ByteCall[]) =>
    calls.map((call): Work => ({ ...call, run: async (options) => call.run(call.given, options) }));
  const leftModes = casesOf<string[]>(left);
  const works = worksOf((await callsOf(message.length, 70_001)).filter(({ mode = '' }) => !leftModes.includes(mode)));
  const hashStream: Work = {
    ...{ name: 'hashStream of many chunks', input: 'list' },
    run: (options) => functions.hashStream(chunks(), options),
  };
  const hashMany: Work = {
    ...{ name: 'hashMany of short ones', input: 'list', total: 16_000_000 },
    run: (options) => functions.hashMany(short, options),
  };
  /** The calls that know their total, and tell each slice. */
  const telling = [...works.filter(({ total }) => total), hashMany];
  const shortCalls = [...(await callsOf(45, 21)), ...(await callsOf(30_000, 21))];

  async function expectLaterCallsRight(options?: object, calls = shortCalls.slice(0, 2)): Promise<void> {
    for (const call of calls) expectRight(call, await bytesIn(await call.run(call.given, options)));
  }

  describe('onProgress', () => {
    it.each(telling)('hears from $name after each slice how much is done', async ({ input, total = 0, run }) => {
      const told = [0];
      const totals = new Set<number>();
      const onProgress = (processed: number, of: number) => {
        told.push(processed);
        totals.add(of);
      };
      await pausingEverywhere(() => run({ onProgress }));
      expect([...totals]).toEqual([total]);
      // Whole bytes, also where the work reads each byte twice.
      expect(told).toSatisfy((all: number[]) => all.every(Number.isInteger));
      expect(new Set(told).size).toBeGreaterThan(2);
      const slices = told.slice(1).map((processed, i) => processed - told[i]!);
      // A single step of a list may only fill lanes.
      const isList = input === 'list';
      expect(Math.min(...slices)).toBeGreaterThanOrEqual(isList && longest === step ? 0 : 1);
      const rest = total - told.at(-1)!;
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(Math.max(rest, ...slices)).toBeLessThanOrEqual(isList ? longest.ofMany : longest.ofOne);
    });

    it('may be left undefined, and so may the signal', async () => {
      for (const options of [undefined, {}, { signal: undefined, onProgress: undefined }]) {
        await expectLaterCallsRight(options, shortCalls);
        expectSame(await functions.hashStream(chunks(), options), sync.romulusH(message));
      }
    });
  });

  describe('a signal', () => {
    it.each(worksOf(shortCalls))('aborted before rejects $name with its reason', async ({ run }) => {
      const reason = { own: 'reason' };
      expect(await rejection(() => run({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    });

    it.each([...works, hashMany, hashStream])(
      'aborted before or after $name is called, or at its progress, or a listener that throws, rejects it',
      async ({ run, input }) => {
        for (const when of [(abort: () => void) => abort(), onNextTurn]) {
          const { signal, abort, reason } = watchedSignal();
          const rejected = rejection(() => run({ signal }));
          when(abort);
          expect(await rejected).toBe(reason);
        }
        // Each tells its progress twice, but for a single chunk.
        for (const at of input === 'chunks' ? [1] : [1, 2]) {
          const watched = watchedSignal(at);
          expect(await rejection(() => run(watched.options))).toBe(watched.reason);
          expect(watched.told).toBe(at);
        }
        const error = new Error('of the listener');
        expect(await rejection(() => run({ onProgress: throwing(error) }))).toBe(error);
        await expectLaterCallsRight();
      },
    );

    it('of any number of calls has at most one listener for each, and none afterwards', async () => {
      const watched = watchedSignal();
      const { signal, abort, reason, listeners } = watched;
      const calls = telling.map(({ run }) => run({ signal }));
      await Promise.all(calls);
      const wrong = new ReadableStream({ start: (controller) => controller.enqueue('text' as never) });
      await rejection(() => functions.hashStream(wrong, { signal }));
      expect(watched.mostListeners).toBeLessThanOrEqual(1);
      expect(listeners.size).toBe(0);
      const aborted = calls.map(() => rejection(() => functions.romulusH(message, { signal })));
      abort();
      expect(await Promise.all(aborted)).toEqual(calls.map(() => reason));
      expect(listeners.size).toBe(0);
    });
  });
});

it('a signal that is aborted while a call loads the module rejects it', async () => {
  const { romulusH, romulusM, hashMany, hashStream } = await freshPackage();
  const { signal, abort, reason } = watchedSignal();
  const calls = [
    romulusH(text(9), { signal }),
    romulusM.encrypt({ key, nonce, plaintext: text(9) }, { signal }),
    hashMany([text(9)], { signal }),
    hashStream(new Blob([text(9)]), { signal }),
  ];
  abort();
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toEqual({ status: 'rejected', reason });
  expectSame(await romulusH(text(9)), referenceHash(text(9)));
});
