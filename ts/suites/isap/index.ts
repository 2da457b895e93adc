/**
 * romulus-wasm/isap: ISAP v2, leakage-resilient authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/isap
 */
import moduleSource from '#module/isap';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { isap as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * ISAP-A-128A, the recommended mode of ISAP, over Ascon-p. Key, nonce and tag have 16 bytes. The permutation processes the key only during
 * re-keying, which absorbs one bit of the nonce or tag at a time. This limits what an attacker learns about the key by measuring power.
 * Decryption makes no plaintext before the tag is checked. **Never use a nonce twice under the same key.** Specified in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 * @example
 * import { isapA128a as aead } from 'romulus-wasm/isap';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const isapA128a: Aead = /* @__PURE__ */ localAead(row.modes['A-128A'], loader);

/**
 * ISAP-A-128: ISAP over Ascon-p with twelve rounds everywhere, much slower for short messages. Key, nonce and tag have 16 bytes. Decryption
 * makes no plaintext before the tag is checked. **Never use a nonce twice under the same key.** Specified in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 */
export const isapA128: Aead = /* @__PURE__ */ localAead(row.modes['A-128'], loader);

/**
 * ISAP-K-128A: ISAP over Keccak-p[400]. Key, nonce and tag have 16 bytes. Decryption makes no plaintext before the tag is checked. **Never
 * use a nonce twice under the same key.** Specified in "ISAP v2.0": docs/algorithms/isap.md, 1.
 */
export const isapK128a: Aead = /* @__PURE__ */ localAead(row.modes['K-128A'], loader);

/**
 * ISAP-K-128: ISAP over Keccak-p[400] with more rounds than ISAP-K-128A. Key, nonce and tag have 16 bytes. Decryption makes no plaintext
 * before the tag is checked. **Never use a nonce twice under the same key.** Specified in "ISAP v2.0": docs/algorithms/isap.md, 1.
 */
export const isapK128: Aead = /* @__PURE__ */ localAead(row.modes['K-128'], loader);

/** The modes of ISAP with plain results. */
export type IsapSync = SuiteSync<'isapA128' | 'isapA128a' | 'isapK128' | 'isapK128a'>;

/** Loads the module of ISAP: {@link LoadSuite}. */
export const load: LoadSuite<IsapSync> = /* @__PURE__ */ loadOf(loader, { isapA128a, isapA128, isapK128a, isapK128 });
