/** Who encrypts and decrypts the chunks of a stream: this thread, or workers. */
import type { Bytes } from '../bytes.js';
import type { Direction } from '../engine/message.js';
import { turnIfDue } from '../event-loop.js';
import type { AbortSignalLike } from '../platform.js';
import { runSliced, type Work } from '../slicing.js';
import type { Mode } from '../suites/romulus/modes.js';
import { type ConvertedChunks, chunksWork } from './chunks.js';
import { chunkNonce, countChunks } from './format.js';

/** Chunks of a file that are encrypted or decrypted together. */
export interface ChunkBatch {
  readonly mode: Mode;
  /** The file key, 16 bytes, which stays the caller's: it is copied before the first pause. */
  readonly key: Uint8Array;
  /** The number of the first chunk in the file. */
  readonly firstIndex: number;
  /** Whether the last chunk is the file's last. */
  readonly isLast: boolean;
  /** Bytes of plaintext in each chunk; only the file's last may have less. */
  readonly chunkLength: number;
  /** The plaintext; or the ciphertexts in a row, each with its tag. Nobody changes it until the promise settles. */
  readonly text: Bytes;
}

/** Both promises reject with the signal's reason if it is aborted; the text may be lost then. */
export interface ChunkCrypter {
  /** How many batches to keep in flight. */
  readonly parallel: number;
  encrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<ConvertedChunks>;
  decrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<ConvertedChunks>;
}

export function chunkBatchWork(
  direction: Direction,
  { firstIndex, isLast, ...batch }: ChunkBatch,
): Work<ConvertedChunks> {
  const count = countChunks(batch.text.length, batch.chunkLength, direction);
  const last = isLast ? firstIndex + count - 1 : -1;
  const nonceOf = (i: number) => chunkNonce(firstIndex + i, firstIndex + i === last);
  return chunksWork(direction, { ...batch, nonceOf });
}

/** On a copy of the key: a file that is closed meanwhile wipes its own, and no chunk may be opened under zeros. */
const localCrypt = (direction: Direction) => async (batch: ChunkBatch, signal: AbortSignalLike) => {
  signal.throwIfAborted();
  const key = new Uint8Array(batch.key);
  try {
    const work = chunkBatchWork(direction, { ...batch, key });
    const result = await runSliced(work, { signal, onProgress: undefined });
    await turnIfDue(work.total);
    return result;
  } finally {
    key.fill(0);
  }
};

/** In this thread, in slices. */
export const localChunkCrypter: ChunkCrypter = {
  parallel: 1,
  encrypt: localCrypt('encrypt'),
  decrypt: localCrypt('decrypt'),
};
