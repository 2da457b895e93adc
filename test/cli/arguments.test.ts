/** The command line: help, version, and everything that is wrong with one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';
import { installProgram } from './program.js';

const program = installProgram();
const commands = ['hash', 'keygen', 'encrypt', 'decrypt', 'bench'];

describe('help', () => {
  it.each([['--help'], ['-h']])('shows all commands: %s', async (option) => {
    const { code, stdout, stderr } = await program.run([option]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of commands) expect(String(stdout)).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(commands)('shows the options of %s, whatever else is given', async (command) => {
    for (const words of [
      [command, '--help'],
      [command, 'a', 'b', '-h'],
    ]) {
      const { code, stdout, stderr } = await program.run(words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(String(stdout)).toMatch(new RegExp(`^Usage: romulus ${command} `));
    }
  });

  it('fits a terminal', async () => {
    for (const words of [['--help'], ...commands.map((command) => [command, '--help'])]) {
      const { stdout } = await program.run(words);
      for (const line of String(stdout).split('\n')) expect(line.length).toBeLessThanOrEqual(88);
    }
  });

  it('tells all exit codes', async () => {
    const { stdout } = await program.run(['--help']);
    for (const code of [0, 1, 2, 3, 130, 141]) expect(String(stdout)).toMatch(new RegExp(`^ {2,4}${code}  `, 'm'));
  });
});

it.each([['--version'], ['-V']])('tells the version of the package: %s', async (option) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { code, stdout } = await program.run([option]);
  expect({ code, text: String(stdout) }).toEqual({ code: 0, text: `${version}\n` });
});

describe('a wrong command line', () => {
  it.each([
    [[], 'no command is given; romulus --help shows them'],
    [['crypt'], 'there is no command crypt; romulus --help shows those that are'],
    [['toString'], 'there is no command toString; romulus --help shows those that are'],
    [['a\nb\u001b[1m'], 'there is no command a\\nb\\u001b[1m; romulus --help shows those that are'],
    [['--frobnicate'], 'unknown option --frobnicate'],
    [['--help=yes'], '--help takes no value'],
    [['hash', '--frobnicate'], 'unknown option --frobnicate'],
    [['hash', '-x'], 'unknown option -x'],
    [['hash', '--toString'], 'unknown option --toString'],
    [['hash', '--check', '-c'], '--check is given twice'],
    [['hash', '--quiet'], '--quiet goes with --check'],
    [['hash', '--jobs'], '--jobs needs a value'],
    [['hash', '--jobs', '--check'], '--jobs needs a value; one that begins with - is written --jobs=-...'],
    [['hash', '-j', '0'], '--jobs must be a whole number from 1 to 256'],
    [['hash', '-j', '257'], '--jobs must be a whole number from 1 to 256'],
    [['hash', '-j1.5'], '--jobs must be a whole number from 1 to 256'],
    [['hash', '--jobs='], '--jobs must be a whole number from 1 to 256'],
    [['keygen'], 'keygen needs the name of the file to write'],
    [['keygen', '-'], 'a key is written to a file, not to standard output'],
    [['keygen', 'a', 'b'], 'too many operands: one file at a time'],
    [['keygen', '--force', 'a'], 'unknown option --force'],
    [['encrypt', 'a', 'b'], 'too many operands: one file at a time'],
    [['encrypt', '--mode', 'X', 'a'], '--mode must be N, M or T'],
    [['encrypt', '--mode=n', 'a'], '--mode must be N, M or T'],
    [
      ['encrypt', '--key', 'k', '--passphrase-file', 'p', 'a'],
      'a file has a key or a passphrase, not both: --key or --passphrase-file',
    ],
    [['decrypt', '--mode', 'N', 'a.romulus'], 'unknown option --mode'],
    [['decrypt', 'a'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['decrypt', '.romulus'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['decrypt', 'a/.romulus'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['bench', 'a'], 'bench takes no file'],
  ])('is told in one line: %j', async (words, message) => {
    const { code, stdout, stderr } = await program.run(words);
    expect({ code, stdout: String(stdout), stderr }).toEqual({ code: 2, stdout: '', stderr: `romulus: ${message}\n` });
    expect(program.names).toEqual([]);
  });

  it.each([
    [['encrypt', '--passphrase', 'hunter2', 'a']],
    [['encrypt', '--passphrase=hunter2', 'a']],
    [['encrypt', '--key=hunter2', 'a']],
    [['encrypt', '-khunter2', 'a']],
    [['encrypt', '--key', 'hunter2', '--key', 'hunter2', 'a']],
    [['encrypt', '--passphrase-file', 'hunter2', 'a']],
    [['encrypt', '--mode', 'hunter2', 'a']],
    [['encrypt', '--jobs', 'hunter2', 'a']],
    [['encrypt', '--force=hunter2', 'a']],
    [['encrypt', 'a', 'hunter2']],
  ])('does not repeat what may be a secret in the wrong place: %j', async (words) => {
    program.write('a', 'text');
    const { code, stderr } = await program.run(words);
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(/^romulus: [^\n]+\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});

it('measures itself', async () => {
  const { code, stdout, stderr } = await program.run(['bench', '--jobs', '2']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = String(stdout).trimEnd().split('\n');
  expect(lines.length).toBe(11);
  for (const line of lines) expect(line).toMatch(/^Romulus-[HNMT], .+ \d+ MB\/s$/);
});
