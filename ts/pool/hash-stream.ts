/** Romulus-H of a stream by a pool's workers: one part is hashed while the next is gathered. */
import { waitingFor } from '../abort.js';
import { type Bytes, checkBytes, copyOf, viewOf } from '../bytes.js';
import { type HashStreamOptions, type hashStream, open } from '../suites/romulus/hash-stream.js';
import { noOptions } from '../work-options.js';
import { wipeBuffers } from './protocol.js';
import type { Workers } from './workers.js';

const partLength = 524_288;

export async function hashStreamWith(
  workers: Workers,
  source: Parameters<typeof hashStream>[0],
  { signal, onProgress }: HashStreamOptions = noOptions,
): Promise<Bytes> {
  const chunks = open(source);
  const waiting = waitingFor(signal);
  let part = new Uint8Array(partLength);
  let filled = 0;
  let given = 0;
  let told = 0;
  /** The state behind all parts that were given away, or the digest. */
  let hashed: Promise<Bytes | undefined> = Promise.resolve(undefined);
  const waitForState = async () => {
    const state = await hashed;
    if (given > told) onProgress?.(given, chunks.total);
    told = given;
    return state;
  };
  const giveAway = async (isLast: boolean) => {
    const state = await waitForState();
    const text = part.subarray(0, filled);
    hashed = workers.work('hashPart', { text, state, isLast }, { load: filled, signal, onProgress: undefined });
    // It is waited for later.
    hashed.catch(() => {});
    given += filled;
    filled = 0;
    part = new Uint8Array(partLength);
  };
  try {
    signal?.throwIfAborted();
    for (;;) {
      const { done, value } = await waiting.until(chunks.next());
      if (done) break;
      const length = checkBytes('chunk', value);
      const chunk = value as Uint8Array;
      // A chunk that will see a pause is hashed from a copy, as all long inputs are.
      const copy = filled + length > partLength ? copyOf(chunk, length) : undefined;
      try {
        for (let start = 0; start < length; ) {
          const end = Math.min(start + partLength - filled, length);
          part.set(viewOf(copy ?? chunk, start, end), filled);
          filled += end - start;
          start = end;
          if (filled === partLength) await giveAway(false);
        }
      } finally {
        copy?.fill(0);
      }
    }
    chunks.release();
    await giveAway(true);
    return (await waitForState()) as Bytes;
  } catch (error) {
    hashed.then(wipeBuffers, () => {});
    chunks.cancel(error);
    throw error;
  } finally {
    waiting.end();
    part.fill(0);
  }
}
