/** `romulus decrypt`: what `romulus encrypt` wrote, and the library's functions for streams. */
import { basename } from 'node:path';
import { decryptBlob, readHeader } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import { ArmorReader, lengthWithoutArmor } from './armor.js';
import { type OptionOf, suffix } from './commands.js';
import { convertFiles } from './conversion.js';
import { type ExitCode, exitCodes, Failure, usageFailure } from './failure.js';

const defaultMebibytes = '256';
const mebibyte = 2 ** 20;
/** Of scrypt, for each step of its cost. */
const stepMemory = 1024;

export async function decryptCommand(given: Arguments<OptionOf<'decrypt'>>): Promise<ExitCode> {
  const mebibytes = given.value('max-memory') ?? defaultMebibytes;
  if (!/^[1-9]\d{0,5}$/.test(mebibytes)) throw usageFailure('--max-memory must be a number of MiB from 1 to 999999');
  const maxMemory = Number(mebibytes) * mebibyte;
  return convertFiles(given, {
    targetOf,
    mode: 0o600,
    prompt: 'once',
    async check(input) {
      const armor = new ArmorReader();
      const { head, all } = await readHead(armor.read(input.pieces()));
      const { cost } = readHeader(head);
      if (cost === undefined && !given.has('key')) throw usageFailure('the file opens with a key: give --key');
      const needed = (cost ?? 0) * stepMemory;
      if (needed > maxMemory)
        throw new Failure(
          exitCodes.refused,
          `the passphrase needs ${needed / mebibyte} MiB of memory: if you trust the file, give --max-memory`,
        );
      const { size } = input;
      return { pieces: all, size: size && armor.isArmored ? lengthWithoutArmor(size) : size };
    },
    transform: ({ decryptStream }, common) => decryptStream({ ...common, maxMemory }),
  });
}

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
  // One byte more, if there is one: it begins the decryption, so that the header is checked before another piece is taken.
  while (head.length <= headerLength) {
    const { done, value } = await pieces.next();
    if (done && head.length === headerLength) break;
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
  return { head, all };
}
