/** `romulus encrypt` and `decrypt`: files come back, forged ones do not, and one of several does not stop the others. */
import { concatenate, flipBit, text } from '../../../fixtures/bytes.js';
import { key, passphrase, sealed, secretOf } from '../program.js';
import { withoutWorkers } from './digests.js';
import { chunkLength, contents, encrypted, file, headerLength, missing, named, type Table } from './row.js';

const lengths = [0, 1, 65_536, 65_537, 2_097_153];
const ofLengths = Object.fromEntries(lengths.map((length) => [`file${length}`, text(length)]));
const allEncrypted = (names: string[]) => Object.fromEntries(names.map((name) => [`${name}.romulus`, encrypted]));
const sealedLength = (length: number) => headerLength + length + 16 * Math.max(1, Math.ceil(length / 65_536));

const large = text(10_000_000);
const wrongKey = 'the key, the associated data or the header is not what the file was encrypted with';
const notAuthentic = 'is not authentic: the file was changed, or is not whole';
export const wrongPassphrase =
  'the passphrase, the associated data or the header is not what the file was encrypted with';

const associatedData = new TextEncoder().encode('Grüße');
const ofLibrary = { mode: 'M', chunkLength: 1024, associatedData } as const;

const flip = (byte: number) => flipBit(file, 8 * byte);
const notEncrypted = 'this is not an encrypted file: it does not begin with ROMULUS';
/** Files that are not what was encrypted, with the beginning of the message about each. */
const forged: [name: string, forged: Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['other', text(100_000)],
  ...[3, 7, 8, 9, 10, 11, 13, 15, 16, 31, 32, 47].map((byte): [string, Uint8Array] => [`byte${byte}`, flip(byte)]),
  ['half-a-header', file.subarray(0, 24)],
  ['header', file.subarray(0, headerLength)],
  ['without-last-byte', file.subarray(0, -1)],
  ['without-last-chunk', file.subarray(0, headerLength + 3 * chunkLength)],
  ['a-byte-more', concatenate(file, text(1))],
  ['chunk0', flip(headerLength)],
  ['chunk2', flip(headerLength + 2 * chunkLength + 5)],
  ['last-tag', flip(file.length - 1)],
];

