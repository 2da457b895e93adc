/** What a message is made of once its arguments are checked, and which way it goes. */
export const keyLength = 16;
export const digestLength = 32;

/**
 * What a message is made of, once its arguments are checked. Its lengths are those that were checked: the arrays may lie over buffers
 * that another thread makes longer, so nobody asks them again.
 */
export interface Message {
  /** Of the key length; none to hash. */
  key: Uint8Array;
  /** Of its mode's nonce length; none to hash. */
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
