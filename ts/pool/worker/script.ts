/** The worker's script. It obeys the pool's orders, and makes its engines from the modules that the pool sends. */
import { LoadError } from '../../base/errors.js';
import type { WebAssemblyModule } from '../../base/platform.js';
import { loaderOf } from '../../engine/loader.js';
import { builtin } from '../../runtime/builtin.js';
import { release } from '../../runtime/release.js';
import { romulus } from '../../suites/romulus/modes.js';
import { buffersOf, type Order, type Report } from '../protocol.js';
import { keepSuite, perform } from './perform.js';

declare const self: {
  postMessage(report: Report, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: { data: Order }) => void): void;
};

const port = builtin('node:worker_threads')?.parentPort;
const report = (what: Report) => (port ?? self).postMessage(what, what.type === 'done' ? buffersOf(what.outcome) : []);

const running = new Map<number, { controller: AbortController; ended: Promise<void> }>();
let started: Promise<unknown> | undefined;

const obey: { [Type in Order['type']]: (order: Order & { type: Type }) => void } = {
  start({ module, lock }) {
    started = start(module, lock);
  },
  suite: ({ suite, module }) => keepSuite(loaderOf(module, suite)),
  work(order) {
    const controller = new AbortController();
    running.set(order.id, { controller, ended: work(order, controller.signal) });
  },
  cancel: ({ id }) => running.get(id)?.controller.abort(),
  end,
};

async function start(module: WebAssemblyModule, lock: string | undefined): Promise<void> {
  keepSuite(romulus);
  try {
    const [locked] = await Promise.all([lock !== undefined && hold(lock), romulus.load(module)]);
    report({ type: 'started', locked });
  } catch (error) {
    const { hint, cause } = error as LoadError;
    report({ type: 'refused', hint, cause });
  }
}

/** Takes a lock, which the runtime frees when this worker ends for any reason. Returns whether the lock was granted. */
const hold = (lock: string): Promise<boolean> =>
  new Promise((resolve) => {
    const forever = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    navigator.locks.request(lock, forever).catch(() => resolve(false));
  });

async function work({ id, kind, job, tellsProgress }: Order & { type: 'work' }, signal: AbortSignal): Promise<void> {
  try {
    await started;
    const onProgress = tellsProgress ? (processed: number) => report({ type: 'progress', id, processed }) : undefined;
    report({ type: 'done', id, outcome: await perform(kind, job, { signal, onProgress }) });
  } catch (error) {
    // The pool no longer waits for a cancelled job.
    if (signal.aborted) return;
    if (error instanceof LoadError) report({ type: 'not loaded', id, hint: error.hint, cause: error.cause });
    else report({ type: 'failed', id, error });
  } finally {
    release(buffersOf(job));
    running.delete(id);
  }
}

async function end(): Promise<void> {
  const all = [...running.values()];
  for (const { controller } of all) controller.abort();
  await Promise.all(all.map(({ ended }) => ended));
  report({ type: 'ended' });
}

/** A test can send other orders, which are ignored. */
const hear = (order: Order): void => obey[order.type]?.(order as never);
if (port) port.on('message', (order) => hear(order as Order));
else self.addEventListener('message', ({ data }) => hear(data));
