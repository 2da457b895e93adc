/** The Romulus suite: its lengths, where its module comes from, and its modes. */
import { type Aead, aeadOf, localCrypter } from './aead.js';
import { type Loader, loaderOf } from './engine/loading.js';
import { defaultSource } from './engine/source.js';
import type { AeadMode } from './mode.js';

/** A mode of authenticated encryption, by its letter. */
export type Mode = 'N' | 'M' | 'T';

/** @internal */
export const nonceLength = 16;
/** @internal */
export const tagLength = 16;

/** @internal */
export const romulus: Loader = /* @__PURE__ */ loaderOf(defaultSource, 'romulus-wasm/romulus.wasm');

const shared = { nonceLength, tagLength, loader: romulus };

/** @internal */
export const modes: Readonly<Record<Mode, AeadMode>> = {
  N: { ...shared, name: 'Romulus-N', id: 0, readsTextFirst: undefined, passes: 1, costs: [1.7, 3.8] },
  M: { ...shared, name: 'Romulus-M', id: 1, readsTextFirst: 'encrypt', passes: 2, costs: [2.1, 4.4] },
  T: { ...shared, name: 'Romulus-T', id: 2, readsTextFirst: 'decrypt', passes: 2, costs: [4.3, 8.9] },
};

/**
 * Romulus-N, nonce-based: the fastest of the modes. **Two messages under one key must not have the same nonce**: if they do,
 * both privacy and authenticity are lost for them. As in "Romulus v1.3", Romulus-N.
 *
 * @example
 * const key = generateKey();
 * const nonce = generateNonce();
 * const ciphertext = await romulusN.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await romulusN.decrypt({ key, nonce, ciphertext });
 */
export const romulusN: Aead = /* @__PURE__ */ aeadOf(modes.N, localCrypter);

/**
 * Romulus-M, misuse-resistant: privacy and authenticity stay when a nonce repeats; equal messages under equal nonces give
 * equal ciphertexts. Encryption takes half as long again as Romulus-N's. As in "Romulus v1.3", Romulus-M.
 *
 * @example
 * const key = generateKey();
 * const nonce = generateNonce();
 * const ciphertext = await romulusM.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await romulusM.decrypt({ key, nonce, ciphertext });
 */
export const romulusM: Aead = /* @__PURE__ */ aeadOf(modes.M, localCrypter);

/**
 * Romulus-T, leakage-resilient: authentic even where an attacker sees all of the computation but the two calls that use the
 * key, which software cannot hide by itself. Decryption makes no plaintext before the tag is checked. A nonce must not repeat.
 * As in "Romulus v1.3", Romulus-T.
 *
 * @example
 * const key = generateKey();
 * const nonce = generateNonce();
 * const ciphertext = await romulusT.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await romulusT.decrypt({ key, nonce, ciphertext });
 */
export const romulusT: Aead = /* @__PURE__ */ aeadOf(modes.T, localCrypter);
