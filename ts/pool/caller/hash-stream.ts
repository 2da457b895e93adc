/** Romulus-H of a stream by a pool's workers. A worker hashes one part while this thread gathers the next. */
import { type Bytes, copyOf, viewOf } from '../../base/bytes.js';
import { checkOptions, noOptions } from '../../base/options.js';
import type { Runner } from '../../messages/job.js';
import { withSignals } from '../../runtime/abort.js';
import { hashJob } from '../../suites/romulus/hash.js';
import { eachChunk, type HashStreamOptions, type hashStream } from '../../suites/romulus/hash-stream.js';
import { wipeBuffers } from '../protocol.js';

const partLength = 524_288;

export async function hashStreamWith(
  runner: Runner,
  source: Parameters<typeof hashStream>[0],
  options: HashStreamOptions = noOptions,
): Promise<Bytes> {
  const { signal, onProgress } = checkOptions(options);
  const part = new Uint8Array(partLength);
  let filled = 0;
  let sent = 0;
  let told = 0;
  let total: number | undefined;
  /** The state after all sent parts, or the digest after the last part. */
  let hashed: Promise<Bytes | undefined> = Promise.resolve(undefined);
  const waitForState = async () => {
    const state = await hashed;
    if (sent > told) onProgress?.(sent, total);
    told = sent;
    return state;
  };
  const sendPart = async ({ isLast }: { isLast: boolean }) => {
    const state = await waitForState();
    const job = hashJob(part, filled, { state, isLast });
    // The runner copies or hashes the part before it returns.
    hashed = Promise.resolve(runner.run(job, { signal, onProgress: undefined })).finally(() => wipeBuffers(state));
    hashed.catch(() => {});
    sent += filled;
    filled = 0;
  };
  try {
    const takeChunk = async (chunk: Uint8Array, length: number, ofSource: number | undefined) => {
      total = ofSource;
      // This function pauses when a part is full, and the caller could change the chunk meanwhile.
      const copy = filled + length > partLength ? copyOf(chunk, length) : undefined;
      try {
        for (let start = 0; start < length; ) {
          const end = Math.min(start + partLength - filled, length);
          part.set(viewOf(copy ?? chunk, start, end), filled);
          filled += end - start;
          start = end;
          if (filled === partLength) await sendPart({ isLast: false });
        }
      } finally {
        copy?.fill(0);
      }
    };
    return await withSignals([signal, runner.ending], async (stop) => {
      await eachChunk(source, stop, takeChunk);
      await sendPart({ isLast: true });
      const digest = (await waitForState()) as Bytes;
      stop.throwIfAborted();
      return digest;
    });
  } catch (error) {
    hashed.then(wipeBuffers, () => {});
    throw error;
  } finally {
    part.fill(0);
  }
}
