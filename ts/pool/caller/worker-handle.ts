/** The pool's view of a worker: its start, its jobs and its end. */
import { LoadError, UsageError, WorkerError } from '../../base/errors.js';
import type { CheckedOptions } from '../../base/options.js';
import type { WebAssemblyModule } from '../../base/platform.js';
import type { Engine } from '../../engine/engine.js';
import type { Loader } from '../../engine/loader.js';
import { follow } from '../../runtime/abort.js';
import { romulus } from '../../suites/romulus/modes.js';
import { buffersOf, type Order, type Report, wipeBuffers } from '../protocol.js';
import type { Kind, Outcome, SentJob } from '../worker/perform.js';
import { discard, startThread, type Thread, type WorkerSource } from './thread.js';

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

export interface WorkerListener {
  freed(): void;
  /** The worker has ended. `hasWorked` is false if it could not start. */
  ended(error: unknown, hasWorked: boolean): void;
}

export class WorkerHandle {
  readonly started: Promise<void>;
  #settleStarted!: { resolve: () => void; reject: (error: unknown) => void };
  #thread: Thread | undefined;
  #isWorking = false;
  #ended: { error: unknown } | undefined;
  readonly #jobs = new Map<number, Waiting>();
  /** The suites whose modules the worker has. Modes of romulus-wasm/js run on Romulus' module there. */
  readonly #suites = new Set([romulus.suite.key]);
  #queuedBytes = startLength;
  /** The bytes of work since this worker last derived a key. Undefined if it derived none. */
  #lengthSinceKey: number | undefined;
  readonly #listener: WorkerListener;
  readonly #startTimer: ReturnType<typeof setTimeout>;
  #onWiped = () => {};
  #onIdle = () => {};
  #termination: Promise<void> | undefined;

