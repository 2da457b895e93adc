/** What goes wrong, in words for whoever sits in front of the page. */
import { AuthenticationError, LoadError } from 'romulus-wasm';
import { WorkerError } from 'romulus-wasm/pool';
import { FormatError, MemoryError } from 'romulus-wasm/stream';
import { words } from './words.js';

/** Its message is for the person. */
export class Problem extends Error {}

/** The secret does not open the file, as far as anybody can tell. */
export class WrongSecret extends Problem {}

export const mebibytes = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof LoadError) return `${words.cannotStart}: ${error.hint}.`;
  if (error instanceof WorkerError) return words.workerEnded;
  if (error instanceof AuthenticationError) return words.damaged;
  if (error instanceof MemoryError) return words.tooLittleMemory(mebibytes(error.needed));
  if (error instanceof FormatError) return words.cannotBeRead(error.message);
  switch (error instanceof DOMException ? error.name : '') {
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
  return words.wentWrong(error instanceof Error ? error.message : String(error));
}
