/** Chunks of a file: encrypted or decrypted together, each with a nonce of its own. */
import { type Bytes, viewOf } from '../api/bytes.js';
import type { Direction } from '../engine/message.js';
import { BatchWork } from '../messages/batch.js';
import type { Job } from '../messages/job.js';
import { emptyBytes } from '../messages/request.js';
import { aeadOperation } from '../messages/single.js';
import { runSliced, type Work, withoutCopies } from '../messages/slicing.js';
import { turnIfDue } from '../runtime/event-loop.js';
import { type Mode, modes, tagLength } from '../suites/romulus/modes.js';
import { chunkNonce, countChunks } from './format.js';

export interface ChunkBatch {
  readonly mode: Mode;
  /** The file key, 16 bytes. It and the prefix stay the caller's, and are copied before the first pause. */
  readonly key: Uint8Array;
  /** The beginning of each nonce. */
  readonly noncePrefix: Uint8Array;
  readonly firstIndex: number;
  /** Whether the last chunk is the file's last. */
  readonly isLast: boolean;
  /** Bytes of plaintext in each chunk; only the file's last may have less. An empty text is one chunk. */
  readonly chunkLength: number;
  /** The plaintext; or the ciphertexts in a row, each with its tag. Nobody changes it until the promise settles. */
  readonly text: Bytes;
}

export interface ConvertedChunks {
  /** The ciphertexts in a row, each with its tag; or the plaintext. */
  readonly bytes: Bytes;
  /** The number of authentic chunks before the first that is not; that one is zeros. All that were encrypted are authentic. */
  readonly authentic: number;
  /** The text of the chunks, to be used again: new memory for every text would take a third of the time that encryption takes. */
  readonly text: Bytes;
}

/** Encrypts or decrypts a batch. If the signal aborts, the text may be lost. */
export interface ChunksJob extends Job<ConvertedChunks> {
  readonly kind: 'chunks';
  readonly direction: Direction;
  readonly batch: ChunkBatch;
}

export const chunksJob = (direction: Direction, batch: ChunkBatch): ChunksJob => ({
  kind: 'chunks',
  direction,
  batch,
  async run(options) {
    options.signal?.throwIfAborted();
    // A file that is closed meanwhile wipes its own key, and no chunk may be opened under zeros.
    const key = new Uint8Array(batch.key);
    try {
      const work = chunksWork(direction, { ...batch, key });
      const result = await runSliced(work, options);
      await turnIfDue(work.total);
      return result;
    } finally {
      key.fill(0);
    }
  },
});

export function chunksWork(direction: Direction, batch: ChunkBatch): Work<ConvertedChunks> {
  const { mode, key, noncePrefix, firstIndex, isLast, chunkLength, text } = batch;
  const [from, to] = direction === 'encrypt' ? [0, tagLength] : [tagLength, 0];
  const count = countChunks(text.length, chunkLength, direction);
  const bytes: Bytes = new Uint8Array(text.length + count * (to - from));
  const messages = Array.from({ length: count }, (_, i) => {
    const start = i * (chunkLength + from);
    const end = Math.min(start + chunkLength + from, text.length);
    const nonce = chunkNonce(noncePrefix, firstIndex + i, isLast && i === count - 1);
    const message = { key, nonce, ad: emptyBytes, adLength: 0, tag: undefined, output: undefined };
    return { ...message, text: viewOf(text, start, end), textLength: end - start };
  });
  const resultPlace = (i: number) => bytes.subarray(i * (chunkLength + to), (i + 1) * (chunkLength + to));
  const operation = { ...aeadOperation(modes[mode], direction), resultPlace };
  const work = new BatchWork(operation, messages, (results) => {
    const forged = results.indexOf(null);
    return { bytes, authentic: forged < 0 ? count : forged, text };
  });
  return withoutCopies(work);
}
