/** Each command of the table ends as its row says, and leaves the files that the row names. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandName, commands } from '../../../ts/cli/commands.js';
import { commandHelp, programHelp } from '../../../ts/cli/help.js';
import { decryptBlob } from '../../../ts/stream/index.js';
import { expectSame, text } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { armor } from './commands/armor.js';
import { checking, hashing } from './commands/digests.js';
import { encryption } from './commands/encryption.js';
import { byteNames, commandLines, standardStreams } from './commands/lines.js';
import { outputs } from './commands/outputs.js';
import type { Table } from './commands/row.js';
import { secrets } from './commands/secrets.js';
import { type Contents, keyFile, messagesOf, passphrase, program, secretOf } from './program.js';

const tables: Record<string, Table> = {
  ...{ commandLines, byteNames, standardStreams, hashing, checking, encryption, outputs, secrets, armor },
};

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

describe('the manual page and the help', () => {
  const page = join(root, 'dist/romulus.1');

  it('have the same commands and options in the same order, and all exit codes, and the help fits a terminal', () => {
    const plain = readFileSync(page, 'utf8')
      .replaceAll(/\\f[BIR]/g, '')
      .replaceAll('\\-', '-');
    const sections = plain.split(/^\.SS "romulus /m);
    const names = Object.keys(commands) as CommandName[];
    const helps = [programHelp(), ...names.map(commandHelp)];
    const labelsOf = (text: string, label: RegExp) => Array.from(text.matchAll(label), ([, found]) => found);
    expect(sections.map((section) => labelsOf(section, /^\.TP\n(-.*)$/gm))).toEqual(
      helps.map((help) => labelsOf(help, /^ {2}(?: {4})?(-\S.*?) {2}/gm)),
    );
    expect(labelsOf(helps[0] as string, /^ {2}([a-z]+) {2,}/gm)).toEqual(names);
    for (const line of helps.join('').split('\n')) expect(line.length).toBeLessThanOrEqual(88);
    for (const code of [0, 1, 2, 3, 130, 141]) {
      expect(helps[0]).toMatch(new RegExp(`^ {2,4}${code}  `, 'm'));
      expect(plain).toContain(`\n.TP\n${code}\n`);
    }
  });

  it.skipIf(isMissing('groff'))('get no warning of groff', () => {
    const { status, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', page], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it('the library opens what the program wrote', async () => {
  program.write('file', text(10_000));
  // Without the cheap scrypt of the tests: the cost is the one in the header.
  const written = await program.output('NODE_OPTIONS= romulus encrypt -p passphrase --ad ad -o - file');
  const options = { passphrase: secretOf(passphrase).passphrase, associatedData: new TextEncoder().encode('ad') };
  const opened = await decryptBlob(new Blob([new Uint8Array(written)]), options);
  expectSame(new Uint8Array(await opened.arrayBuffer()), text(10_000));
});
