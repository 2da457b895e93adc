/** The shape of every mode in this folder, and both directions of a mode. */
import { concatenate, equal } from './bytes.js';

export type Context = Record<'key' | 'nonce' | 'associatedData', Uint8Array>;
export type ToEncrypt = Context & { plaintext: Uint8Array };

/** The ciphertext ends with the tag. */
export type ToDecrypt = Context & { ciphertext: Uint8Array };

export type Direction = 'encrypt' | 'decrypt';

/** Computes the text of the other side and its tag. Decryption gets the received tag. */
export type Algorithm = (
  context: Context,
  text: Uint8Array,
  direction: Direction,
  received?: Uint8Array,
) => { output: Uint8Array; tag: Uint8Array };

type Part = (context: Context, text: Uint8Array) => Uint8Array;

/** A stream cipher, which works in both directions, and the tag of its ciphertext. A forged one is not decrypted. */
export const encryptThenMac =
  (crypt: Part, tagOf: Part): Algorithm =>
  (context, text, direction, received) => {
    if (direction === 'encrypt') {
      const output = crypt(context, text);
      return { output, tag: tagOf(context, output) };
    }
    const tag = tagOf(context, text);
    return { output: received && equal(tag, received) ? crypt(context, text) : new Uint8Array(0), tag };
  };

/** Returns the ciphertext followed by the tag. */
export function encryptWith(algorithm: Algorithm, { plaintext, ...context }: ToEncrypt): Uint8Array {
  const { output, tag } = algorithm(context, plaintext, 'encrypt');
  return concatenate([output, tag]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function decryptWith(
  algorithm: Algorithm,
  { ciphertext, ...context }: ToDecrypt,
  tagLength = 16,
): Uint8Array | null {
  const end = ciphertext.length - tagLength;
  if (end < 0) return null;
  const received = ciphertext.subarray(end);
  const { output, tag } = algorithm(context, ciphertext.subarray(0, end), 'decrypt', received);
  return equal(tag, received) ? output : null;
}
