/**
 * romulus-wasm/elephant: Elephant v2, parallel authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/elephant
 */
import moduleSource from '#module/elephant';
import { type Aead, type LoadSuite, loadOf, localAead, type SuiteSync } from '../../api/aead.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { elephant as row } from '../table.js';

export type { LoadSuite, SuiteSync } from '../../api/aead.js';
export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

/**
 * Dumbo, Elephant's primary candidate, over Spongent-pi[160]. The key has 16 bytes, the nonce 12 and the tag 8. **One forgery in 2^64
 * passes as authentic**, so limit the attempts if you accept messages from strangers. **Never use a nonce twice under the same key.**
 * Specified in "Elephant v2": docs/algorithms/elephant.md, 1.
 * @example
 * import { dumbo as aead } from 'romulus-wasm/elephant';
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = await aead.encrypt(request);
 */
export const dumbo: Aead = /* @__PURE__ */ localAead(row.modes.Dumbo, loader);

/**
 * Jumbo, a member of Elephant over Spongent-pi[176], with a larger margin of security than Dumbo. The key has 16 bytes, the nonce 12 and
 * the tag 8. **One forgery in 2^64 passes as authentic**, so limit the attempts if you accept messages from strangers. **Never use a nonce
 * twice under the same key.** Specified in "Elephant v2": docs/algorithms/elephant.md, 1.
 */
export const jumbo: Aead = /* @__PURE__ */ localAead(row.modes.Jumbo, loader);

/**
 * Delirium, a member of Elephant over Keccak-f[200], the fastest in software. The key has 16 bytes, the nonce 12 and the tag 16. **Never
 * use a nonce twice under the same key.** Specified in "Elephant v2": docs/algorithms/elephant.md, 1.
 */
export const delirium: Aead = /* @__PURE__ */ localAead(row.modes.Delirium, loader);

/** The modes of Elephant with plain results. */
export type ElephantSync = SuiteSync<'delirium' | 'dumbo' | 'jumbo'>;

/** Loads the module of Elephant: {@link LoadSuite}. */
export const load: LoadSuite<ElephantSync> = /* @__PURE__ */ loadOf(loader, { dumbo, jumbo, delirium });
