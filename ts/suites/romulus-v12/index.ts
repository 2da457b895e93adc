/**
 * romulus-wasm/romulus-v12: Romulus v1.2, the round-two version, in WebAssembly. **Superseded: for who studies it or talks to a device
 * that has it.** Take Romulus v1.3, which is the package itself, for everything else.
 *
 * @module romulus-wasm/romulus-v12
 */
import moduleSource from '#module/romulus-v12';
import { type Aead, type AeadSync, loadModes, localAead } from '../../api/aead.js';
import type { ModuleSource } from '../../api/platform.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { romulusV12 as row } from '../table.js';
import { limitM3, limitN3 } from './limits.js';

export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Romulus-N1: Romulus-N over SKINNY-128-384 with 56 rounds. Key, nonce and tag have 16 bytes. **Two messages under one key must not have
 * the same nonce.** Superseded by Romulus-N of v1.3, which makes the same calls of a shorter cipher.
 * As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 3.
 */
export const romulusN1: Aead = /* @__PURE__ */ localAead(row.modes.N1, loader);

/**
 * Romulus-N2: the nonce has 12 bytes and lies in the same part of the tweakey as a short counter. Key and tag have 16 bytes. **Two messages
 * under one key must not have the same nonce.** Superseded. The designers' C differs from the specification from 369 bytes of plaintext or
 * 325 of associated data on; this follows the specification. As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 3.
 */
export const romulusN2: Aead = /* @__PURE__ */ localAead(row.modes.N2, loader);

/**
 * Romulus-N3: as {@link romulusN2} over SKINNY-128-256, with 48 rounds. The nonce has 12 bytes, key and tag have 16. **Two messages under one
 * key must not have the same nonce.** Superseded. Its counter has 24 bits: more than 268 435 424 bytes of plaintext or 234 880 996 of
 * associated data are refused with a {@link ByteLengthError}. As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 3.
 */
export const romulusN3: Aead = /* @__PURE__ */ localAead(row.modes.N3, loader, { limit: limitN3 });

/**
 * Romulus-M1, which tolerates repeated nonces: Romulus-M over SKINNY-128-384 with 56 rounds. Key, nonce and tag have 16 bytes. Superseded
 * by Romulus-M of v1.3. As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM1: Aead = /* @__PURE__ */ localAead(row.modes.M1, loader);

/**
 * Romulus-M2, which tolerates repeated nonces: the layout of {@link romulusN2}. The nonce has 12 bytes, key and tag have 16. Superseded. The
 * designers' C differs from the specification from 309 bytes on; this follows it. As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM2: Aead = /* @__PURE__ */ localAead(row.modes.M2, loader);

/**
 * Romulus-M3, which tolerates repeated nonces: layout and cipher of {@link romulusN3}, and the designers' C differs as for {@link romulusM2}.
 * The nonce has 12 bytes, key and tag have 16. Superseded. Associated data and plaintext have at most 2^24 - 2 blocks together, by turns
 * of 16 and 12 bytes: 234 880 980 bytes of plaintext alone. More is refused with a {@link ByteLengthError}.
 * As in "Romulus v1.2": docs/algorithms/romulus-v12.md, 4.
 */
export const romulusM3: Aead = /* @__PURE__ */ localAead(row.modes.M3, loader, { limit: limitM3 });

/** The members of Romulus v1.2 with plain return values, which throw where the promises reject. */
export type RomulusV12Sync = Readonly<
  Record<'romulusM1' | 'romulusM2' | 'romulusM3' | 'romulusN1' | 'romulusN2' | 'romulusN3', AeadSync>
>;

/**
 * Loads the module of Romulus v1.2 and gives its modes with plain return values. It takes a `source` and fails as `load` of
 * `romulus-wasm` does.
 * @example
 * import { load } from 'romulus-wasm/romulus-v12';
 * const { romulusN1: aead } = await load();
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = aead.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<RomulusV12Sync> {
  return loadModes(loader, { romulusN1, romulusN2, romulusN3, romulusM1, romulusM2, romulusM3 }, source);
}
