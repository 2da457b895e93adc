/** Explains errors to the person who uses the page. */
import { AuthenticationError, LoadError } from 'romulus-wasm';
import { WorkerError } from 'romulus-wasm/pool';
import { MemoryError } from 'romulus-wasm/stream';
import { message, type Say } from './words.js';

export class Problem extends Error {
  constructor(
    readonly say: Say,
    cause?: unknown,
    /** The person's file that cannot be read. */
    readonly file?: Blob,
  ) {
    super('something is wrong', { cause });
  }
}

/** The error for a secret that does not open the file, as far as anybody can tell. */
export class WrongSecret extends Problem {}

const mebibytes = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

/** The most bytes of memory for a passphrase: a second of work. A file that asks for more may be an attack. */
export const maxMemory = 2 ** 28;

/** The names of a browser's errors, without `Error`, if it no longer gives the page its storage. */
const ofStorage = ['NotAllowed', 'NoModificationAllowed', 'NotFound', 'InvalidState', 'Abort'];

/** Returns the reason why the page cannot work at this address or in this browser, or undefined if it can. */
export function whyUseless(): Say | undefined {
  if (top !== self) return message('framed');
  if (!isSecureContext) return message('plainHttp');
  return typeof WebAssembly === 'object' ? undefined : message('noWebAssembly');
}

/** Explains an error in the page's language. The messages of errors are for programmers, and in English. */
export function explain(error: unknown): Say {
  if (error instanceof Problem) return error.say;
  if (error instanceof LoadError) return (words) => `${words('cannotStart')}. ${words('notLoaded')}`;
  if (error instanceof WorkerError) return message('workerEnded');
  if (error instanceof AuthenticationError) return message('damaged');
  if (error instanceof MemoryError) {
    const sizes = { needed: mebibytes(error.needed), most: mebibytes(maxMemory) };
    return message(error.needed > maxMemory ? 'tooMuchMemory' : 'tooLittleMemory', sizes);
  }
  if (error instanceof DOMException) {
    if (error.name === 'QuotaExceededError') return message('noSpace');
    if (ofStorage.includes(error.name.replace(/Error$/, ''))) return message('storageLost');
  }
  console.warn(error);
  return message('wentWrong', { kind: error instanceof Error ? error.name : typeof error });
}

/** Marks an error as one of reading the person's file. An error of storing a result may have the same name. */
export const readingError = (error: unknown, file?: Blob): unknown =>
  error instanceof DOMException ? new Problem(message('fileChanged'), error, file) : error;
