/** Romulus-H of a stream by a pool's workers: one part is hashed while the next is gathered. */
import { type Bytes, copyOf, viewOf } from '../api/bytes.js';
import { checkOptions, noOptions } from '../api/work-options.js';
import { eachChunk, type HashStreamOptions, type hashStream } from '../suites/romulus/hash-stream.js';
import { wipeBuffers } from './protocol.js';
import type { Workers } from './workers.js';

const partLength = 524_288;

export async function hashStreamWith(
  workers: Workers,
  source: Parameters<typeof hashStream>[0],
  options: HashStreamOptions = noOptions,
): Promise<Bytes> {
  const { signal, onProgress } = checkOptions(options);
  let part = new Uint8Array(partLength);
  let filled = 0;
  let given = 0;
  let told = 0;
  let total: number | undefined;
  /** The state behind all parts that were given away, or the digest. */
  let hashed: Promise<Bytes | undefined> = Promise.resolve(undefined);
  const waitForState = async () => {
    const state = await hashed;
    if (given > told) onProgress?.(given, total);
    told = given;
    return state;
  };
  const giveAway = async ({ isLast }: { isLast: boolean }) => {
    const state = await waitForState();
    const text = part.subarray(0, filled);
    hashed = workers.work('hash', { text, state, isLast }, { load: filled, signal, onProgress: undefined });
    // It is waited for later.
    hashed.catch(() => {});
    given += filled;
    filled = 0;
    part = new Uint8Array(partLength);
  };
  try {
    await eachChunk(source, signal, async (chunk, length, ofSource) => {
      total = ofSource;
      // A chunk that will see a pause is hashed from a copy, as all long inputs are.
      const copy = filled + length > partLength ? copyOf(chunk, length) : undefined;
      try {
        for (let start = 0; start < length; ) {
          const end = Math.min(start + partLength - filled, length);
          part.set(viewOf(copy ?? chunk, start, end), filled);
          filled += end - start;
          start = end;
          if (filled === partLength) await giveAway({ isLast: false });
        }
      } finally {
        copy?.fill(0);
      }
    });
    await giveAway({ isLast: true });
    return (await waitForState()) as Bytes;
  } catch (error) {
    hashed.then(wipeBuffers, () => {});
    throw error;
  } finally {
    part.fill(0);
  }
}
