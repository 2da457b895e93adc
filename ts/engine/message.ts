/** Messages as the engine takes them, and the forms in which it gives them back. */
import type { Bytes, Detached } from '../api/bytes.js';

export const keyLength = 16;
export const digestLength = 32;

/** A message whose arguments are checked. Nobody asks for lengths again, as another thread may make the arrays longer. */
export interface Message {
  /** Empty to hash, like the nonce. */
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  adLength: number;
  /** The plaintext or the ciphertext; to decrypt, with the tag behind it unless that stands in `tag`. */
  text: Uint8Array;
  textLength: number;
  tag: Uint8Array | undefined;
  /** The caller's array for the result. Always a property of the message itself: an inherited one would get the result. */
  output: Uint8Array | undefined;
}

export type Direction = 'encrypt' | 'decrypt';

/** The form of an encrypted message: ciphertext || tag, both apart, or nonce || ciphertext || tag. */
export type OutputFormat = 'combined' | 'detached' | 'sealed';

/** An encrypted message in a format. */
export type Encrypted<Format extends OutputFormat> = Format extends 'detached' ? Detached : Bytes;
