/** Reading the options of long work, before anything is read of its input: reading them may run code of the caller's. */
import { checkFunction, checkNames, checkPlain, checkSignal } from './named-parameters.js';
import type { AbortSignalLike, WorkOptions } from './platform.js';

/** What was given, or undefined, and nothing that an object inherits. */
export type ReadOptions = { readonly [Name in keyof Required<WorkOptions>]: WorkOptions[Name] };

export const noOptions: { readonly signal: undefined; readonly onProgress: undefined } = {
  signal: undefined,
  onProgress: undefined,
};

const names = ['signal', 'onProgress'];

/** Throws the signal's reason if it is aborted. */
export function readOptions(options: WorkOptions | undefined): ReadOptions {
  if (options === undefined) return noOptions;
  const read = checkOptions(options);
  read.signal?.throwIfAborted();
  return read;
}

/** The same of any work that has these options. Does not look whether the signal is aborted. */
export function checkOptions<Options extends { signal?: AbortSignalLike | undefined; onProgress?: unknown }>(
  options: Options,
): { readonly signal: Options['signal']; readonly onProgress: Options['onProgress'] } {
  const { signal, onProgress } = checkPlain('options', options);
  checkNames('options', options, names, []);
  checkSignal(signal);
  checkFunction('onProgress', onProgress);
  return { signal, onProgress };
}
