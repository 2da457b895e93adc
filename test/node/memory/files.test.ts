/** Encrypting and opening files leaves nothing in memory or arrays: between batches, at an end, after failures. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chunksJob } from '../../../ts/stream/chunks.js';
import type { ByteTransform } from '../../../ts/stream/index.js';
import { leavingNothing, madeOrCut } from '../../fixtures/arrays.js';
import { ad, concatenate, expectSame, flipBit, key, rejection, same, text, throwing } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { workHere } from '../../fixtures/runners.js';
import { pausingEverywhere, turns, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { heldScrypt, through, watchScrypt } from '../files/files.js';

const { romulus, memory, image } = await loadedPackage();
const { decryptBlob, decryptBytes, decryptStream, encryptBlob, encryptBytes, encryptStream, openEncrypted } = romulus;

/** The output up to any error. It belongs to the reader, so it may stay. */
const collect = async (transform: ByteTransform, input: readonly unknown[]) => (await through(transform, input)).parts;

// Four batches and a part of one, of many pieces each. The calls pause after each piece.
const chunkLength = 2 ** 12;
const plaintext = text(4 * 32 * chunkLength + 8_750);
const associatedData = ad(50_000);
const options = { key, associatedData, chunkLength };
const sealed = concatenate(...(await collect(encryptStream(options), [plaintext])));
// Made before any call: a call's own arrays must not be left.
const forgedFiles = new Map(
  [0, 32, 70, 129, 130].map((chunk) => [chunk, flipBit(sealed, 8 * (64 + chunk * (chunkLength + 16) + 100))]),
);
const forgedAt = (chunk: number) => forgedFiles.get(chunk) as Uint8Array<ArrayBuffer>;

const expectClean = (what: string) => expect(same(memory, image), what).toBe(true);

/** Runs `call`, which returns the arrays that may stay. All others that it made, and derived keys, must be zeros. */
async function expectNothingLeft(call: () => Promise<readonly Uint8Array[]>): Promise<void> {
  const derived: Uint8Array[] = [];
  const spy = watchScrypt((key) => derived.push(key));
  const watched = async () => {
    const results = await call();
    // Work under way when a stream fails is overwritten as soon as it ends.
    await turns(200);
    return results;
  };
  // A header that was read is no secret. All secrets here have another length.
  const outcome = await leavingNothing(watched, ({ length }) => length === 64).finally(() => spy.mockRestore());
  if (outcome instanceof Error) throw outcome;
  for (const bits of derived) expectSame(new Uint8Array(bits), new Uint8Array(bits.length));
  expectClean('at the end');
}

const abortAt = (at: number) => watchedSignal(at, () => expectClean('between batches'));

// Made before the call: parts that are cut out of arrays during it must not be left.
const passphrase = text(30);
const little = text(100);
const noFile = text(1000);
const long = text(375_000);

async function rejections(...calls: (() => unknown)[]): Promise<[]> {
  for (const call of calls) await rejection(call);
  return [];
}

type Calls = Record<string, () => Promise<readonly Uint8Array[]>>;

