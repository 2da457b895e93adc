/** Chunks of a text under one key, each with a nonce of its own: what file encryption is made of. */

import { BatchWork, withResult } from '../batch.js';
import { type Bytes, viewOf } from '../bytes.js';
import type { Direction } from '../engine/message.js';
import { none } from '../request.js';
import { aeadOperation } from '../single.js';
import type { Work } from '../slicing.js';
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

export interface EncryptedChunks {
  /** The ciphertexts in a row, each with its tag. */
  readonly bytes: Bytes;
  /** The text of the chunks, to be used again: new memory for every text would take a third of the time that encryption takes. */
  readonly text: Bytes;
}

export interface DecryptedChunks {
  /** The plaintext. */
  readonly bytes: Bytes;
  /** How many chunks are authentic before the first that is not; that one is zeros. */
  readonly authentic: number;
  /** As of those that are encrypted. */
  readonly text: Bytes;
}

export function encryptChunks(chunks: Chunks): Work<EncryptedChunks> {
  const { many, bytes } = chunksWork(chunks, 'encrypt');
  return withResult(many, () => ({ bytes, text: chunks.text }));
}

export function decryptChunks(chunks: Chunks): Work<DecryptedChunks> {
  const { many, bytes } = chunksWork(chunks, 'decrypt');
  return withResult(many, (results) => {
    const forged = results.indexOf(undefined);
    return { bytes, authentic: forged < 0 ? results.length : forged, text: chunks.text };
  });
}

function chunksWork({ mode, key, nonceOf, text, chunkLength }: Chunks, direction: Direction) {
  const [from, to] = direction === 'encrypt' ? [0, tagLength] : [tagLength, 0];
  const count = Math.max(1, Math.ceil(text.length / (chunkLength + from)));
  const bytes: Bytes = new Uint8Array(text.length + count * (to - from));
  const messages = Array.from({ length: count }, (_, i) => {
    const start = i * (chunkLength + from);
    const end = Math.min(start + chunkLength + from, text.length);
    const message = { key, nonce: nonceOf(i), ad: none, adLength: 0, tag: undefined };
    return { ...message, text: viewOf(text, start, end), textLength: end - start };
  });
  const many = new BatchWork(
    {
      ...aeadOperation(modes[mode], direction),
      copies: false,
      placeOf: (i) => bytes.subarray(i * (chunkLength + to), (i + 1) * (chunkLength + to)),
    },
    messages,
  );
  return { many, bytes };
}
