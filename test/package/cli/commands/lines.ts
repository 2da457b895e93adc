/** The command line: help, wrong lines, names that are not UTF-8, which Linux allows, and standard streams of no use. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tarball.js';
import { digestOf, lineOf } from '../program.js';
import { contents, encrypted, file, missing, type Table } from './row.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** More threads than processors would take gigabytes of memory and gain nothing. */
const mostJobs = Math.min(256, Math.max(8, availableParallelism()));
const wrongJobs = `--jobs must be a whole number from 1 to ${mostJobs} on this machine`;

/** Wrong command lines with their messages. No message repeats `hunter2`, which may be a secret in the wrong place. */
const wrong: [line: string, message: string][] = [
  ['', 'no command given; romulus --help lists the commands'],
  ['toString', 'unknown command toString; romulus --help lists the commands'],
  ["$'a\\nb\\e[1m'", 'unknown command a\\nb\\u{1b}[1m; romulus --help lists the commands'],
  ['help crypt', 'unknown command crypt; did you mean encrypt or decrypt?'],
  ['encrypt --passphrase=hunter2 a', 'unknown option --passphrase; --passphrase-file reads a passphrase'],
  ['hash --toString', 'unknown option --toString'],
  ['encrypt --force=hunter2 a', '--force takes no value'],
  ['--version junk', '--version takes no operand'],
  ['encrypt --key hunter2 --key hunter2 a', '--key is given twice'],
  ['hash --quiet', '--quiet needs --check'],
  ['hash --tag --check', '--tag is not for --check, which reads lines of both styles'],
  ['hash --jobs --check', '--jobs needs a value; write one that begins with - as --jobs=-...'],
  ...['hunter2', '0', mostJobs + 1, '1.5'].map((jobs): [string, string] => [`encrypt -j ${jobs} a`, wrongJobs]),
  ['keygen', 'keygen needs the name of a new file'],
  ['keygen -o -', 'a key is never written to standard output: give the name of a new file'],
  ['keygen /dev/stdin', '/dev/stdin: already exists and is not a regular file'],
  ['keygen a b', 'too many operands: this command takes one'],
  ["keygen ''", 'the name of a file is empty'],
  ["hash ''", 'the name of a file is empty'],
  ["decrypt '' -o a", 'the name of a file is empty'],
  ['encrypt -o c a b', '--output is for one file only'],
  ['encrypt --mode hunter2 a', '--mode must be N, M or T'],
  ['encrypt --generate-passphrase -k a a', 'give --generate-passphrase or --key, not both'],
  ['encrypt --key k --passphrase-file p a', 'give --key or --passphrase-file, not both'],
  ...['0', '1.5', '1000000'].map((value): [string, string] => [
    `decrypt --max-memory=${value}`,
    '--max-memory must be a number of MiB from 1 to 999999',
  ]),
  ...['a', '.romulus', 'a/.romulus'].map((name): [string, string] => [
    `decrypt ${name}`,
    'the name of the file does not end in .romulus: give -o OUT',
  ]),
];

export const commandLines: Table = {
  'help and version have several spellings, and help needs no right command line': {
    command: `for option in -h help; do romulus $option | cmp - <(romulus --help); done
      romulus hash a b --help | cmp - <(romulus help hash)
      for option in --version -V -v; do romulus $option; done`,
    stdout: `${version}\n`.repeat(3),
  },
  ...Object.fromEntries(
    wrong.map(([line, message]) => [`romulus ${line}`, { command: `romulus ${line}`, code: 2, messages: [message] }]),
  ),
  'a secret in the place of the name of its file is not shown': {
    command: 'romulus encrypt -khunter2 key',
    code: 3,
    messages: ['--key: no such file or directory'],
  },
};

const digest = digestOf('text');
/** Makes a folder with a file whose name is no UTF-8, and files of the names that a wrong decoding would give. */
const inBytes = (command: string) =>
  `mkdir bytes; cd bytes; for name in a key new; do echo another file >"$name"\ufffd; done
  printf text | tee $'a\\xff' >$'a\\xed\\xa0\\x80'; cp ../key $'key\\xff'
  ${command}; code=$?; rm -r ../bytes; exit $code`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

