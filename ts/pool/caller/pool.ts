/** Pools: the functions of this package with their work spread over workers. */
import { type Aead, aeadOf } from '../../api/aead.js';
import { UsageError } from '../../api/errors.js';
import { checkNames, checkPlain, checkSignal } from '../../api/options.js';
import type { AbortSignalLike } from '../../api/platform.js';
import { localRunner, type Runner, runJob } from '../../messages/job.js';
import { follow } from '../../runtime/abort.js';
import { builtin } from '../../runtime/builtin.js';
import { type decryptBlob, decryptBlobWith, type encryptBlob, encryptBlobWith } from '../../stream/blob.js';
import { type openEncrypted, openEncryptedWith } from '../../stream/encrypted-file.js';
import {
  type decryptStream,
  decryptStreamWith,
  type encryptStream,
  encryptStreamWith,
} from '../../stream/transform.js';
import { type hashMany, hashManyWith, hashWith, type romulusH } from '../../suites/romulus/hash.js';
import type { hashStream } from '../../suites/romulus/hash-stream.js';
import { createHasher } from '../../suites/romulus/hasher.js';
import { modes, romulus } from '../../suites/romulus/modes.js';
import { readMode, type SealMode, type seal, sealJob, type unseal, unsealJob } from '../../suites/romulus/seal.js';
import { hashStreamWith } from './hash-stream.js';
import { helpedRunner, poolRunner } from './runner.js';
import type { WorkerSource } from './thread.js';
import { Workers } from './workers.js';

/** The options of a pool. */
export interface PoolOptions {
  /** The number of workers, from 1 to 256. If left out, the number of the processor's cores that there are, but 16 at most. */
  size?: number | undefined;
  /** Ends the pool, whether it has started or not: calls that have begun reject with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** The address of `pool-worker.js`, if it is not beside the package's own file, or a function that makes a `Worker` of it. */
  worker?: WorkerSource | undefined;
  /** @internal Whether the calling thread, with nothing else to do, works on streams too; it starts at once then. */
  callerHelps?: boolean;
}

/**
 * Workers, and the functions of this package that have them do their work.
 *
 * They take, give, reject and throw the same as the functions of these names; besides, they reject with a {@link WorkerError} if a worker
 * ends before its work is done, and with a {@link UsageError} once the pool is closed. Inputs are copied when a function is called. The
 * calling thread does what workers would not do sooner: messages of less than 4 KiB, lists of less than 1 MiB, and lists of few or short
 * messages. Workers share out other lists, and the chunks of a file; one message, and one hash, is a chain that one worker works.
 */
