/** `romulus hash`: digests of files and of standard input, lists of digests, and texts that are no list. */
import { readFileSync } from 'node:fs';
import { concatenate, text } from '../../../fixtures/bytes.js';
import { digestOf, lineOf, linesOf, preloading } from '../program.js';
import { missing, named, type Table } from './row.js';

/** An environment in which no worker starts. */
export const withoutWorkers = preloading(`
  import threads from 'node:worker_threads';
  threads.Worker = class { constructor() { throw new Error('of the test'); } };
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
`);

const linesOfAll = (files: Readonly<Record<string, Uint8Array | string>>) =>
  Object.entries(files)
    .map(([name, contents]) => lineOf(name, contents))
    .join('');

const large = { a: text(5_000_000), b: text(5_000_001) };
const sizes = { b: text(100), a: '', 'long name': text(65_536), '-dash': 'dash' };
const edges = { '1': text(1_048_575), '2': text(1_048_576), '3': text(1_048_577) };

/** Files of all sizes, three of them large. */
const many = Object.fromEntries(
  Array.from({ length: 400 }, (_, i) => [`${1000 + i}`, text(i % 150 === 3 ? 3_000_000 + i : (i * i * 7919) % 30_000)]),
);
const manyLines = linesOfAll(many);

/** Every kind of character that moves the cursor, ends a line or reorders one, except line feed and carriage return. */
const deceiving = 'a\u0001\b\t\v\u001b[1A\u007f\u0085\u009b2K\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069z';
const harmless =
  'a\\u{1}\\u{8}\\u{9}\\u{b}\\u{1b}[1A\\u{7f}\\u{85}\\u{9b}2K\\u{61c}\\u{200e}\\u{200f}\\u{2028}\\u{2029}\\u{202a}\\u{202e}\\u{2066}\\u{2069}z';

const odd = named(
  'a',
  'with (brackets) = 12',
  'line\nend',
  'back\\slash',
  'both\\\n\\n',
  'carriage\rreturn',
  'ümläut\t',
);
const oddNames = `a 'with (brackets) = 12' $'line\\nend' 'back\\slash' $'both\\\\\\n\\\\n' $'carriage\\rreturn' $'ümläut\\t'`;
/** Each name as a line shows it, with the mark of its line. */
const oddShown: [mark: string, shown: string][] = [
  ['', 'a'],
  ['', 'with (brackets) = 12'],
  ['\\', 'line\\nend'],
  ['\\', 'back\\\\slash'],
  ['\\', 'both\\\\\\n\\\\n'],
  ['\\', 'carriage\\rreturn'],
  ['', 'ümläut\t'],
];
const oddDigests = Object.values(odd).map(digestOf);
const oddVerdicts = oddShown.map(([mark, shown]) => `${mark}${shown}: OK\n`).join('');

