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
  /** Workers that are being replaced, or could not be, and the new one for each. */
  readonly #successors = new Map<WorkerHandle, WorkerHandle>();
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
      if (idlest.isSwollen && !this.#successors.has(idlest)) this.#replace(idlest).catch(() => {});
      return await idlest.work(kind, job, options, loader);
    } catch (error) {
      // It may not have been given away.
      wipeBuffers(job);
      throw error;
    }
  }

  /** The old worker goes on if the new one cannot start: its script may be gone by now. Rejects as `terminate` does. */
  async #replace(old: WorkerHandle): Promise<void> {
    const successor = this.#hire();
    this.#successors.set(old, successor);
    const hasStarted = await successor.started.then(
      () => true,
      () => false,
    );
    if (!hasStarted) return;
    const place = this.#workers.indexOf(old);
    // The old one may have ended by itself, and has a new one in its place then.
    if (place < 0) await successor.terminate(undefined);
    else {
      this.#workers[place] = successor;
      await old.retire();
    }
    this.#successors.delete(old);
  }

  /** Jobs that are not done, and all from now on, reject with the reason. Rejects if a worker of the caller's cannot be terminated. */
  async terminate(reason: unknown): Promise<void> {
    this.#ending.abort(reason);
    const all = new Set([...this.#workers, ...this.#successors.keys(), ...this.#successors.values()]);
    const outcomes = await Promise.allSettled([...all].map((worker) => worker.terminate(reason)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}
