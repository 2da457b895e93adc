/** The command line: help, version, every kind of wrong one, and arguments that are not UTF-8, which Linux allows. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { commands, digestOf, expectEnd, names, program } from './program.js';

/** More threads than processors would take gigabytes of memory and gain nothing. */
const mostJobs = Math.min(256, Math.max(8, availableParallelism()));

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('shows all commands and exit codes: %s', async (option) => {
    const shown = String(await program.expect([option]));
    expect(Array.from(shown.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, command]) => command)).toEqual(commands);
    for (const code of [0, 1, 2, 3, 130, 141]) expect(shown).toMatch(new RegExp(`^ {2,4}${code}  `, 'm'));
  });

  it.each(commands)('shows the options of %s, whatever else is given, and fits a terminal', async (command) => {
    for (const words of [
      [command, 'a', 'b', command === 'hash' ? '--help' : '-h'],
      ['help', command],
    ]) {
      const shown = String(await program.expect(words));
      expect(shown).toMatch(new RegExp(`^Usage: romulus ${command} [^]* --help `));
      for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(88);
    }
  });
});

describe('the manual page', () => {
  const file = join(root, 'dist/romulus.1');

  it('has the options of `--help` in its order, and the exit codes', async () => {
    const plain = readFileSync(file, 'utf8')
      .replaceAll(/\\f[BIR]/g, '')
      .replaceAll('\\-', '-');
    const sections = plain.split(/^\.SS "romulus /m);
    for (const [i, command] of ['', ...commands].entries()) {
      const help = String(await program.expect([...(command ? [command] : []), '--help']));
      const options = Array.from(help.matchAll(/^ {2}(?: {4})?(-\S.*?) {2}/gm), ([, label]) => label);
      const shown = Array.from(sections[i]!.matchAll(/^\.TP\n(-.*)$/gm), ([, label]) => label);
      expect([command, shown]).toEqual([command, options]);
    }
    expect(sections).toHaveLength(1 + commands.length);
    for (const code of [0, 1, 2, 3, 130, 141]) expect(plain).toContain(`\n.TP\n${code}\n`);
  });

  it.skipIf(isMissing('groff'))('gets no warning of groff', () => {
    const { status, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it.each([['--version'], ['-V'], ['-v']])('tells the version of the package: %s', async (option) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await program.expect([option], { stdout: `${version}\n` });
});

/** Messages, each with the command lines that cause it. */
const wrong: [string, ...string[][]][] = [
  ['no command given; romulus --help lists the commands', []],
  ...['sign', 'toString', '-', '--'].map((word): [string, string[]] => [
    `unknown command ${word}; romulus --help lists the commands`,
    [word],
  ]),
  ['unknown command crypt; did you mean encrypt or decrypt?', ['crypt'], ['help', 'crypt']],
  ['unknown command enc; did you mean encrypt?', ['enc', 'a']],
  ['unknown command decrypted; did you mean decrypt?', ['decrypted', 'a']],
  ['unknown command Hash; did you mean hash?', ['Hash']],
  ['unknown command key-gen; did you mean keygen?', ['key-gen']],
  [
    'unknown option --password; --passphrase-file reads a passphrase',
    ['encrypt', '--password', 'x'],
    ['decrypt', '--password=x', 'a'],
  ],
  ['unknown option --passphrase; --passphrase-file reads a passphrase', ['encrypt', '--passphrase', 'x', 'a']],
  ['unknown option --password', ['hash', '--password', 'x']],
  ['unknown command -; romulus --help lists the commands', ['-', '--help']],
  ['unknown command --; romulus --help lists the commands', ['--', 'encrypt', 'a']],
  ['unknown command a\\nb\\u{1b}[1m; romulus --help lists the commands', ['a\nb\u001b[1m']],
  ['unknown option --frobnicate', ['--frobnicate'], ['hash', '--frobnicate']],
  ['unknown option -x', ['hash', '-x'], ['help', '-x'], ['-v', 'x', '-x']],
  ['unknown option --toString', ['hash', '--toString']],
  ['unknown option --force', ['keygen', '--force', 'a']],
  ['unknown option --mode', ['decrypt', '--mode', 'N', 'a.romulus']],
  ['--help takes no value', ['--help=yes']],
  ['--version takes no operand', ['--version', 'junk'], ['-V', '--', 'hash'], ['-v', '-']],
  ['--check is given twice', ['hash', '--check', '-c']],
  ['--quiet needs --check', ['hash', '--quiet']],
  ['--status needs --check', ['hash', '--status']],
  ['--ignore-missing needs --check', ['hash', '--ignore-missing']],
  ['--tag is not for --check, which reads lines of both styles', ['hash', '--tag', '--check']],
  ['--jobs needs a value', ['hash', '--jobs']],
  ['--jobs needs a value; write one that begins with - as --jobs=-...', ['hash', '--jobs', '--check']],
  [
    `--jobs must be a whole number from 1 to ${mostJobs} on this machine`,
    ...['0', String(mostJobs + 1), '257', '9999', '1.5', ''].map((count) => ['hash', `--jobs=${count}`]),
  ],
  ['keygen needs the name of a new file', ['keygen']],
  ['a key is never written to standard output: give the name of a new file', ['keygen', '-'], ['keygen', '-o', '-']],
  ['give FILE or --output, not both', ['keygen', '-o', 'a', 'b']],
  ['/dev/stdin: already exists and is not a regular file', ['keygen', '/dev/stdin']],
  ['/dev/full: already exists and is not a regular file', ['keygen', '-o', '/dev/full']],
  ['too many operands: this command takes one', ['keygen', 'a', 'b'], ['help', 'hash', 'keygen']],
  ['the name of a file is empty', ['keygen', ''], ['hash', ''], ['hash', '--check', ''], ['encrypt', '']],
  ['the name of a file is empty', ['decrypt', '', '-o', 'a']],
  ['--output is for one file only', ['encrypt', '-o', 'c', 'a', 'b'], ['decrypt', '-o', 'c', 'a.romulus', 'b.romulus']],
  ['--mode must be N, M or T', ['encrypt', '--mode', 'X', 'a'], ['encrypt', '--mode=n', 'a']],
  ['give --generate-passphrase or --key, not both', ['encrypt', '--generate-passphrase', '-k', 'a', 'a']],
  ['give --generate-passphrase or --passphrase-file, not both', ['encrypt', '--generate-passphrase', '-p', 'a', 'a']],
  [
    '--max-memory must be a number of MiB from 1 to 999999',
    ...['0', '', '-1', '1.5', '1e3', '1000000', 'all'].map((value) => ['decrypt', `--max-memory=${value}`]),
  ],
  ['give --key or --passphrase-file, not both', ['encrypt', '--key', 'k', '--passphrase-file', 'p', 'a']],
  [
    'the name of the file does not end in .romulus: give -o OUT',
    ...['a', '.romulus', 'a/.romulus'].map((name) => ['decrypt', name]),
  ],
];

describe('a wrong command line', () => {
  it.each(wrong)('is reported in one line: %s', async (message, ...lines) => {
    for (const words of lines) await program.expect(words, { code: 2, stdout: '', message });
    expect(names()).toEqual([]);
  });

  it.each([
    '--passphrase hunter2',
    '--passphrase=hunter2',
    '--key=hunter2',
    '-khunter2',
    '--key hunter2 --key hunter2',
    '--passphrase-file hunter2',
    '--mode hunter2',
    '--jobs hunter2',
    '--force=hunter2',
  ])('does not repeat what may be a secret in the wrong place: %s', async (options) => {
    program.write('a', 'text');
    const { code, stderr } = await program.run(['encrypt', ...options.split(' '), 'a']);
    expect([2, 3]).toContain(code);
    expect(stderr).toMatch(/^romulus: [^\n]+\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});

describe('an argument that is not UTF-8', () => {
  /** Runs a command in a folder that also has files of the names that a wrong decoding would give. */
  const run = async (command: string, end: object) => {
    for (const name of ['a\ufffd', 'a\ufffd\ufffd\ufffd', 'key\ufffd', 'new\ufffd'])
      program.write(name, 'another file');
    const ended = await program.shell(
      `printf text > $'a\\xff'; cp $'a\\xff' $'a\\xed\\xa0\\x80'; cp key $'key\\xff'; ${command}`,
    );
    expectEnd(ended, end);
    return ended.stdout.toString('latin1');
  };
  const digest = digestOf('text');

  it.each([
    [`romulus hash $'a\\xff'`, `${digest}  a\xff\n`],
    [`romulus hash a\ufffd -- $'a\\xff' | tail -n 1`, `${digest}  a\xff\n`],
    [`romulus hash $'a\\xed\\xa0\\x80'`, `${digest}  a\xed\xa0\x80\n`],
    [`romulus hash --tag $'a\\xff'`, `ROMULUS-H (a\xff) = ${digest}\n`],
    [`romulus hash a\ufffd $'a\\xff' | tail -n 1 | romulus hash --check`, 'a\xff: OK\n'],
    [`mkdir $'f\\xff'; mv $'a\\xff' $'f\\xff/a'; romulus hash $'f\\xff/a'`, `${digest}  f\xff/a\n`],
    [`romulus keygen $'new\\xff' && tail -c +15 $'new\\xff' | wc -c`, '33\n'],
    [`romulus encrypt -k $'key\\xff' $'a\\xff' && romulus decrypt -k key $'a\\xff.romulus' -o -`, 'text'],
    [`romulus encrypt -k key $'a\\xff' -o $'new\\xff' && romulus decrypt -k key $'new\\xff' -o -`, 'text'],
    [
      `ln -s $'to\\xff' $'link\\xff'; romulus encrypt -k key -f $'a\\xff' -o $'link\\xff' && ls -N | grep -ac $'^to\\xff'`,
      '1\n',
    ],
  ])('names the file that has these bytes: %s', async (command, stdout) => {
    expect(await run(command, { stderr: '' })).toBe(stdout);
  });

  it('stands in a message as a terminal shows it', async () => {
    await run(`romulus hash $'none\\xff'`, { code: 3, message: 'none\ufffd: no such file or directory' });
    await run(`romulus keygen $'a\\xff'`, { code: 2, message: 'a\ufffd: already exists' });
  });

  it.each([
    `romulus encrypt -k key $'--ad=\\xff' a\ufffd`,
    `romulus encrypt -k key --ad $'\\xff' a\ufffd`,
    `romulus decrypt -k key --ad $'caf\\xe9' a\ufffd -o b`,
  ])('is refused as associated data: %s', async (command) => {
    await run(command, { code: 2, stdout: '', message: '--ad must be valid UTF-8' });
  });

  it('is refused as a command', async () => {
    const message = 'unknown command \ufffd\ufffd; romulus --help lists the commands';
    await run(`romulus $'\\xc0\\xaf'`, { code: 2, message });
  });

  it('is told from one with U+FFFD, which is refused if the system does not show the bytes', async () => {
    program.write('a\ufffd', 'text');
    await program.expect(['hash', 'a\ufffd'], { stdout: `${digest}  a\ufffd\n` });
    // With a title of its own, the process overwrites the arguments that the system shows.
    const NODE_OPTIONS = '--title=romulus';
    const message = 'argument 2 is not valid UTF-8, or has a U+FFFD that looks the same';
    expectEnd(await program.shell('romulus hash a\ufffd', { NODE_OPTIONS }), { code: 2, stdout: '', message });
    expectEnd(await program.shell('romulus --version', { NODE_OPTIONS }));
  });
});
