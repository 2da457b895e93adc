/** Keys and passphrases from files and standard input. */
import { concatenate, text } from '../../../fixtures/bytes.js';
import { keyFile, passphrase, sealed, secretOf } from '../program.js';
import { encrypted, file, type Refusal, refusing, type Table, wrongPassphrase } from './row.js';

const othersWrite = (option: string) =>
  `warning: ${option}: not only its owner may write to the file; chmod go-w fixes that`;
const otherEncoding = (problem: string) =>
  `warning: --passphrase-file: the file ${problem}, so a typed passphrase is another; save it as plain UTF-8`;

/** A small encrypted file with a passphrase. In `costly`, byte 11, the cost, has changed to one that needs 512 MiB. */
const withPassphrase = await sealed(4, secretOf(passphrase));
const costly = Uint8Array.from(withPassphrase);
costly[11] = 19;
const needed = 'sealed: the passphrase needs 512 MiB of memory: if you trust the file, give --max-memory';

const advice = 'give --key or --passphrase-file';
/** Secrets that cannot be had. */
const useless: Refusal[] = [
  ['encrypt file bytes --key missing', 3, '--key: no such file or directory'],
  ['encrypt file --key /dev/zero', 2, '--key: the file has more than 1024 bytes'],
  ['encrypt file --key=', 2, '--key: the name of the file is empty'],
  ['encrypt file --key bytes', 2, '--key: the file is not a key file of romulus keygen'],
  ['encrypt file -p /dev/zero', 2, '--passphrase-file: the file has more than 65536 bytes'],
  ['encrypt file bytes -p crlf', 2, '--passphrase-file: the passphrase is empty'],
  ['encrypt file', 2, `there is no terminal to ask for a passphrase: ${advice}`],
  [
    'encrypt file --generate-passphrase',
    2,
    `standard error is no terminal, which could show the passphrase: ${advice}`,
  ],
];

export const secrets: Table = {
  'a file of a key or a passphrase can be read, and is not endless or empty, or all files stop with one message': {
    ...refusing(useless),
    files: { file: 'text', crlf: '\r\n', bytes: '0123456789abcdef' },
  },
  'the line end of a passphrase file is no part of the passphrase, and all else is': {
    command: `for text in $'\\r\\n' '' $'\\r' ' '; do printf "correct horse$text" >other
        romulus decrypt -p other sealed -o -; done; rm other`,
    files: { sealed: withPassphrase },
    stdout: concatenate(text(4), text(4)),
    messages: Array(2).fill(`sealed: ${wrongPassphrase}`),
  },
  'standard input and other descriptors give a key or a passphrase, but not a file too': {
    command: `romulus decrypt -p - sealed -o - <passphrase; romulus encrypt -k - file -o new
      romulus decrypt -k /dev/fd/7 new -o - 7<key; rm new; romulus encrypt -k /dev/stdin /dev/fd/0 -o out`,
    files: { file: 'text', sealed: withPassphrase },
    input: keyFile,
    code: 2,
    stdout: concatenate(text(4), Buffer.from('text')),
    messages: ['--key and a file cannot both be standard input'],
  },
  'a passphrase file in another encoding is warned of, and all its bytes count': {
    command: 'for file in marked utf16 unmarked; do romulus decrypt -p $file sealed -o back; done',
    files: {
      sealed: withPassphrase,
      marked: `\ufeff${passphrase}`,
      utf16: Buffer.from(`\ufeff${passphrase}`, 'utf16le').swap16(),
      unmarked: Buffer.from(passphrase, 'utf16le'),
    },
    code: 1,
    messages: ['begins with a byte order mark', 'is in UTF-16', 'is in UTF-16'].flatMap((problem) => [
      otherEncoding(problem),
      `sealed: ${wrongPassphrase}`,
    ]),
  },
  'a secret of the wrong kind is reported before anything is computed, and before a passphrase is asked for': {
    command: `romulus decrypt -p passphrase withKey -o back; romulus decrypt <withKey
      romulus decrypt -k key <withPassphrase`,
    files: { withKey: file, withPassphrase },
    code: 2,
    messages: [
      ...Array(2).fill('the file opens with a key: give --key'),
      'the file opens with a passphrase, not with a key',
    ],
  },
  'a file of a key or a passphrase that others may write is warned of, and no other, nor a pipe': {
    command: `for mode in 444 620; do chmod $mode key; romulus encrypt -f -k key file; done
      chmod 602 passphrase; romulus encrypt -f -p passphrase file
      mkfifo -m 666 pipe; cat key >pipe & romulus encrypt -f -k pipe file`,
    files: { file: 'text' },
    messages: [othersWrite('--key'), othersWrite('--passphrase-file')],
    after: { 'file.romulus': encrypted },
  },
  'a file takes no more memory than is allowed, and that is said before a passphrase is asked for': {
    command: `romulus decrypt sealed -o back; romulus decrypt -p passphrase sealed -o back --max-memory 511
      romulus decrypt -p passphrase sealed -o back --max-memory 512`,
    files: { sealed: costly },
    code: 1,
    messages: [needed, needed, `sealed: ${wrongPassphrase}`],
  },
};
