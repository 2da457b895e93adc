/**
 * romulus-wasm/deoxys: Romulus-N and Romulus-M over the tweakable block cipher Deoxys-BC-128-384, in WebAssembly. **Use these modes only to
 * study the accelerator that offers both modes. No version of Romulus specifies the modes over this cipher, and nobody has published
 * vectors of them.** For all other purposes use Romulus v1.3, the main entry of this package. The evidence for these modes is the published
 * vector of the cipher and two independent references. The same code over SKINNY gives all official vectors of Romulus-N and Romulus-M.
 *
 * @module romulus-wasm/deoxys
 */
import moduleSource from '#module/deoxys';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { deoxys as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Romulus-N over Deoxys-BC-128-384. Key, nonce and tag have 16 bytes. **Never use a nonce twice under the same key.** Do not use this mode
 * in new designs. Specified in "Romulus v1.3", but with another cipher: docs/algorithms/deoxys.md, 3.
 * @example
 * import { romulusNDeoxys as aead } from 'romulus-wasm/deoxys';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const romulusNDeoxys: Aead = /* @__PURE__ */ localAead(row.modes.N, loader);

/**
 * Romulus-M over Deoxys-BC-128-384, which tolerates repeated nonces. Key, nonce and tag have 16 bytes. Do not use this mode in new designs.
 * Specified in "Romulus v1.3", but with another cipher: docs/algorithms/deoxys.md, 3.
 */
export const romulusMDeoxys: Aead = /* @__PURE__ */ localAead(row.modes.M, loader);

/** The modes over Deoxys-BC with plain results. */
export type DeoxysSync = SuiteSync<'romulusMDeoxys' | 'romulusNDeoxys'>;

/** Loads the module of Romulus over Deoxys-BC: {@link LoadSuite}. */
export const load: LoadSuite<DeoxysSync> = /* @__PURE__ */ loadOf(loader, { romulusNDeoxys, romulusMDeoxys });
