/** Keys and passphrases from files and standard input. */
import { concatenate, text } from '../../../fixtures/bytes.js';
import { keyFile, passphrase, sealed, secretOf } from '../program.js';
import { wrongPassphrase } from './encryption.js';
import { encrypted, named, type Table } from './row.js';

const noKeyFile = '--key: the file is not a key file of romulus keygen';
const bothFromInput = '--key and a file cannot both be standard input';
const othersWrite = (option: string) =>
  `warning: ${option}: not only its owner may write to the file; chmod go-w fixes that`;
const otherEncoding = (problem: string) =>
  `warning: --passphrase-file: the file ${problem}, so a typed passphrase is another; save it as plain UTF-8`;

/** An encrypted file with a passphrase at the usual cost. Byte 11, the cost, has changed. */
const costly = await sealed(0, { passphrase: secretOf(passphrase).passphrase });
costly[11] = 19;
const needed = 'sealed: the passphrase needs 512 MiB of memory: if you trust the file, give --max-memory';

/** Options with a file of no use. */
const useless: [options: string, code: number, message: string][] = [
  ['--key missing', 3, '--key: no such file or directory'],
  ['--key .', 3, '--key: is a directory'],
  ['--key /dev/zero', 2, '--key: the file has more than 1024 bytes'],
  ['--key=', 2, '--key: the name of the file is empty'],
  ['--key empty', 2, noKeyFile],
  ['--key bytes', 2, noKeyFile],
  ['--passphrase-file /dev/zero', 2, '--passphrase-file: the file has more than 65536 bytes'],
  ['--passphrase-file empty', 2, '--passphrase-file: the passphrase is empty'],
  ['--passphrase-file crlf', 2, '--passphrase-file: the passphrase is empty'],
];

export const secrets: Table = {
  'a file of a key or a passphrase must be one that can be read, and is not endless or empty': {
    command: useless.map(([options]) => `romulus encrypt ${options} file; echo $?`).join('\n'),
    files: { file: 'text', empty: '', crlf: '\r\n', bytes: '0123456789abcdef' },
    stdout: useless.map(([, code]) => `${code}\n`).join(''),
    messages: useless.map(([, , message]) => message),
  },
  'the line end of a passphrase file is no part of the passphrase, and all else is': {
    command: `for text in $'\\r\\n' '' $'\\n\\n' $'\\r' ' '; do printf "correct horse$text" >other
        romulus decrypt -p other sealed -o -; done; rm other`,
    files: { sealed: await sealed(4, secretOf(passphrase)) },
    stdout: concatenate(text(4), text(4)),
    messages: Array(3).fill(`sealed: ${wrongPassphrase}`),
  },
  'a passphrase serves several files, each with a salt of its own': {
    command: `romulus encrypt -p passphrase a b; romulus decrypt -f -p passphrase a.romulus b.romulus
      cmp -s -i 16 -n 16 a.romulus b.romulus`,
    files: named('a', 'b'),
    code: 1,
    after: { 'a.romulus': encrypted, 'b.romulus': encrypted },
  },
  'standard input gives a key or a passphrase, by each of its names, but not a file too': {
    command: `for name in - /dev/stdin /dev/fd/0; do
        printf 'correct horse' | romulus encrypt -p $name file -o sealed
        romulus decrypt -p $name sealed -o - <passphrase; rm sealed
        romulus encrypt -k $name $name -o out
      done
      romulus encrypt -k - file -o sealed; romulus decrypt -k /dev/fd/7 sealed -o - 7<key; rm sealed`,
    files: { file: 'text' },
    input: keyFile,
    stdout: 'text'.repeat(4),
    messages: Array(3).fill(bothFromInput),
  },
  'a passphrase file in another encoding is warned of, and all its bytes count': {
    command: `for file in marked utf16le utf16be unmarked; do romulus encrypt -f -p $file file; done
      romulus decrypt -p plain file.romulus -o back`,
    files: {
      file: 'text',
      plain: 'pass',
      marked: '\ufeffpass',
      utf16le: Buffer.from('\ufeffpass\n', 'utf16le'),
      utf16be: Buffer.from('\ufeffpass\n', 'utf16le').swap16(),
      unmarked: Buffer.from('pass\n', 'utf16le'),
    },
    code: 1,
    messages: [
      otherEncoding('begins with a byte order mark'),
      ...Array(3).fill(otherEncoding('is in UTF-16')),
      `file.romulus: ${wrongPassphrase}`,
    ],
    after: { 'file.romulus': encrypted },
  },
  'a secret of the wrong kind is reported before anything is computed, and before a passphrase is asked for': {
    command: `romulus encrypt -k key file -o withKey; romulus decrypt -p passphrase withKey -o back
      romulus decrypt <withKey; romulus decrypt -k key <withPassphrase; rm withKey`,
    files: { file: 'text', withPassphrase: await sealed(10, secretOf(passphrase)) },
    messages: [
      ...Array(2).fill('the file opens with a key: give --key'),
      'the file opens with a passphrase, not with a key',
    ],
  },
  'a file of a key or a passphrase that others may write is warned of, and no other, nor a pipe': {
    command: `for mode in 600 444 620 602; do chmod $mode key; romulus encrypt -f -k key file; done
      chmod 666 passphrase; romulus encrypt -f -p passphrase file
      mkfifo -m 666 pipe; cat key >pipe & romulus encrypt -f -k pipe file`,
    files: { file: 'text' },
    messages: [othersWrite('--key'), othersWrite('--key'), othersWrite('--passphrase-file')],
    after: { 'file.romulus': encrypted },
  },
  'a file takes no more memory than is allowed, and that is said before a passphrase is asked for': {
    command: `romulus decrypt sealed -o back; romulus decrypt -p passphrase sealed -o back --max-memory 511
      romulus decrypt -p passphrase sealed -o back --max-memory 512`,
    files: { sealed: costly },
    code: 1,
    messages: [needed, needed, `sealed: ${wrongPassphrase}`],
  },
  'no terminal is no passphrase, given or generated': {
    command: 'romulus encrypt file; romulus encrypt --generate-passphrase missing',
    files: { file: 'text' },
    code: 2,
    messages: [
      'there is no terminal to ask for a passphrase: give --key or --passphrase-file',
      'standard error is no terminal, which could show the passphrase: give --key or --passphrase-file',
    ],
  },
};
