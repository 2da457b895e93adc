/** Pools: the functions that hash, encrypt and decrypt, with their work spread over workers. */
import { type Aead, aeadOf } from '../../api/aead.js';
import { UsageError } from '../../base/errors.js';
import { checkNamed, checkSignal } from '../../base/options.js';
import type { AbortSignalLike, AsyncDisposableLike } from '../../base/platform.js';
import { type Runner, runJob } from '../../messages/job.js';
import { follow } from '../../runtime/abort.js';
import { builtin } from '../../runtime/builtin.js';
import type * as files from '../../stream/random-access.js';
import { openEncryptedWith } from '../../stream/random-access.js';
import type * as streams from '../../stream/transform.js';
import { decryptStreamWith, encryptStreamWith } from '../../stream/transform.js';
import type * as whole from '../../stream/whole.js';
import { decryptBlobWith, decryptBytesWith, encryptBlobWith, encryptBytesWith } from '../../stream/whole.js';
import type * as hash from '../../suites/romulus/hash.js';
import { hashManyWith, hashWith } from '../../suites/romulus/hash.js';
import type * as hashing from '../../suites/romulus/hash-stream.js';
import type * as hashers from '../../suites/romulus/hasher.js';
import { createHasher } from '../../suites/romulus/hasher.js';
import type * as aeads from '../../suites/romulus/modes.js';
import { modes, romulus } from '../../suites/romulus/modes.js';
import type * as sealing from '../../suites/romulus/seal.js';
import { readMode, type SealMode, sealJob, unsealJob } from '../../suites/romulus/seal.js';
import { hashStreamWith } from './hash-stream.js';
import { poolRunner } from './runner.js';
import type { WorkerSource } from './thread.js';
import { type Workers, workersOf } from './workers.js';

/** The options of a pool. */
export interface PoolOptions {
  /** The number of workers, from 1 to 256. If left out, the number of the processor's cores, but at most 16. */
  threads?: number | undefined;
  /** Ends the pool when the signal aborts, even during its start. Running calls reject with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** The URL of `pool-worker.js`, if it is not beside the package's own file, or a function that makes a `Worker` from that script. */
  worker?: WorkerSource | undefined;
}

/** The functions of other files that a pool has. Each is declared where it is documented, so that editors show its comment. */
type Pooled = Readonly<
  Pick<typeof hash, 'romulusH' | 'hashMany'> &
    Pick<typeof hashing, 'hashStream'> &
    Pick<typeof hashers, 'createHasher'> &
    Pick<typeof aeads, `romulus${aeads.Mode}`> &
    Pick<typeof sealing, 'seal' | 'unseal'> &
    Pick<typeof streams, `${'en' | 'de'}cryptStream`> &
    Pick<typeof whole, `${'en' | 'de'}crypt${'Blob' | 'Bytes'}`> &
    Pick<typeof files, 'openEncrypted'>
>;

/**
 * Workers, and the functions of this package that run in these workers.
 *
 * Each function behaves like the function of the same name in the package. It also rejects with a {@link WorkerError} if a worker ends
 * before its work is done, and with a {@link UsageError} after the pool is closed. Work that would take longer in workers stays in the
 * calling thread: messages of less than 4 KiB, lists of less than 1 MiB, and lists of few or short messages. The workers share all other
 * lists and the chunks of a file. One worker processes one message or one hash, because each step needs the result of the step before.
 *
 * Calls wait in the calling thread until a worker can begin them, short calls before long ones. A call that is aborted there costs no work.
 * A call copies its inputs before it returns, except texts and associated data of more than 8 MiB, which it copies when a worker begins:
 * leave those unchanged until the promise settles. Hashers work in the calling thread. Streams and open files fail with a {@link UsageError}
 * once the pool is closed.
 */
export interface Pool extends AsyncDisposableLike, Pooled {
  /** The number of workers. */
  readonly threads: number;
  /**
   * Returns any mode of this package, running in this pool. Each worker receives the module of another suite with the first job of that
   * suite. Throws a {@link UsageError} if `mode` is not a mode.
   * @param mode A mode that the entry of any suite exports, or the letter of a Romulus mode.
   * @example
   * import { romulusT } from 'romulus-wasm';
   * import { createPool } from 'romulus-wasm/pool';
   * const pool = await createPool({ threads: 2 });
   * const aead = pool.aead(romulusT);
   * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100_000) };
   * console.log((await aead.encrypt(request)).length); // => 100016
   * await pool.close();
   */
  aead(mode: SealMode): Aead;
  /**
   * Closes the pool. Later calls reject with a {@link UsageError}. Running calls finish, and then the workers are terminated. No secret
   * stays in the workers. Resolves when the workers have ended. Rejects if the `terminate()` of a `Worker` that you made fails. A process
   * can end without this call.
   * @example
   * import { createPool } from 'romulus-wasm/pool';
   * const pool = await createPool({ threads: 2 });
   * const digests = pool.hashMany([new Uint8Array(1000), new Uint8Array(2000)]);
   * await pool.close();
   * console.log((await digests).length); // => 2
   */
  close(): Promise<void>;
}

