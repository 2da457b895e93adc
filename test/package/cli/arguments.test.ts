/** The command line: help, version, and everything that is wrong with one. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tarball.js';
import { installProgram } from './program.js';

const program = installProgram();
/** More threads than the machine has processors would take memory, gigabytes of it, and gain nothing. */
const mostJobs = Math.min(256, Math.max(8, availableParallelism()));
const commands = ['hash', 'keygen', 'encrypt', 'decrypt', 'bench', 'help', 'completion'];

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('shows all commands: %s', async (option) => {
    const stdout = await program.expect([option]);
    for (const command of commands) expect(String(stdout)).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(commands)('shows the options of %s, whatever else is given', async (command) => {
    for (const words of [
      [command, '--help'],
      [command, 'a', 'b', '-h'],
      ['help', command],
    ]) {
      const stdout = await program.expect(words);
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

it.each([['--version'], ['-V'], ['-v']])('tells the version of the package: %s', async (option) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await program.expect([option], { stdout: `${version}\n` });
});

describe('a wrong command line', () => {
  it.each<[string[], string]>([
    [[], 'no command given; romulus --help lists the commands'],
    [['crypt'], 'unknown command crypt; romulus --help lists the commands'],
    [['toString'], 'unknown command toString; romulus --help lists the commands'],
    [['a\nb\u001b[1m'], 'unknown command a\\nb\\u{1b}[1m; romulus --help lists the commands'],
    [['--frobnicate'], 'unknown option --frobnicate'],
    [['--help=yes'], '--help takes no value'],
    [['hash', '--frobnicate'], 'unknown option --frobnicate'],
    [['hash', '-x'], 'unknown option -x'],
    [['hash', '--toString'], 'unknown option --toString'],
    [['hash', '--check', '-c'], '--check is given twice'],
    [['hash', '--quiet'], '--quiet needs --check'],
    [['hash', '--jobs'], '--jobs needs a value'],
    [['hash', '--jobs', '--check'], '--jobs needs a value; write one that begins with - as --jobs=-...'],
    ...[['-j', '0'], ['-j', String(mostJobs + 1)], ['-j', '257'], ['-j', '9999'], ['-j1.5'], ['--jobs=']].map(
      (words): [string[], string] => [
        ['hash', ...words],
        `--jobs must be a whole number from 1 to ${mostJobs} on this machine`,
      ],
    ),
    [['keygen'], 'keygen needs the name of a new file'],
    [['keygen', '-'], 'a key is never written to standard output: give the name of a new file'],
    [['keygen', '-o', '-'], 'a key is never written to standard output: give the name of a new file'],
    [['keygen', '-o', 'a', 'b'], 'give FILE or --output, not both'],
    [['keygen', '/dev/stdin'], '/dev/stdin: already exists and is not a regular file'],
    [['keygen', '-o', '/dev/full'], '/dev/full: already exists and is not a regular file'],
    [['keygen', 'a', 'b'], 'too many operands: this command takes one'],
    [['keygen', ''], 'the name of a file is empty'],
    [['hash', ''], 'the name of a file is empty'],
    [['hash', '--check', ''], 'the name of a file is empty'],
    [['encrypt', ''], 'the name of a file is empty'],
    [['decrypt', '', '-o', 'a'], 'the name of a file is empty'],
    [['help', 'crypt'], 'unknown command crypt; romulus --help lists the commands'],
    [['help', '-x'], 'unknown option -x'],
    [['help', 'hash', 'keygen'], 'too many operands: this command takes one'],
    [['-v', 'x', '-x'], 'unknown option -x'],
    [['keygen', '--force', 'a'], 'unknown option --force'],
    [['encrypt', '-o', 'c', 'a', 'b'], '--output is for one file only'],
    [['decrypt', '-o', 'c', 'a.romulus', 'b.romulus'], '--output is for one file only'],
    [['encrypt', '--mode', 'X', 'a'], '--mode must be N, M or T'],
    [['encrypt', '--mode=n', 'a'], '--mode must be N, M or T'],
    [['encrypt', '--key', 'k', '--passphrase-file', 'p', 'a'], 'give --key or --passphrase-file, not both'],
    [['decrypt', '--mode', 'N', 'a.romulus'], 'unknown option --mode'],
    [['decrypt', 'a'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['decrypt', '.romulus'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['decrypt', 'a/.romulus'], 'the name of the file does not end in .romulus: give -o OUT'],
    [['bench', 'a'], 'bench takes no file'],
  ])('is told in one line: %j', async (words, message) => {
    await program.expect(words, { code: 2, stdout: '', message });
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
  ])('does not repeat what may be a secret in the wrong place: %j', async (words) => {
    program.write('a', 'text');
    const { code, stderr } = await program.run(words);
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(/^romulus: [^\n]+\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});

it('measures itself', async () => {
  const lines = String(await program.expect(['bench', '--jobs', '2']))
    .trimEnd()
    .split('\n');
  expect(lines.length).toBe(11);
  for (const line of lines) expect(line).toMatch(/^Romulus-[HNMT], .+ \d+ MB\/s$/);
});

it.each<[string[], string]>([
  [['-'], 'unknown command -; romulus --help lists the commands'],
  [['--'], 'unknown command --; romulus --help lists the commands'],
  [['--', 'encrypt', 'a'], 'unknown command --; romulus --help lists the commands'],
  [['-', '--help'], 'unknown command -; romulus --help lists the commands'],
  [['--version', 'junk'], '--version takes no operand'],
  [['-V', '--', 'hash'], '--version takes no operand'],
  [['-v', '-'], '--version takes no operand'],
])('refuses a command line without a command: %j', async (words, message) => {
  await program.expect(words, { code: 2, stdout: '', message });
});
