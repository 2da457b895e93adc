/** The workers of a pool: each job goes to the one that has the least to do. */
import type { WebAssemblyModule } from '../../api/platform.js';
import { romulus } from '../../suites/romulus/modes.js';
import type { Kind, Outcome, SentJob } from '../protocol.js';
import { wipeBuffers } from '../protocol.js';
import type { WorkerSource } from './thread.js';
import { type JobOptions, WorkerHandle } from './worker-handle.js';

export class Workers {
  readonly size: number;
  readonly #hire: () => WorkerHandle;
  readonly #workers: WorkerHandle[];
  readonly #ending = new AbortController();

  constructor(size: number, source: WorkerSource | undefined, module: WebAssemblyModule) {
    this.size = size;
    this.#hire = () => new WorkerHandle(source, module);
    this.#workers = Array.from({ length: size }, this.#hire);
  }

  /** Aborts, with the reason, when they are terminated. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves once all can work; rejects with a LoadError if one cannot. */
  async started(): Promise<void> {
    await Promise.all(this.#workers.map(({ started }) => started));
  }

  /** A job of another suite than Romulus comes with its loader, which loads here first. */
  async work<K extends Kind>(kind: K, job: SentJob<K>, options: JobOptions, loader = romulus): Promise<Outcome<K>> {
    try {
      if (!loader.engine) await loader.load();
      this.ending.throwIfAborted();
      // Only now that there is work: a script that always fails would be started over and over otherwise.
      for (const [i, { hasEnded }] of this.#workers.entries()) if (hasEnded) this.#workers[i] = this.#hire();
      const idlest = this.#workers.reduce((least, worker) => (worker.queuedBytes < least.queuedBytes ? worker : least));
      return await idlest.work(kind, job, options, loader);
    } catch (error) {
      // It may not have been given away.
      wipeBuffers(job);
      throw error;
    }
  }

  /** Jobs that are not done, and all from now on, reject with the reason. Rejects if a worker of the caller's cannot be terminated. */
  async terminate(reason: unknown): Promise<void> {
    this.#ending.abort(reason);
    const outcomes = await Promise.allSettled(this.#workers.map((worker) => worker.terminate(reason)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
