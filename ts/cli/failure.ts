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
  return new Failure(exitCodes.failed, `${name}: ${reasonOf(error)}`, error);
}

/** The system's own words for what went wrong, but for those that nobody understands. */
export function reasonOf(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a directory';
  const known = errno === undefined ? undefined : getSystemErrorMap().get(errno);
  return known?.[1] ?? lineOf(message);
}

/** Messages of engines may have several lines. */
const lineOf = (message: string): string => message.replaceAll(/\s*\n\s*/g, ' ');

/** The failure that an error of any kind is to the user. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'EPIPE') return new Failure(exitCodes.closedPipe, '', error);
  const line = lineOf(String(message));
  return new Failure(exitCodeOf(code), line, error);
}

function exitCodeOf(code: unknown): ExitCode {
  switch (code) {
    case 'ERR_ROMULUS_AUTH':
    case 'ERR_ROMULUS_FORMAT':
    case 'ERR_ROMULUS_VERSION':
      return exitCodes.refused;
    case 'ERR_ROMULUS_USAGE':
    case 'ERR_ROMULUS_SECRET_KIND':
      return exitCodes.usage;
    default:
      return exitCodes.failed;
  }
}

/**
 * Text that a terminal shows in one line and in its order. Names come from strangers: a control character would move the
 * cursor or end the line, and a bidirectional control would reorder it, so that it reads as another line.
 */
export const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });

/** Escapes the whole message: who makes a failure need not think of it. */
export function printFailure({ message }: Failure): void {
  if (message !== '') printLine(message);
}

/** For what the user should know and what ends nothing. */
export const printWarning = (message: string): void => printLine(`warning: ${message}`);

const printLine = (message: string): void => void process.stderr.write(`romulus: ${escaped(message)}\n`);
