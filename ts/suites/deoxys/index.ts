/**
 * romulus-wasm/deoxys: Romulus-N and Romulus-M over the tweakable block cipher Deoxys-BC-128-384, in WebAssembly. **For those who study
 * the accelerator that offers them: no version of Romulus specifies these modes, and nobody has published vectors of them.** Take
 * Romulus v1.3, which is the package itself, for everything else. The evidence for these modes is the published vector of the cipher and
 * two independent references. The same code over SKINNY gives all official vectors of Romulus-N and Romulus-M.
 *
 * @module romulus-wasm/deoxys
 */
import moduleSource from '#module/deoxys';
import { type Aead, type AeadSync, loadModes, localAead } from '../../api/aead.js';
import type { ModuleSource } from '../../api/platform.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { deoxys as row } from '../table.js';

export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Romulus-N over Deoxys-BC-128-384. Key, nonce and tag have 16 bytes. **Two messages under one key must not have the same nonce.** Not for
 * anything new. As in "Romulus v1.3" with another cipher: docs/algorithms/deoxys.md, 3.
 */
export const romulusNDeoxys: Aead = /* @__PURE__ */ localAead(row.modes.N, loader);

/**
 * Romulus-M over Deoxys-BC-128-384, which tolerates repeated nonces. Key, nonce and tag have 16 bytes. Not for anything new.
 * As in "Romulus v1.3" with another cipher: docs/algorithms/deoxys.md, 3.
 */
export const romulusMDeoxys: Aead = /* @__PURE__ */ localAead(row.modes.M, loader);

/** The modes over Deoxys-BC with plain return values, which throw where the promises reject. */
export type DeoxysSync = Readonly<Record<'romulusMDeoxys' | 'romulusNDeoxys', AeadSync>>;

/**
 * Loads the module of Romulus over Deoxys-BC and gives its modes with plain return values. It takes a `source` and fails as `load` of
 * `romulus-wasm` does.
 * @example
 * import { load } from 'romulus-wasm/deoxys';
 * const { romulusNDeoxys: aead } = await load();
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = aead.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<DeoxysSync> {
  return loadModes(loader, { romulusNDeoxys, romulusMDeoxys }, source);
}
