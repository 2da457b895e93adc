/** Loading Elephant's module ahead, and the functions that need not wait for it. */
import { type AeadSync, aeadSync } from '../../aead.js';
import type { ModuleSource } from '../../platform.js';
import { loader, modes } from './modes.js';

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
 * Loads the module of Elephant and gives the modes that return plain values. Nobody has to call it: the promise functions load by
 * themselves.
 *
 * @param source where to take the module from instead of from this package: its bytes, a `WebAssembly.Module`, a `Response`, or
 *   a promise of one. From then on the promise functions use it too.
 * @throws {LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { load } from 'romulus-wasm/elephant';
 *
 * const { dumbo } = await load();
 * const request = { key: generateKey(), nonce: crypto.getRandomValues(new Uint8Array(12)), plaintext: new Uint8Array(100) };
 * const ciphertext = dumbo.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<ElephantSync> {
  const engine = await loader.load(source);
  return Object.freeze({
    delirium: aeadSync(modes.delirium, engine),
    dumbo: aeadSync(modes.dumbo, engine),
    jumbo: aeadSync(modes.jumbo, engine),
  });
}
