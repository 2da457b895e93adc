/** `romulus encrypt` and `decrypt`: files come back, forged ones do not, and one of several does not stop the others. */
import { concatenate, flipBit, text } from '../../fixtures/bytes.js';
import { armor } from './commands/armor.js';
import { outputs } from './commands/outputs.js';
import {
  chunkLength,
  contents,
  encrypted,
  file,
  headerLength,
  missing,
  named,
  type Table,
  testCommands,
  withoutWorkers,
  wrongKey,
} from './commands/row.js';
import { secrets } from './commands/secrets.js';
import { key, passphrase, sealed, secretOf } from './program.js';

const lengths = [0, 65_536, 65_537];
const ofLengths = Object.fromEntries(lengths.map((length) => [`file${length}`, text(length)]));

const notAuthentic = 'is not authentic: the file was changed, or is not whole';

const associatedData = new TextEncoder().encode('Grüße');
const ofLibrary = { mode: 'M', chunkLength: 1024, associatedData } as const;

const flip = (byte: number) => flipBit(file, 8 * byte);
const chunk2 = flip(headerLength + 2 * chunkLength + 5);
const withoutLastChunk = file.subarray(0, headerLength + 3 * chunkLength);
const names = (files: Readonly<Record<string, unknown>>) => Object.keys(files).map((name) => `${name}.romulus`);
/** Files that are not what was encrypted, but for one. */
const forged: Record<string, Uint8Array> = {
  nothing: new Uint8Array(0),
  other: text(100_000),
  mode: flip(8),
  'half-a-header': file.subarray(0, 24),
  'without-last-byte': file.subarray(0, -1),
  'a-byte-more': concatenate(file, text(1)),
  chunk2,
  good: file,
  'without-last-chunk': withoutLastChunk,
};

const encryption: Table = {
  'files of any length come back, and each has a salt of its own': {
    command: `romulus encrypt -k key file*
      for file in *.romulus; do head -c 32 $file | tail -c 16 | od -An -tx1; done | sort -u | wc -l
      for file in *.romulus; do echo other >\${file%.romulus}; done; romulus decrypt -f -k key *.romulus`,
    files: ofLengths,
    stdout: `${lengths.length}\n`,
    after: Object.fromEntries(names(ofLengths).map((name) => [name, encrypted])),
  },
  'the program opens files of the library, with the same associated data only, and writes with the usual cost': {
    command: `export NODE_OPTIONS=; romulus encrypt -p passphrase plain -o - | head -c 12 | tail -c 1 | od -An -td1
      romulus decrypt -p passphrase --ad Grüße <withPassphrase | cmp - plain
      romulus decrypt -k key --ad Grüße withKey -o - | cmp - plain; romulus decrypt -k key --ad Grüsse withKey -o back`,
    files: {
      plain: text(10_000),
      withKey: await sealed(10_000, { key, ...ofLibrary }),
      withPassphrase: await sealed(10_000, { ...secretOf(passphrase), ...ofLibrary }),
    },
    code: 1,
    stdout: '   17\n',
    messages: [`withKey: ${wrongKey}`],
  },
  'large files of any mode come back on any number of threads, also where no worker can start': {
    command: `for run in "M 1" "N 2"; do set -- $run
        romulus encrypt --key key --mode $1 --jobs $2 file --output sealed; head -c 9 sealed | tail -c 1
        romulus decrypt --key key --jobs $2 sealed --output - | cmp - file; rm sealed
      done
      export NODE_OPTIONS="$WITHOUT_WORKERS"
      romulus encrypt -k key -j 2 file -o - | romulus decrypt -k key -j 2 | cmp - file`,
    environment: { WITHOUT_WORKERS: withoutWorkers.NODE_OPTIONS },
    files: { file: text(5_000_000) },
    stdout: 'MN',
  },
  'files come back through pipes and standard streams, whose pieces are of any length': {
    command: `cat file | romulus encrypt --mode T -k key | romulus decrypt -k key - -o - | cmp - file
      (head -c 10 sealed; sleep 0.1; tail -c +11 sealed | head -c 40; sleep 0.1; tail -c +51 sealed) |
        romulus decrypt -k key | cmp - file`,
    files: { file: contents, sealed: file },
  },
  'a forged file leaves no output, keeps the one that --force was to replace, is named, and stops no other': {
    command: `romulus decrypt --force -k key ${names(forged).join(' ')} 2>&1 >/dev/null | grep -o '^romulus: [^:]*:'
      exit \${PIPESTATUS[0]}`,
    files: {
      ...Object.fromEntries(Object.entries(forged).map(([name, bytes]) => [`${name}.romulus`, bytes])),
      ...{ mode: 'precious', 'half-a-header': 'precious', chunk2: 'precious', 'without-last-byte': 'precious' },
    },
    code: 1,
    stdout: names(forged)
      .map((name) => (name === 'good.romulus' ? '' : `romulus: ${name}:\n`))
      .join(''),
    after: { good: contents },
  },
  'standard output gets only authentic chunks, and exit code 1 says that the file is not whole': {
    command: `for file in chunk2 cut; do romulus decrypt -k key <$file; echo "<$?>"; done`,
    files: { chunk2, cut: withoutLastChunk },
    stdout: concatenate(
      ...[contents.subarray(0, 2 * 65_536), Buffer.from('<1>\n')],
      ...[contents.subarray(0, 2 * 65_536), Buffer.from('<1>\n')],
    ),
    messages: Array(2).fill(`standard input: chunk 2 ${notAuthentic}`),
  },
  'a forged chunk ends the run although more input may come': {
    command:
      'mkfifo pipe; exec 3<>pipe; (cat chunk0; head -c 3000000 /dev/zero) >pipe 3>&- & timeout 30 romulus decrypt -k key -o back <pipe',
    files: { chunk0: flip(headerLength) },
    code: 1,
    messages: [`standard input: chunk 0 ${notAuthentic}`],
  },
  'files are encrypted although others cannot be, each of which is named; the highest exit code stands': {
    command: 'mkdir folder; romulus encrypt -k key missing a - folder b c >sealed',
    files: { ...named('a', 'b', 'c'), 'b.romulus': 'precious' },
    input: 'input',
    code: 3,
    messages: [
      missing,
      'folder: is a directory; tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one',
      'b.romulus: already exists; --force replaces it',
    ],
    after: { sealed: encrypted, 'a.romulus': encrypted, 'c.romulus': encrypted },
  },
};

testCommands({ encryption, outputs, secrets, armor });
