/** What goes wrong, in words for whoever sits in front of the page. */
import { AuthenticationError, LoadError } from 'romulus-wasm';
import { WorkerError } from 'romulus-wasm/pool';
import { FormatError } from 'romulus-wasm/stream';

export const damaged = 'The file is damaged: it was changed or cut after it was encrypted. No part of it was saved.';

/** Its message is for the person. */
export class Problem extends Error {}

/** The secret does not open the file, as far as anybody can tell. */
export class WrongSecret extends Problem {}

export function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof LoadError) return `The encryption cannot start: ${error.hint}.`;
  if (error instanceof WorkerError) return 'The browser stopped the work, perhaps because memory ran out. Try again.';
  if (error instanceof AuthenticationError) return damaged;
  if (error instanceof FormatError) return `The file cannot be read: ${error.message}.`;
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotFoundError':
    case 'NotReadableError':
      return 'The file cannot be read. It was changed or removed since you chose it, or it is a folder.';
    case 'QuotaExceededError':
      return 'There is not enough space for the result. Free space on the disk or remove results from the list, and try again.';
    case 'NotAllowedError':
    case 'NoModificationAllowedError':
    case 'InvalidStateError':
      return 'The page is not allowed to write the result there.';
  }
  return `Something went wrong: ${error instanceof Error ? error.message : String(error)}.`;
}
