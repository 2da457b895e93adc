/** A worker as its pool sees it: it starts, works the jobs that it is given, and ends, well or not. */
import { follow } from '../abort.js';
import type { Engine } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import { LoadError, UsageError, WorkerError } from '../errors.js';
import type { WebAssemblyModule } from '../platform.js';
import { romulus } from '../suites/romulus/modes.js';
import type { ReadOptions } from '../work-options.js';
import type { Job, Kind, Outcome } from './jobs.js';
import { buffersOf, type Order, type Report, wipeBuffers } from './protocol.js';
import { discard, startThread, type Thread, type WorkerSource } from './thread.js';

/** What a job comes with besides. */
export interface JobOptions extends ReadOptions {
  /** About how much work it is, in bytes. */
  readonly load: number;
}

/** In no two jobs the same, whatever worker or pool they are of: an answer is for the job that was asked for, or for none. */
let nextId = 0;

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** A job that is not done, by what its promise waits for. */
interface Waiting {
  readonly load: number;
  readonly loader: Loader;
  progress(processed: number): void;
  /** Lets go of the signal. */
  unfollow(): void;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

/** What the time to start is worth in bytes of work. */
const startLoad = 4_194_304;
/** After so many milliseconds a worker will not start any more: its script is another one, say. */
const startTime = 30_000;

const scriptHint =
  'pool-worker.js of romulus-wasm must lie beside the script that has createPool (for esbuild make romulus-wasm/pool/worker an ' +
  'entry point), or its address must be given as `worker`; in a page, worker-src or script-src of the Content-Security-Policy must ' +
  'allow it; runtimes without workers have the functions of romulus-wasm itself';

export class WorkerHandle {
  /** Settles when it is known whether the worker can work; a LoadError if not. */
  readonly started: Promise<void>;
  #settleStarted!: { resolve: () => void; reject: (error: unknown) => void };
  #thread: Thread | undefined;
  #isWorking = false;
  /** Why it works no more. */
  #ended: { error: unknown } | undefined;
  readonly #jobs = new Map<number, Waiting>();
  /** Of the suites that it has. */
  readonly #loaders = new Set<Loader>([romulus]);
  #load = startLoad;
  readonly #startTimer: unknown;
  #onWiped = () => {};

  constructor(source: WorkerSource | undefined, module: WebAssemblyModule) {
    this.started = new Promise((resolve, reject) => {
      this.#settleStarted = { resolve, reject };
    });
    // Whoever waits for its jobs hears of it too.
    this.started.catch(() => {});
    this.#startTimer = setTimeout(() => {
      this.#end(startError(scriptHint, new Error(`no answer in ${startTime / 1000} seconds`)));
      discard(this.#thread);
    }, startTime);
    try {
      this.#thread = startThread(source, {
        message: (message) => this.#hear(message as Report),
        end: (cause) => this.#end(this.#isWorking ? new WorkerError(cause) : startError(scriptHint, cause)),
      });
      this.#order({ type: 'start', module, lock: this.#thread.lock });
    } catch (cause) {
      this.#end(cause instanceof UsageError ? cause : startError(scriptHint, cause));
    }
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** About how much work comes before that of a new job, in bytes. */
  get load(): number {
    return this.hasEnded ? Number.POSITIVE_INFINITY : this.#load;
  }

  /**
   * The job's buffers are transferred. Its loader has loaded; the worker gets the module with the first job of the suite. Rejects with a
   * WorkerError if the worker ends before the job is done.
   */
  work<K extends Kind>(kind: K, job: Job<K>, options: JobOptions, loader: Loader): Promise<Outcome<K>> {
    const { load, signal, onProgress } = options;
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
          onProgress?.(processed, load);
        } catch (error) {
          cancel(error);
        }
      };
      if (!this.#loaders.has(loader)) {
        this.#order({ type: 'suite', suite: loader.suite, module: (loader.loaded() as Engine).module });
        this.#loaders.add(loader);
      }
      this.#order({ type: 'work', id, kind, job, tellsProgress: onProgress !== undefined }, buffersOf(job));
      const settle = { resolve: resolve as (outcome: unknown) => void, reject };
      const waiting = { load, loader, progress, unfollow: () => {}, ...settle };
      this.#jobs.set(id, waiting);
      this.#load += load;
      if (this.#jobs.size === 1) this.#thread?.ref();
      waiting.unfollow = follow(signal, () => cancel(signal?.reason));
    });
  }

  /** Cancels all jobs, which reject with the reason, and terminates the thread once it has overwritten what it had of them. */
  async terminate(reason: unknown): Promise<void> {
    const canWipe = this.#isWorking && !this.hasEnded;
    this.#end(reason);
    this.#thread?.ref();
    if (canWipe) {
      const wiped = new Promise<void>((resolve) => {
        this.#onWiped = resolve;
      });
      this.#order({ type: 'end' });
      await wiped;
    }
    await this.#thread?.terminate();
  }

  #hear(report: Report): void {
    switch (report.type) {
      case 'started':
        clearTimeout(this.#startTimer);
        if (report.locked) this.#thread?.lockIsHeld();
        this.#isWorking = true;
        this.#load -= startLoad;
        // One that is being terminated keeps the process until it has gone.
        if (this.#jobs.size === 0 && !this.hasEnded) this.#thread?.unref();
        this.#settleStarted.resolve();
        break;
      case 'refused':
        this.#end(notLoaded(report, romulus));
        discard(this.#thread);
        break;
      case 'progress':
        this.#jobs.get(report.id)?.progress(report.processed);
        break;
      case 'done': {
        const waiting = this.#take(report.id);
        if (waiting) waiting.resolve(report.outcome);
        else wipeBuffers(report.outcome);
        break;
      }
      case 'failed':
        this.#take(report.id)?.reject(report.error);
        break;
      case 'not loaded': {
        const waiting = this.#take(report.id);
        waiting?.reject(notLoaded(report, waiting.loader));
        break;
      }
      case 'ended':
        this.#onWiped();
    }
  }

  /** The job is its worker's no more. */
  #take(id: number): Waiting | undefined {
    const waiting = this.#jobs.get(id);
    if (!waiting) return undefined;
    this.#jobs.delete(id);
    this.#load -= waiting.load;
    if (this.#jobs.size === 0) this.#thread?.unref();
    waiting.unfollow();
    return waiting;
  }

  #end(error: unknown): void {
    this.#onWiped();
    clearTimeout(this.#startTimer);
    if (this.#ended) return;
    this.#ended = { error };
    this.#settleStarted.reject(error);
    for (const id of [...this.#jobs.keys()]) this.#take(id)?.reject(error);
  }

  #order(order: Order, transfer: ArrayBuffer[] = []): void {
    this.#thread?.post(order, transfer);
  }
}

const notLoaded = ({ hint, cause }: { hint: string; cause: unknown }, { suite }: Loader) =>
  new LoadError(hint, cause, `the ${suite.name} module`);

const startError = (hint: string, cause: unknown) => new LoadError(hint, cause, "a pool's worker");