const calls: Calls = {
  encryptStream: () => collect(encryptStream({ ...options, ...abortAt(0).options }), [plaintext]),
  'encryptStream of nothing': () => collect(encryptStream(options), []),
  'encryptStream with a passphrase': () =>
    collect(encryptStream({ passphrase, associatedData, cost: 1024 }), [plaintext]),
  decryptStream: () => collect(decryptStream({ ...options, ...abortAt(0).options }), [sealed]),
  'decryptStream with a wrong key': () => collect(decryptStream({ ...options, key: flipBit(key, 3) }), [sealed]),
  'decryptStream of a cut file': () => collect(decryptStream(options), [sealed.subarray(0, -1)]),
  'decryptStream of half a header': () => collect(decryptStream(options), [sealed.subarray(0, 30)]),
  'decryptStream of no file': () => collect(decryptStream(options), [noFile]),
  'streams with a signal that is aborted': async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const parts = await collect(encryptStream({ ...options, signal }), [plaintext]);
    return [...parts, ...(await collect(decryptStream({ ...options, signal }), [sealed]))];
  },
  'streams that get what are no bytes': async () => {
    const parts = await collect(encryptStream(options), [long, 'text']);
    return [...parts, ...(await collect(decryptStream(options), [sealed.subarray(0, long.length), 'text']))];
  },
  Blobs: async () => {
    await decryptBlob(await encryptBlob(new Blob([plaintext]), options), options);
    return [];
  },
  'Blobs that fail': () =>
    rejections(
      () => decryptBlob(new Blob([forgedAt(70)]), options),
      () => encryptBlob(new Blob([plaintext]), { ...options, ...abortAt(2).options }),
      () => decryptBlob({ size: 5, stream: () => undefined as never }, options),
    ),
  Bytes: async () => {
    const encrypted = await encryptBytes(plaintext, options);
    return [encrypted, await decryptBytes(encrypted, options)];
  },
  'Bytes that fail': () =>
    rejections(
      () => decryptBytes(forgedAt(70), options),
      () => encryptBytes(plaintext, { ...options, ...abortAt(2).options }),
      () => encryptBytes(plaintext, { ...options, mode: 'H' as never }),
    ),
  'random access': async () => {
    const file = await openEncrypted(new Blob([sealed]), options);
    const part = await file.read(100, long.length);
    expectClean('between two reads');
    await rejection(() => file.read(0, file.size, abortAt(1).options));
    file.dispose();
    return [part];
  },
  'random access that fails': async () => {
    const file = await openEncrypted(new Blob([forgedAt(70)]), options);
    await rejection(() => file.read(0));
    file.dispose();
    return rejections(
      () => openEncrypted(new Blob([forgedAt(130)]), options),
      () => openEncrypted(new Blob([sealed.subarray(0, 100)]), options),
      // The header alone is right, but no file is that short.
      () => openEncrypted(new Blob([sealed.subarray(0, 70)]), options),
      () => openEncrypted(new Blob([sealed]), { key: flipBit(key, 5) }),
      () => openEncrypted(5 as never, options),
    );
  },
};
for (const chunk of [0, 32, 129])
  calls[`decryptStream with chunk ${chunk} forged`] = () => collect(decryptStream(options), [forgedAt(chunk)]);
for (const [open, input] of [
  [encryptStream, plaintext],
  [decryptStream, sealed],
] as const) {
  for (const at of [1, 4])
    calls[`${open.name} aborted after ${at}`] = () => collect(open({ ...options, ...abortAt(at).options }), [input]);
}

