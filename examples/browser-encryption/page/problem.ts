/** What goes wrong, in words for whoever sits in front of the page. */
import { AuthenticationError, LoadError } from 'romulus-wasm';
import { WorkerError } from 'romulus-wasm/pool';
import { FormatError, MemoryError, SecretKindError, VersionError } from 'romulus-wasm/stream';
import { words } from './words.js';

/** Its message is for the person. */
export class Problem extends Error {}

/** The secret does not open the file, as far as anybody can tell. */
export class WrongSecret extends Problem {}

export const mebibytes = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

/** The messages of the errors themselves are for programmers, and in English. */
export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof LoadError) return `${words.cannotStart}. ${whyNotLoaded()}`;
  if (error instanceof WorkerError) return words.workerEnded;
  if (error instanceof AuthenticationError) return words.damaged;
  if (error instanceof MemoryError) return words.tooLittleMemory(mebibytes(error.needed));
  // The page itself has looked at the header before: what is wrong with it now was not so then.
  if ([FormatError, VersionError, SecretKindError].some((kind) => error instanceof kind)) return words.fileChanged;
  switch (error instanceof DOMException ? error.name : '') {
    // The first is that of Firefox; work that the person has cancelled is not explained.
    case 'AbortError':
    case 'NotFoundError':
    case 'NotReadableError':
      return words.fileChanged;
    case 'QuotaExceededError':
      return words.noSpace;
    case 'NotAllowedError':
    case 'NoModificationAllowedError':
    case 'InvalidStateError':
      return words.notAllowed;
  }
  console.warn(error);
  return words.wentWrong(error instanceof Error ? error.name : typeof error);
}

/** A module without contents. */
const leastModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** After a LoadError. */
export function whyNotLoaded(): string {
  try {
    new WebAssembly.Module(leastModule);
    return words.notLoaded;
  } catch {
    // The policy of the page forbids it.
    return words.notAllowedToRun;
  }
}