export const encryption: Table = {
  'files of any length come back, and each has a salt of its own': {
    command: `romulus encrypt -k key file*; stat -c %s ${Object.keys(ofLengths)
      .map((name) => `${name}.romulus`)
      .join(' ')}
      for file in *.romulus; do head -c 32 $file | tail -c 16 | od -An -tx1; done | sort -u | wc -l
      for file in *.romulus; do echo other >\${file%.romulus}; done; romulus decrypt -f -k key *.romulus`,
    files: ofLengths,
    stdout: `${lengths.map((length) => `${sealedLength(length)}\n`).join('')}${lengths.length}\n`,
    after: allEncrypted(Object.keys(ofLengths)),
  },
  'associated data must be the same': {
    command: `romulus encrypt -k key --ad Grüße file; romulus decrypt -k key --ad Grüße file.romulus -o -
      romulus decrypt -k key --ad Grüsse file.romulus -o back; romulus decrypt -k key file.romulus -o back`,
    files: { file: 'text' },
    code: 1,
    stdout: 'text',
    messages: Array(2).fill(`file.romulus: ${wrongKey}`),
    after: { 'file.romulus': encrypted },
  },
  'the program opens files of the library': {
    command: `export NODE_OPTIONS=; romulus decrypt -k key --ad Grüße withKey -o - | cmp - plain
      romulus decrypt -p passphrase --ad Grüße <withPassphrase | cmp - plain`,
    files: {
      plain: text(10_000),
      withKey: await sealed(10_000, { key, ...ofLibrary }),
      withPassphrase: await sealed(10_000, { ...secretOf(passphrase), ...ofLibrary }),
    },
  },
  'each mode gives files back on any number of threads, also where no worker can start': {
    command: `for run in "N 1" "M 2" "T 3"; do set -- $run
        romulus encrypt --key key --mode $1 --jobs $2 file --output sealed; head -c 9 sealed | tail -c 1
        romulus decrypt --key key --jobs $2 sealed --output - | cmp - file; rm sealed
      done
      export NODE_OPTIONS="$WITHOUT_WORKERS"
      romulus encrypt -k key -j 2 file -o - | cat >sealed; romulus decrypt -k key -j 2 sealed -o - | cmp - file`,
    environment: { WITHOUT_WORKERS: withoutWorkers.NODE_OPTIONS },
    files: { file: large },
    stdout: 'NMT',
    after: { sealed: encrypted },
  },
  'files come back through pipes and standard streams, whose pieces are of any length': {
    command: `for file in empty large; do cat $file | romulus encrypt -k key | romulus decrypt -k key | cmp - $file; done
      romulus encrypt -k key <small >sealed; romulus decrypt -k key - -o - <sealed | cmp - small
      (head -c 10 sealed; sleep 0.1; tail -c +11 sealed | head -c 40; sleep 0.1; tail -c +51 sealed) |
        romulus decrypt -k key | cmp - small`,
    files: { empty: '', large: text(5_000_000), small: text(300_000) },
    after: { sealed: encrypted },
  },
  'a file can be encrypted and decrypted in place': {
    command: `romulus encrypt -k key file -f -o file; head -c 7 file; romulus decrypt -k key file -f -o file`,
    files: { file: contents },
    stdout: 'ROMULUS',
  },
  'a forged file leaves no output, and the one that --force was to replace': {
    command: `romulus decrypt --force -k key ${forged.map(([name]) => `${name}.romulus`).join(' ')} 2>&1 | grep -o '^romulus: [^:]*:'
      exit \${PIPESTATUS[0]}`,
    files: {
      ...Object.fromEntries(forged.map(([name, bytes]) => [`${name}.romulus`, bytes])),
      ...{ header: 'precious', byte8: 'precious', chunk2: 'precious', 'last-tag': 'precious' },
    },
    code: 1,
    stdout: forged.map(([name]) => `romulus: ${name}.romulus:\n`).join(''),
  },
  'standard output gets only authentic chunks, and exit code 1 says that the file is not whole': {
    command: `for file in chunk0 chunk2 cut; do romulus decrypt -k key <$file; echo "<$?>"; done`,
    files: {
      chunk0: flip(headerLength),
      chunk2: flip(headerLength + 2 * chunkLength + 5),
      cut: file.subarray(0, headerLength + 3 * chunkLength),
    },
    stdout: concatenate(
      ...[Buffer.from('<1>\n'), contents.subarray(0, 2 * 65_536), Buffer.from('<1>\n')],
      ...[contents.subarray(0, 2 * 65_536), Buffer.from('<1>\n')],
    ),
    messages: [0, 2, 2].map((chunk) => `standard input: chunk ${chunk} ${notAuthentic}`),
  },
  'a forged chunk ends the run although more input may come': {
    command:
      'mkfifo pipe; exec 3<>pipe; (cat chunk0; head -c 3000000 /dev/zero) >pipe & timeout 30 romulus decrypt -k key -o back <pipe',
    files: { chunk0: flip(headerLength) },
    code: 1,
    messages: [`standard input: chunk 0 ${notAuthentic}`],
  },
  'standard input may be among several files': {
    command: 'romulus encrypt -k key a - b 2>/dev/null | romulus decrypt -k key',
    files: named('a', 'b'),
    input: 'input',
    stdout: 'input',
    after: allEncrypted(['a', 'b']),
  },
  'files are encrypted although others cannot be, each of which is named; the highest exit code stands': {
    command: 'mkdir folder; romulus encrypt -k key missing a folder b c',
    files: { ...named('a', 'b', 'c'), 'b.romulus': 'precious' },
    code: 3,
    messages: [
      missing,
      'folder: is a directory; tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one',
      'b.romulus: already exists; --force replaces it',
    ],
    after: allEncrypted(['a', 'c']),
  },
  'files are decrypted although others cannot be, each of which is named': {
    command: 'romulus decrypt -k key changed.romulus good.romulus typed.romulus no.romulus good other.romulus',
    files: {
      'changed.romulus': flip(70),
      'good.romulus': file,
      'typed.romulus': await sealed(10, secretOf(passphrase)),
      'no.romulus': 'text',
      'other.romulus': file,
    },
    code: 2,
    messages: [
      `changed.romulus: chunk 0 ${notAuthentic}`,
      'typed.romulus: the file opens with a passphrase, not with a key',
      `no.romulus: ${notEncrypted}`,
      'good: the name of the file does not end in .romulus: give -o OUT',
    ],
    after: { good: contents, other: contents },
  },
  'several files all stop if the secret cannot be read, with one message': {
    command: 'romulus encrypt -k missing a b; romulus encrypt -k a a b; romulus encrypt -p empty a b',
    files: { ...named('a', 'b'), empty: '' },
    code: 2,
    messages: [
      '--key: no such file or directory',
      '--key: the file is not a key file of romulus keygen',
      '--passphrase-file: the passphrase is empty',
    ],
  },
  'a folder goes through tar, as the message and the manual say': {
    command: `mkdir folder; echo text >folder/a; tar c folder | romulus encrypt -k key -o folder.tar.romulus
      rm -r folder; romulus decrypt -k key folder.tar.romulus -o - | tar x; rm folder.tar.romulus`,
    after: { 'folder/a': 'text\n' },
  },
};
