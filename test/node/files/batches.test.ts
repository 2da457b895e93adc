/** The batches of a stream: at most as many at a time as there are places, none ahead of the reader, all in order. */
import { describe, expect, it } from 'vitest';
import { chunksJob } from '../../../ts/stream/chunks.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { concatenate, expectSame, key, text } from '../../fixtures/bytes.js';
import { chunkRunner, type WorkChunks, workHere } from '../../fixtures/runners.js';
import { turns } from '../../fixtures/runtime.js';
import { allThrough, chunkLength, headerLength, reference, through, withSalt } from './files.js';

const batchLength = 32 * chunkLength;
const options = { key, chunkLength };

/** Counts the batches in flight and the batches started. */
function watched(parallel: number, around = workHere) {
  const counts = { running: 0, most: 0, started: 0 };
  const runner = chunkRunner(parallel, async (job, signal) => {
    counts.started++;
    counts.most = Math.max(counts.most, ++counts.running);
    return around(job, signal).finally(() => counts.running--);
  });
  return { runner, counts };
}

const settled = () => turns(50);

describe('back-pressure', () => {
  /** Gives pieces as long as somebody asks. */
  function endless(length: number) {
    const given = { bytes: 0 };
    const pull = (controller: ReadableStreamDefaultController) => {
      given.bytes += length;
      controller.enqueue(text(length));
    };
    return { source: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }), given };
  }

  it.each([
    [1, 700],
    [1, 50_000],
    [4, 50_000],
    [1, 5_000_000],
  ])('a reader that is slow keeps the input waiting: %i at a time, pieces of %i bytes', async (parallel, length) => {
    const { runner, counts } = watched(parallel);
    const { source, given } = endless(length);
    const readable = source.pipeThrough(encryptStreamWith(runner, options));
    const reader = readable.getReader();
    // The header comes first.
    let read = -headerLength;
    for (let i = 0; i < 8; i++) {
      await settled();
      // The batches in flight, the batch in the making, and one piece in each of the two streams.
      expect(given.bytes).toBeLessThanOrEqual(
        read + headerLength + (parallel + 1) * batchLength + 3 * length + 10 * 32 * 16,
      );
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

/** Takes the input's memory away, and ends in any order. */
const slowly: WorkChunks = async ({ direction, batch }, signal) => {
  const text = structuredClone(batch.text, { transfer: [batch.text.buffer] });
  await turns((batch.firstIndex * 7) % 5);
  return workHere(chunksJob(direction, { ...batch, text }), signal);
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
      expectSame(bytes, plaintext.subarray(0, bad * chunkLength));
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
