/** What long work takes besides its input, of the package and of a pool: a signal that stops it, a function that is told how far it is. */
import { describe, expect, it, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { clock } from '../../../ts/runtime/event-loop.js';
import * as stream from '../../../ts/stream/index.js';
import { buffersOf } from '../../fixtures/arrays.js';
import { expectSame, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { modesOf, sync } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf } from '../../fixtures/suites.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';
import { chunks, type Functions, longCalls, message, request } from './work.js';

const pool = await poolOf(2);

type Tested = ('N' | 'M' | 'T')[];

describe.each<{ of: string; functions: Functions; tested: Tested }>([
  // M reads its message twice to encrypt, and T to decrypt.
  {
    ...{ of: 'the package', functions: { ...romulus, ...stream } },
    tested: casesOf<Tested>({ usual: ['M', 'T'], all: ['N', 'M', 'T'] }),
  },
  { of: 'a pool', functions: pool, tested: casesOf<Tested>({ usual: ['M'], all: ['M', 'T'] }) },
])('of $of', ({ functions, tested }) => {
  const { romulusN, romulusH, hashMany, hashStream, seal } = functions;
  const works = longCalls(functions, tested);
  const long = works.filter(({ name }) => name !== 'hashMany of short messages');
  const blob = new Blob([message, message]);
  const all: { name: string; work: (options?: object) => Promise<unknown>; tellsOnce?: boolean }[] = [
    ...works,
    { name: 'hashStream', work: (options?: object) => hashStream(chunks(), options) },
    { name: 'hashStream of a Blob', work: (options?: object) => hashStream(blob, options), tellsOnce: true },
    { name: 'encryptBlob', work: (options?: object) => functions.encryptBlob(blob, { key, ...options }) },
  ];

  async function expectLaterCallsRight(): Promise<void> {
    const small = { key, nonce, plaintext: text(45), associatedData: text(21) };
    for (const { aead, twin, mode } of modesOf(functions, sync)) {
      expectSame(await aead.encrypt(small), referenceEncrypt(mode, small));
      const longer = { ...small, plaintext: text(30_000) };
      expectSame(await aead.encrypt(longer), twin.encrypt(longer));
    }
    expectSame(await romulusH(text(99)), referenceHash(text(99)));
  }

  describe('onProgress', () => {
    it.each(works)('is told by $name how much of all is done', async ({ total: expected, work }) => {
      const told: [processed: number, total: number][] = [];
      await work({ onProgress: (processed: number, total: number) => told.push([processed, total]) });
      expect(told.length).toBeGreaterThanOrEqual(2);
      let before = 0;
      for (const [processed, total] of told) {
        expect(total).toBe(expected);
        expect(processed).toBeGreaterThan(before);
        expect(processed).toBeLessThanOrEqual(total);
        // Bytes come whole, also where each is worked on twice.
        expect(Number.isInteger(processed), `${processed}`).toBe(true);
        before = processed;
      }
    });

    it('is not called for short work', async () => {
      const onProgress = () => expect.fail('it was called');
      for (const { aead } of modesOf(functions, sync))
        await aead.encrypt({ key, nonce, plaintext: text(100) }, { onProgress });
      await romulusH(text(16_384), { onProgress });
      // By a clock that stands still, as a busy machine may stop a short call for longer than a slice is.
      const still = vi.spyOn(clock, 'now').mockReturnValue(0);
      await hashMany([text(10), text(20)], { onProgress }).finally(() => still.mockRestore());
    });

    it('may be left undefined, and so may the signal', async () => {
      for (const options of [undefined, {}, { signal: undefined, onProgress: undefined }]) {
        expectSame(await romulusH(message, options), sync.romulusH(message));
        expectSame(await romulusN.encrypt(request, options), sync.romulusN.encrypt(request));
        expectSame(await hashStream(chunks(), options), sync.romulusH(message));
      }
    });

    it.each(long)('that throws rejects $name with its error', async ({ work }) => {
      const error = new Error('of the caller');
      expect(await rejection(() => work({ onProgress: throwing(error) }))).toBe(error);
      await expectLaterCallsRight();
    });
  });

  describe('a signal', () => {
    it.each(all)('aborted before rejects $name with its reason', async ({ work }) => {
      const reason = { own: 'reason' };
      expect(await rejection(() => work({ signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect((await rejection(() => work({ signal: AbortSignal.abort() }))).name).toBe('AbortError');
      await expectLaterCallsRight();
    });

    it.each(all)('aborted when $name has told its progress once, or twice, rejects it', async ({ work, tellsOnce }) => {
      // The engine chooses the chunks of a Blob, and may give all in one.
      for (const at of tellsOnce ? [1] : [1, 2]) {
        const watched = watchedSignal(at);
        expect(await rejection(() => work(watched.options))).toBe(watched.reason);
        expect(watched.told).toBe(at);
      }
      await expectLaterCallsRight();
    });

    it.each(all)('aborted right after $name is called, or in the next turn, rejects it', async ({ work }) => {
      for (const when of [(abort: () => void) => abort(), onNextTurn]) {
        const { signal, abort, reason } = watchedSignal();
        const rejected = rejection(() => work({ signal }));
        when(abort);
        expect(await rejected).toBe(reason);
      }
    });

    it('aborted while hashStream has a long chunk rejects it before the end of that', async () => {
      const { signal, abort, reason } = watchedSignal();
      const told: number[] = [];
      const chunk = text(20_000_000);
      async function* source() {
        onNextTurn(abort);
        yield chunk;
      }
      const onProgress = (processed: number) => void told.push(processed);
      expect(await rejection(() => hashStream(source(), { signal, onProgress }))).toBe(reason);
      expect(told).not.toContain(chunk.length);
    });

    const each = long.filter(({ name }) => !/Many|Detached|seal/.test(name));
    it.each(each)('aborted afterwards changes nothing in what $name gave', async ({ work }) => {
      const { signal, abort } = watchedSignal();
      const result = await work({ signal });
      const copies = buffersOf(structuredClone(result));
      abort();
      await nextTurn();
      for (const [i, buffer] of buffersOf(result).entries())
        expectSame(new Uint8Array(buffer as ArrayBuffer), new Uint8Array(copies[i] as ArrayBuffer));
    });

    it('aborted before rejects short work too', async () => {
      const options = { signal: AbortSignal.abort('reason') };
      const short = { key, nonce, plaintext: text(9) };
      const toDecrypt = { key, nonce, ciphertext: sync.romulusN.encrypt(short) };
      for (const call of [
        () => romulusN.encrypt(short, options),
        () => romulusN.decrypt(toDecrypt, options),
        () => romulusN.encryptMany([short], options),
        () => romulusN.decryptMany([toDecrypt], options),
        () => romulusH(text(9), options),
        () => hashMany([text(9)], options),
        () => seal({ key, plaintext: text(9) }, options),
      ])
        expect(await rejection(call)).toBe('reason');
    });

    it('stops its calls and not those beside them', async () => {
      const { signal, abort, reason } = watchedSignal();
      const stopped = long.map(({ work }) => rejection(() => work({ signal })));
      const hashed = romulusH(message);
      const encrypted = modesOf(functions, sync).map(({ aead }) => aead.encrypt(request));
      await nextTurn();
      abort();
      for (const each of stopped) expect(await each).toBe(reason);
      expectSame(await hashed, sync.romulusH(message));
      for (const [i, { twin }] of modesOf(functions, sync).entries())
        expectSame(await encrypted[i], twin.encrypt(request));
    });

    it('of any number of calls has at most one listener for each, and none afterwards', async () => {
      const { signal, abort, reason, listeners, ...watched } = watchedSignal();
      const calls = Array.from({ length: 20 }, (_, i) => long[i % long.length]!.work({ signal }));
      await Promise.all(calls);
      await rejection(() => hashStream(new ReadableStream({ start: (c) => c.enqueue('text' as never) }), { signal }));
      expect(watched.mostListeners).toBeLessThanOrEqual(1);
      expect(listeners.size).toBe(0);
      const aborted = calls.map(() => rejection(() => romulusH(message, { signal })));
      abort();
      expect(await Promise.all(aborted)).toEqual(calls.map(() => reason));
      expect(listeners.size).toBe(0);
    });
  });
});

it('a signal that is aborted while the module is loading rejects', async () => {
  const calls: ((fresh: Romulus, signal: AbortSignal) => Promise<unknown>)[] = [
    (fresh, signal) => fresh.romulusH(text(9), { signal }),
    (fresh, signal) => fresh.romulusM.encrypt({ key, nonce, plaintext: text(9) }, { signal }),
    (fresh, signal) => fresh.hashMany([text(9)], { signal }),
    (fresh, signal) => fresh.hashStream(new Blob([text(9)]), { signal }),
  ];
  for (const call of calls) {
    const fresh = await freshPackage();
    const { signal, abort, reason } = watchedSignal();
    const rejected = rejection(() => call(fresh, signal));
    abort();
    expect(await rejected).toBe(reason);
    expectSame(await fresh.romulusH(text(9)), referenceHash(text(9)));
  }
});
