/** The workers of a pool. A job goes to the worker with the fewest queued bytes, or waits until a worker can begin it. */
import type { WebAssemblyModule } from '../../base/platform.js';
import { follow } from '../../runtime/abort.js';
import { inThisContext } from '../../runtime/async-context.js';
import { release } from '../../runtime/release.js';
import { romulus } from '../../suites/romulus/modes.js';
import { buffersOf } from '../protocol.js';
import type { Kind, Outcome, SentJob } from '../worker/perform.js';
import { Queue, type Waiting } from './queue.js';
import type { WorkerSource } from './thread.js';
import { type JobOptions, WorkerHandle } from './worker-handle.js';

export class Workers {
  readonly size: number;
  readonly #hire: () => WorkerHandle;
  readonly #workers: WorkerHandle[] = [];
  /** The new worker of each worker that is being replaced or could not be replaced. */
  readonly #successors = new Map<WorkerHandle, WorkerHandle>();
  readonly #queue = new Queue<WorkerHandle>();
  readonly #end = new AbortController();
  readonly ending = this.#end.signal;

  constructor(size: number, source: WorkerSource | undefined, module: WebAssemblyModule) {
    this.size = size;
    const listener = { freed: () => this.#assign(), ended: this.#hearEnd };
    this.#hire = () => new WorkerHandle(source, module, listener);
    while (this.#workers.length < size) this.#workers.push(this.#hire());
  }

  async started(): Promise<void> {
    await Promise.all(this.#workers.map(({ started }) => started));
  }

  /**
   * A job of a suite other than Romulus passes that suite's loader, whose module this thread loads first. A job with long inputs is a
   * function, which copies them when a worker begins.
   */
  async work<K extends Kind>(
    kind: K,
    given: SentJob<K> | (() => SentJob<K>),
    { length, signal, onProgress }: JobOptions,
    loader = romulus,
  ): Promise<Outcome<K>> {
    let job = typeof given === 'function' ? undefined : given;
    let unfollow = () => {};
    const options = { length, signal, onProgress: onProgress && inThisContext(onProgress) };
    try {
      if (!loader.engine) await loader.load();
      this.ending.throwIfAborted();
      signal?.throwIfAborted();
      return await new Promise<Outcome<K>>((resolve, reject) => {
        const start = async (worker: WorkerHandle) => {
          unfollow();
          job ??= (given as () => SentJob<K>)();
          return worker.work(kind, job, options, loader);
        };
        const waiting: Waiting<WorkerHandle> = { length, begin: (worker) => resolve(start(worker)), reject };
        this.#queue.add(waiting);
        this.#replaceEnded();
        this.#assign();
        unfollow = follow(signal, () => {
          this.#queue.giveUp(waiting);
          reject(signal?.reason);
        });
      });
    } catch (error) {
      // A job that waited still has its buffers.
      release(buffersOf(job));
      throw error;
    } finally {
      unfollow();
    }
  }

  #assign(): void {
    for (let job = this.#queue.next; job; job = this.#queue.next) {
      const { length } = job;
      const [first, ...others] = this.#workers.filter((worker) => worker.canBegin(length));
      if (!first) return;
      const idlest = others.reduce((least, worker) => (worker.queuedBytes < least.queuedBytes ? worker : least), first);
      if (idlest.mayHoldScryptMemory && !this.#successors.has(idlest)) this.#replace(idlest).catch(() => {});
      this.#queue.begin(job);
      job.begin(idlest);
    }
  }

  /** Ended workers are replaced only when there is work: a script that always fails would be restarted forever. */
  #replaceEnded(): void {
    for (const [i, { hasEnded }] of this.#workers.entries()) if (hasEnded) this.#workers[i] = this.#hire();
  }

  #hearEnd = (error: unknown, hasWorked: boolean): void => {
    if (!this.#queue.next) return;
    if (hasWorked) this.#replaceEnded();
    else if (this.#workers.every(({ hasEnded }) => hasEnded)) this.#queue.rejectAll(error);
    this.#assign();
  };

  /** Rejects, and the old worker stays, if the new one cannot start, because the script may be gone by now. */
  async #replace(old: WorkerHandle): Promise<void> {
    const successor = this.#hire();
    this.#successors.set(old, successor);
    await successor.started;
    const place = this.#workers.indexOf(old);
    // If the old worker has ended by itself, another worker already has its place.
    if (place < 0) await successor.terminate(undefined);
    else {
      this.#workers[place] = successor;
      await old.retire();
    }
    this.#successors.delete(old);
  }

  /** Unfinished and later jobs reject with the reason. Rejects if a worker that the caller made cannot be terminated. */
  async terminate(reason: unknown): Promise<void> {
    this.#end.abort(reason);
    this.#queue.rejectAll(reason);
    const all = new Set([...this.#workers, ...this.#successors.keys(), ...this.#successors.values()]);
    const outcomes = await Promise.allSettled([...all].map((worker) => worker.terminate(reason)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
