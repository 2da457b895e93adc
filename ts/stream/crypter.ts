/** Who encrypts and decrypts the chunks of a stream: this thread, or workers. */
import type { Bytes } from '../bytes.js';
import { manySliceBytes, nextTurn, Slice } from '../event-loop.js';
import type { AbortSignalLike } from '../platform.js';
import { runSliced, type Work } from '../slicing.js';
import type { Mode } from '../suites/romulus/modes.js';
import { type DecryptedChunks, decryptChunks, type EncryptedChunks, encryptChunks } from './chunks.js';
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
  encrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<EncryptedChunks>;
  decrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<DecryptedChunks>;
}

export const encryptBatch = (batch: ChunkBatch): Work<EncryptedChunks> => encryptChunks(chunksOf(batch, false));

export const decryptBatch = (batch: ChunkBatch): Work<DecryptedChunks> => decryptChunks(chunksOf(batch, true));

function chunksOf({ firstIndex, isLast, ...batch }: ChunkBatch, tagged: boolean) {
  const last = isLast ? firstIndex + countChunks(batch.text.length, batch.chunkLength, tagged) - 1 : -1;
  const nonceOf = (i: number) => chunkNonce(firstIndex + i, firstIndex + i === last);
  return { ...batch, nonceOf };
}

/** Since when the event loop has not turned: batches may each be too short for a pause. */
let slice: Slice | undefined;

/** On a copy of the key: a file that is closed meanwhile wipes its own, and no chunk may be opened under zeros. */
async function runBatch<Result>(
  workOf: (batch: ChunkBatch) => Work<Result>,
  batch: ChunkBatch,
  signal: AbortSignalLike,
): Promise<Result> {
  signal.throwIfAborted();
  const key = new Uint8Array(batch.key);
  try {
    const work = workOf({ ...batch, key });
    const result = await runSliced(work, { signal, onProgress: undefined });
    if (!slice || slice.isOverAfter(work.total)) {
      await nextTurn();
      slice = new Slice(manySliceBytes);
    }
    return result;
  } finally {
    key.fill(0);
  }
}

/** In this thread, in slices. */
export const localChunkCrypter: ChunkCrypter = {
  parallel: 1,
  encrypt: (batch, signal) => runBatch(encryptBatch, batch, signal),
  decrypt: (batch, signal) => runBatch(decryptBatch, batch, signal),
};
