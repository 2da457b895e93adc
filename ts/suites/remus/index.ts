/**
 * romulus-wasm/remus: Remus v1, Romulus over a smaller cipher whose key changes with every call, in WebAssembly. **Not recommended. Remus
 * was never standardised. Two of its members have 64 bits of security, and one has 60. Use Remus only to study it, to repeat its papers or
 * to talk to a device that has it.** For all other purposes use Romulus, the main entry of this package.
 *
 * @module romulus-wasm/remus
 */
import moduleSource from '#module/remus';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { remus as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Remus-N1, over SKINNY-128-128. It derives a key for each call by ICE1, from key, nonce and counter. Key, nonce and tag have 16 bytes.
 * **Never use a nonce twice under the same key.** It has 64 bits of security, because the bound counts blocks and the attacker's own
 * computations together. Not recommended. Specified in "Remus v1": docs/algorithms/remus.md, 5.1.
 * @example
 * import { remusN1 as aead } from 'romulus-wasm/remus';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const remusN1: Aead = /* @__PURE__ */ localAead(row.modes.N1, loader);

/**
 * Remus-N2, over SKINNY-128-128. It derives a key for each call by ICE2, which also masks the blocks. Key, nonce and tag have 16 bytes.
 * **Never use a nonce twice under the same key.** It has 128 bits of security. Not recommended. Specified in "Remus v1":
 * docs/algorithms/remus.md, 5.1.
 */
export const remusN2: Aead = /* @__PURE__ */ localAead(row.modes.N2, loader);

/**
 * Remus-N3, over SKINNY-64-128. It derives a key for each call by ICE3. The key has 16 bytes, the nonce 12 and the tag 8, so one forgery in
 * 2^64 passes. **Never use a nonce twice under the same key.** It has 60 bits of security. Not recommended. Specified in "Remus v1":
 * docs/algorithms/remus.md, 5.1.
 */
export const remusN3: Aead = /* @__PURE__ */ localAead(row.modes.N3, loader);

/**
 * Remus-M1, which tolerates repeated nonces, over SKINNY-128-128. It derives a key for each call by ICE1, from key, nonce and counter. Key,
 * nonce and tag have 16 bytes. It has 64 bits of security. Not recommended. Specified in "Remus v1": docs/algorithms/remus.md, 5.2.
 */
export const remusM1: Aead = /* @__PURE__ */ localAead(row.modes.M1, loader);

/**
 * Remus-M2, which tolerates repeated nonces, over SKINNY-128-128. It derives a key for each call by ICE2, which also masks the blocks. Key,
 * nonce and tag have 16 bytes. It has 128 bits of security as long as nonces do not repeat. Not recommended. Specified in "Remus v1":
 * docs/algorithms/remus.md, 5.2.
 */
export const remusM2: Aead = /* @__PURE__ */ localAead(row.modes.M2, loader);

/** The members of Remus v1 with plain results. */
export type RemusSync = SuiteSync<'remusM1' | 'remusM2' | 'remusN1' | 'remusN2' | 'remusN3'>;

/** Loads the module of Remus: {@link LoadSuite}. */
export const load: LoadSuite<RemusSync> = /* @__PURE__ */ loadOf(loader, {
  remusN1,
  remusN2,
  remusN3,
  remusM1,
  remusM2,
});
