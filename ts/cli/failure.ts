/** The failures of the program: their exit codes, and their lines on standard error. */
import { getSystemErrorMap } from 'node:util';

export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  failed: 3,
  /** Nobody reads the output any more. The number is 128 + SIGPIPE, as shells report it. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the program. The message is written to standard error as a line, unless it is empty. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** The result of `work`, or `otherwise` if it throws. */
export function attempt<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const usageFailure = (message: string): Failure => new Failure(exitCodes.usage, message);

export function systemFailure(name: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(exitCodes.failed, `${name}: ${reasonOf(error)}`, error);
}

/** The reason of an error in the system's own words, except for EISDIR, whose words few people understand. */
export function reasonOf(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a directory';
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? lineOf(message);
}

const lineOf = (message: string): string => message.replaceAll(/\s*\n\s*/g, ' ');

/** The exit codes for those errors of the library that are not failures of the system. */
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

/** Escapes a text so that a terminal shows it on one line and in its order. Names come from strangers. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });

export function printFailure({ message }: Failure): void {
  if (message !== '') printLine(message);
}

export const printWarning = (message: string): void => printLine(`warning: ${message}`);

/** Escapes the whole message, so the code that makes a message need not do so. */
const printLine = (message: string): void => void process.stderr.write(`romulus: ${escaped(message)}\n`);
