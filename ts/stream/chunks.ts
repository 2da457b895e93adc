/** Encrypts or decrypts a batch of chunks of a file as a list of messages. Each chunk has its own nonce, which format.ts makes. */
import { type Bytes, copyOf, viewOf } from '../base/bytes.js';
import type { Direction } from '../engine/message.js';
import type { Job } from '../messages/job.js';
import { ListWork } from '../messages/list.js';
import { emptyBytes } from '../messages/request.js';
import { aeadOperation } from '../messages/single.js';
import { runSliced, type Work, withoutCopies } from '../messages/slicing.js';
import { turnIfDue } from '../runtime/event-loop.js';
import { type Mode, modes, tagLength } from '../suites/romulus/modes.js';
import { chunkNonce, countChunks } from './format.js';

/** The part of an open file that all its chunks share. */
export interface ChunkedFile {
  readonly mode: Mode;
  /** The bytes of plaintext in each chunk. Only the last chunk of the file may be shorter. */
  readonly chunkLength: number;
  /** The file key, 16 bytes. A job copies it and the prefix before the first pause, and the caller keeps both. */
  readonly key: Uint8Array;
  /** The common beginning of all nonces. */
  readonly noncePrefix: Uint8Array;
}

/** A batch of chunks to encrypt or decrypt. If the signal aborts, its text may be lost. */
export interface ChunkBatch extends ChunkedFile {
  readonly direction: Direction;
  readonly firstIndex: number;
  /** True if the last chunk is the file's last. */
  readonly isLast: boolean;
  /** The plaintext, or the ciphertexts one after another, each with its tag. It must not change until the promise settles. */
  readonly text: Bytes;
}

export interface ConvertedChunks {
  /** The ciphertexts one after another, each with its tag, or the plaintext. */
  readonly bytes: Bytes;
  /** The number of chunks before the first forged one, whose bytes are zeros in `bytes`. After encryption, all chunks. */
  readonly authentic: number;
  /** The text, whose memory the caller can use again. New memory for each text would add a third to the time of encryption. */
  readonly text: Bytes;
}

export type ChunksJob = Job<{ readonly batch: ChunkBatch }, ConvertedChunks>;

const chunksKind: ChunksJob['kind'] = {
  name: 'chunks',
  async perform({ batch }, options) {
    options.signal?.throwIfAborted();
    // The file wipes its own key if it is closed meanwhile, and no chunk may be decrypted under a key of zeros.
    const key = copyOf(batch.key, batch.key.length);
    try {
      const work = chunksWork({ ...batch, key });
      const result = await runSliced(work, options);
      await turnIfDue(work.total);
      return result;
    } finally {
      key.fill(0);
    }
  },
};

export const chunksJob = (batch: ChunkBatch): ChunksJob => ({ kind: chunksKind, batch });

export function chunksWork(batch: ChunkBatch): Work<ConvertedChunks> {
  const { direction, mode, key, noncePrefix, firstIndex, isLast, chunkLength, text } = batch;
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
  const work = new ListWork(operation, messages, (results) => {
    const forged = results.indexOf(null);
    return { bytes, authentic: forged < 0 ? count : forged, text };
  });
  return withoutCopies(work);
}
