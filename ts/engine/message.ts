/** The inputs and results of the engine: checked messages, formats of results, and the lengths of keys and digests of all suites. */

export const keyLength = 16;
export const digestLength = 32;

/** A message whose arguments are checked. Its lengths must not be read again, because another thread may make the arrays longer. */
export interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  adLength: number;
  /** The plaintext or the ciphertext. For decryption, the tag follows the ciphertext unless `tag` holds it. */
  text: Uint8Array;
  textLength: number;
  tag: Uint8Array | undefined;
  /** The caller's array for the result. Every message has this property itself, because a prototype's would receive the result. */
  output: Uint8Array | undefined;
}

export type Direction = 'encrypt' | 'decrypt';

/** The format of an encrypted message: ciphertext || tag, ciphertext and tag separately, or nonce || ciphertext || tag. */
export type OutputFormat = 'combined' | 'detached' | 'sealed';
