/** A thread of a pool: one interface for Web Workers and for Node's worker threads. */
import { UsageError } from '../../base/errors.js';
import type { UrlLike, WorkerLike } from '../../base/platform.js';
import { builtin, type ThreadWorker } from '../../runtime/builtin.js';

/** The source of a pool's workers: the URL of their script, or a function that makes a worker from the script. */
export type WorkerSource = string | UrlLike | (() => WorkerLike);

export type Thread = ReturnType<typeof startThread>;

interface Listener {
  message(message: unknown): void;
  /** Called when the thread has ended for any reason, possibly more than once. */
  end(cause: unknown): void;
}

/** Does not wait, and ignores errors, because the user of the thread already got an earlier error. */
export function discard(thread: Thread | undefined): void {
  thread?.terminate().catch(() => {});
}

/** Starts a thread. Throws the runtime's own error if a worker cannot be made. */
export function startThread(source: WorkerSource | undefined, listener: Listener) {
  const worker = makeWorker(source) as ThreadWorker | (Worker & { ref?: undefined; unref?: undefined });
  // No event reports that a Web Worker was terminated, but the runtime frees its locks. Pages have locks only in secure contexts.
  const locks = 'on' in worker || typeof navigator !== 'object' ? undefined : navigator.locks;
  const lock = locks && `romulus-wasm/pool ${crypto.randomUUID()}`;
  const thread = {
    /** The name of a lock that the script must hold as long as the worker lives: when it is free, the worker has ended. */
    lock,
    lockIsHeld() {
      locks?.request(lock as string, () => listener.end(new Error('it was terminated'))).catch(() => {});
    },
    post: (message: unknown, transfer: ArrayBuffer[]) => worker.postMessage(message, transfer),
    /** Keeps the process alive while the thread runs, until `unref` is called. Both do nothing in browsers. */
    ref: () => worker.ref?.(),
    unref: () => worker.unref?.(),
    /** Rejects with the error of `terminate()` of a worker that the caller made. */
    terminate: async (): Promise<unknown> => worker.terminate(),
  };
  const { message, end } = listener;
  if ('on' in worker) {
    let cause: unknown;
    worker.on('message', message);
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => end(cause ?? new Error(`exit code ${code}`)));
  } else {
    worker.addEventListener('message', ({ data }) => message(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      discard(thread);
      // The event has no message if the script could not be loaded.
      end(new Error(event.message || 'the script could not be loaded'));
    });
  }
  return thread;
}

/** Worker objects that already belong to a pool. Sharing one would mix up the answers. */
const taken = new WeakSet<WorkerLike>();

function makeWorker(source: WorkerSource | undefined): WorkerLike {
  if (typeof source === 'function') {
    const worker = source();
    if (taken.has(worker))
      throw new UsageError('worker must return a new worker at each call, and a pool has this one already');
    taken.add(worker);
    return worker;
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
