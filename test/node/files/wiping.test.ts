/**
 * Encrypting and opening files leaves nothing in memory or arrays: between batches, at an end, after failures, and when it is
 * given up at any time, of which the other side hears.
 */
import { describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { chunksJob } from '../../../ts/stream/chunks.js';
import type { ByteTransform } from '../../../ts/stream/index.js';
import { leavingNothing, made } from '../../fixtures/arrays.js';
import { ad, concatenate, expectSame, flipBit, key, rejection, same, text } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { workHere } from '../../fixtures/runners.js';
import { onNextTurn, turns, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { heldScrypt, through, watchScrypt } from './files.js';

const { romulus, memory, image } = await loadedPackage();
// Jobs use the engine of this thread.
await load();
const { decryptBlob, decryptBytes, decryptStream, encryptBlob, encryptBytes, encryptStream, openEncrypted } = romulus;

type Arrays = readonly Uint8Array[];

/** The output up to any error. It belongs to the reader, so it may stay. */
const collect = async (transform: ByteTransform, input: readonly unknown[]): Promise<Arrays> =>
  (await through(transform, input)).parts;

// Four batches and a part of one, of many pieces each. The calls pause after each piece.
const chunkLength = 2 ** 12;
const plaintext = text(4 * 32 * chunkLength + 8_750);
const associatedData = ad(50_000);
const options = { key, associatedData, chunkLength };
const sealed = concatenate(...(await collect(encryptStream(options), [plaintext])));
/** Without associated data, keys are derived within one turn of the event loop. */
const brief = { key, chunkLength };
// Made before any call: a call's own arrays must not be left, nor parts that are cut out of arrays meanwhile.
const forgedFiles = new Map(
  [0, 32, 70, 129, 130].map((chunk) => [chunk, flipBit(sealed, 8 * (64 + chunk * (chunkLength + 16) + 100))]),
);
const forgedAt = (chunk: number) => forgedFiles.get(chunk) as Uint8Array<ArrayBuffer>;
const passphrase = text(30);
const [noFile, long] = [text(1000), text(375_000)];
const blob = new Blob(['text']);

const expectClean = (what: string) => expect(same(memory, image), what).toBe(true);
const abortAt = (at: number) => watchedSignal(at, () => expectClean('between batches'));

/** Runs `call`, which returns the arrays that may stay. All others that it made, and derived keys, must be zeros. */
async function expectNothingLeft(call: () => Promise<Arrays>): Promise<void> {
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

async function rejections(...calls: (() => unknown)[]): Promise<Arrays> {
  for (const call of calls) await rejection(call);
  return [];
}

const directions = [
  ['encryptStream', encryptStream, plaintext],
  ['decryptStream', decryptStream, concatenate(...(await collect(encryptStream(brief), [plaintext])))],
] as const;

/** The passphrase is not in form NFC, so the package writes it anew. */
const decomposed = new TextEncoder().encode('Mit Glu\u0308ck und sehr viel Verstand');
const stretched = await encryptBlob(blob, { passphrase: decomposed, cost: 1024 });
const stretch = async (): Promise<Arrays> => {
  await decryptBlob(stretched, { passphrase: decomposed });
  await rejection(() => decryptBlob(stretched, { passphrase: noFile }));
  (await openEncrypted(stretched, { passphrase: decomposed })).dispose();
  return [];
};

const calls: Record<string, () => Promise<Arrays>> = {
  encryptStream: () => collect(encryptStream({ ...options, ...abortAt(0).options }), [plaintext]),
  'encryptStream of nothing': () => collect(encryptStream(options), []),
  'encryptStream with a passphrase': () =>
    collect(encryptStream({ passphrase, associatedData, cost: 1024 }), [plaintext]),
  decryptStream: () => collect(decryptStream({ ...options, ...abortAt(0).options }), [sealed]),
  'decryptStream with a wrong key': () => collect(decryptStream({ ...options, key: flipBit(key, 3) }), [sealed]),
  'decryptStream of a cut file': () => collect(decryptStream(options), [sealed.subarray(0, -1)]),
  'decryptStream of half a header': () => collect(decryptStream(options), [sealed.subarray(0, 30)]),
  'decryptStream of no file': () => collect(decryptStream(options), [noFile]),
  'streams that get what are no bytes': async () => {
    const parts = await collect(encryptStream(options), [long, 'text']);
    return [...parts, ...(await collect(decryptStream(options), [sealed.subarray(0, long.length), 'text']))];
  },
  'whole files': async () => {
    await decryptBlob(await encryptBlob(new Blob([plaintext]), options), options);
    const encrypted = await encryptBytes(plaintext, options);
    return [encrypted, await decryptBytes(encrypted, options)];
  },
  'whole files that fail': () =>
    rejections(
      () => decryptBlob(new Blob([forgedAt(70)]), options),
      () => encryptBlob(new Blob([plaintext]), { ...options, ...abortAt(2).options }),
      () => decryptBlob({ size: 5, stream: () => undefined as never }, options),
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
  'a key that was derived from a passphrase': stretch,
  'a key that JavaScript derived from a passphrase': () => withoutNativeScrypt(stretch),
  async 'a passphrase as text, of which the package makes the bytes, beside what is wrong'() {
    const given = { passphrase: 'correct horse battery staple', cost: 1024 };
    for (const wrong of [{ associatedData: 5 }, { signal: 5 }, { key }])
      await rejection(() => encryptBlob(blob, { ...given, ...wrong } as never));
    await encryptBlob(blob, given);
    return [];
  },
  async 'a key that Node derives after the call was aborted'() {
    const held = heldScrypt();
    const { signal, abort } = watchedSignal();
    const rejected = rejection(() => encryptBlob(blob, { passphrase: decomposed, signal }));
    while (held.length === 0) await turns(1);
    abort();
    await rejected;
    held[0]?.end();
    return [];
  },
  'a derivation in JavaScript that is aborted': () =>
    withoutNativeScrypt(async () => {
      const { signal, abort } = watchedSignal();
      const onKeyProgress = (done: number) => done > 0.5 && abort();
      const given = { passphrase: decomposed, cost: 2 ** 14, onKeyProgress, signal };
      await rejection(() => encryptBlob(blob, given));
      // The derivation may be between two slices, and continue by a timer that was set before this one.
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [];
    }),
};
for (const chunk of [0, 32, 129])
  calls[`decryptStream with chunk ${chunk} forged`] = () => collect(decryptStream(options), [forgedAt(chunk)]);
for (const direction of ['encrypt', 'decrypt'] as const)
  for (const isAborted of [false, true])
    calls[`the key of chunks, to ${direction} them${isAborted ? ', given up in the middle' : ''}`] = async () => {
      const { signal, abort, reason } = watchedSignal();
      if (isAborted) onNextTurn(abort);
      const batch = { mode: 'N', key, noncePrefix: text(11), firstIndex: 0, isLast: true, chunkLength } as const;
      const work = workHere(chunksJob({ ...batch, direction, text: long }), signal);
      if (!isAborted) return [(await work).bytes];
      expect(await rejection(() => work)).toBe(reason);
      return [];
    };

/** The ways to give a pair of streams up. */
const ways = ['cancelled', 'aborted', 'stopped by its signal'] as const;

describe('nothing is left', () => {
  it.each(Object.entries(calls))('by %s', (_, call) => expectNothingLeft(call));

  it.each(directions.flatMap(([name, open, input]) => ways.map((way) => ({ name, open, input, way }))))(
    'of what is $way at any time, by $name: while keys are derived, and in batches; nobody listens any longer',
    async ({ open, input, way }) => {
      /** Gives a stream up when the reader has some parts of it, and `wait` is over. */
      const givenUp = async (reads: number, wait: () => Promise<void>) => {
        const { signal, abort, reason, listeners } = watchedSignal();
        const { readable, writable } = open({ ...brief, signal });
        const [reader, writer] = [readable.getReader(), writable.getWriter()];
        const ended = [() => writer.write(input), () => writer.closed].map(rejection);
        const parts: Uint8Array[] = [];
        for (let i = 0; i < reads; i++) parts.push((await reader.read()).value!);
        await wait();
        if (way === 'cancelled') await reader.cancel(reason);
        else ended.push(rejection(() => reader.closed));
        if (way === 'aborted') await writer.abort(reason);
        if (way === 'stopped by its signal') abort();
        for (const end of ended) expect(await end).toBe(reason);
        expect(listeners.size).toBe(0);
        return parts;
      };
      const microtasks = async (count: number) => {
        for (let i = 0; i < count; i++) await undefined;
      };
      await expectNothingLeft(async () => {
        for (let count = 0; count < 150; count++) await givenUp(0, () => microtasks(count));
        const parts = await givenUp(2, () => turns(3));
        for (let count = 0; count < 40; count++) parts.push(...(await givenUp(1, () => turns(count))));
        return parts;
      });
    },
  );

  it.each(directions)('of the key given to %s, once the file key is there', async (_, open, input) => {
    const { arrays, outcome } = await made(async () => {
      const { readable, writable } = open(brief);
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
});
