/**
 * romulus-wasm/elephant: Elephant v2, parallel authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/elephant
 */
import moduleSource from '#module/elephant';
import { type Aead, type AeadSync, loadModes, localAead } from '../../api/aead.js';
import type { ModuleSource } from '../../api/platform.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { elephant as row } from '../table.js';

export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Dumbo, the primary member of Elephant: over Spongent-pi[160]. Key 16 bytes, nonce 12 bytes, **tag 8 bytes: one forgery in 2^64 is
 * taken for authentic**, so that whoever accepts messages from strangers must limit how often they may try.
 * **Two messages under one key must not have the same nonce.** As in "Elephant v2": docs/algorithms/elephant.md, 1.
 */
export const dumbo: Aead = /* @__PURE__ */ localAead(row.modes.Dumbo, loader);

/**
 * Jumbo: as {@link dumbo} over Spongent-pi[176], with a larger margin of security. Key 16 bytes, nonce 12 bytes, **tag 8 bytes: one
 * forgery in 2^64 is taken for authentic**. As in "Elephant v2": docs/algorithms/elephant.md, 1.
 */
export const jumbo: Aead = /* @__PURE__ */ localAead(row.modes.Jumbo, loader);

/**
 * Delirium: as {@link dumbo} over Keccak-f[200], which software works fastest. Key 16 bytes, nonce 12 bytes, tag 16 bytes.
 * As in "Elephant v2": docs/algorithms/elephant.md, 1.
 */
export const delirium: Aead = /* @__PURE__ */ localAead(row.modes.Delirium, loader);

/** The modes of Elephant with plain return values, which throw where the promises reject. */
export type ElephantSync = Readonly<Record<'delirium' | 'dumbo' | 'jumbo', AeadSync>>;

/**
 * Loads the module of Elephant and gives its modes with plain return values. It takes a `source` and fails as `load` of
 * `romulus-wasm` does.
 * @example
 * import { load } from 'romulus-wasm/elephant';
 * const { dumbo: aead } = await load();
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = aead.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<ElephantSync> {
  return loadModes(loader, { dumbo, jumbo, delirium }, source);
}