const mostWorkers = 256;

function coresToUse(): number {
  const cores = builtin('node:os')?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.min(cores, 16);
}

/**
 * Starts workers for long messages, lists and files: Web Workers, or worker threads in Node. They need no `SharedArrayBuffer`, and idle
 * ones do not keep a process from ending. A worker that has ended is replaced when there is new work. A worker that has derived a key from
 * a passphrase is replaced during long work, which frees scrypt's memory.
 *
 * Rejects with an {@link ArgumentError} for a wrong option, a {@link LoadError} if the module or a worker cannot be loaded, a {@link
 * UsageError} if `threads` is not from 1 to 256 or `worker` returns a worker that a pool has, or the signal's reason if the signal aborts.
 * @param options The number of workers, and their source.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { createPool } from 'romulus-wasm/pool';
 * const pool = await createPool();
 * const key = generateKey();
 * const encrypted = await pool.encryptBlob(new Blob([new Uint8Array(3_000_000)]), { key });
 * const opened = await pool.decryptBlob(encrypted, { key });
 */
export async function createPool(options: PoolOptions = {}): Promise<Pool> {
  // In the parameter list, the names would be undeclared in the declarations.
  const { threads = coresToUse(), signal, worker } = checkNamed('options', options, ['threads', 'signal', 'worker']);
  checkSignal(signal);
  if (!Number.isInteger(threads) || threads < 1 || threads > mostWorkers)
    throw new UsageError(`threads must be a whole number from 1 to ${mostWorkers}`);
  signal?.throwIfAborted();
  const { module } = await romulus.load();
  signal?.throwIfAborted();
  const workers = workersOf(threads, worker, module);
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
    // `close()` reports a worker that cannot be terminated.
    end(signal?.reason).catch(() => {});
  });
  try {
    await workers.started();
    signal?.throwIfAborted();
  } catch (error) {
    await end(error).catch(() => {});
    throw error;
  }
  const close = async () => {
    await calls.close();
    await end(new UsageError('this pool is closed'));
  };
  return poolOf(workers, calls, close);
}

function poolOf(workers: Workers, calls: CallGate, close: () => Promise<void>): Pool {
  const runner = poolRunner(workers);
  /** Counts each job, because the jobs of a stream come after the call that made it. */
  const gated: Runner = {
    ...runner,
    check: () => calls.check(),
    run(job, options) {
      // A stream must not end with the error of later calls, where the pool's signal has ended it.
      if (workers.ending.aborted) return Promise.reject(workers.ending.reason);
      return calls.run(async () => runner.run(job, options));
    },
  };
  /** Counts a call with several jobs as one, so that all of it finishes if the pool is closed meanwhile. */
  const counted = <Call extends (...values: never[]) => Promise<unknown>>(call: Call): Call =>
    ((...values) => calls.run(() => call(...values))) as Call;
  return Object.freeze({
    threads: workers.size,
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
    encryptStream: (options) => encryptStreamWith(gated, options),
    decryptStream: (options) => decryptStreamWith(gated, options),
    encryptBlob: counted((blob, options) => encryptBlobWith(runner, blob, options)),
    decryptBlob: counted((blob, options) => decryptBlobWith(runner, blob, options)),
    encryptBytes: counted((bytes, options) => encryptBytesWith(runner, bytes, options)),
    decryptBytes: counted((bytes, options) => decryptBytesWith(runner, bytes, options)),
    openEncrypted: counted((blob, options) => openEncryptedWith(runner, blob, options, gated)),
    close,
    [Symbol.asyncDispose]: close,
  } satisfies Pool);
}

class CallGate {
  #isOpen = true;
  readonly #calls = new Set<Promise<unknown>>();

  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    this.check();
    const running = call();
    this.#calls.add(running);
    return running.finally(() => this.#calls.delete(running));
  }

  check(): void {
    if (!this.#isOpen) throw new UsageError('this pool is closed');
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#calls);
  }
}
