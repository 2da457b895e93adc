/** Who encrypts and decrypts the chunks of a stream: this thread, or workers. */
import type { Bytes } from '../bytes.js';
import { decryptChunks, encryptChunks } from '../chunks.js';
import type { Mode } from '../mode.js';
import type { AbortSignalLike } from '../platform.js';
import { manySliceBytes, nextTurn, perform, sliceEnd, type Work } from '../work.js';
import { chunkNonce, countChunks } from './format.js';

/** Chunks of a file that are worked together. */
export interface ChunkBatch {
  readonly mode: Mode;
  /** The file key, 16 bytes, which stays the caller's: it is read while the work goes on, and wiped only after. */
  readonly key: Uint8Array;
  /** The number of the first chunk in the file. */
  readonly firstIndex: number;
  /** Whether the last chunk is the file's last. */
  readonly isLast: boolean;
  /** Bytes of plaintext in each chunk; only the file's last may have less. */
  readonly chunkLength: number;
  /**
   * The plaintext; or the ciphertexts in a row, each with its tag. Nobody changes it until the promise settles; its buffer may be
   * transferred away, and if it is not, the caller uses it again.
   */
  readonly text: Bytes;
}

/** Both promises reject with the signal's reason if it is aborted. */
export interface ChunkCrypter {
  /** How many batches to keep in flight. */
  readonly parallel: number;
  /** The ciphertexts in a row, each with its tag. */
  encrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<Bytes>;
  /** The plaintext, and how many chunks are authentic before the first that is not; what is behind those means nothing. */
  decrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<{ bytes: Bytes; authentic: number }>;
}

export function chunksOf({ firstIndex, isLast, ...batch }: ChunkBatch, tagged: boolean) {
  const last = isLast ? firstIndex + countChunks(batch.text.length, batch.chunkLength, tagged) - 1 : -1;
  const nonceOf = (i: number) => chunkNonce(firstIndex + i, firstIndex + i === last);
  return { ...batch, nonceOf };
}

/** When the event loop must turn, and how much is done since it did: batches may each be too short for a pause. */
let turnEnd = 0;
let turnBytes = 0;

async function performBatch<Result>(work: Work<Result>, signal: AbortSignalLike): Promise<Result> {
  const result = await perform(work, { signal });
  turnBytes += work.total;
  if (turnBytes >= manySliceBytes || performance.now() >= turnEnd) {
    await nextTurn();
    turnBytes = 0;
    turnEnd = sliceEnd();
  }
  return result;
}

/** In this thread, in slices. */
export const localCrypter: ChunkCrypter = {
  parallel: 1,
  encrypt: (batch, signal) => performBatch(encryptChunks(chunksOf(batch, false)), signal),
  decrypt: (batch, signal) => performBatch(decryptChunks(chunksOf(batch, true)), signal),
};
