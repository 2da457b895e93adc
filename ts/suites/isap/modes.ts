/** The suite ISAP v2: where its module comes from, and its modes. */
import { isap as row } from '../../../suites.mjs';
import { type Aead, aeadOf, localCrypter } from '../../aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { modeOf } from '../../mode.js';
import { defaultSource } from './source.js';

/** @internal */
export const loader: Loader = /* @__PURE__ */ loaderOf(defaultSource, row);

// Names of their own, as bundlers keep what a property is read of.
const a128a = /* @__PURE__ */ modeOf(row.modes['A-128A'], loader);
const a128 = /* @__PURE__ */ modeOf(row.modes['A-128'], loader);
const k128a = /* @__PURE__ */ modeOf(row.modes['K-128A'], loader);
const k128 = /* @__PURE__ */ modeOf(row.modes['K-128'], loader);

/** @internal */
export const modes = { isapA128a: a128a, isapA128: a128, isapK128a: k128a, isapK128: k128 };

/**
 * ISAP-A-128A, the recommended one: over Ascon-p. Key, nonce and tag have 16 bytes. The key meets the permutation only in re-keying,
 * one bit of nonce or tag at a time, so that an attacker who measures power sees each time another; decryption makes no plaintext
 * before the tag is checked. **Two messages under one key must not have the same nonce.** As in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 *
 * @example
 * import { isapA128a } from 'romulus-wasm/isap';
 *
 * const key = generateKey();
 * const nonce = generateNonce();
 * const ciphertext = await isapA128a.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await isapA128a.decrypt({ key, nonce, ciphertext });
 */
export const isapA128a: Aead = /* @__PURE__ */ aeadOf(a128a, localCrypter);

/**
 * ISAP-A-128: as {@link isapA128a} with all twelve rounds everywhere, slower by a large factor on short messages. As in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 *
 * @example
 * import { isapA128 } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapA128.encrypt(request);
 */
export const isapA128: Aead = /* @__PURE__ */ aeadOf(a128, localCrypter);

/**
 * ISAP-K-128A: as {@link isapA128a} over Keccak-p[400]. As in "ISAP v2.0": docs/algorithms/isap.md, 1.
 *
 * @example
 * import { isapK128a } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapK128a.encrypt(request);
 */
export const isapK128a: Aead = /* @__PURE__ */ aeadOf(k128a, localCrypter);

/**
 * ISAP-K-128: as {@link isapK128a} with more rounds. As in "ISAP v2.0": docs/algorithms/isap.md, 1.
 *
 * @example
 * import { isapK128 } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapK128.encrypt(request);
 */
export const isapK128: Aead = /* @__PURE__ */ aeadOf(k128, localCrypter);