export const hashing: Table = {
  'hash writes a line for each file, of any length, in their order, and follows links': {
    command: 'ln -s b link; romulus hash -- b a long* -dash 1 2 3 link',
    files: { ...sizes, ...edges },
    stdout: linesOfAll(sizes) + linesOfAll(edges) + lineOf('link', sizes.b),
    after: { link: '-> b' },
  },
  'hash reads standard input, which is a socket, a file or a pipe': {
    command: `romulus hash a - b; cat 3 | romulus hash; romulus hash <3; cat a | romulus hash /dev/fd/0
      romulus hash /dev/stdin <a`,
    files: { ...named('a', 'b'), '3': edges['3'] },
    input: 'input',
    stdout: `${linesOfAll({ a: 'a', '-': 'input', b: 'b' })}${lineOf('-', edges['3']).repeat(2)}${linesOfAll({ '/dev/fd/0': 'a', '/dev/stdin': 'a' })}`,
  },
  'hash reads other descriptors, which may be sockets, special files, and files that report a wrong size': {
    command: `romulus hash /dev/fd/3 3<&0 </dev/null; mkfifo pipe; printf piped >pipe &
      romulus hash pipe /proc/version /dev/fd/7 7<a; romulus hash /sys/devices/system/cpu/possible /dev/fd/77`,
    files: named('a'),
    input: 'input',
    code: 3,
    stdout:
      linesOfAll({
        '/dev/fd/3': 'input',
        pipe: 'piped',
        '/proc/version': readFileSync('/proc/version'),
        '/dev/fd/7': 'a',
      }) + lineOf('/sys/devices/system/cpu/possible', readFileSync('/sys/devices/system/cpu/possible')),
    messages: ['/dev/fd/77: bad file descriptor'],
  },
  'hash keeps the order of very many files on any number of threads': {
    command: 'for jobs in 1 5; do romulus hash -j $jobs 10* missing 1[123]*; done',
    files: many,
    code: 3,
    stdout: manyLines.repeat(2),
    messages: [missing, missing],
  },
  'hash works where no worker can start': {
    command: 'romulus hash -j 2 a b',
    files: large,
    environment: withoutWorkers,
    stdout: linesOfAll(large),
  },
  'hash goes on behind a file that it cannot read': {
    command: 'mkdir folder; romulus hash missing a folder a/b b',
    files: named('a', 'b'),
    code: 3,
    stdout: linesOfAll(named('a', 'b')),
    messages: [missing, 'folder: is a directory', 'a/b: not a directory'],
  },
  'names with line ends and backslashes are written as sha256sum writes them, and read back in each style': {
    command: `romulus hash ${oddNames} | tee plain | romulus hash -c
      romulus hash --tag ${oddNames} | tee tagged | romulus hash -c
      romulus hash -z ${oddNames} | tee zero | romulus hash -cz
      romulus hash -z --tag ${oddNames} | romulus hash --check --zero | cmp - <(romulus hash -cz zero)`,
    files: odd,
    stdout:
      oddVerdicts +
      oddVerdicts +
      Object.keys(odd)
        .map((name) => `${name}: OK\0`)
        .join(''),
    after: {
      plain: oddShown.map(([mark, shown], i) => `${mark}${oddDigests[i]}  ${shown}\n`).join(''),
      tagged: oddShown.map(([mark, shown], i) => `${mark}ROMULUS-H (${shown}) = ${oddDigests[i]}\n`).join(''),
      zero: Object.keys(odd)
        .map((name, i) => `${oddDigests[i]}  ${name}\0`)
        .join(''),
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
  'hash ends silently if nobody reads': {
    command: 'set -o pipefail; romulus hash $(yes a | head -n 3000) | head -c 1 >/dev/null',
    files: named('a'),
    code: 141,
  },
};

const [a, b, c] = ['a', 'b', 'c'].map((name) => lineOf(name, name)) as [string, string, string];
const list = a + b + c;
const allOk = 'a: OK\nb: OK\nc: OK\n';
const abc = named('a', 'b', 'c');
const gone = '(no such file or directory)';
const digest = '0'.repeat(64);

/** Lines of which each is malformed, with what is wrong. */
const malformed = [
  ['U+FFFD', `${digest}  a\ufffd`],
  ['another algorithm', `SHA256 (a) = ${digest}`],
  ['text', 'text'],
  ['no name', digest],
  ['an empty name', `${digest}  `],
  ['a tab', `${digest}\ta`],
  ['a digit less', `${digest.slice(1)}  a`],
  ['a wrong escape', `\\${digest}  a\\b`],
  ['half an escape', `\\${digest}  a\\`],
  ['a zero byte', `${digest}  a\0b`],
  ['a digit more behind a tag', `ROMULUS-H (a) = ${digest}0`],
  ['a tag without a name', `ROMULUS-H () = ${digest}`],
];

const none = 'no line of this list can be checked';
const tooLong = (line: number) => `line ${line} has more than 131072 bytes; this is not a list`;
/** Files that are no lists, with the message about each. */
const noLists: [name: string, contents: string | Uint8Array, message: string][] = [
  ['empty', '', 'has no line with a digest and a name'],
  ['more-words', `${a}${'word\n'.repeat(1001)}`, 'more than 1000 malformed lines; this is not a list'],
  ['binary', '\x7fELF\0\n\x01\n', 'is binary data, not a list of digests'],
  ['bytes', text(50_000), 'is binary data, not a list of digests'],
  ['long', `${digest}  ${'a'.repeat(2 ** 18)}\n`, tooLong(1)],
  ['long-end', `${a}${digest}  ${'a'.repeat(2 ** 21)}`, tooLong(2)],
  ['md5sum', `${'0'.repeat(32)}  a\n`, `line 1 has a digest of 32 digits; those of Romulus-H have 64; ${none}`],
  ['tagged', `BLAKE2b-256 (a) = ${digest}\n`, `line 1 has a digest of BLAKE2b-256, not of Romulus-H; ${none}`],
];

// Pieces have 2^20 bytes; the first ends after two of the four bytes of the key.
const start = `${`#${' '.repeat(1022)}\n`.repeat(1023)}#${' '.repeat(953)}\n${digest}  b`;

export const checking: Table = {
  '--check reads a file, standard input, and several lists, and checks standard input by its name': {
    command: 'romulus hash -c list - <c.list; romulus hash --check <list; printf input | romulus hash -c input.list',
    files: { ...abc, list, 'c.list': c, 'input.list': lineOf('-', 'input') },
    stdout: `${allOk}c: OK\n${allOk}-: OK\n`,
  },
  '--check reads what other programs write: marks, capitals, line ends, comments, tags': {
    command: 'romulus hash -c',
    files: abc,
    input: [
      `\ufeff${a.replace('  ', ' *')}`,
      `# made today\n\n  \n\r\n#${lineOf('missing', '')}`,
      `${b.trimEnd()}\r\n`,
      c.replace(/^\w+/, (digits) => digits.toUpperCase()),
      `Romulus-H (a) = ${digestOf('a').toUpperCase()}\n`,
      `romulus-h(b)= ${digestOf('b')}\r\n`,
      c.trimEnd(),
    ].join(''),
    stdout: allOk + allOk,
  },
  '--check tells what is wrong with each file, and counts it': {
    command: 'romulus hash -c; romulus hash -c <(head -n 2 list) <list',
    files: { ...abc, list: a + lineOf('b', 'other') },
    input: a + ['b', 'c', 'missing', '.'].map((name) => lineOf(name, 'other')).join(''),
    code: 1,
    stdout: `a: OK\nb: FAILED\nc: FAILED\nmissing: FAILED ${gone}\n.: FAILED (is a directory)\na: OK\nb: FAILED\n`,
    messages: ['of 5 files, 2 differ, 1 is missing and 1 cannot be read', 'of 2 files, 1 differs'],
  },
  '--quiet reports no good file, and --status nothing at all': {
    command: `romulus hash -c --quiet list; romulus hash -c --quiet wrong; echo $?
      for list in list wrong half words missing; do romulus hash -c --status $list; echo $?; done`,
    files: { ...abc, list, wrong: a + lineOf('b', 'other'), half: `${list}text\n`, words: 'text\n' },
    stdout: 'b: FAILED\n1\n0\n1\n1\n1\n3\n',
    messages: ['of 2 files, 1 differs'],
  },
  '--ignore-missing passes over missing files and no others, and fails if all are missing': {
    command: 'for list in good wrong none; do romulus hash -c --ignore-missing $list; echo $?; done',
    files: {
      ...abc,
      good: lineOf('missing', '') + a,
      wrong: lineOf('a', 'b') + lineOf('missing', '') + lineOf('.', ''),
      none: lineOf('missing', ''),
    },
    stdout: 'a: OK\n0\na: FAILED\n.: FAILED (is a directory)\n1\n1\n',
    messages: ['of 2 files, 1 differs and 1 cannot be read', 'none of the files is there'],
  },
  '--check reads names that are not UTF-8, and characters that two pieces share': {
    command: 'romulus hash -c',
    files: { 'b\u{1f511}': 'text' },
    input: concatenate(Buffer.from(`${start}\u{1f511}\n${digest}  a`), Uint8Array.of(0xff, 0x0a)),
    code: 1,
    stdout: concatenate(Buffer.from('b\u{1f511}: FAILED\na'), Uint8Array.of(0xff), Buffer.from(`: FAILED ${gone}\n`)),
    messages: ['of 2 files, 1 differs and 1 is missing'],
  },
  'malformed lines are refused, ten of them by name, and the others are checked': {
    command: 'romulus hash -c',
    files: abc,
    input: list + linesOf(...malformed.map(([, line = '']) => line)),
    code: 1,
    stdout: allOk,
    messages: [
      '-: line 4 has a name with U+FFFD, which stands for what was lost',
      '-: line 5 has a digest of SHA256, not of Romulus-H',
      ...Array.from({ length: 8 }, (_, i) => `-: line ${i + 6} is not a digest with a name`),
      `-: ${malformed.length - 10} more lines are malformed`,
    ],
  },
  'a file that is no list is told once, nothing of it is checked, and the other lists are': {
    command: `romulus hash -c ${noLists.map(([name]) => name).join(' ')} /dev/zero list`,
    files: { ...abc, list, ...Object.fromEntries(noLists) },
    code: 1,
    stdout: allOk,
    messages: [...noLists.map(([name, , message]) => `${name}: ${message}`), `/dev/zero: ${tooLong(1)}`],
  },
  'a list that is too long is refused before it is all in memory': {
    command: `yes '${digest}  ${'a'.repeat(1000)}' | romulus hash -c`,
    code: 2,
    messages: ['-: the list has more than 67108864 bytes; split it'],
  },
  'a malformed list is a worse failure than one that cannot be read': {
    command: 'for lists in "missing list" "half missing list" "missing half"; do romulus hash -c $lists; echo $?; done',
    files: { a: 'a', list: a, half: `nothing\n${a}` },
    stdout: 'a: OK\n3\na: OK\na: OK\n1\na: OK\n1\n',
    messages: [missing, 'half: line 1 is not a digest with a name', missing, missing].concat(
      'half: line 1 is not a digest with a name',
    ),
  },
};
