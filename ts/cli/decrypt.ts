/** `romulus decrypt`: what `romulus encrypt` wrote, and the library's functions for streams. */
import { basename } from 'node:path';
import { decryptBlob, readHeader } from '../stream/index.js';
import { command } from './command.js';
import { conversionOptions, convertFile } from './conversion.js';
import { suffix } from './encrypt.js';
import { exitCodes, Failure, usageFailure } from './failure.js';

const help = `Usage: romulus decrypt [OPTION]... [FILE]

Decrypts FILE, or standard input if there is no FILE or it is -.

  -o, --output OUT           write to OUT; - is standard output (default: FILE without
                             its ${suffix}, or standard output for standard input)
  -f, --force                replace OUT if it already exists
  -k, --key FILE             use the key in this file, which romulus keygen wrote
  -p, --passphrase-file FILE use the passphrase in this file: all of it, except a line
                             end at its end
      --ad TEXT              the associated data with which the file was encrypted
      --max-memory MIB       refuse a file whose passphrase needs more MiB of memory
                             (default: 256)
  -j, --jobs N               use N threads (default: one per core)
  -h, --help                 show this help

If the file was encrypted with a passphrase and --passphrase-file is not given, it asks
for the passphrase at the terminal.

OUT gets its name when all of it is known to be authentic, and only its owner can read
it. If anything fails, no part of it is left, and an existing OUT stays as it is.
Standard output gets the file piece by piece, each when it is known to be authentic;
only exit status 0 shows that the file is complete.

Exit status: 0 if the file is decrypted; 1 if it is not authentic or not complete, or
the key, the passphrase or the associated data is wrong; 2 if OUT already exists or the
command line is wrong; 3 if something cannot be read or written.
`;

const options = { ...conversionOptions, 'max-memory': { type: 'string' } } as const;

const defaultMebibytes = '256';
const mebibyte = 2 ** 20;
/** Of scrypt, for each step of its cost. */
const stepMemory = 1024;

export const decryptCommand = command(help, options, async (given) => {
  const path = given.operand ?? '-';
  const mebibytes = given.value('max-memory') ?? defaultMebibytes;
  if (!/^[1-9]\d{0,5}$/.test(mebibytes)) throw usageFailure('--max-memory must be a number of MiB from 1 to 999999');
  const maxMemory = Number(mebibytes) * mebibyte;
  return convertFile(given, {
    path,
    target: given.value('output') ?? targetOf(path),
    mode: 0o600,
    prompt: 'once',
    async check(pieces) {
      const { head, all } = await readHead(pieces);
      const { cost } = readHeader(head);
      if (cost === undefined && !given.has('key')) throw usageFailure('the file opens with a key: give --key');
      const needed = (cost ?? 0) * stepMemory;
      if (needed > maxMemory)
        throw new Failure(
          exitCodes.refused,
          `the passphrase needs ${needed / mebibyte} MiB of memory: if you trust the file, give --max-memory`,
        );
      return all;
    },
    transform: ({ decryptStream }, common) => decryptStream({ ...common, maxMemory }),
  });
});

function targetOf(path: string): string {
  if (path === '-') return '-';
  if (!basename(path).endsWith(suffix) || basename(path) === suffix)
    throw usageFailure(`the name of the file does not end in ${suffix}: give -o OUT`);
  return path.slice(0, -suffix.length);
}

const headerLength = 64;

/** The header, which says whether to ask for a passphrase; and all pieces, with those in which it was. */
async function readHead(pieces: AsyncGenerator<Uint8Array>) {
  let head = new Uint8Array(0);
  while (head.length < headerLength) {
    const { done, value } = await pieces.next();
    // It fails before it needs a key.
    if (done) throw await decryptBlob(new Blob([head]), { key: new Uint8Array(16) }).catch((error) => error);
    const longer = new Uint8Array(head.length + value.length);
    longer.set(head);
    longer.set(value, head.length);
    head = longer;
  }
  async function* all() {
    yield head;
    yield* pieces;
  }
  return { head, all: all() };
}
