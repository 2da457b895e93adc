/** The command line: help, wrong lines, names that are not UTF-8, which Linux allows, and standard streams of no use. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tarball.js';
import { digestOf, lineOf } from '../program.js';
import { contents, encrypted, file, refusing, type Table } from './row.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** More threads than processors would take gigabytes of memory and gain nothing. */
const mostJobs = Math.min(256, Math.max(8, availableParallelism()));
const wrongJobs = `--jobs must be a whole number from 1 to ${mostJobs} on this machine`;

const all = 'the commands are hash, keygen, encrypt, decrypt, help';

/** Wrong command lines with their messages. No message repeats `hunter2`, which may be a secret in the wrong place. */
const wrong: [line: string, message: string][] = [
  ['', 'no command given; romulus --help lists the commands'],
  ['toString', `unknown command toString; ${all}`],
  ['help crypt', `unknown command crypt; ${all}`],
  ['encrypt --passphrase=hunter2 a', 'unknown option --passphrase; --passphrase-file reads a passphrase'],
  ['hash --toString', 'unknown option --toString'],
  ['encrypt --force=hunter2 a', '--force takes no value'],
  ['encrypt --key hunter2 --key hunter2 a', '--key is given twice'],
  ['hash --quiet', '--quiet needs --check'],
  ['hash --jobs --check', '--jobs needs a value; write one that begins with - as --jobs=-...'],
  ['encrypt -j hunter2 a', wrongJobs],
  [`hash -j ${mostJobs + 1} a`, wrongJobs],
  ['keygen -o -', 'a key is never written to standard output: give the name of a new file'],
  ['keygen a b', 'too many operands: this command takes one'],
  ["hash ''", 'the name of a file is empty'],
  ['encrypt -o c a b', '--output is for one file only'],
  ['encrypt --mode hunter2 a', '--mode must be N, M or T'],
  ['encrypt --generate-passphrase -k a a', 'give --generate-passphrase or --key, not both'],
  ['encrypt --key k --passphrase-file p a', 'give --key or --passphrase-file, not both'],
  ['decrypt --max-memory=0', '--max-memory must be a number of MiB from 1 to 999999'],
  ['decrypt a/.romulus', 'the name of the file does not end in .romulus: give -o OUT'],
];

export const commandLines: Table = {
  'help needs no right command line, and has another spelling, as the version has': {
    command: `romulus help | cmp - <(romulus -h); romulus hash a b --help | cmp - <(romulus help hash)
      romulus --version; romulus -v`,
    stdout: `${version}\n`.repeat(2),
  },
  'a wrong command line is refused, and shows no value': refusing([
    ...wrong.map(([line, message]) => [line, 2, message] as const),
    ['encrypt -khunter2 key', 3, '--key: no such file or directory'],
  ]),
};

const digest = digestOf('text');
/** Makes a folder with a file whose name is no UTF-8, and files of the names that a wrong decoding would give. */
const inBytes = (command: string) =>
  `mkdir bytes; cd bytes; for name in a key new; do echo another file >"$name"\ufffd; done
  mkdir $'f\\xff'; printf text | tee $'a\\xff' $'f\\xff/a' >$'a\\xed\\xa0\\x80'; cp ../key $'key\\xff'
  ${command}; code=$?; rm -r ../bytes; exit $code`;

export const byteNames: Table = {
  'a name that is not UTF-8 names the file that has these bytes': {
    command: inBytes(`romulus hash a\ufffd -- $'a\\xff' $'a\\xed\\xa0\\x80' $'f\\xff/a' | tail -n 3 | tee list
      romulus hash --check list; romulus keygen $'new\\xff' && wc -c <$'new\\xff'
      ln -s $'to\\xff' $'a\\xff.romulus'; romulus encrypt -f -k $'key\\xff' $'a\\xff'
      romulus decrypt -k ../key $'to\\xff' -o -`),
    stdout: Buffer.from(
      ['a\xff', 'a\xed\xa0\x80', 'f\xff/a']
        .map((name) => `${digest}  ${name}\n`)
        .concat('a\xff: OK\na\xed\xa0\x80: OK\nf\xff/a: OK\n47\ntext')
        .join(''),
      'latin1',
    ),
  },
  'a name that is not UTF-8 stands in a message as a terminal shows it, and is no command and no associated data': {
    command: inBytes(`romulus hash $'none\\xff'; romulus $'\\xc0\\xaf'
      romulus encrypt -k ../key $'--ad=\\xff' $'a\\xff'`),
    code: 2,
    messages: [
      'none\ufffd: no such file or directory',
      `unknown command \ufffd\ufffd; ${all}`,
      '--ad must be valid UTF-8',
    ],
  },
};

const closed = 'is closed, or /dev/null opened for reading and writing, which looks the same';
const files = { file: contents, sealed: file, list: lineOf('file', contents) };

/** Runs the program with each of several arguments, and shows the exit codes. */
const codesOf = (redirection: string, ...lines: string[]) =>
  lines.map((line) => `romulus ${line} ${redirection}; echo $? >&3`).join('\n');
const writing = ['--help', 'hash file', 'encrypt -k key <file', 'decrypt -k key -o - sealed'];

export const standardStreams: Table = {
  'a closed or full standard output is an error where it gets the result': {
    command: `exec 3>&1; ${codesOf('>&-', ...writing)}; ${codesOf('>/dev/full', ...writing, 'hash --check list')}`,
    files,
    stdout: '3\n'.repeat(9),
    messages: [
      ...Array(4).fill(`standard output: ${closed}`),
      ...Array(5).fill('standard output: no space left on device'),
    ],
  },
  'standard streams may be thrown away, and be closed where the exit code tells all': {
    command: `exec 3>&1; ${codesOf('>/dev/null', 'hash file')}; ${codesOf('>&-', 'hash --check list')}
      ${codesOf('0<>/dev/null 1<>/dev/null 2<>/dev/null', 'hash --check list')}
      ${codesOf('2>&-', 'hash missing')}; ${codesOf('2>/dev/full', 'hash missing')}
      ${codesOf('<&- >&- 2>&-', 'encrypt -k key -o out file', 'hash file')}
      romulus decrypt -k key -o - out | cmp - file`,
    files,
    stdout: '0\n0\n0\n3\n3\n0\n3\n',
    after: { out: encrypted },
  },
  'a closed standard input is an error, not an empty file, but need not be there for a file': {
    command: `exec 3>&1; ${codesOf('<&-', 'hash', 'encrypt -k key', 'hash file')}; romulus hash </dev/null`,
    files,
    stdout: `3\n3\n${lineOf('file', contents)}0\n${lineOf('-', '')}`,
    messages: [`-: ${closed}`, `standard input: ${closed}`],
  },
};
