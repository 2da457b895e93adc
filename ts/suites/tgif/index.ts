/**
 * romulus-wasm/tgif: TGIF v1 ("Thank Goodness It's Friday"), modes over TGIF's own block cipher, whose key changes with every call. **Not
 * recommended. TGIF was never standardised, few people have analysed its cipher, and two of its members have 64 bits of security. Use TGIF
 * only to study it or to repeat its papers.** For all other purposes use Romulus, the main entry of this package.
 *
 * @module romulus-wasm/tgif
 */
import moduleSource from '#module/tgif';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { tgif as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * TGIF-N1, over TGIF-BC. It derives a key for each call by ICE1, from key, nonce and counter. Key, nonce and tag have 16 bytes. **Never use
 * a nonce twice under the same key.** It has 64 bits of security, because the bound counts blocks and the attacker's own computations
 * together. Not recommended. Specified in TGIF v1.0: docs/algorithms/tgif.md, 2.
 * @example
 * import { tgifN1 as aead } from 'romulus-wasm/tgif';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const tgifN1: Aead = /* @__PURE__ */ localAead(row.modes.N1, loader);

/**
 * TGIF-N2, over TGIF-BC. It derives a key for each call by ICE2, which also masks the blocks. Key, nonce and tag have 16 bytes. **Never use
 * a nonce twice under the same key.** It has 128 bits of security. Not recommended. Specified in TGIF v1.0: docs/algorithms/tgif.md, 2.
 */
export const tgifN2: Aead = /* @__PURE__ */ localAead(row.modes.N2, loader);

/**
 * TGIF-M1, which tolerates repeated nonces, over TGIF-BC. It derives a key for each call by ICE1, from key, nonce and counter. Key, nonce
 * and tag have 16 bytes. It has 64 bits of security. Not recommended. Specified in TGIF v1.0: docs/algorithms/tgif.md, 2.
 */
export const tgifM1: Aead = /* @__PURE__ */ localAead(row.modes.M1, loader);

/**
 * TGIF-M2, which tolerates repeated nonces, over TGIF-BC. It derives a key for each call by ICE2, which also masks the blocks. Key, nonce
 * and tag have 16 bytes. It has 128 bits of security as long as nonces do not repeat. Not recommended. Specified in TGIF v1.0:
 * docs/algorithms/tgif.md, 2.
 */
export const tgifM2: Aead = /* @__PURE__ */ localAead(row.modes.M2, loader);

/** The members of TGIF v1 with plain results. */
export type TgifSync = SuiteSync<'tgifM1' | 'tgifM2' | 'tgifN1' | 'tgifN2'>;

/** Loads the module of TGIF: {@link LoadSuite}. */
export const load: LoadSuite<TgifSync> = /* @__PURE__ */ loadOf(loader, { tgifN1, tgifN2, tgifM1, tgifM2 });
