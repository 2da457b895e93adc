/** Makes the thread of a worker: a Web Worker, or a worker thread of Node. */
import { UsageError } from '../../base/errors.js';
import type { UrlLike, WorkerLike } from '../../base/platform.js';
import { builtin, type ThreadWorker } from '../../runtime/builtin.js';

/** The source of a pool's workers: the URL of their script, or a function that makes a worker from the script. */
export type WorkerSource = string | UrlLike | (() => WorkerLike);

/** @internal */
export type PoolWorker = ThreadWorker | (Worker & Partial<Pick<ThreadWorker, 'ref' | 'unref'>>);

/** Worker objects that already belong to a pool. Sharing one would mix up the answers. */
const taken = new WeakSet<WorkerLike>();

/** @internal Throws the runtime's own error if a worker cannot be made. */
export function makeWorker(source: WorkerSource | undefined): PoolWorker {
  if (typeof source === 'function') {
    const worker = source();
    if (taken.has(worker))
      throw new UsageError('worker must return a new worker at each call, and a pool has this one already');
    taken.add(worker);
    return worker as PoolWorker;
  }
  const threads = builtin('node:worker_threads');
  // The variables hide this path from bundlers for browsers. webpack would warn about a path that it reads only in part.
  const [script, here] = ['./pool-worker.js', import.meta.url];
  // The process's flags are not inherited: some fail in workers, and others load code that a worker does not need.
  if (threads) return new threads.Worker(source ?? new URL(script, here), { execArgv: [] });
  if (typeof Worker !== 'function') throw new Error('there is no Worker');
  if (source !== undefined) return new Worker(source as URL, { type: 'module' });
  // Bundlers recognise a worker only by this single expression.
  return new Worker(new URL('./pool-worker.js', import.meta.url), { type: 'module' });
}
