/** The forms in which an encrypted message is handed out. */
import type { Bytes } from './bytes.js';

/**
 * How to hand out a message that the engine encrypted.
 *
 * @internal
 */
export interface OutputFormat<Result> {
  /** Cuts the result out of memory that has nonce || ciphertext || tag, each from its offset, and then the end. */
  read(memory: Uint8Array, nonce: number, text: number, tag: number, end: number): Result;
  /** Makes room for a result, in which the ciphertext and the tag are still to be written. */
  allocate(
    nonce: Uint8Array,
    textLength: number,
    tagLength: number,
  ): { result: Result; text: Uint8Array; tag: Uint8Array };
}

/** An encrypted message, with the tag by itself. */
export interface Detached {
  /** As long as the plaintext. */
  ciphertext: Bytes;
  /** As many bytes as the mode's `tagLength`: 16, in some modes 8. */
  tag: Bytes;
}

/**
 * Ciphertext || tag.
 *
 * @internal
 */
export const combined: OutputFormat<Bytes> = {
  read: (memory, _nonce, text, _tag, end) => memory.slice(text, end),
  allocate: (_nonce, textLength, tagLength) => allocateBehind(new Uint8Array(0), textLength, tagLength),
};

/** @internal */
export const detached: OutputFormat<Detached> = {
  read: (memory, _nonce, text, tag, end) => ({
    ciphertext: memory.slice(text, tag),
    tag: memory.slice(tag, end),
  }),
  allocate(_nonce, textLength, tagLength) {
    const text = new Uint8Array(textLength);
    const tag = new Uint8Array(tagLength);
    return { result: { ciphertext: text, tag }, text, tag };
  },
};

/**
 * Nonce || ciphertext || tag.
 *
 * @internal
 */
export const sealed: OutputFormat<Bytes> = {
  read: (memory, nonce, _text, _tag, end) => memory.slice(nonce, end),
  allocate: allocateBehind,
};

function allocateBehind(prefix: Uint8Array, textLength: number, tagLength: number) {
  const result = new Uint8Array(prefix.length + textLength + tagLength);
  result.set(prefix);
  const end = prefix.length + textLength;
  return { result, text: result.subarray(prefix.length, end), tag: result.subarray(end) };
}
