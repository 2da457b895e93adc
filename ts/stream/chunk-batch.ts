/** Chunks of a file that follow one another, with their numbers: what a thread encrypts or decrypts at a time. */
import type { Bytes } from '../api/bytes.js';
import type { Direction } from '../engine/message.js';
import type { Work } from '../messages/slicing.js';
import type { Mode } from '../suites/romulus/modes.js';
import { type ConvertedChunks, chunksWork } from './chunks.js';
import { chunkNonce, countChunks } from './format.js';

/** Chunks of a file that are encrypted or decrypted together. */
export interface ChunkBatch {
  readonly mode: Mode;
  /** The file key, 16 bytes, which stays the caller's: it is copied before the first pause. */
  readonly key: Uint8Array;
  /** What each nonce begins with; it is the caller's too. */
  readonly noncePrefix: Uint8Array;
  /** The number of the first chunk in the file. */
  readonly firstIndex: number;
  /** Whether the last chunk is the file's last. */
  readonly isLast: boolean;
  /** Bytes of plaintext in each chunk; only the file's last may have less. */
  readonly chunkLength: number;
  /** The plaintext; or the ciphertexts in a row, each with its tag. Nobody changes it until the promise settles. */
  readonly text: Bytes;
}

export function chunkBatchWork(
  direction: Direction,
  { firstIndex, isLast, noncePrefix, ...batch }: ChunkBatch,
): Work<ConvertedChunks> {
  const count = countChunks(batch.text.length, batch.chunkLength, direction);
  const last = isLast ? firstIndex + count - 1 : -1;
  const nonceOf = (i: number) => chunkNonce(noncePrefix, firstIndex + i, firstIndex + i === last);
  return chunksWork(direction, { ...batch, nonceOf });
}
