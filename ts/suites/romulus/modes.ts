/** The Romulus suite: its lengths, its module, its modes, and random keys and nonces. */
import { romulus as loader } from '#romulus';
import { type Aead, aeadOf } from '../../api/aead.js';
import { type Bytes, randomBytes } from '../../api/bytes.js';
import type { Loader } from '../../engine/loader.js';
import { keyLength } from '../../engine/message.js';
import { localRunner } from '../../messages/job.js';
import { type AeadMode, modeOf } from '../../messages/mode.js';
import { romulus as row } from '../table.js';

/** @internal Not exported by its import: declarations would keep that, and users' compilers do not know `#romulus`. */
export const romulus: Loader = loader;

/** A mode of authenticated encryption, by its letter. */
export type Mode = 'N' | 'M' | 'T';

/** @internal */
export const nonceLength = 16;
/** @internal */
export const tagLength = 16;

const modeBy = (letter: Mode): AeadMode => modeOf(row.modes[letter], romulus);

// Names of their own, by their letters, as bundlers keep what a property is read of.
const n = /* @__PURE__ */ modeBy('N');
const m = /* @__PURE__ */ modeBy('M');
const t = /* @__PURE__ */ modeBy('T');

/** @internal */
export const modes: Readonly<Record<Mode, AeadMode>> = { N: n, M: m, T: t };

/**
 * Romulus-N, nonce-based: the fastest of the modes. **Two messages under one key must not have the same nonce**: if they do,
 * both privacy and authenticity are lost for them. As in "Romulus v1.3": docs/algorithms/romulus.md, 3.
 */
export const romulusN: Aead = /* @__PURE__ */ aeadOf(n, localRunner);

/**
 * Romulus-M, misuse-resistant: privacy and authenticity stay when a nonce repeats; equal messages under equal nonces give
 * equal ciphertexts. Encryption takes half as long again as Romulus-N's. As in "Romulus v1.3":
 * docs/algorithms/romulus.md, 4.
 */
export const romulusM: Aead = /* @__PURE__ */ aeadOf(m, localRunner);

/**
 * Romulus-T, leakage-resilient: authentic even where an attacker sees all of the computation but the two calls that use the
 * key, which software cannot hide by itself. Decryption makes no plaintext before the tag is checked. A nonce must not repeat.
 * As in "Romulus v1.3": docs/algorithms/romulus.md, 5.
 */
export const romulusT: Aead = /* @__PURE__ */ aeadOf(t, localRunner);

/**
 * A random key, 16 bytes.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * const key = generateKey();
 */
export const generateKey = (): Bytes => randomBytes(keyLength);

/**
 * A random nonce, 16 bytes. Two of 2^48 random nonces are the same with a probability of about 2^-33.
 * @example
 * import { generateNonce } from 'romulus-wasm';
 * const nonce = generateNonce();
 */
export const generateNonce = (): Bytes => randomBytes(nonceLength);
