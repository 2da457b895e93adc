/** `romulus decrypt`. */
import { basename } from 'node:path';
import { decryptBlob, readHeader } from '../stream/index.js';
import type { Given } from './arguments.js';
import { ArmorReader, lengthWithoutArmor } from './armor.js';
import { suffix } from './commands.js';
import { convertFiles } from './conversion.js';
import { type ExitCode, exitCodes, Failure, usageFailure } from './failure.js';

const defaultMebibytes = '256';
const mebibyte = 2 ** 20;
/** Memory of scrypt for each step of its cost. */
const stepMemory = 1024;
const headerLength = 64;

export async function decryptCommand(given: Given<'decrypt'>): Promise<ExitCode> {
  const mebibytes = given.value('max-memory') ?? defaultMebibytes;
  if (!/^[1-9]\d{0,5}$/.test(mebibytes)) throw usageFailure('--max-memory must be a number of MiB from 1 to 999999');
  const maxMemory = Number(mebibytes) * mebibyte;
  return convertFiles(given, {
    targetOf,
    mode: 0o600,
    prompt: 'once',
    async open({ pieces, size }) {
      const armor = new ArmorReader();
      const { head, all } = await readHead(armor.read(pieces()));
      const { cost } = readHeader(head);
      if (cost === undefined && !given.has('key')) throw usageFailure('the file opens with a key: give --key');
      const needed = (cost ?? 0) * stepMemory;
      if (needed > maxMemory)
        throw new Failure(
          exitCodes.refused,
          `the passphrase needs ${needed / mebibyte} MiB of memory: if you trust the file, give --max-memory`,
        );
      return { pieces: all, size: size && armor.isArmored ? lengthWithoutArmor(size) : size };
    },
    transform: ({ decryptStream }, options) => decryptStream({ ...options, maxMemory }),
  });
}

function targetOf(path: string): string {
  if (path === '-') return '-';
  if (!basename(path).endsWith(suffix) || basename(path) === suffix)
    throw usageFailure(`the name of the file does not end in ${suffix}: give -o OUT`);
  return path.slice(0, -suffix.length);
}

/** Reads the header, which says whether to ask for a passphrase. It is among all pieces too. */
async function readHead(
  pieces: AsyncGenerator<Uint8Array>,
): Promise<{ head: Uint8Array; all: () => AsyncGenerator<Uint8Array> }> {
  let head = new Uint8Array(0);
  // One byte more, if there is one: it begins the decryption, so that the header is checked before another piece is taken.
  while (head.length <= headerLength) {
    const { done, value } = await pieces.next();
    if (done && head.length === headerLength) break;
    // It fails before it needs a key.
    if (done) throw await decryptBlob(new Blob([head]), { key: new Uint8Array(16) }).catch((error) => error);
    head = Buffer.concat([head, value]);
  }
  async function* all() {
    yield head;
    yield* pieces;
  }
  return { head, all };
}
