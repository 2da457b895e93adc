/** Romulus-N, Romulus-M and Romulus-T, their lengths, and random keys and nonces. */
import { romulus as loader } from '#romulus';
import { type Aead, aeadOf } from '../../api/aead.js';
import { type Bytes, randomBytes } from '../../base/bytes.js';
import type { Loader } from '../../engine/loader.js';
import { keyLength } from '../../engine/message.js';
import { localRunner } from '../../messages/job.js';
import { type AeadMode, modeOf } from '../../messages/mode.js';
import { romulus as row } from '../table.js';

/** @internal A re-export would put `#romulus`, which users' compilers do not know, into declarations. */
export const romulus: Loader = loader;

/** The letter of a mode of authenticated encryption. */
export type Mode = 'N' | 'M' | 'T';

/** @internal */
export const nonceLength = 16;
/** @internal */
export const tagLength = 16;

const modeBy = (letter: Mode): AeadMode => modeOf(row.modes[letter], romulus);

// Each mode is a separate constant, so that bundlers can drop unused modes. Reading a property would keep the whole object.
const n = /* @__PURE__ */ modeBy('N');
const m = /* @__PURE__ */ modeBy('M');
const t = /* @__PURE__ */ modeBy('T');

/** @internal */
export const modes: Readonly<Record<Mode, AeadMode>> = { N: n, M: m, T: t };

/**
 * Romulus-N, nonce-based: the fastest of the modes. Key, nonce and tag have 16 bytes. **Never use a nonce twice under the same key**: two
 * such messages lose privacy and authenticity. Specified in "Romulus v1.3": docs/algorithms/romulus.md, 3.
 * @example
 * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await romulusN.encrypt(request);
 */
export const romulusN: Aead = /* @__PURE__ */ aeadOf(n, localRunner);

/**
 * Romulus-M, misuse-resistant: messages keep privacy and authenticity if a nonce repeats, but equal messages then give equal ciphertexts.
 * Key, nonce and tag have 16 bytes. Encryption takes 1.5 times as long as with Romulus-N. Specified in "Romulus v1.3":
 * docs/algorithms/romulus.md, 4.
 * @example
 * import { generateKey, generateNonce, romulusM } from 'romulus-wasm';
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await romulusM.encrypt(request);
 */
export const romulusM: Aead = /* @__PURE__ */ aeadOf(m, localRunner);

/**
 * Romulus-T, leakage-resilient: for a device on the other side whose power or radiation an attacker measures, and which protects the two
 * calls that use the key. This implementation has no such protection: whoever reads what it computes gets tags of messages of his own.
 * Decryption makes neither a key of the stream nor plaintext before the tag is checked. Key, nonce and tag have 16 bytes. **Never use a
 * nonce twice under the same key.** Specified in "Romulus v1.3": docs/algorithms/romulus.md, 5 and 8.
 * @example
 * import { generateKey, generateNonce, romulusT } from 'romulus-wasm';
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await romulusT.encrypt(request);
 */
export const romulusT: Aead = /* @__PURE__ */ aeadOf(t, localRunner);

/**
 * A random key, 16 bytes.
 * @throws {@link UsageError} if this runtime has no `crypto.getRandomValues`.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * const key = generateKey();
 */
export const generateKey = (): Bytes => randomBytes(keyLength);

/**
 * A random nonce, 16 bytes. Among 2^48 random nonces, two are equal with a probability of about 2^-33.
 * @throws {@link UsageError} if this runtime has no `crypto.getRandomValues`.
 * @example
 * import { generateNonce } from 'romulus-wasm';
 * const nonce = generateNonce();
 */
export const generateNonce = (): Bytes => randomBytes(nonceLength);
