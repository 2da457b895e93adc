/** Workers for pools of the source. A test can end them in every possible way, and ask for the rest of their memory. */
import { afterAll, inject, onTestFinished } from 'vitest';
import { createPool, type Pool, type PoolOptions, type WorkerLike } from '../../../ts/pool/index.js';

const threads = typeof document === 'undefined' ? process.getBuiltinModule('node:worker_threads') : undefined;

/** Runs before the worker's script: takes the test's orders, and keeps them from the script. */
const prelude = `
  const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort;
  const target = port ?? self;
  // A loop is several times as fast as \`some\`, and reads megabytes again and again.
  const differs = (bytes, image) => {
    for (let i = 0; i < bytes.length; i++) if (bytes[i] !== (image ? image[i] : 0)) return true;
    return false;
  };
  const wants = {
    exit: () => (port ? process.exit(7) : self.close()),
    throw: () => queueMicrotask(() => { throw new Error('of the test'); }),
    memory: async () => {
      const left = made.splice(0).filter((array) => array.length > 0 && differs(array));
      made.push(...left);
      const dirty = memories.some(({ buffer, image }) => differs(new Uint8Array(buffer), image));
      target.postMessage({ type: 'memory', dirty, left: left.map((array) => array.slice(0, 64)) });
    },
    silence: () => {
      const post = target.postMessage.bind(target);
      target.postMessage = (report, ...given) => {
        if (report.type !== 'done') post(report, ...given);
      };
    },
  };
  const listen = (hear) =>
    port ? port.on('message', hear) : self.addEventListener('message', (event) => hear(event.data));
  listen((message) => wants[message?.test]?.());
`;

/** Records the modules' memories and all arrays, also those that the pool sends. */
const watching = `
  const Original = Uint8Array;
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (source) => {
    const instance = await instantiate(source);
    const { buffer } = instance.exports.memory;
    memories.push({ buffer, image: new Original(buffer).slice() });
    return instance;
  };
  const isMemory = (given) => memories.some(({ buffer }) => buffer === given);
  globalThis.Uint8Array = new Proxy(Original, {
    construct(target, values) {
      const array = Reflect.construct(target, values);
      if (!isMemory(array.buffer)) made.push(array);
      return array;
    },
  });
  const find = (value) => {
    if (ArrayBuffer.isView(value)) made.push(new Original(value.buffer));
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) find(each);
  };
  const note = (message) => message?.type === 'work' && find(message.job);
  listen(note);
`;

