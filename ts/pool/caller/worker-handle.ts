/** The pool's view of a worker: its start, its jobs and its end. */
import { LoadError, UsageError, WorkerError } from '../../base/errors.js';
import type { CheckedOptions } from '../../base/options.js';
import type { WebAssemblyModule } from '../../base/platform.js';
import type { Engine } from '../../engine/engine.js';
import type { Loader } from '../../engine/loader.js';
import { follow } from '../../runtime/abort.js';
import type { ThreadWorker } from '../../runtime/builtin.js';
import { romulus } from '../../suites/romulus/modes.js';
import { buffersOf, type Order, type Report, wipeBuffers } from '../protocol.js';
import type { Kind, Outcome, SentJob } from '../worker/perform.js';
import { makeWorker, type PoolWorker, type WorkerSource } from './thread.js';

export interface JobOptions extends CheckedOptions {
  /** The approximate amount of work, in bytes. */
  readonly length: number;
}

/** The number of the next job. Numbers are unique across all workers and pools, so an answer can never reach a wrong job. */
let nextId = 0;

interface Waiting {
  readonly length: number;
  readonly loader: Loader;
  progress(processed: number): void;
  unfollow(): void;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

/** The time that a worker takes to start, as an equivalent in bytes of work. */
const startLength = 4_194_304;
/** The most milliseconds for a start. A worker that takes longer will never start, for example because it runs a wrong script. */
const startTime = 30_000;
/** A worker takes this many bytes of short jobs at a time, so that it has the next one when one is done. */
const shortJobs = 1_048_576;
/** The bytes of work after a key derivation from which replacing the worker pays off. */
const longWork = 4_194_304;

const scriptHint =
  'pool-worker.js of romulus-wasm must lie beside the script that has createPool (for esbuild make romulus-wasm/pool/worker an ' +
  'entry point), or its address must be given as `worker`; in a page, worker-src or script-src of the Content-Security-Policy must ' +
  "allow it; the development servers of Vite 5 to 7 need optimizeDeps: { exclude: ['romulus-wasm'] }; runtimes without workers have the functions of " +
  'romulus-wasm itself';

/** The engine's error tells only some causes apart. */
function hintOf(cause: unknown): string {
  if (/Trusted ?(Script|Type)/i.test(String(cause)))
    return "this page's policy asks for Trusted Types: as `worker`, give () => new Worker(policy.createScriptURL(address), { type: 'module' })";
  if ((cause as Error | undefined)?.name === 'SecurityError')
    return 'the page may not start this script: worker-src or script-src of its Content-Security-Policy must allow it, and pool-worker.js must come from the origin of the page, at the address that you give as `worker`';
  return scriptHint;
}
const startError = (cause: unknown) => new LoadError(hintOf(cause), cause, "a pool's worker");

export type WorkerHandle = ReturnType<typeof hireWorker>;

/** The listener hears when the worker has done a job, and when it has ended. `hasWorked` is false if it could not start. */
export function hireWorker(
  source: WorkerSource | undefined,
  module: WebAssemblyModule,
  listener: { freed(): void; ended(error: unknown, hasWorked: boolean): void },
) {
  let settleStarted!: { resolve: () => void; reject: (error: unknown) => void };
  const started = new Promise<void>((resolve, reject) => {
    settleStarted = { resolve, reject };
  });
  // The jobs of this worker reject with the same error, so this promise may stay unhandled.
  started.catch(() => {});
  let thread: PoolWorker | undefined;
  /** Keeps the process from ending while the worker has jobs. A browser has nothing like this. */
  let hold = { ref() {}, unref() {} };
  /** The name of a lock that the script holds as long as the worker lives. */
  let lock: string | undefined;
  let isWorking = false;
  let ended: { error: unknown } | undefined;
  const jobs = new Map<number, Waiting>();
  /** The suites whose modules the worker has. Modes of romulus-wasm/js run on Romulus' module there. */
  const suites = new Set([romulus.suite.key]);
  let queuedBytes = startLength;
  /** The bytes of work since this worker last derived a key. Undefined if it derived none. */
  let lengthSinceKey: number | undefined;
  let onWiped = () => {};
  let onIdle = () => {};
  let termination: Promise<void> | undefined;
  const startTimer = setTimeout(() => {
    end(startError(new Error(`no answer in ${startTime / 1000} seconds`)));
    discard();
  }, startTime);

  const order = (what: Order, transfer: ArrayBuffer[] = []): void => thread?.postMessage(what, transfer);
  const endThread = async (): Promise<unknown> => thread?.terminate();
  /** Does not wait, and ignores errors, because the jobs already got an earlier error. */
  const discard = () => void endThread().catch(() => {});

  function take(id: number): Waiting | undefined {
    const waiting = jobs.get(id);
    if (!waiting) return undefined;
    jobs.delete(id);
    queuedBytes -= waiting.length;
    if (jobs.size === 0) {
      hold.unref();
      onIdle();
    }
    waiting.unfollow();
    listener.freed();
    return waiting;
  }

  function end(error: unknown): void {
    onWiped();
    clearTimeout(startTimer);
    if (ended) return;
    ended = { error };
    settleStarted.reject(error);
    for (const id of [...jobs.keys()]) take(id)?.reject(error);
    listener.ended(error, isWorking);
  }

  const reactions: { [Type in Report['type']]: (report: Report & { type: Type }) => void } = {
    started({ locked }) {
      clearTimeout(startTimer);
      // No event reports that a Web Worker was terminated, but the runtime frees its locks.
      if (locked && lock) navigator.locks.request(lock, () => died(new Error('it was terminated'))).catch(() => {});
      isWorking = true;
      queuedBytes -= startLength;
      // A worker that is being terminated keeps the process alive until it has ended.
      if (jobs.size === 0 && !ended) hold.unref();
      settleStarted.resolve();
    },
    refused(report) {
      end(notLoaded(report, romulus));
      discard();
    },
    progress: ({ id, processed }) => jobs.get(id)?.progress(processed),
    done({ id, outcome }) {
      const waiting = take(id);
      if (waiting) waiting.resolve(outcome);
      else wipeBuffers(outcome);
    },
    failed: ({ id, error }) => take(id)?.reject(error),
    'not loaded'(report) {
      const waiting = take(report.id);
      waiting?.reject(notLoaded(report, waiting.loader));
    },
    ended: () => onWiped(),
  };

  /** A worker of the caller's may send other messages, which are ignored. */
  function hear(report: Report | null): void {
    const known: Record<string, (report: never) => void> = reactions;
    if (report && Object.hasOwn(known, report.type)) known[report.type]?.(report as never);
  }

  async function endAll(reason: unknown): Promise<void> {
    const canWipe = isWorking && !ended;
    end(reason);
    hold.ref();
    if (canWipe)
      await new Promise<void>((resolve) => {
        onWiped = resolve;
        order({ type: 'end' });
      });
    await endThread();
  }

  /** Rejects all jobs with the reason. Terminates the thread after the worker has overwritten the jobs' data. */
  function terminate(reason: unknown): Promise<void> {
    termination ??= endAll(reason);
    return termination;
  }

  /** May be called more than once. */
  const died = (cause: unknown) => end(isWorking ? new WorkerError(cause) : startError(cause));

  function listenTo(worker: PoolWorker): void {
    if (typeof worker.ref === 'function' && typeof worker.unref === 'function') hold = worker as ThreadWorker;
    if ('on' in worker) {
      let cause: unknown;
      worker.on('message', (message) => hear(message as Report | null));
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', (code) => died(cause ?? new Error(`exit code ${code}`)));
      return;
    }
    worker.addEventListener('message', ({ data }) => hear(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      discard();
      // The event has no message if the script could not be loaded.
      died(new Error(event.message || 'the script could not be loaded'));
    });
    // Pages have locks only in secure contexts.
    if (typeof navigator === 'object' && navigator.locks) lock = `romulus-wasm/pool ${crypto.randomUUID()}`;
  }

  try {
    const worker = makeWorker(source);
    listenTo(worker);
    thread = worker;
    order({ type: 'start', module, lock });
  } catch (cause) {
    end(cause instanceof UsageError ? cause : startError(cause));
  }

  return {
    started,
    hasEnded: () => ended !== undefined,
    queuedBytes: () => queuedBytes,
    /**
     * A worker divides its time among its jobs. It takes a second job, which it has when the first is done, more of them if they are short,
     * and any job that is at most half as long as each of the others.
     */
    canBegin(length: number): boolean {
      if (ended) return false;
      const isShort = jobs.size < 2 || queuedBytes + length <= shortJobs;
      return isShort || [...jobs.values()].every((job) => 2 * length <= job.length);
    },
    /** True if the worker does long work and may hold scrypt's memory, 128 MiB, which engines may free only when a worker ends. */
    mayHoldScryptMemory: () => lengthSinceKey !== undefined && lengthSinceKey > longWork,
    /** Transfers the buffers of a job. The loader must have loaded. Rejects with a WorkerError if the worker ends too early. */
    work<K extends Kind>(kind: K, job: SentJob<K>, options: JobOptions, loader: Loader): Promise<Outcome<K>> {
      const { length, signal, onProgress } = options;
      return new Promise<Outcome<K>>((resolve, reject) => {
        if (ended) throw ended.error;
        signal?.throwIfAborted();
        const id = nextId++;
        const cancel = (reason: unknown) => {
          take(id)?.reject(reason);
          order({ type: 'cancel', id });
        };
        const progress = (processed: number) => {
          try {
            onProgress?.(processed, length);
          } catch (error) {
            cancel(error);
          }
        };
        const { suite, engine } = loader;
        if (!suites.has(suite.key)) {
          order({ type: 'suite', suite, module: (engine as Engine).module });
          suites.add(suite.key);
        }
        order({ type: 'work', id, kind, job, tellsProgress: onProgress !== undefined }, buffersOf(job));
        const settle = { resolve: resolve as Waiting['resolve'], reject };
        const waiting = { length, loader, progress, unfollow: () => {}, ...settle };
        jobs.set(id, waiting);
        queuedBytes += length;
        if (kind === 'deriveKey') lengthSinceKey = 0;
        else if (lengthSinceKey !== undefined) lengthSinceKey += length;
        if (jobs.size === 1) hold.ref();
        waiting.unfollow = follow(signal, () => cancel(signal?.reason));
      });
    },
    terminate,
    /** Terminates the worker when its jobs have ended. */
    async retire(): Promise<void> {
      if (jobs.size > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      await terminate(undefined);
    },
  };
}

const notLoaded = ({ hint, cause }: { hint: string; cause: unknown }, { suite }: Loader) =>
  new LoadError(hint, cause, `the ${suite.name} module`);