  constructor(source: WorkerSource | undefined, module: WebAssemblyModule, listener: WorkerListener) {
    this.#listener = listener;
    this.started = new Promise((resolve, reject) => {
      this.#settleStarted = { resolve, reject };
    });
    // The jobs of this worker reject with the same error, so this promise may stay unhandled.
    this.started.catch(() => {});
    this.#startTimer = setTimeout(() => {
      this.#end(startError(new Error(`no answer in ${startTime / 1000} seconds`)));
      discard(this.#thread);
    }, startTime);
    try {
      this.#thread = startThread(source, {
        message: (message) => this.#hear(message as Report | null),
        end: (cause) => this.#end(this.#isWorking ? new WorkerError(cause) : startError(cause)),
      });
      this.#order({ type: 'start', module, lock: this.#thread.lock });
    } catch (cause) {
      this.#end(cause instanceof UsageError ? cause : startError(cause));
    }
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /**
   * A worker divides its time among its jobs. It takes a second job, which it has when the first is done, more of them if they are short,
   * and any job that is at most half as long as each of the others.
   */
  canBegin(length: number): boolean {
    if (this.hasEnded) return false;
    const isShort = this.#jobs.size < 2 || this.#queuedBytes + length <= shortJobs;
    return isShort || [...this.#jobs.values()].every((job) => 2 * length <= job.length);
  }

  /** True if the worker does long work and may hold scrypt's memory, 128 MiB, which engines may free only when a worker ends. */
  get mayHoldScryptMemory(): boolean {
    return this.#lengthSinceKey !== undefined && this.#lengthSinceKey > longWork;
  }

  /** Transfers the buffers of a job. The loader must have loaded. Rejects with a WorkerError if the worker ends too early. */
  work<K extends Kind>(kind: K, job: SentJob<K>, options: JobOptions, loader: Loader): Promise<Outcome<K>> {
    const { length, signal, onProgress } = options;
    return new Promise<Outcome<K>>((resolve, reject) => {
      if (this.#ended) throw this.#ended.error;
      signal?.throwIfAborted();
      const id = nextId++;
      const cancel = (reason: unknown) => {
        this.#take(id)?.reject(reason);
        this.#order({ type: 'cancel', id });
      };
      const progress = (processed: number) => {
        try {
          onProgress?.(processed, length);
        } catch (error) {
          cancel(error);
        }
      };
      const { suite, engine } = loader;
      if (!this.#suites.has(suite.key)) {
        this.#order({ type: 'suite', suite, module: (engine as Engine).module });
        this.#suites.add(suite.key);
      }
      this.#order({ type: 'work', id, kind, job, tellsProgress: onProgress !== undefined }, buffersOf(job));
      const settle = { resolve: resolve as Waiting['resolve'], reject };
      const waiting = { length, loader, progress, unfollow: () => {}, ...settle };
      this.#jobs.set(id, waiting);
      this.#queuedBytes += length;
      if (kind === 'deriveKey') this.#lengthSinceKey = 0;
      else if (this.#lengthSinceKey !== undefined) this.#lengthSinceKey += length;
      if (this.#jobs.size === 1) this.#thread?.ref();
      waiting.unfollow = follow(signal, () => cancel(signal?.reason));
    });
  }

  /** Rejects all jobs with the reason. Terminates the thread after the worker has overwritten the jobs' data. */
  terminate(reason: unknown): Promise<void> {
    this.#termination ??= this.#terminate(reason);
    return this.#termination;
  }

  async retire(): Promise<void> {
    if (this.#jobs.size > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    await this.terminate(undefined);
  }

  async #terminate(reason: unknown): Promise<void> {
    const canWipe = this.#isWorking && !this.hasEnded;
    this.#end(reason);
    this.#thread?.ref();
    if (canWipe)
      await new Promise<void>((resolve) => {
        this.#onWiped = resolve;
        this.#order({ type: 'end' });
      });
    await this.#thread?.terminate();
  }

  readonly #reactions: { [Type in Report['type']]: (report: Report & { type: Type }) => void } = {
    started: ({ locked }) => {
      clearTimeout(this.#startTimer);
      if (locked) this.#thread?.lockIsHeld();
      this.#isWorking = true;
      this.#queuedBytes -= startLength;
      // A worker that is being terminated keeps the process alive until it has ended.
      if (this.#jobs.size === 0 && !this.hasEnded) this.#thread?.unref();
      this.#settleStarted.resolve();
    },
    refused: (report) => {
      this.#end(notLoaded(report, romulus));
      discard(this.#thread);
    },
    progress: ({ id, processed }) => this.#jobs.get(id)?.progress(processed),
    done: ({ id, outcome }) => {
      const waiting = this.#take(id);
      if (waiting) waiting.resolve(outcome);
      else wipeBuffers(outcome);
    },
    failed: ({ id, error }) => this.#take(id)?.reject(error),
    'not loaded': (report) => {
      const waiting = this.#take(report.id);
      waiting?.reject(notLoaded(report, waiting.loader));
    },
    ended: () => this.#onWiped(),
  };

  /** A worker of the caller's may send other messages, which are ignored. */
  #hear(report: Report | null): void {
    const reactions: Record<string, (report: never) => void> = this.#reactions;
    if (report && Object.hasOwn(reactions, report.type)) reactions[report.type]?.(report as never);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#jobs.get(id);
    if (!waiting) return undefined;
    this.#jobs.delete(id);
    this.#queuedBytes -= waiting.length;
    if (this.#jobs.size === 0) {
      this.#thread?.unref();
      this.#onIdle();
    }
    waiting.unfollow();
    this.#listener.freed();
    return waiting;
  }

  #end(error: unknown): void {
    this.#onWiped();
    clearTimeout(this.#startTimer);
    if (this.#ended) return;
    this.#ended = { error };
    this.#settleStarted.reject(error);
    for (const id of [...this.#jobs.keys()]) this.#take(id)?.reject(error);
    this.#listener.ended(error, this.#isWorking);
  }

  #order = (order: Order, transfer: ArrayBuffer[] = []): void => this.#thread?.post(order, transfer);
}

const notLoaded = ({ hint, cause }: { hint: string; cause: unknown }, { suite }: Loader) =>
  new LoadError(hint, cause, `the ${suite.name} module`);
