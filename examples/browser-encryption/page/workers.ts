/** The page's workers, which do all encryption: as many as there are cores, started once. */
import { createPool, type Pool } from 'romulus-wasm/pool';

let started: Promise<Pool> | undefined;

/** Rejects with a LoadError if they cannot start; the next call tries again. */
export function startWorkers(): Promise<Pool> {
  started ??= createPool().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}
