/** How the program ends: its exit codes, the failures that it tells in one line, and what must be undone however it ends. */
import { getSystemErrorMap } from 'node:util';

export const exitCodes = {
  done: 0,
  /** A digest differs, or a file is not authentic. */
  refused: 1,
  usage: 2,
  /** Something could not be read or written. */
  failed: 3,
  /** Nobody reads the output any more: 128 + SIGPIPE, as shells report it. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What ends the program; its message is the line on standard error, and there is none if the message is empty. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

export const usageFailure = (message: string): Failure => new Failure(exitCodes.usage, message);

/** A failure of the system, told by the name of what it was done with. */
export function systemFailure(name: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(exitCodes.failed, `${shown(name)}: ${reasonOf(error)}`, error);
}

/** The system's own words for what went wrong. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  return known?.[1] ?? message;
}

/** The failure that an error of any kind is to the user. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'EPIPE') return new Failure(exitCodes.closedPipe, '', error);
  if (code === 'ERR_ROMULUS_AUTH' || code === 'ERR_ROMULUS_FORMAT')
    return new Failure(exitCodes.refused, String(message), error);
  if (code === 'ERR_ROMULUS_USAGE') return new Failure(exitCodes.usage, String(message), error);
  return new Failure(exitCodes.failed, String(message), error);
}

/** A name as it can stand in one line on a terminal: control characters, which may have come from a stranger, are escaped. */
export const shown = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => JSON.stringify(character).slice(1, -1));

export function tell(failure: Failure): void {
  if (failure.message !== '') process.stderr.write(`romulus: ${failure.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
}

const undoings = new Set<() => void>();

/**
 * Calls `undo` if the program ends before the function that is returned is called: by itself, by an error, or by a signal.
 *
 * After a signal the program does not exit but dies of the signal as it would have without all this: shells report that as
 * 130 or 143, and stop the script that it was called from; and no read that waits for another process can hold it.
 */
export function undoAtEnd(undo: () => void): () => void {
  if (undoings.size === 0) {
    process.on('exit', undoAll);
    for (const signal of signals) process.on(signal, dieOf);
  }
  undoings.add(undo);
  return () => {
    if (!undoings.delete(undo) || undoings.size > 0) return;
    process.off('exit', undoAll);
    for (const signal of signals) process.off(signal, dieOf);
  };
}

/** Not SIGHUP: under nohup it is ignored, and to listen for it would end that. */
const signals = ['SIGINT', 'SIGTERM'] as const;

function undoAll(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {}
  }
}

function dieOf(signal: NodeJS.Signals, number: number): void {
  undoAll();
  undoings.clear();
  process.off(signal, dieOf);
  process.kill(process.pid, signal);
  // Where signals do not end a process: the first one of a container.
  process.exit(128 + number);
}
