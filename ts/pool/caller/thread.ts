/** A thread of a pool: a Web Worker or one of Node's, by what the pool needs of either. */
import { UsageError } from '../../api/errors.js';
import type { UrlLike, WorkerLike } from '../../api/platform.js';
import { builtin, type ThreadWorker } from '../../runtime/builtin.js';

/** The source of a pool's workers: the address of their script, or a function that makes a worker of it. */
export type WorkerSource = string | UrlLike | (() => WorkerLike);

export interface Thread {
  /** A lock that the script must hold for life, and say that it does, so that its end can be told. */
  readonly lock: string | undefined;
  lockIsHeld(): void;
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** The process, where there is one, is to wait for it from now on, or no more. */
  ref(): void;
  unref(): void;
  /** Rejects with what a worker of the caller's throws or rejects with. */
  terminate(): Promise<unknown>;
}

interface Listener {
  message(message: unknown): void;
  /** The thread is no more, for whatever reason; may be told more than once. */
  end(cause: unknown): void;
}

/** Terminates a thread that is of no more use, and does not wait for it: whoever uses it has heard of another error. */
export function discard(thread: Thread | undefined): void {
  thread?.terminate().catch(() => {});
}

/** Throws what the runtime throws if it can have no worker. */
export function startThread(source: WorkerSource | undefined, listener: Listener): Thread {
  const worker = makeWorker(source);
  return 'on' in worker ? nodeThread(worker as ThreadWorker, listener) : webThread(worker as Worker, listener);
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
  // Bundlers for browsers do not follow variables. webpack warns of an address that it can read only in part.
  const [script, here] = ['./pool-worker.js', import.meta.url];
  // Without the process's own flags: some are only for a program that is typed in, others load what a worker does not need.
  if (threads) return new threads.Worker(source ?? new URL(script, here), { execArgv: [] });
  if (typeof Worker !== 'function') throw new Error('there is no Worker');
  if (source !== undefined) return new Worker(source as URL, { type: 'module' });
  // In one expression, by which bundlers know it.
  return new Worker(new URL('./pool-worker.js', import.meta.url), { type: 'module' });
}

function nodeThread(worker: ThreadWorker, { message, end }: Listener): Thread {
  let cause: unknown;
  worker.on('message', message);
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', (code) => end(cause ?? new Error(`exit code ${code}`)));
  return {
    lock: undefined,
    lockIsHeld: () => {},
    post: (message, transfer) => worker.postMessage(message, transfer),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: async () => worker.terminate(),
  };
}

function webThread(worker: Worker, { message, end }: Listener): Thread {
  // Nothing tells that a Web Worker was terminated, but its locks are set free. Pages have them in secure contexts only.
  const locks = typeof navigator === 'object' ? navigator.locks : undefined;
  const lock = locks && `romulus-wasm/pool ${crypto.randomUUID()}`;
  const thread: Thread = {
    lock,
    lockIsHeld: () => locks?.request(lock as string, () => end(new Error('it was terminated'))).catch(() => {}),
    post: (message, transfer) => worker.postMessage(message, transfer),
    ref: () => {},
    unref: () => {},
    terminate: async () => worker.terminate(),
  };
  worker.addEventListener('message', ({ data }) => message(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    discard(thread);
    // There is no message if the script could not be loaded.
    end(new Error(event.message || 'the script could not be loaded'));
  });
  return thread;
}