/** A worker with the events that a test needs. */
export interface TestWorker extends WorkerLike {
  addEventListener?(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener?(type: 'message', listener: (event: { data: unknown }) => void): void;
  on?(type: 'message', listener: (message: unknown) => void): void;
  off?(type: 'message', listener: (message: unknown) => void): void;
  once?(type: 'exit', listener: () => void): void;
}

const ends = new WeakMap<TestWorker, () => Promise<void>>();

export function workerOf(text: string): TestWorker {
  if (threads) {
    const one = new threads.Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`)) as TestWorker;
    const exit = new Promise<void>((resolve) => one.once?.('exit', resolve));
    ends.set(one, () => exit);
    return one;
  }
  // Browsers have no event for the end of a worker, but the end frees its locks.
  const lock = crypto.randomUUID();
  const holding = `navigator.locks.request('${lock}', () => new Promise(() => {}));\n`;
  const address = URL.createObjectURL(new Blob([holding, text], { type: 'text/javascript' }));
  const one = new Worker(address, { type: 'module' }) as TestWorker;
  ends.set(one, async () => {
    await navigator.locks.request(lock, () => {});
    // The browser first answers those who asked for the worker's lock earlier.
    await navigator.locks.request(lock, () => {});
  });
  return one;
}

export const endOf = (worker: TestWorker): Promise<void> => (ends.get(worker) as () => Promise<void>)();

/** The worker, whose `terminate()` ends it and throws. */
export function endingBy(one: TestWorker, error: Error): TestWorker {
  const { terminate } = one;
  one.terminate = () => {
    terminate.call(one);
    throw error;
  };
  return one;
}

const script = inject('poolWorkerText');

/** The `worker` option for `createPool`. */
export const worker = (): TestWorker => workerOf(script);

/** The `worker` option, the workers that it made, which obey the test's orders, and what they were sent. `before` runs before all. */
export function collected({ watched = false, before = '' } = {}) {
  const workers: TestWorker[] = [];
  const sent: (Order & { to: number })[] = [];
  // A block keeps these names apart from the script's.
  const text = `{ const memories = []; const made = []; ${prelude} ${watched ? watching : ''} ${before} }\n${script}`;
  const worker = () => {
    const one = workerOf(text);
    const to = workers.push(one) - 1;
    onOrders(one, (order) => sent.push({ ...order, to }));
    return one;
  };
  return { workers, worker, sent };
}

/** A pool for all tests of a file. */
export async function poolOf(threads: number): Promise<Pool> {
  const pool = await createPool({ threads, worker });
  afterAll(() => pool.close());
  return pool;
}

/** A pool for one test, its workers, including replacements, and what they were sent. */
export async function pooled(options: PoolOptions, { before = '' } = {}) {
  const { worker, ...rest } = collected({ before });
  const pool = await createPool({ ...options, worker });
  onTestFinished(() => pool.close());
  return { pool, ...rest };
}

/** Waits until all workers have ended; if one does not end, neither does the test. */
export async function expectGone(workers: TestWorker[]): Promise<void> {
  await Promise.all(workers.map(endOf));
}

interface Order {
  type: string;
  module?: WebAssembly.Module;
  suite?: { name: string; key: string };
}

/** Calls `hear` for each order to a worker, right after the worker gets it. */
function onOrders(worker: TestWorker, hear: (order: Order) => void): void {
  const post = worker.postMessage;
  worker.postMessage = (message, transfer) => {
    post.call(worker, message, transfer);
    hear(message as Order);
  };
}

/** Calls back right after a worker gets its next job. */
export function atNextJob(worker: TestWorker, callback: () => void): void {
  let isDone = false;
  onOrders(worker, ({ type }) => {
    if (type !== 'work' || isDone) return;
    isDone = true;
    callback();
  });
}

/** Ends a worker, or keeps it from reporting any finished job. */
export const tell = (worker: TestWorker, what: 'exit' | 'throw' | 'silence'): void =>
  worker.postMessage({ test: what }, []);

/** Calls `hear` for each message of a worker, until the returned function is called. */
export function listen(worker: TestWorker, hear: (message: unknown) => void): () => void {
  const hearEvent = ({ data }: { data: unknown }) => hear(data);
  if (!worker.on) worker.addEventListener?.('message', hearEvent);
  worker.on?.('message', hear);
  return () => {
    worker.off?.('message', hear);
    worker.removeEventListener?.('message', hearEvent);
  };
}

interface MemoryReport {
  dirty: boolean;
  left: Uint8Array[];
}

/** The next report of a worker that `isWanted` takes. */
export const nextReport = <Report = unknown>(
  worker: TestWorker,
  isWanted: (type: string) => boolean,
): Promise<Report> =>
  new Promise((resolve) => {
    const unlisten = listen(worker, (report) => {
      if (!isWanted((report as Order).type)) return;
      unlisten();
      resolve(report as Report);
    });
  });

export const nextMemoryOf = (worker: TestWorker) => nextReport<MemoryReport>(worker, (type) => type === 'memory');

/** The content of a worker's memory, and of each of its modules, that was not there before the first job. */
export function memoryOf(worker: TestWorker): Promise<MemoryReport> {
  const report = nextMemoryOf(worker);
  worker.postMessage({ test: 'memory' }, []);
  return report;
}
