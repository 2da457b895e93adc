/** The batches that a stream works: no more at a time than there are places, none ahead of the reader, and all in order. */
import { describe, expect, it } from 'vitest';
import type { AbortSignalLike } from '../../../ts/api/platform.js';
import type { ChunkBatch } from '../../../ts/stream/chunk-batch.js';
import { type ChunkCrypter, localChunkCrypter } from '../../../ts/stream/crypter.js';
import { encryptStream } from '../../../ts/stream/index.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { concatenate, expectSame, key, text } from '../../fixtures/bytes.js';
import { turns } from '../../fixtures/runtime.js';
import { allThrough, chunkLength, headerLength, reference, through, withSalt } from './files.js';

const batchLength = 32 * chunkLength;
const options = { key, chunkLength };

/** Counts what is in flight and what was started. */
function watched(parallel: number, around: ChunkCrypter = localChunkCrypter) {
  const counts = { running: 0, most: 0, started: 0 };
  const counted =
    <Result>(work: (batch: ChunkBatch, signal: AbortSignalLike) => Promise<Result>) =>
    async (batch: ChunkBatch, signal: AbortSignalLike) => {
      counts.started++;
      counts.most = Math.max(counts.most, ++counts.running);
      return work(batch, signal).finally(() => counts.running--);
    };
  const crypter = { parallel, encrypt: counted(around.encrypt), decrypt: counted(around.decrypt) } as ChunkCrypter;
  return { crypter, counts };
}

const settled = () => turns(50);

describe('back-pressure', () => {
  /** Gives pieces for as long as it is asked. */
  function endless(length: number) {
    const given = { bytes: 0 };
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given.bytes += length;
          controller.enqueue(text(length));
        },
      },
      { highWaterMark: 0 },
    );
    return { source, given };
  }

  it.each([
    { parallel: 1, length: 700 },
    { parallel: 1, length: 50_000 },
    { parallel: 4, length: 50_000 },
    { parallel: 1, length: 5_000_000 },
  ])(
    'a reader that is slow keeps the input waiting: pieces of $length bytes, $parallel at a time',
    async ({ parallel, length }) => {
      const { crypter, counts } = watched(parallel);
      const { source, given } = endless(length);
      const readable = source.pipeThrough(encryptStreamWith(crypter, options));
      const reader = readable.getReader();
      // The header first.
      let read = -headerLength;
      for (let i = 0; i < 8; i++) {
        await settled();
        // What is in flight, a batch that is gathered, and one piece each in the hands of the two streams.
        expect(given.bytes).toBeLessThanOrEqual(
          read + headerLength + (parallel + 1) * batchLength + 3 * length + 10 * 32 * 16,
        );
        expect(counts.most).toBeLessThanOrEqual(parallel);
        read += (await reader.read()).value!.length;
      }
      await settled();
      expect(counts.started).toBeLessThanOrEqual(8 + parallel);
      await reader.cancel();
    },
  );

  it('nothing is begun before something is written, and nothing converted before the header is read', async () => {
    const { crypter, counts } = watched(1);
    const { readable, writable } = encryptStreamWith(crypter, options);
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

  it('writes wait for the reader', async () => {
    const { readable, writable } = encryptStream(options);
    const writer = writable.getWriter();
    let done = false;
    const written = writer.write(text(10 * batchLength)).then(() => {
      done = true;
    });
    const reader = readable.getReader();
    for (let i = 0; i < 9; i++) {
      await settled();
      expect(done).toBe(false);
      await reader.read();
    }
    await reader.read();
    await written;
    await reader.cancel();
  });
});

/** Takes the input's memory away, and ends in any order. */
const slowly =
  <Result>(work: (batch: ChunkBatch, signal: AbortSignalLike) => Promise<Result>) =>
  async (batch: ChunkBatch, signal: AbortSignalLike) => {
    const text = structuredClone(batch.text, { transfer: [batch.text.buffer] });
    await turns((batch.firstIndex * 7) % 5);
    return work({ ...batch, text }, signal);
  };

describe('batches that others work', () => {
  const transferring: ChunkCrypter = {
    ...localChunkCrypter,
    parallel: 5,
    encrypt: slowly(localChunkCrypter.encrypt),
    decrypt: slowly(localChunkCrypter.decrypt),
  };

  it('come out in order', async () => {
    const plaintext = text(20 * batchLength + 11);
    const { header, chunks } = await reference('N', plaintext);
    const sealed = concatenate(header, ...chunks);
    const { crypter, counts } = watched(5, transferring);
    expectSame(await withSalt(() => allThrough(encryptStreamWith(crypter, options), plaintext)), sealed);
    expect(counts.most).toBe(5);
    expectSame(await allThrough(decryptStreamWith(crypter, { key }), sealed), plaintext);
  });

  it('end with the first that is not authentic, whichever fails first', async () => {
    const plaintext = text(6 * batchLength);
    const { header, chunks } = await reference('N', plaintext);
    for (const bad of [0, 31, 32, 70, 191]) {
      const changed = [...chunks];
      for (let i = bad; i < chunks.length; i += 33) changed[i] = text(chunkLength + 16);
      const { bytes, error } = await through(decryptStreamWith(transferring, { key }), [header, ...changed]);
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH', message: expect.stringContaining(`chunk ${bad} `) });
      expectSame(bytes, plaintext.subarray(0, bad * chunkLength));
    }
  });

  it('end with what one of them fails of', async () => {
    const cause = new Error('of the worker');
    for (const at of [0, 1, 7]) {
      let count = 0;
      const failing: ChunkCrypter = {
        ...transferring,
        encrypt: (batch, signal) => (count++ === at ? Promise.reject(cause) : transferring.encrypt(batch, signal)),
      };
      expect((await through(encryptStreamWith(failing, options), [text(10 * batchLength)])).error).toBe(cause);
    }
  });
});
