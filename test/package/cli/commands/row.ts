/** Rows of the tables of commands: each ends as it says, and leaves the files that it names. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectSame, text } from '../../../fixtures/bytes.js';
import { type Contents, keyFile, messagesOf, passphrase, preloading, program, sealed } from '../program.js';

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

/** An environment in which no worker starts. */
export const withoutWorkers = preloading(`
  require('node:worker_threads').Worker = class { constructor() { throw new Error('of the test'); } };
  require('node:module').syncBuiltinESMExports();
`);

/** The arguments of a command that is refused, its exit code and its message. */
export type Refusal = readonly [args: string, code: number, message: string];

export const refusing = (refusals: readonly Refusal[], before = ''): Row => ({
  command: [before, ...refusals.map(([args]) => `romulus ${args}; echo $?`)].join('\n'),
  stdout: refusals.map(([, code]) => `${code}\n`).join(''),
  messages: refusals.map(([, , message]) => message),
});

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

/** The files in the folder by their names. A symbolic link stands as an arrow to its target. */
function filesThere(): Record<string, Contents> {
  const entries = readdirSync(program.folder, { recursive: true, withFileTypes: true });
  const there = entries.flatMap((entry): [string, Contents][] => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(program.folder, path);
    if (entry.isSymbolicLink()) return [[name, `-> ${readlinkSync(path)}`]];
    return entry.isFile() ? [[name, readFileSync(path)]] : [];
  });
  return Object.fromEntries(there);
}

function expectContents(actual: Contents, expected: Contents | RegExp, what: string): void {
  if (expected instanceof RegExp) expect(Buffer.from(actual).toString('latin1'), what).toMatch(expected);
  else if (expected instanceof Uint8Array) expectSame(new Uint8Array(Buffer.from(actual)), expected, what);
  else expect(String(actual), what).toBe(expected);
}

export function testCommands(tables: Record<string, Table>): void {
  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(Object.entries(rows))('%s', async (_, row) => {
      const given = { key: keyFile, passphrase: `${passphrase}\n`, ...row.files };
      for (const [name, contents] of Object.entries(given)) {
        mkdirSync(dirname(program.file(name)), { recursive: true });
        program.write(name, contents);
      }
      const { code, stdout, stderr } = await program.shell(row.command, row.environment, row.input);
      expect({ code, stderr }).toEqual({ code: row.code ?? 0, stderr: messagesOf(...(row.messages ?? [])) });
      expectContents(stdout, row.stdout ?? '', 'standard output');
      const expected: Record<string, Contents | RegExp> = { ...given, ...row.after };
      const there = filesThere();
      expect(Object.keys(there).sort()).toEqual(Object.keys(expected).sort());
      for (const [name, contents] of Object.entries(expected)) expectContents(there[name] as Contents, contents, name);
    });
  });
}
