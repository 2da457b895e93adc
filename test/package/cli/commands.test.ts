/** Each command of the table ends as its row says, and leaves the files that the row names. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandName, commands, program as manual } from '../../../ts/cli/commands.js';
import { commandHelp } from '../../../ts/cli/help.js';
import { expectSame } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { armor } from './commands/armor.js';
import { checking, hashing } from './commands/digests.js';
import { encryption } from './commands/encryption.js';
import { byteNames, commandLines, standardStreams } from './commands/lines.js';
import { outputs } from './commands/outputs.js';
import type { Table } from './commands/row.js';
import { secrets } from './commands/secrets.js';
import { type Contents, keyFile, messagesOf, passphrase, program } from './program.js';

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

it.skipIf(isMissing('groff'))(
  'the manual page has all commands, options and exit codes, and no warning of groff',
  () => {
    const page = join(root, 'dist/romulus.1');
    const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-P-cbu', '-ww', page], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const code of Object.keys(manual.exitStatus)) expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'));
    for (const [name, { options }] of Object.entries(commands)) {
      expect(stdout).toContain(`romulus ${name}`);
      for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
      for (const line of commandHelp(name as CommandName).split('\n')) expect(line.length).toBeLessThanOrEqual(88);
    }
  },
);
