/** The failures of the program: their exit codes, and the line that each writes to standard error. */
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
  return new Failure(exitCodes.failed, `${escaped(name)}: ${reasonOf(error)}`, error);
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
export const escaped = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => JSON.stringify(character).slice(1, -1));

export function printFailure(failure: Failure): void {
  if (failure.message !== '') process.stderr.write(`romulus: ${failure.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
}
