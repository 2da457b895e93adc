/** Who encrypts and decrypts the chunks of a stream, and stretches passphrases: this thread, or workers. */

import type { AbortSignalLike } from '../api/platform.js';
import type { Direction } from '../engine/message.js';
import { runSliced } from '../messages/slicing.js';
import { turnIfDue } from '../runtime/event-loop.js';
import { type ChunkBatch, chunkBatchWork } from './chunk-batch.js';
import type { ConvertedChunks } from './chunks.js';
import { type Stretch, stretchHere } from './scrypt.js';

/** Both promises reject with the signal's reason if it is aborted; the text may be lost then. */
export interface ChunkCrypter {
  /** How many batches to keep in flight. */
  readonly parallel: number;
  encrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<ConvertedChunks>;
  decrypt(batch: ChunkBatch, signal: AbortSignalLike): Promise<ConvertedChunks>;
  readonly stretch: Stretch;
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
  stretch: stretchHere,
};
