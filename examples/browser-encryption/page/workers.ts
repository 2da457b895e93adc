/** The page's workers, which do all encryption: as many as there are cores, started once. */
import { createPool, type Pool } from 'romulus-wasm/pool';

/** The name of the workers' script; bundle.js writes it here. */
declare const POOL_WORKER: string;

let started: Promise<Pool> | undefined;

/** Rejects with a LoadError if they cannot start; the next call tries again. */
export function startWorkers(): Promise<Pool> {
  started ??= createPool({ worker: new URL(POOL_WORKER, import.meta.url) }).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}
