/** Loading ISAP's module ahead, and the functions that need not wait for it. */
import { type AeadSync, aeadSync } from '../../aead.js';
import type { ModuleSource } from '../../platform.js';
import { loader, modes } from './modes.js';

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
 * Loads the module of ISAP and gives the modes that return plain values. Nobody has to call it: the promise functions load by
 * themselves.
 *
 * @param source where to take the module from instead of from this package: its bytes, a `WebAssembly.Module`, a `Response`, or
 *   a promise of one. From then on the promise functions use it too.
 * @throws {LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { load } from 'romulus-wasm/isap';
 *
 * const { isapA128a } = await load();
 * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = isapA128a.encrypt(request);
 */
export async function load(source?: ModuleSource): Promise<IsapSync> {
  const engine = await loader.load(source);
  return Object.freeze({
    isapA128: aeadSync(modes.isapA128, engine),
    isapA128a: aeadSync(modes.isapA128a, engine),
    isapK128: aeadSync(modes.isapK128, engine),
    isapK128a: aeadSync(modes.isapK128a, engine),
  });
}
