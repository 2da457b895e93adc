/**
 * romulus-wasm/elephant: Elephant v2, parallel authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/elephant
 */
import moduleSource from '#module/elephant';
import { type Aead, type AeadSync, aeadOf, loadModes } from '../../api/aead.js';
import type { ModuleSource } from '../../api/platform.js';
import { type Loader, loaderOf } from '../../engine/loader.js';
import { localRunner } from '../../messages/job.js';
import { modeOf } from '../../messages/mode.js';
import { elephant as row } from '../table.js';

export * from '../../api/suite-entry.js';

const loader: Loader = /* @__PURE__ */ loaderOf(moduleSource, row);

// Names of their own, as bundlers keep what a property is read of.
const dumboMode = /* @__PURE__ */ modeOf(row.modes.Dumbo, loader);
const jumboMode = /* @__PURE__ */ modeOf(row.modes.Jumbo, loader);
const deliriumMode = /* @__PURE__ */ modeOf(row.modes.Delirium, loader);

const modes = { dumbo: dumboMode, jumbo: jumboMode, delirium: deliriumMode };

/**
 * Dumbo, the primary member of Elephant: over Spongent-pi[160]. Key 16 bytes, nonce 12 bytes, **tag 8 bytes: one forgery in 2^64 is
 * taken for authentic**, so that whoever accepts messages from strangers must limit how often they may try.
 * **Two messages under one key must not have the same nonce.** As in "Elephant v2": docs/algorithms/elephant.md, 1.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { dumbo } from 'romulus-wasm/elephant';
 *
 * const key = generateKey();
 * const nonce = crypto.getRandomValues(new Uint8Array(dumbo.nonceLength));
 * const ciphertext = await dumbo.encrypt({ key, nonce, plaintext: new Uint8Array([1, 2, 3]) });
 * const plaintext = await dumbo.decrypt({ key, nonce, ciphertext });
 */
export const dumbo: Aead = /* @__PURE__ */ aeadOf(dumboMode, localRunner);

/**
 * Jumbo: as {@link dumbo} over Spongent-pi[176], with a larger margin of security. Key 16 bytes, nonce 12 bytes, **tag 8 bytes: one
 * forgery in 2^64 is taken for authentic**. As in "Elephant v2": docs/algorithms/elephant.md, 1.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { jumbo } from 'romulus-wasm/elephant';
 *
 * const nonce = crypto.getRandomValues(new Uint8Array(jumbo.nonceLength));
 * const ciphertext = await jumbo.encrypt({ key: generateKey(), nonce, plaintext: new Uint8Array(100) });
 */
export const jumbo: Aead = /* @__PURE__ */ aeadOf(jumboMode, localRunner);

/**
 * Delirium: as {@link dumbo} over Keccak-f[200], which software works fastest. Key 16 bytes, nonce 12 bytes, tag 16 bytes.
 * As in "Elephant v2": docs/algorithms/elephant.md, 1.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { delirium } from 'romulus-wasm/elephant';
 *
 * const nonce = crypto.getRandomValues(new Uint8Array(delirium.nonceLength));
 * const ciphertext = await delirium.encrypt({ key: generateKey(), nonce, plaintext: new Uint8Array(100) });
 */
export const delirium: Aead = /* @__PURE__ */ aeadOf(deliriumMode, localRunner);

/** The modes of Elephant with plain return values, which throw where the promises reject. */
export interface ElephantSync {
  /** Delirium; tag 16 bytes. */
  readonly delirium: AeadSync;
  /** Dumbo; tag 8 bytes. */
  readonly dumbo: AeadSync;
  /** Jumbo; tag 8 bytes. */
  readonly jumbo: AeadSync;
}

/**
 * Loads the module of Elephant and gives the modes that return plain values. You need not call it: the promise functions load by
 * themselves.
 *
 * @param source where to take the module from instead of from this package: its bytes, a `WebAssembly.Module`, a `Response`, or
 *   a promise of one. From then on the promise functions use it too.
 * @throws {LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { load } from 'romulus-wasm/elephant';
 *
 * const { dumbo } = await load();
 * const request = { key: generateKey(), nonce: crypto.getRandomValues(new Uint8Array(12)), plaintext: new Uint8Array(100) };
 * const ciphertext = dumbo.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<ElephantSync> {
  return loadModes(loader, modes, source);
}
