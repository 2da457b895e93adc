/** The package brings no declarations. */
declare module 'js-ascon' {
  const JsAscon: {
    /** The ciphertext of Ascon-AEAD128 with its tag. */
    encrypt(key: Uint8Array, nonce: Uint8Array, associatedData: Uint8Array, plaintext: Uint8Array): Uint8Array;
  };
  export default JsAscon;
}