export const byteNames: Table = {
  'a name that is not UTF-8 names the file that has these bytes, for hash': {
    command: inBytes(`romulus hash a\ufffd -- $'a\\xff' $'a\\xed\\xa0\\x80' | tail -n 2
      romulus hash --tag $'a\\xff'; romulus hash $'a\\xff' | romulus hash --check
      mkdir $'f\\xff'; mv $'a\\xff' $'f\\xff/a'; romulus hash $'f\\xff/a'`),
    stdout: latin1(
      `${digest}  a\xff\n${digest}  a\xed\xa0\x80\nROMULUS-H (a\xff) = ${digest}\na\xff: OK\n${digest}  f\xff/a\n`,
    ),
  },
  'a name that is not UTF-8 names the file that has these bytes, for keys and outputs': {
    command: inBytes(`romulus keygen $'new\\xff' && wc -c <$'new\\xff'
      romulus encrypt -k $'key\\xff' $'a\\xff' && romulus decrypt -k ../key $'a\\xff.romulus' -o -
      ln -s $'to\\xff' $'link\\xff'; romulus encrypt -k ../key -f $'a\\xff' -o $'link\\xff'
      romulus decrypt -k ../key $'to\\xff' -o -`),
    stdout: '47\ntexttext',
  },
  'a name that is not UTF-8 stands in a message as a terminal shows it, and is no command and no associated data': {
    command: inBytes(`romulus hash $'none\\xff'; romulus keygen $'a\\xff'; romulus $'\\xc0\\xaf'
      romulus encrypt -k ../key $'--ad=\\xff' $'a\\xff'; romulus decrypt -k ../key --ad $'caf\\xe9' $'a\\xff' -o b`),
    code: 2,
    messages: [
      'none\ufffd: no such file or directory',
      'a\ufffd: already exists',
      'unknown command \ufffd\ufffd; romulus --help lists the commands',
      ...Array(2).fill('--ad must be valid UTF-8'),
    ],
  },
  'a name with U+FFFD is refused if the system does not show the bytes of arguments': {
    command: 'romulus hash a\ufffd && NODE_OPTIONS=--title=romulus romulus hash a\ufffd',
    files: { 'a\ufffd': 'text' },
    code: 2,
    stdout: `${digest}  a\ufffd\n`,
    messages: ['argument 2 is not valid UTF-8, or has a U+FFFD that looks the same'],
  },
};

const closed = 'is closed, or /dev/null opened for reading and writing, which looks the same';
const files = { file: contents, sealed: file, list: lineOf('file', contents) };

/** Runs the program with each of several arguments, and shows the exit codes. */
const codesOf = (redirection: string, ...lines: string[]) =>
  lines.map((line) => `romulus ${line} ${redirection}; echo $? >&3`).join('\n');
const writing = ['--help', 'hash file', 'hash --tag -z file', 'encrypt -k key -o - file', 'decrypt -k key -o - sealed'];

export const standardStreams: Table = {
  'a closed standard output is an error where it gets the result': {
    command: `exec 3>&1; ${codesOf('>&-', ...writing, 'encrypt -k key <file')}`,
    files,
    stdout: '3\n'.repeat(6),
    messages: Array(6).fill(`standard output: ${closed}`),
  },
  'a full standard output is an error': {
    command: `exec 3>&1; ${codesOf('>/dev/full', ...writing, 'hash --check list')}`,
    files,
    stdout: '3\n'.repeat(6),
    messages: Array(6).fill('standard output: no space left on device'),
  },
  'standard output may be thrown away, and be closed where the exit code tells all': {
    command: `exec 3>&1; ${codesOf('>/dev/null', ...writing)}
      ${codesOf('>&-', 'keygen new', 'encrypt -k key -o out file', 'hash --check list', 'hash --check <(echo $none)')}
      ${codesOf('0<>/dev/null 1<>/dev/null 2<>/dev/null', 'hash --check list')}`,
    files,
    stdout: '0\n0\n0\n0\n0\n0\n0\n0\n1\n0\n',
    messages: ['/dev/fd/63: has no line with a digest and a name'],
    after: { new: /^romulus-key-1 /, out: encrypted },
  },
  'a closed standard input is an error, not an empty file, but need not be there for a file': {
    command: `exec 3>&1; ${codesOf('<&-', 'hash', 'hash --check', 'encrypt -k key', 'decrypt -k key', 'hash file')}
      romulus hash </dev/null`,
    files,
    stdout: `3\n3\n3\n3\n${lineOf('file', contents)}0\n${lineOf('-', '')}`,
    messages: ['-', 'standard input', 'standard input', 'standard input'].map((name) => `${name}: ${closed}`),
  },
  'a closed or full standard error changes no exit code and no file': {
    command: `exec 3>&1
      ${['2>&-', '2>/dev/full'].map((to) => codesOf(to, 'encrypt -f -k key -o out file', 'hash missing', 'hash -c out')).join('\n')}
      ${codesOf('<&- >&- 2>&-', 'encrypt -f -k key -o out file', 'hash file')}
      romulus decrypt -k key -o - out | cmp - file; romulus hash missing`,
    files,
    code: 3,
    stdout: '0\n3\n1\n0\n3\n1\n0\n3\n',
    messages: [missing],
    after: { out: encrypted },
  },
};
