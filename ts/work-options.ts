/** Reading the options of long work, before anything is read of its input: reading them may run code of the caller's. */
import type { WorkOptions } from './platform.js';

/** What was given, or undefined, and nothing that an object inherits. */
export type ReadOptions = { readonly [Name in keyof Required<WorkOptions>]: WorkOptions[Name] };

export const noOptions: { readonly signal: undefined; readonly onProgress: undefined } = {
  signal: undefined,
  onProgress: undefined,
};

/** Throws the signal's reason if it is aborted. */
export function readOptions(options: WorkOptions | undefined): ReadOptions {
  if (options === undefined) return noOptions;
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  return { signal, onProgress };
}