describe('nothing is left', () => {
  it.each(Object.entries(calls))('by %s', (_, call) => expectNothingLeft(call));

  /** The passphrase is not in form NFC, so the package writes it anew. */
  const decomposed = new TextEncoder().encode('Mit Glu\u0308ck und sehr viel Verstand');
  const stretch = async () => {
    const blob = await encryptBlob(new Blob(['text']), { passphrase: decomposed, cost: 1024 });
    await expectNothingLeft(async () => {
      await decryptBlob(blob, { passphrase: decomposed });
      await rejection(() => decryptBlob(blob, { passphrase: text(5) }));
      (await openEncrypted(blob, { passphrase: decomposed })).dispose();
      return [];
    });
  };

  it('of a key that was derived from a passphrase', stretch);

  const tooLong = throwing(new RangeError('Invalid string length'));
  it.each<[where: string, prototype: object, method: string, passphrase: string | Uint8Array]>([
    ['its text is encoded', TextEncoder.prototype, 'encode', 'text'],
    ['its bytes are decoded', TextDecoder.prototype, 'decode', decomposed],
    ['it is normalised', String.prototype, 'normalize', decomposed],
  ])('of a passphrase that is too long where %s, and the error says so', async (_, prototype, method, passphrase) => {
    const blob = new Blob(['x']);
    const spy = vi.spyOn(prototype as Record<string, () => unknown>, method).mockImplementation(tooLong);
    onTestFinished(() => spy.mockRestore());
    await expectNothingLeft(async () => {
      await encryptBlob(blob, options);
      const error = await rejection(() => encryptBlob(blob, { passphrase, associatedData, cost: 1024 }));
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: 'passphrase is too long for this runtime' });
      return [];
    });
  });

  it.each([
    ['wrong associated data', { associatedData: 5 }],
    ['a wrong signal', { signal: 5 }],
    ['a key too', { key }],
  ])('of a passphrase as text that comes with %s', (_, wrong) =>
    expectNothingLeft(async () => {
      // The package makes the array of its bytes.
      const text = 'correct horse battery staple';
      await rejection(() => encryptBlob(new Blob(['x']), { passphrase: text, ...wrong } as never));
      await encryptBlob(new Blob(['x']), { passphrase: text, cost: 1024 });
      return [];
    }),
  );

  it('of a key that JavaScript derived from a passphrase', () => withoutNativeScrypt(stretch));

  it('of a key that Node derives after the call was aborted', () =>
    expectNothingLeft(async () => {
      const held = heldScrypt();
      const { signal, abort } = watchedSignal();
      const rejected = rejection(() => encryptBlob(new Blob(['text']), { passphrase: decomposed, signal }));
      while (held.length === 0) await turns(1);
      abort();
      await rejected;
      held[0]?.end();
      return [];
    }));

  const directions = [
    ['encryptStream', encryptStream, plaintext],
    ['decryptStream', decryptStream, sealed],
  ] as const;

  const ways = directions.flatMap((direction) =>
    (['cancelled', 'aborted'] as const).map((how) => [how, ...direction] as const),
  );

  it.each(ways)('of what is %s at any time of a batch, by %s', async (how, _, open, input) => {
    /** Gives a stream up when the reader has some parts of it, some turns of the event loop later. */
    const givenUp = async (reads: number, turnsLater: number) => {
      const { readable, writable } = open(options);
      const [reader, writer] = [readable.getReader(), writable.getWriter()];
      const written = writer.write(input).catch(() => {});
      const parts: Uint8Array[] = [];
      for (let i = 0; i < reads; i++) parts.push((await reader.read()).value!);
      await turns(turnsLater);
      await (how === 'cancelled' ? reader.cancel() : writer.abort());
      await written;
      return parts;
    };
    for (const reads of [0, 2]) await expectNothingLeft(() => givenUp(reads, 3));
    for (let turnsLater = 0; turnsLater < 40; turnsLater++) await expectNothingLeft(() => givenUp(1, turnsLater));
  });

  it.each(directions)('of keys that %s derives while it is given up', async (_, open, input) => {
    // Aborts after each number of steps.
    for (let steps = 0; steps < 40; steps++)
      await expectNothingLeft(async () => {
        const { readable, writable } = open(options);
        const writing = writable.getWriter().write(input);
        for (let i = 0; i < steps; i++) await undefined;
        await readable.cancel();
        await writing.catch(() => {});
        return [];
      });
  });

  it.each(directions)('of the key given to %s, once the file key is there', async (_, open, input) => {
    const { arrays, outcome } = await madeOrCut(async () => {
      const { readable, writable } = open(options);
      const writing = writable.getWriter().write(input);
      writing.catch(() => {});
      const reader = readable.getReader();
      await reader.read();
      return reader;
    });
    expect(arrays.length).toBeGreaterThan(0);
    expect(arrays.filter((array) => same(array, key))).toEqual([]);
    await (outcome as ReadableStreamDefaultReader).cancel();
  });

  it.each(['encrypt', 'decrypt'] as const)('of the key of chunks, to %s them', async (direction) => {
    const batch = { mode: 'N', key, noncePrefix: text(11), firstIndex: 0, isLast: true, chunkLength } as const;
    for (const signal of [new AbortController().signal, abortAt(1).signal]) {
      const work = () => workHere(chunksJob(direction, { ...batch, text: long }), signal);
      const { arrays } = await madeOrCut(() => pausingEverywhere(work));
      expect(arrays.filter(({ length }) => length === key.length).length).toBeGreaterThan(0);
      expect(arrays.filter((array) => same(array, key))).toEqual([]);
    }
  });

  it('of a derivation in JavaScript that is aborted', () =>
    withoutNativeScrypt(() =>
      expectNothingLeft(async () => {
        const { signal, abort } = watchedSignal();
        const onKeyProgress = (done: number) => done > 0.5 && abort();
        const given = { passphrase: decomposed, cost: 2 ** 14, onKeyProgress, signal };
        await rejection(() => encryptBlob(new Blob(['text']), given));
        // The derivation may be between two slices, and continue by a timer that was set before this one.
        await new Promise((resolve) => setTimeout(resolve, 1));
        return [];
      }),
    ));
});

describe.each([
  ['encryptStream', encryptStream, little],
  ['decryptStream', decryptStream, concatenate(...(await collect(encryptStream({ key, chunkLength }), [little])))],
] as const)('%s', (_, open, input) => {
  it('keeps no key of the file, whenever it is aborted around the header', () =>
    expectNothingLeft(async () => {
      const results: Uint8Array[] = [];
      for (let at = 0; at < 150; at++) {
        const controller = new AbortController();
        const collected = collect(open({ key, chunkLength, signal: controller.signal }), [input]);
        for (let microtask = 0; microtask < at; microtask++) await undefined;
        controller.abort(new Error('enough'));
        results.push(...(await collected));
      }
      return results;
    }));
});
