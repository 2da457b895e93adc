/** The library's functions, which do their work in this thread or in the threads of a pool. */
import { Worker } from 'node:worker_threads';
import { hashMany, hashStream } from '../index.js';
import { decryptStream, encryptStream } from '../stream/index.js';

const ofThisThread = { hashMany, hashStream, encryptStream, decryptStream, close: async () => {} };

export type Functions = typeof ofThisThread;

/** The least work, in bytes, that is worth starting workers. Less work is done before the workers have started. */
export const worthWorkers = 2 ** 23;

export async function openFunctions(workers: number): Promise<Functions> {
  if (workers === 0) return ofThisThread;
  const { createPool } = await import('../pool/index.js');
  const script = new URL('./pool-worker.js', import.meta.url);
  // Node's default is ten times as large, but the bytes that a worker processes are not among its objects.
  const worker = () => new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  return createPool({ threads: workers, worker });
}
