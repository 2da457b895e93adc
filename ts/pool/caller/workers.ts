/** The workers of a pool. A job goes to the worker with the fewest queued bytes, or waits until a worker can begin it. */
import type { WebAssemblyModule } from '../../base/platform.js';
import { follow } from '../../runtime/abort.js';
import { inThisContext } from '../../runtime/builtin.js';
import { release } from '../../runtime/release.js';
import { romulus } from '../../suites/romulus/modes.js';
import { buffersOf } from '../protocol.js';
import type { Kind, Outcome, SentJob } from '../worker/perform.js';
import { Queue, type Waiting } from './queue.js';
import type { WorkerSource } from './thread.js';
import { hireWorker, type JobOptions, type WorkerHandle } from './worker-handle.js';

export type Workers = ReturnType<typeof workersOf>;

export function workersOf(size: number, source: WorkerSource | undefined, module: WebAssemblyModule) {
  const queue = new Queue<WorkerHandle>();
  /** The new worker of each worker that is being replaced or could not be replaced. */
  const successors = new Map<WorkerHandle, WorkerHandle>();
  const end = new AbortController();
  const workers: WorkerHandle[] = [];
  const hire = () => hireWorker(source, module, { freed: assign, ended: hearEnd });
  while (workers.length < size) workers.push(hire());

  function assign(): void {
    for (let job = queue.next; job; job = queue.next) {
      const { length } = job;
      const [first, ...others] = workers.filter((worker) => worker.canBegin(length));
      if (!first) return;
      const idlest = others.reduce((one, other) => (other.queuedBytes() < one.queuedBytes() ? other : one), first);
      if (idlest.mayHoldScryptMemory() && !successors.has(idlest)) replace(idlest).catch(() => {});
      queue.begin(job);
      job.begin(idlest);
    }
  }

  /** Ended workers are replaced only when there is work: a script that always fails would be restarted forever. */
  function replaceEnded(): void {
    for (const [i, worker] of workers.entries()) if (worker.hasEnded()) workers[i] = hire();
  }

  function hearEnd(error: unknown, hasWorked: boolean): void {
    if (!queue.next) return;
    if (hasWorked) replaceEnded();
    else if (workers.every((worker) => worker.hasEnded())) queue.rejectAll(error);
    assign();
  }

  /** Rejects, and the old worker stays, if the new one cannot start, because the script may be gone by now. */
  async function replace(old: WorkerHandle): Promise<void> {
    const successor = hire();
    successors.set(old, successor);
    await successor.started;
    const place = workers.indexOf(old);
    // If the old worker has ended by itself, another worker already has its place.
    if (place < 0) await successor.terminate(undefined);
    else {
      workers[place] = successor;
      await old.retire();
    }
    successors.delete(old);
  }

  return {
    size,
    ending: end.signal,
    started: () => Promise.all(workers.map(({ started }) => started)),
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
        end.signal.throwIfAborted();
        signal?.throwIfAborted();
        return await new Promise<Outcome<K>>((resolve, reject) => {
          const start = async (worker: WorkerHandle) => {
            unfollow();
            job ??= (given as () => SentJob<K>)();
            return worker.work(kind, job, options, loader);
          };
          const waiting: Waiting<WorkerHandle> = { length, begin: (worker) => resolve(start(worker)), reject };
          queue.add(waiting);
          replaceEnded();
          assign();
          unfollow = follow(signal, () => {
            queue.giveUp(waiting);
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
    },
    /** Unfinished and later jobs reject with the reason. Rejects if a worker that the caller made cannot be terminated. */
    async terminate(reason: unknown): Promise<void> {
      end.abort(reason);
      queue.rejectAll(reason);
      const all = new Set([...workers, ...successors.keys(), ...successors.values()]);
      const outcomes = await Promise.allSettled([...all].map((worker) => worker.terminate(reason)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}
