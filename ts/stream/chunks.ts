/** Chunks of a text under one key, each with a nonce of its own: what file encryption is made of. */

import { type Bytes, viewOf } from '../api/bytes.js';
import type { Direction } from '../engine/message.js';
import { BatchWork } from '../messages/batch.js';
import { none } from '../messages/request.js';
import { aeadOperation } from '../messages/single.js';
import { type Work, withoutCopies } from '../messages/slicing.js';
import { type Mode, modes, tagLength } from '../suites/romulus/modes.js';

export interface Chunks {
  readonly mode: Mode;
  readonly key: Uint8Array;
  nonceOf(index: number): Uint8Array;
  /** The plaintext; or the ciphertexts in a row, each with its tag. It must not change before the work is done. */
  readonly text: Bytes;
  /** Bytes of plaintext in each chunk; the last may have less. An empty text is one chunk. */
  readonly chunkLength: number;
}

export interface ConvertedChunks {
  /** The ciphertexts in a row, each with its tag; or the plaintext. */
  readonly bytes: Bytes;
  /** How many chunks are authentic before the first that is not; that one is zeros. All that were encrypted are. */
  readonly authentic: number;
  /** The text of the chunks, to be used again: new memory for every text would take a third of the time that encryption takes. */
  readonly text: Bytes;
}

export function chunksWork(direction: Direction, chunks: Chunks): Work<ConvertedChunks> {
  const { mode, key, nonceOf, text, chunkLength } = chunks;
  const [from, to] = direction === 'encrypt' ? [0, tagLength] : [tagLength, 0];
  const count = Math.max(1, Math.ceil(text.length / (chunkLength + from)));
  const bytes: Bytes = new Uint8Array(text.length + count * (to - from));
  const messages = Array.from({ length: count }, (_, i) => {
    const start = i * (chunkLength + from);
    const end = Math.min(start + chunkLength + from, text.length);
    const message = { key, nonce: nonceOf(i), ad: none, adLength: 0, tag: undefined, output: undefined };
    return { ...message, text: viewOf(text, start, end), textLength: end - start };
  });
  const placeOf = (i: number) => bytes.subarray(i * (chunkLength + to), (i + 1) * (chunkLength + to));
  const operation = { ...aeadOperation(modes[mode], direction), placeOf };
  const work = new BatchWork(operation, messages, (results) => {
    const forged = results.indexOf(undefined);
    return { bytes, authentic: forged < 0 ? count : forged, text };
  });
  return withoutCopies(work);
}
