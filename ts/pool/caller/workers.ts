/** The workers of a pool. Each job goes to the worker with the fewest queued bytes. */
import type { WebAssemblyModule } from '../../api/platform.js';
import { romulus } from '../../suites/romulus/modes.js';
import { type Kind, type Outcome, type SentJob, wipeBuffers } from '../protocol.js';
import type { WorkerSource } from './thread.js';
import { type JobOptions, WorkerHandle } from './worker-handle.js';

export class Workers {
  readonly size: number;
  readonly #hire: () => WorkerHandle;
  readonly #workers: WorkerHandle[];
  /** The new worker of each worker that is being replaced or could not be replaced. */
  readonly #successors = new Map<WorkerHandle, WorkerHandle>();
  readonly #end = new AbortController();
  /** Aborts with the reason when the workers are terminated. */
  readonly ending = this.#end.signal;

  constructor(size: number, source: WorkerSource | undefined, module: WebAssemblyModule) {
    this.size = size;
    this.#hire = () => new WorkerHandle(source, module);
    this.#workers = Array.from({ length: size }, this.#hire);
  }

  /** Resolves when all workers can work. Rejects with a LoadError if a worker cannot start. */
  async started(): Promise<void> {
    await Promise.all(this.#workers.map(({ started }) => started));
  }

  /** A job of a suite other than Romulus passes that suite's loader, whose module this thread loads first. */
  async work<K extends Kind>(kind: K, job: SentJob<K>, options: JobOptions, loader = romulus): Promise<Outcome<K>> {
    try {
      if (!loader.engine) await loader.load();
      this.ending.throwIfAborted();
      // Ended workers are replaced only when there is work: a script that always fails would be restarted forever.
      for (const [i, { hasEnded }] of this.#workers.entries()) if (hasEnded) this.#workers[i] = this.#hire();
      const idlest = this.#workers.reduce((least, worker) => (worker.queuedBytes < least.queuedBytes ? worker : least));
      if (idlest.mayHoldScryptMemory && !this.#successors.has(idlest)) this.#replace(idlest).catch(() => {});
      return await idlest.work(kind, job, options, loader);
    } catch (error) {
      // The job's buffers may not have been transferred.
      wipeBuffers(job);
      throw error;
    }
  }

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
    const all = new Set([...this.#workers, ...this.#successors.keys(), ...this.#successors.values()]);
    const outcomes = await Promise.allSettled([...all].map((worker) => worker.terminate(reason)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
