/** A row of the table of commands, and what several rows share. */
import { text } from '../../../fixtures/bytes.js';
import { type Contents, sealed } from '../program.js';

interface Row {
  /** Lines of bash. They run in a folder with `files`, the key `key` and the passphrase `passphrase`, without a terminal. */
  command: string;
  files?: Readonly<Record<string, Contents>>;
  /** Bash gets this on its standard input, which is a socket. */
  input?: Contents;
  environment?: NodeJS.ProcessEnv;
  /** The exit code of the last command: 0 if left out. */
  code?: number;
  /** The whole standard output: nothing if left out. */
  stdout?: Contents | RegExp;
  /** All messages, without `romulus: `: none if left out. */
  messages?: readonly string[];
  /** Files that the command makes or changes. All other files must be as before, and no others be there. */
  after?: Readonly<Record<string, Contents | RegExp>>;
}

/** Rows by the promise that each shows. */
export type Table = Readonly<Record<string, Row>>;

/** The arguments of a command that is refused, its exit code and its message. */
export type Refusal = readonly [args: string, code: number, message: string];

export function refusing(refusals: readonly Refusal[], before = ''): Row {
  return {
    command: [before, ...refusals.map(([args]) => `romulus ${args}; echo $?`)].join('\n'),
    stdout: refusals.map(([, code]) => `${code}\n`).join(''),
    messages: refusals.map(([, , message]) => message),
  };
}

/** An encrypted file. */
export const encrypted = /^ROMULUS/;

export const missing = 'missing: no such file or directory';
export const wrongKey = 'the key, the associated data or the header is not what the file was encrypted with';
export const wrongPassphrase = wrongKey.replace('key', 'passphrase');

/** A file of the library: 200 000 bytes in four chunks, under the key of the folder. */
export const contents = text(200_000);
export const file = await sealed(contents.length);
export const headerLength = 64;
export const chunkLength = 65_536 + 16;

/** Files whose names are their contents. */
export const named = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));
