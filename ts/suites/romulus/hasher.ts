/** Romulus-H of a message that comes in parts. */
import { type Bytes, checkBytes, checkLeast, checkMost, copyInto, viewOf } from '../../base/bytes.js';
import { UsageError } from '../../base/errors.js';
import type { DisposableLike } from '../../base/platform.js';
import type { Engine, Section } from '../../engine/engine.js';
import { pieces } from '../../messages/slicing.js';
import { blockLength } from './hash.js';
import { romulus } from './modes.js';

/** The layout of the state: 32 bytes of the chain, the bytes that wait for a whole step, and the number of waiting bytes [romulus 6]. */
const chainLength = 32;
const heldLengthAt = 64;
const stateLength = 80;

/** Lets `using hasher = await createHasher()` call `dispose()`. */
export interface Hasher extends DisposableLike {}

/**
 * A running hash. Its state is an array of 80 bytes. Any number of hashers may exist at a time, and an abandoned hasher needs no call.
 * After `digest()` or `dispose()`, every method except `dispose()` throws a {@link UsageError}.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the class has the method, whose name older libraries lack
export class Hasher {
  readonly #engine: Engine;
  #state: Uint8Array | undefined;

  /** @internal */
  constructor(engine: Engine, state: Uint8Array) {
    this.#engine = engine;
    this.#state = state;
  }

  /**
   * Hashes the next part of the message, of any length. Throws a {@link ArgumentError} if it is not a `Uint8Array`.
   * @example
   * import { createHasher } from 'romulus-wasm';
   * const hasher = await createHasher();
   * hasher.update(new Uint8Array(1000)).update(new Uint8Array(1));
   */
  update(part: Uint8Array): this {
    const length = checkBytes('part', part);
    this.#work((section) => {
      for (const [start, end] of pieces(length, section.pieceLimit))
        section.feed('hash_update', viewOf(part, start, end));
    });
    return this;
  }

  /**
   * Returns the digest, 32 bytes, and ends the hasher.
   * @example
   * import { createHasher } from 'romulus-wasm';
   * const digest = (await createHasher()).update(new Uint8Array(1000)).digest();
   */
  digest(): Bytes {
    const digest = this.#work((section) => section.finishHash());
    this.dispose();
    return digest;
  }

  /**
   * Returns an independent hasher with a copy of this state.
   * @example
   * import { createHasher } from 'romulus-wasm';
   * const prefix = (await createHasher()).update(new Uint8Array(1000));
   * const digests = [1, 2, 3].map((i) => prefix.clone().update(Uint8Array.of(i)).digest());
   */
  clone(): Hasher {
    return new Hasher(this.#engine, new Uint8Array(this.#live()));
  }

  /**
   * Returns the hasher's state: the 32 bytes of the hash's chain, then at most 31 waiting bytes. Pass it to {@link createHasher} to
   * continue later or elsewhere. Keep it secret if the message is secret: anyone with it can extend the message and learns its last bytes.
   * @example
   * import { createHasher } from 'romulus-wasm';
   * const state = (await createHasher()).update(new Uint8Array(1000)).export();
   * const hasher = await createHasher(state);
   */
  export(): Bytes {
    const state = this.#live();
    return new Uint8Array(state.subarray(0, chainLength + (state[heldLengthAt] as number)));
  }

  /** Overwrites the state with zeros and ends the hasher. Does nothing if the hasher has ended. */
  dispose(): void {
    this.#state?.fill(0);
    this.#state = undefined;
  }

  /** @internal Calls `dispose()`, for `using hasher = await createHasher()`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #work<Result>(work: (section: Section) => Result): Result {
    const state = this.#live();
    return this.#engine.section((section) => {
      section.putState(state, section.states.hash);
      const result = work(section);
      section.takeState(state, section.states.hash);
      return result;
    });
  }

  #live(): Uint8Array {
    if (!this.#state) throw new UsageError('this hasher has ended');
    return this.#state;
  }
}

/** A hash begins with zeros [romulus 6]. */
function readState(exported: Uint8Array | undefined): Bytes {
  const state = new Uint8Array(stateLength);
  if (exported === undefined) return state;
  const length = checkLeast('state', exported, chainLength);
  checkMost('state', length, chainLength + blockLength - 1);
  copyInto(state, 0, exported, length);
  state[heldLengthAt] = length - chainLength;
  return state;
}

/**
 * Creates a hasher for a message that comes in parts. Rejects with an {@link ArgumentError} or a {@link LengthError} for a wrong state, and
 * with a {@link LoadError} if the module cannot be loaded.
 * @param state The result of {@link Hasher.export}, 32 to 63 bytes, to continue that hash. The state is not authenticated: anyone who can
 *   change it chooses the digest.
 * @example
 * import { createHasher } from 'romulus-wasm';
 * const hasher = await createHasher();
 * hasher.update(new Uint8Array([1, 2])).update(new Uint8Array([3]));
 * const digest = hasher.digest();
 */
export const createHasher = async (state?: Uint8Array): Promise<Hasher> => {
  const own = readState(state);
  try {
    return new Hasher(await romulus.load(), own);
  } catch (error) {
    own.fill(0);
    throw error;
  }
};

/** @internal */
export const createHasherSync = (engine: Engine, state?: Uint8Array): Hasher => new Hasher(engine, readState(state));
