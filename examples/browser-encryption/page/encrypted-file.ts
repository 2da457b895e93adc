/** Reads the first bytes of a file, which tell whether and with what it opens. */
import { dearmor, type FileHeader, FormatError, isArmored, readHeader, VersionError } from 'romulus-wasm/stream';
import { type Direction, suffix } from './names.js';
import { Problem } from './problem.js';
import { message } from './words.js';

const headerLength = 64;
const magic = 'ROMULUS';
const tagLength = 16;

const isSealed = (file: File, beginning: string): boolean => file.size >= headerLength && beginning.startsWith(magic);

/** Reads the first bytes of a file, in which its armour begins if it has one, behind the greeting of a mail. */
const beginningOf = (file: File): Promise<string> => file.slice(0, 2 ** 16).text();

/** Chooses to decrypt what is encrypted, or is named so, and to encrypt all else, even what cannot be read. */
export async function directionOf(file: File): Promise<Direction> {
  if (file.name.endsWith(suffix)) return 'decrypt';
  if (file.size < headerLength) return 'encrypt';
  const beginning = await beginningOf(file).catch(() => '');
  return isSealed(file, beginning) || isArmored(beginning) ? 'decrypt' : 'encrypt';
}

/** Returns the encrypted file without its armour. Throws a Problem if no secret can open it. */
export async function checkedFile(given: File): Promise<File> {
  const file = isArmored(await beginningOf(given)) ? await unarmoredFile(given) : given;
  if (!isSealed(file, await beginningOf(file))) throw new Problem(message('notSealed'));
  const { chunkLength } = await headerOf(file);
  const chunks = file.size - headerLength;
  const last = chunks % (chunkLength + tagLength);
  // Each chunk has a tag. Only an empty file may have a chunk that is only a tag.
  if (chunks === 0 || (last > 0 && last < tagLength) || (last === tagLength && chunks > tagLength))
    throw new Problem(message('damaged'));
  return file;
}

async function headerOf(file: File): Promise<FileHeader> {
  const header = new Uint8Array(await file.slice(0, headerLength).arrayBuffer());
  try {
    return readHeader(header);
  } catch (error) {
    if (error instanceof VersionError) throw new Problem(message('otherVersion', { version: header[magic.length]! }));
    if (error instanceof FormatError) throw new Problem(message('newerFile'));
    throw error;
  }
}

/** The longest armour, in bytes. It is in memory as a whole. */
const longest = 2 ** 26;

/** Gives the encrypted file in a text. Throws a Problem if its armour is not whole. */
export function unarmored(text: string): Uint8Array<ArrayBuffer> {
  try {
    return dearmor(text);
  } catch (error) {
    throw new Problem(message('armorDamaged'), error);
  }
}

async function unarmoredFile(file: File): Promise<File> {
  if (file.size > longest) throw new Problem(message('armorTooLong'));
  return new File([unarmored(await file.text())], file.name);
}
