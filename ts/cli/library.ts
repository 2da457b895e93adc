/** The library's functions, with their work in this thread or in the threads of a pool. */
import { Worker } from 'node:worker_threads';
import { hashMany, hashStream } from '../index.js';
import { decryptStream, encryptStream } from '../stream/index.js';

const ofThisThread = { hashMany, hashStream, encryptStream, decryptStream, close: async () => {} };

export type Functions = typeof ofThisThread;

/** The bytes of work that are worth workers. Less work ends before they have started. */
export const worthWorkers = 2 ** 23;

/** Enough for a worker, whose bytes are elsewhere. Node's default is ten times as large. */
const youngMegabytes = 4;

/** Opens a pool of this many workers. With 0, this thread does all the work. */
export async function openFunctions(workers: number): Promise<Functions> {
  if (workers === 0) return ofThisThread;
  const { createPool } = await import('../pool/index.js');
  const script = new URL('./pool-worker.js', import.meta.url);
  const worker = () => new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
  return createPool({ size: workers, worker });
}
