/** Command lines and the manual page, and `romulus hash`: digests, lists of digests, and texts that are no list. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands, program as manual } from '../../../ts/cli/commands.js';
import { text } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { root } from '../tarball.js';
import { byteNames, commandLines, standardStreams } from './commands/lines.js';
import { missing, named, type Table, testCommands, withoutWorkers } from './commands/row.js';
import { digestOf, lineOf, linesOf } from './program.js';

const linesOfAll = (files: Readonly<Record<string, Uint8Array | string>>) =>
  Object.entries(files)
    .map(([name, contents]) => lineOf(name, contents))
    .join('');

const sizes = { b: text(100), a: '', 'long name': text(65_536), '-dash': 'dash' };
const edges = { less: text(1_048_575), one: text(1_048_576), more: text(1_048_577) };

/** Files of all sizes, two of them large. */
const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [`${1000 + i}`, text(i % 150 === 3 ? 1_500_000 + i : (i * i * 7919) % 30_000)]),
);

/** Every kind of character that moves the cursor, ends a line or reorders one, except line feed and carriage return. */
const deceiving = 'a\u0001\b\t\v\u001b[1A\u007f\u0085\u009b2K\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069z';
const harmless = deceiving.replaceAll(/[^ -~]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** Names as bash takes them, as they are, and as a line shows them. The line of a name that it changes has a mark. */
const odd: [quoted: string, name: string, shown: string][] = [
  ["'with (brackets) = 12'", 'with (brackets) = 12', 'with (brackets) = 12'],
  ["$'line\\nend'", 'line\nend', 'line\\nend'],
  ["'back\\slash'", 'back\\slash', 'back\\\\slash'],
  ["$'both\\\\\\n\\\\n'", 'both\\\n\\n', 'both\\\\\\n\\\\n'],
  ["$'carriage\\rreturn'", 'carriage\rreturn', 'carriage\\rreturn'],
  ["$'ümläut\\t'", 'ümläut\t', 'ümläut\t'],
];
const oddNames = odd.map(([quoted]) => quoted).join(' ');
/** A line for each of the names. */
const oddLines = (lineOf: (shown: string, mark: string, digest: string, name: string) => string) =>
  odd.map(([, name, shown]) => lineOf(shown, shown === name ? '' : '\\', digestOf(name), name)).join('');

/** Linux reports 4096 bytes for the one, and 0 bytes for the other. */
const special = ['/sys/devices/system/cpu/possible', '/proc/version'];

const hashing: Table = {
  'hash writes a line for each file of any kind, in their order, and goes on behind one that it cannot read': {
    command: `ln -s b link; mkdir folder; mkfifo pipe; printf piped >pipe &
      romulus hash -- b missing a long* folder -dash less one more - b/b link pipe ${special.join(' ')} /dev/fd/{3,7,77} 3< <(printf piped) 7<b`,
    files: { ...sizes, ...edges },
    input: 'input',
    code: 3,
    stdout: linesOfAll({
      ...{ ...sizes, ...edges, '-': 'input', link: sizes.b, pipe: 'piped' },
      ...Object.fromEntries(special.map((path) => [path, readFileSync(path)])),
      ...{ '/dev/fd/3': 'piped', '/dev/fd/7': sizes.b },
    }),
    messages: [missing, 'folder: is a directory', 'b/b: not a directory', '/dev/fd/77: bad file descriptor'],
    after: { link: '-> b' },
  },
  'hash keeps the order of very many files on any number of threads, also where no worker can start': {
    command: `for jobs in 1 5; do romulus hash -j $jobs 1*; done
      NODE_OPTIONS="$WITHOUT_WORKERS" romulus hash -j 2 1*`,
    environment: { WITHOUT_WORKERS: withoutWorkers.NODE_OPTIONS },
    files: many,
    stdout: linesOfAll(many).repeat(3),
  },
  'names with line ends and backslashes are written as sha256sum writes them, and read back in each style': {
    command: `romulus hash ${oddNames} | tee plain | romulus hash -c
      romulus hash --tag ${oddNames} | tee tagged | romulus hash -c
      romulus hash -z ${oddNames} | tee zero | romulus hash -cz`,
    files: named(...odd.map(([, name]) => name)),
    stdout:
      oddLines((shown, mark) => `${mark}${shown}: OK\n`).repeat(2) +
      oddLines((_shown, _mark, _digest, name) => `${name}: OK\0`),
    after: {
      plain: oddLines((shown, mark, digest) => `${mark}${digest}  ${shown}\n`),
      tagged: oddLines((shown, mark, digest) => `${mark}ROMULUS-H (${shown}) = ${digest}\n`),
      zero: oddLines((_shown, _mark, digest, name) => `${digest}  ${name}\0`),
    },
  },
  'messages have no control characters, and lines have exact names where no terminal shows them': {
    command: `romulus hash "$NAME" "no $NAME" $'a\\nromulus: b\\r\\e[2J'`,
    files: { [deceiving]: 'text' },
    environment: { NAME: deceiving },
    code: 3,
    stdout: lineOf(deceiving, 'text'),
    messages: [`no ${harmless}`, 'a\\nromulus: b\\r\\u{1b}[2J'].map((name) => `${name}: no such file or directory`),
  },
};

const [a, b, c] = ['a', 'b', 'c'].map((name) => lineOf(name, name)) as [string, string, string];
const list = a + b + c;
const allOk = 'a: OK\nb: OK\nc: OK\n';
const abc = named('a', 'b', 'c');
const gone = '(no such file or directory)';
const digest = '0'.repeat(64);

/** Lines of which each is malformed. The messages about the first two say why. */
const malformed = [
  ...[`${digest}  a\ufffd`, `SHA256 (a) = ${digest}`],
  ...['text', digest, `${digest}  `, `${digest}\ta`, `${digest.slice(1)}  a`, `\\${digest}  a\\b`, `\\${digest}  a\\`],
  ...[`${digest}  a\0b`, `ROMULUS-H (a) = ${digest}0`, `ROMULUS-H () = ${digest}`],
];

const none = 'no line of this list can be checked';
const tooLong = 'the list has more than 67108864 bytes; split it';
/** Files that are no lists, with the message about each. */
const noLists: [name: string, contents: string | Uint8Array, message: string][] = [
  ['empty', '', 'has no line with a digest and a name'],
  ['more-words', `${a}${'word\n'.repeat(1001)}`, 'more than 1000 malformed lines; this is not a list'],
  ['binary', '\x7fELF\0\n\x01\n', `line 1 is not a digest with a name; ${none}`],
  ['md5sum', `${'0'.repeat(32)}  a\n`, `line 1 has a digest of 32 digits; those of Romulus-H have 64; ${none}`],
  ['tagged', `BLAKE2b-256 (a) = ${digest}\n`, `line 1 has a digest of BLAKE2b-256, not of Romulus-H; ${none}`],
];

const longNames = ['a'.repeat(20_000_000), '\xff'.repeat(4_000_000), '\xf0\x90\x8d\x88'.repeat(8_400_000)];
const checking: Table = {
  '--check reads a file, standard input, and several lists, and checks standard input by its name': {
    command: 'romulus hash -c list - <c.list; printf input | romulus hash --check input.list',
    files: { ...abc, list, 'c.list': c, 'input.list': lineOf('-', 'input') },
    stdout: `${allOk}c: OK\n-: OK\n`,
  },
  '--check reads lines of millions of bytes': {
    command: "romulus hash -c list | tr -dc '\\n' | wc -c",
    files: { list: Buffer.from(longNames.map((name) => `\\${digest}  ${name}\n`).join(''), 'latin1') },
    stdout: '3\n',
    messages: ['of 3 files, 3 cannot be read'],
  },
  '--check reads what other programs write: marks, capitals, line ends, comments, tags': {
    command: 'romulus hash -c',
    files: { ...abc, 'b\u{1f511}': 'text' },
    input: [
      `\ufeff${a.replace('  ', ' *')}`,
      // Pieces have 2^20 bytes; the first ends after two of the four bytes of the key.
      `${'#\n'.repeat(2 ** 19 - 70)}${lineOf('b\u{1f511}', 'text')}`,
      `# made today\n\n  \n\r\n#${lineOf('missing', '')}`,
      `${b.trimEnd()}\r\n`,
      c.replace(/^\w+/, (digits) => digits.toUpperCase()),
      `Romulus-H (a) = ${digestOf('a').toUpperCase()}\n`,
      `romulus-h(b)= ${digestOf('b')}\r\n`,
      c.trimEnd(),
    ].join(''),
    stdout: allOk.replace('\n', '\nb\u{1f511}: OK\n') + allOk,
  },
  '--check tells what is wrong with each file, and counts it': {
    command: 'romulus hash -c',
    files: abc,
    input: a + ['b', 'c', 'missing', '.'].map((name) => lineOf(name, 'other')).join(''),
    code: 1,
    stdout: `a: OK\nb: FAILED\nc: FAILED\nmissing: FAILED ${gone}\n.: FAILED (is a directory)\n`,
    messages: ['of 5 files, 2 differ, 1 is missing and 1 cannot be read'],
  },
  '--quiet reports no good file, and --status nothing at all': {
    command: `romulus hash -c --quiet wrong; echo $?
      for list in list wrong half missing; do romulus hash -c --status $list; echo $?; done`,
    files: { ...abc, list, wrong: a + lineOf('b', 'other'), half: `${list}text\n` },
    stdout: 'b: FAILED\n1\n0\n1\n1\n3\n',
    messages: ['of 2 files, 1 differs'],
  },
  '--ignore-missing passes over missing files and no others, and fails if all are missing': {
    command: 'for list in wrong none; do romulus hash -c --ignore-missing $list; echo $?; done',
    files: {
      ...abc,
      wrong: a + lineOf('missing', '') + lineOf('.', ''),
      none: lineOf('missing', ''),
    },
    stdout: 'a: OK\n.: FAILED (is a directory)\n1\n1\n',
    messages: ['of 2 files, 1 cannot be read', 'none of the files is there'],
  },
  'malformed lines are refused, ten of them by name, and the others are checked; the code of malformed lists stands': {
    command: 'romulus hash -c - missing',
    files: abc,
    input: list + linesOf(...malformed),
    code: 1,
    stdout: allOk,
    messages: [
      '-: line 4 has a name with U+FFFD, which stands for what was lost',
      '-: line 5 has a digest of SHA256, not of Romulus-H',
      ...Array.from({ length: 8 }, (_, i) => `-: line ${i + 6} is not a digest with a name`),
      `-: ${malformed.length - 10} more lines are malformed`,
      missing,
    ],
  },
  'a file that is no list is told once, nothing of it is checked, and the other lists are': {
    command: `romulus hash -c ${noLists.map(([name]) => name).join(' ')} /dev/zero list`,
    files: { ...abc, list, ...Object.fromEntries(noLists) },
    code: 1,
    stdout: allOk,
    messages: [...noLists.map(([name, , message]) => `${name}: ${message}`), `/dev/zero: ${tooLong}`],
  },
  'a list that is too long is refused before it is all in memory': {
    command: `yes '${digest}  ${'a'.repeat(1000)}' | romulus hash -c`,
    code: 2,
    messages: [`-: ${tooLong}`],
  },
};

testCommands({ commandLines, byteNames, standardStreams, hashing, checking });

it.skipIf(isMissing('groff'))(
  'the manual page has all commands, options and exit codes, and no warning of groff',
  () => {
    const page = join(root, 'dist/romulus.1');
    const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-P-cbu', '-ww', page], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const options = Object.values(commands).flatMap(({ options }) => Object.keys(options).map((name) => `--${name}`));
    const names = Object.keys(commands).map((name) => `romulus ${name}`);
    for (const text of [...names, ...options]) expect(stdout).toContain(text);
    for (const code of Object.keys(manual.exitStatus)) expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'));
  },
);
