/**
 * romulus-wasm/isap: ISAP v2, leakage-resilient authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/isap
 */
import moduleSource from '#module/isap';
import { type Aead, type AeadSync, aeadOf, loadModes } from '../../api/aead.js';
import type { ModuleSource } from '../../api/platform.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { localRunner } from '../../messages/job.js';
import { modeOf } from '../../messages/mode.js';
import { isap as row } from '../table.js';

export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

// Names of their own, as bundlers keep what a property is read of.
const a128a = /* @__PURE__ */ modeOf(row.modes['A-128A'], loader);
const a128 = /* @__PURE__ */ modeOf(row.modes['A-128'], loader);
const k128a = /* @__PURE__ */ modeOf(row.modes['K-128A'], loader);
const k128 = /* @__PURE__ */ modeOf(row.modes['K-128'], loader);

const modes = { isapA128a: a128a, isapA128: a128, isapK128a: k128a, isapK128: k128 };

/**
 * ISAP-A-128A, the recommended one: over Ascon-p. Key, nonce and tag have 16 bytes. The key meets the permutation only in re-keying,
 * one bit of nonce or tag at a time, so that an attacker who measures power sees each time another; decryption makes no plaintext
 * before the tag is checked. **Two messages under one key must not have the same nonce.** As in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 *
 * @example
 * import { generateKey, generateNonce } from 'romulus-wasm';
 * import { isapA128a } from 'romulus-wasm/isap';
 *
 * const key = generateKey();
 * const nonce = generateNonce();
 * const ciphertext = await isapA128a.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await isapA128a.decrypt({ key, nonce, ciphertext });
 */
export const isapA128a: Aead = /* @__PURE__ */ aeadOf(a128a, localRunner);

/**
 * ISAP-A-128: as {@link isapA128a} with all twelve rounds everywhere, slower by a large factor on short messages. As in "ISAP v2.0":
 * docs/algorithms/isap.md, 1.
 *
 * @example
 * import { generateKey, generateNonce } from 'romulus-wasm';
 * import { isapA128 } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapA128.encrypt(request);
 */
export const isapA128: Aead = /* @__PURE__ */ aeadOf(a128, localRunner);

/**
 * ISAP-K-128A: as {@link isapA128a} over Keccak-p[400]. As in "ISAP v2.0": docs/algorithms/isap.md, 1.
 *
 * @example
 * import { generateKey, generateNonce } from 'romulus-wasm';
 * import { isapK128a } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapK128a.encrypt(request);
 */
export const isapK128a: Aead = /* @__PURE__ */ aeadOf(k128a, localRunner);

/**
 * ISAP-K-128: as {@link isapK128a} with more rounds. As in "ISAP v2.0": docs/algorithms/isap.md, 1.
 *
 * @example
 * import { generateKey, generateNonce } from 'romulus-wasm';
 * import { isapK128 } from 'romulus-wasm/isap';
 *
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await isapK128.encrypt(request);
 */
export const isapK128: Aead = /* @__PURE__ */ aeadOf(k128, localRunner);

/** The modes of ISAP with plain return values, which throw where the promises reject. */
export interface IsapSync {
  /** ISAP-A-128. */
  readonly isapA128: AeadSync;
  /** ISAP-A-128A. */
  readonly isapA128a: AeadSync;
  /** ISAP-K-128. */
  readonly isapK128: AeadSync;
  /** ISAP-K-128A. */
  readonly isapK128a: AeadSync;
}

/**
 * Loads the module of ISAP and gives the modes that return plain values. You need not call it: the promise functions load by
 * themselves.
 *
 * @param source where to take the module from instead of from this package: its bytes, a `WebAssembly.Module`, a `Response`, or
 *   a promise of one. From then on the promise functions use it too.
 * @throws {LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { generateKey, generateNonce } from 'romulus-wasm';
 * import { load } from 'romulus-wasm/isap';
 *
 * const { isapA128a } = await load();
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = isapA128a.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<IsapSync> {
  return loadModes(loader, modes, source);
}