export interface Pool {
  /** The number of workers. */
  readonly size: number;
  /** The function of `romulus-wasm`, in the pool's threads. */
  readonly romulusH: typeof romulusH;
  /** The function of `romulus-wasm`, in the pool's threads. */
  readonly hashMany: typeof hashMany;
  /** The function of `romulus-wasm`, in the pool's threads. */
  readonly hashStream: typeof hashStream;
  /** The function of `romulus-wasm`. The hasher works in the thread that has it. */
  readonly createHasher: typeof createHasher;
  /** Romulus-N. */
  readonly romulusN: Aead;
  /** Romulus-M. */
  readonly romulusM: Aead;
  /** Romulus-T. */
  readonly romulusT: Aead;
  /**
   * Any mode of this package, with its work in this pool. Each worker gets the module of another suite with the first work of that suite.
   * Throws a {@link UsageError} for what is no mode.
   * @param mode a mode that the entry of any suite exports, or a letter of Romulus.
   * @example
   * import { romulusT } from 'romulus-wasm';
   * import { createPool } from 'romulus-wasm/pool';
   * const pool = await createPool({ size: 2 });
   * const aead = pool.aead(romulusT);
   * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100_000) };
   * console.log((await aead.encrypt(request)).length); // => 100016
   * await pool.close();
   */
  aead(mode: SealMode): Aead;
  /** The function of `romulus-wasm`, in the pool's threads. */
  readonly seal: typeof seal;
  /** The function of `romulus-wasm`, in the pool's threads. */
  readonly unseal: typeof unseal;
  /** The function of `romulus-wasm/stream`. Its streams fail with a {@link UsageError} if the pool is closed before their end. */
  readonly encryptStream: typeof encryptStream;
  /** The function of `romulus-wasm/stream`. Its streams fail with a {@link UsageError} if the pool is closed before their end. */
  readonly decryptStream: typeof decryptStream;
  /** The function of `romulus-wasm/stream`, in the pool's threads. */
  readonly encryptBlob: typeof encryptBlob;
  /** The function of `romulus-wasm/stream`, in the pool's threads. */
  readonly decryptBlob: typeof decryptBlob;
  /** The function of `romulus-wasm/stream`, in the pool's threads. The file cannot be read once the pool is closed. */
  readonly openEncrypted: typeof openEncrypted;
  /**
   * Closes the pool: calls from now on reject with a {@link UsageError}, those that have begun go on to their end, and then the workers
   * are terminated. Nothing secret is left in them. Resolves when all this is done, and rejects with the error of a `Worker` of yours
   * whose `terminate()` fails. A process ends without it, too.
   * @example
   * import { createPool } from 'romulus-wasm/pool';
   * const pool = await createPool({ size: 2 });
   * const digests = pool.hashMany([new Uint8Array(1000), new Uint8Array(2000)]);
   * await pool.close();
   * console.log((await digests).length); // => 2
   */
  close(): Promise<void>;
  /** Does `close()`, for `await using pool = await createPool()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const mostWorkers = 256;
const usualPool: PoolOptions = { size: undefined, signal: undefined, worker: undefined, callerHelps: false };

function defaultSize(): number {
  const cores = builtin('node:os')?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.min(cores, 16);
}

/**
 * Starts workers that share out the work of long messages, of lists and of files: Web Workers, or worker threads in Node. They need no
 * `SharedArrayBuffer`, and keep no process from ending while they are idle. A worker that ends is replaced when there is work for it,
 * and one that has derived a key from a passphrase is replaced during long work, which gives the memory of scrypt back.
 *
 * Rejects with a {@link LoadError} if the module or a worker cannot be loaded, a {@link UsageError} for a size out of range, the signal's
 * reason if it is aborted.
 * @param options how many workers, and where they come from.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { createPool } from 'romulus-wasm/pool';
 * const pool = await createPool();
 * const key = generateKey();
 * const encrypted = await pool.encryptBlob(new Blob([new Uint8Array(3_000_000)]), { key });
 * const opened = await pool.decryptBlob(encrypted, { key });
 */
export async function createPool(options: PoolOptions = usualPool): Promise<Pool> {
  // Not among the parameters: the declarations would name what they do not have.
  const { size = defaultSize(), signal, worker, callerHelps = false } = checkPlain('options', options);
  checkNames('options', options, Object.keys(usualPool), []);
  checkSignal(signal);
  if (!Number.isInteger(size) || size < 1 || size > mostWorkers)
    throw new UsageError(`size must be a whole number from 1 to ${mostWorkers}`);
  signal?.throwIfAborted();
  const { module } = await romulus.load();
  signal?.throwIfAborted();
  const workers = new Workers(size, worker, module);
  const calls = new CallGate();
  let ending: Promise<void> | undefined;
  let unfollow = () => {};
  const end = (reason: unknown) => {
    unfollow();
    ending ??= workers.terminate(reason);
    return ending;
  };
  unfollow = follow(signal, () => {
    calls.close();
    // Whoever closes the pool hears of a worker that cannot be terminated.
    end(signal?.reason).catch(() => {});
  });
  try {
    // One that helps need not wait: jobs do, and hear of what fails.
    if (!callerHelps) await workers.started();
    signal?.throwIfAborted();
  } catch (error) {
    await end(error).catch(() => {});
    throw error;
  }
  const close = async () => {
    await calls.close();
    await end(new UsageError('this pool is closed'));
  };
  return poolOf(workers, calls, close, callerHelps);
}

function poolOf(workers: Workers, calls: CallGate, close: () => Promise<void>, callerHelps: boolean): Pool {
  const runner = poolRunner(workers);
  /** Counts each job by itself, as those of a stream come after its call. */
  const gated: Runner = {
    ...runner,
    check: () => calls.check(),
    run: (job, options) => calls.run(async () => runner.run(job, options)),
  };
  const ofStream = callerHelps ? helpedRunner(localRunner, gated, workers.size) : gated;
  /** Counts a call of several jobs as a whole, which goes on when the pool is closed meanwhile. */
  const counted = <Call extends (...values: never[]) => Promise<unknown>>(call: Call): Call =>
    ((...values) => calls.run(() => call(...values))) as Call;
  return Object.freeze({
    size: workers.size,
    romulusH: hashWith(gated),
    hashMany: (messages, options) => hashManyWith(gated, messages, options),
    hashStream: counted((source, options) => hashStreamWith(runner, source, options)),
    createHasher: counted(createHasher),
    romulusN: aeadOf(modes.N, gated),
    romulusM: aeadOf(modes.M, gated),
    romulusT: aeadOf(modes.T, gated),
    aead(mode) {
      calls.check();
      return aeadOf(readMode(mode), gated);
    },
    seal: (request, options) => runJob(gated, sealJob, request, options),
    unseal: (request, options) => runJob(gated, unsealJob, request, options),
    encryptStream: (options) => encryptStreamWith(ofStream, options),
    decryptStream: (options) => decryptStreamWith(ofStream, options),
    encryptBlob: counted((blob, options) => encryptBlobWith(runner, blob, options)),
    decryptBlob: counted((blob, options) => decryptBlobWith(runner, blob, options)),
    openEncrypted: counted((blob, options) => openEncryptedWith(ofStream, blob, options)),
    close,
    [Symbol.asyncDispose]: close,
  } satisfies Pool);
}

/** The calls that have begun and not ended, and whether others may begin. */
class CallGate {
  #isOpen = true;
  readonly #calls = new Set<Promise<unknown>>();

  /** Rejects with a UsageError after `close()`. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    this.check();
    const running = call();
    this.#calls.add(running);
    return running.finally(() => this.#calls.delete(running));
  }

  check(): void {
    if (!this.#isOpen) throw new UsageError('this pool is closed');
  }

  /** Lets no call begin; resolves when those that have begun have ended. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#calls);
  }
}
