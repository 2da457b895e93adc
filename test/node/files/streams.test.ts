/**
 * The pair of streams: input in any pieces, lengths, progress, and batches. Batches stay in order and not ahead of the
 * reader, and there are at most as many at a time as there are places.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksJob } from '../../../ts/stream/chunks.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream } from '../../../ts/stream/index.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { concatenate, expectSame, key, rejection, text, throwing, thrown } from '../../fixtures/bytes.js';
import { chunkRunner, type WorkChunks, workHere } from '../../fixtures/runners.js';
import { turns } from '../../fixtures/runtime.js';
import { allThrough, chunkLength, cut, headerLength, modes, reference, through, withSalt } from './files.js';

const batchLength = 32 * chunkLength;
const options = { key, chunkLength };

describe('input in any pieces', () => {
  const plaintext = text(34 * chunkLength + 3);
  const pieces = fc.array(fc.oneof(fc.nat(50), fc.nat(3 * chunkLength), fc.nat(2 * batchLength)), { maxLength: 40 });

  it.each(modes)('gives the same file, and the same text of it, mode %s', async (mode) => {
    const { header, chunks } = reference(mode, plaintext);
    const sealed = concatenate(header, ...chunks);
    const property = fc.asyncProperty(pieces, async (lengths) => {
      const encrypted = () => allThrough(encryptStream({ ...options, mode }), ...cut(plaintext, lengths));
      expectSame(await withSalt(encrypted), sealed);
      expectSame(await allThrough(decryptStream({ key }), ...cut(sealed, lengths)), plaintext);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

it('takes ArrayBuffers, and refuses one that was transferred', async () => {
  const sealed = await allThrough(encryptStream(options), text(9).buffer as never, text(3));
  expectSame(await allThrough(decryptStream({ key }), sealed.buffer as never), concatenate(text(9), text(3)));
  const gone = new ArrayBuffer(5);
  structuredClone(gone, { transfer: [gone] });
  const error = { code: 'ERR_ROMULUS_TYPE', message: 'chunk must be a Uint8Array, received ArrayBuffer' };
  expect(await rejection(() => allThrough(encryptStream(options), gone as never))).toMatchObject(error);
});

it('the length of the output follows the header once that is read, and is undefined for impossible lengths', async () => {
  const { header, chunks } = reference('N', text(5000));
  const sealed = concatenate(header, ...chunks);
  const [encryption, decryption] = [encryptStream(options), decryptStream({ key })];
  expect(decryption.outputLength(sealed.length)).toBe(sealed.length - headerLength - 16);
  await allThrough(decryption, sealed);
  expect(decryption.outputLength(sealed.length)).toBe(5000);
  const most = 2 ** 42;
  expect(encryption.outputLength(most)).toBe(headerLength + most + 16 * 2 ** 32);
  const noLengths = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', undefined];
  const noFiles = [0, headerLength - 1, ...[0, 15, 1040 + 1, 1040 + 16].map((length) => headerLength + length)];
  for (const [transform, lengths, code] of [
    [encryption, [...noLengths, most + 1], 'ERR_ROMULUS_USAGE'],
    [decryption, noLengths, 'ERR_ROMULUS_USAGE'],
    [decryption, noFiles, 'ERR_ROMULUS_FORMAT'],
  ] as const)
    for (const length of lengths as number[])
      expect(
        thrown(() => transform.outputLength(length)),
        `${length}`,
      ).toMatchObject({ code });
});

describe('progress', () => {
  it('counts the input after each batch, and has the size of a Blob', async () => {
    const plaintext = text(2 * batchLength + 5);
    const sealed = await allThrough(encryptStream(options), plaintext);
    const ofEncryption = [0, batchLength, 2 * batchLength, plaintext.length];
    const ofDecryption = [headerLength, headerLength + 32 * 1040, headerLength + 64 * 1040, sealed.length];
    for (const [convertStream, convertBlob, input, expected] of [
      [encryptStream, encryptBlob, plaintext, ofEncryption],
      [decryptStream, decryptBlob, sealed, ofDecryption],
    ] as const) {
      const told: unknown[][] = [];
      const watching = { ...options, onProgress: (...values: unknown[]) => told.push(values) };
      await allThrough(convertStream(watching), input);
      expect(told.splice(0)).toEqual(expected.map((bytes) => [bytes, undefined]));
      await convertBlob(new Blob([input]), watching);
      expect(told).toEqual(expected.map((bytes) => [bytes, input.length]));
    }
  });

  it('may throw: the streams end with that', async () => {
    const cause = new Error('of the caller');
    for (const at of [1, 3]) {
      let calls = 0;
      const onProgress = () => void (++calls === at && throwing(cause)());
      const { error } = await through(encryptStream({ ...options, onProgress }), [text(3 * batchLength)]);
      expect(error).toBe(cause);
      expect(calls).toBe(at);
    }
  });
});

const settled = () => turns(50);

function watched(parallel: number, around = workHere) {
  const counts = { running: 0, most: 0, started: 0 };
  const runner = chunkRunner(parallel, async (job, signal) => {
    counts.started++;
    counts.most = Math.max(counts.most, ++counts.running);
    return around(job, signal).finally(() => counts.running--);
  });
  return { runner, counts };
}

describe('back-pressure', () => {
  it.each([
    [1, 700],
    [1, 50_000],
    [4, 50_000],
    [1, 5_000_000],
  ])('a reader that is slow keeps the input waiting: %i at a time, pieces of %i bytes', async (parallel, length) => {
    const { runner, counts } = watched(parallel);
    let given = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      given += length;
      controller.enqueue(text(length));
    };
    const source = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const reader = source.pipeThrough(encryptStreamWith(runner, options)).getReader();
    // The header comes first.
    let read = -headerLength;
    for (let i = 0; i < 8; i++) {
      await settled();
      // The batches in flight, the batch in the making, and one piece in each of the two streams.
      const most = read + headerLength + (parallel + 1) * batchLength + 3 * length + 10 * 32 * 16;
      expect(given).toBeLessThanOrEqual(most);
      expect(counts.most).toBeLessThanOrEqual(parallel);
      read += (await reader.read()).value!.length;
    }
    await settled();
    expect(counts.started).toBeLessThanOrEqual(8 + parallel);
    await reader.cancel();
  });

  it('nothing is begun before something is written, and nothing converted before the header is read', async () => {
    const { runner, counts } = watched(1);
    const { readable, writable } = encryptStreamWith(runner, options);
    const writer = writable.getWriter();
    let written = 0;
    const writing = (async () => {
      for (; ; written++) await writer.write(text(batchLength));
    })().catch(() => {});
    await settled();
    expect(written).toBeLessThanOrEqual(2);
    expect(counts.started).toBe(0);
    await readable.cancel();
    await writing;
  });
});

const slowly: WorkChunks = async ({ batch }, signal) => {
  const text = structuredClone(batch.text, { transfer: [batch.text.buffer] });
  await turns((batch.firstIndex * 7) % 5);
  return workHere(chunksJob({ ...batch, text }), signal);
};

describe('batches that others work', () => {
  const transferring = chunkRunner(5, slowly);

  it('come out in order', async () => {
    const plaintext = text(20 * batchLength + 11);
    const { header, chunks } = await reference('N', plaintext);
    const sealed = concatenate(header, ...chunks);
    const { runner, counts } = watched(5, slowly);
    expectSame(await withSalt(() => allThrough(encryptStreamWith(runner, options), plaintext)), sealed);
    expect(counts.most).toBe(5);
    expectSame(await allThrough(decryptStreamWith(runner, { key }), sealed), plaintext);
  });

  it('end with the first forged one, whichever fails first', async () => {
    const plaintext = text(6 * batchLength);
    const { header, chunks } = await reference('N', plaintext);
    for (const bad of [0, 31, 32, 70, 191]) {
      const changed = [...chunks];
      for (let i = bad; i < chunks.length; i += 33) changed[i] = text(chunkLength + 16);
      const { bytes, error } = await through(decryptStreamWith(transferring, { key }), [header, ...changed]);
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH', message: expect.stringContaining(`chunk ${bad} `) });
      expectSame(bytes(), plaintext.subarray(0, bad * chunkLength));
    }
  });

  it('end with the error of the one that fails', async () => {
    const cause = new Error('of the worker');
    for (const at of [0, 1, 7]) {
      let count = 0;
      const failing = chunkRunner(5, (job, signal) => (count++ === at ? Promise.reject(cause) : slowly(job, signal)));
      expect((await through(encryptStreamWith(failing, options), [text(10 * batchLength)])).error).toBe(cause);
    }
  });
});
