/** The failures of the program: their exit codes, and their lines on standard error. */
import { getSystemErrorMap } from 'node:util';

export const exitCodes = {
  done: 0,
  /** A digest differs, or a file is not authentic. */
  refused: 1,
  usage: 2,
  failed: 3,
  /** Nobody reads the output any more: 128 + SIGPIPE, as shells report it. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the program. The message is the line on standard error; there is none if it is empty. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

export const usageFailure = (message: string): Failure => new Failure(exitCodes.usage, message);

export function systemFailure(name: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(exitCodes.failed, `${name}: ${reasonOf(error)}`, error);
}

/** The system's own words, except for those that nobody understands. */
export function reasonOf(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a directory';
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? lineOf(message);
}

/** Messages of engines may have several lines. */
const lineOf = (message: string): string => message.replaceAll(/\s*\n\s*/g, ' ');

/** Codes of the library's errors that are not failures of the system. */
const codes: Readonly<Record<string, ExitCode>> = {
  ERR_ROMULUS_AUTH: exitCodes.refused,
  ERR_ROMULUS_FORMAT: exitCodes.refused,
  ERR_ROMULUS_VERSION: exitCodes.refused,
  ERR_ROMULUS_USAGE: exitCodes.usage,
  ERR_ROMULUS_SECRET_KIND: exitCodes.usage,
};

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'EPIPE') return new Failure(exitCodes.closedPipe, '', error);
  return new Failure(codes[String(code)] ?? exitCodes.failed, lineOf(String(message)), error);
}

/** Text that a terminal shows in one line and in its order: names come from strangers, and may have control characters. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });

/** Escapes the whole message, so no maker of a failure needs to. */
export function printFailure({ message }: Failure): void {
  if (message !== '') printLine(message);
}

export const printWarning = (message: string): void => printLine(`warning: ${message}`);

const printLine = (message: string): void => void process.stderr.write(`romulus: ${escaped(message)}\n`);
