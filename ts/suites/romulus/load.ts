/** Loads the module in advance, and returns functions that need not wait for the module. */
import { loadAtOnce } from '#romulus';
import { type AeadSync, aeadSync } from '../../api/aead.js';
import type { Bytes } from '../../base/bytes.js';
import type { ModuleSource } from '../../base/platform.js';
import type { Engine } from '../../engine/engine.js';
import { runToEnd } from '../../messages/slicing.js';
import { type HashParameters, hashManySync, romulusHSync } from './hash.js';
import { createHasherSync, type Hasher } from './hasher.js';
import { type HkdfRequest, type HmacRequest, hkdfWork, hmacWork } from './hmac.js';
import { modes, romulus } from './modes.js';
import { runSealSync, type SealRequest, sealJob, type UnsealRequest, unsealJob } from './seal.js';

/** The functions of this package with plain return values. They throw the errors with which the promises reject. */
export interface RomulusSync {
  /** The promise function of the same name, with a plain result. */
  readonly romulusH: ((message: Uint8Array) => Bytes) & HashParameters;
  /** The promise function of the same name, with a plain result. */
  hashMany(messages: readonly Uint8Array[]): Bytes[];
  /** The promise function of the same name, with a plain result. */
  createHasher(state?: Uint8Array): Hasher;
  /** The promise function of the same name, with a plain result. */
  romulusHmac(request: HmacRequest): Bytes;
  /** The promise function of the same name, with a plain result. */
  romulusHkdf(request: HkdfRequest): Bytes;
  /** Romulus-N. */
  readonly romulusN: AeadSync;
  /** Romulus-M. */
  readonly romulusM: AeadSync;
  /** Romulus-T. */
  readonly romulusT: AeadSync;
  /** The promise function of the same name, with a plain result. */
  seal(request: SealRequest): Bytes;
  /** The promise function of the same name, with a plain result. */
  unseal(request: UnsealRequest): Bytes;
}

/**
 * Loads the module and gives the functions that return plain values. The promise functions load by themselves.
 * @param source The module to use instead of this package's own. From then on the promise functions use this module too.
 * @throws {@link LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { load } from 'romulus-wasm';
 * const romulus = await load();
 * const digest = romulus.romulusH(new Uint8Array([1, 2, 3]));
 */
export async function load(source?: ModuleSource): Promise<RomulusSync> {
  return syncOf(await romulus.load(source));
}

/**
 * Does what {@link load} does without a source, but synchronously, for Node, workers, and code that cannot await a promise. **Not for
 * pages**: compiling blocks the event loop, and some browsers refuse to compile synchronously in a page.
 * @throws {@link LoadError} if the engine refuses to compile the module.
 * @example
 * import { loadSync } from 'romulus-wasm';
 * const digest = loadSync().romulusH(new Uint8Array([1, 2, 3]));
 */
export const loadSync = (): RomulusSync => syncOf(loadAtOnce());

function syncOf(engine: Engine): RomulusSync {
  return Object.freeze({
    romulusH: romulusHSync(engine),
    hashMany: (messages) => hashManySync(engine, messages),
    createHasher: (state) => createHasherSync(engine, state),
    romulusHmac: (request) => runToEnd(engine, hmacWork(request)),
    romulusHkdf: (request) => runToEnd(engine, hkdfWork(request)),
    romulusN: aeadSync(modes.N, engine),
    romulusM: aeadSync(modes.M, engine),
    romulusT: aeadSync(modes.T, engine),
    seal: (request) => runSealSync(engine, sealJob(request)),
    unseal: (request) => runSealSync(engine, unsealJob(request)),
  } satisfies RomulusSync);
}
