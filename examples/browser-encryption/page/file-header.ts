/** The first bytes of a file, which tell whether it is encrypted and what opens it. */
import { type FileHeader, FormatError, readHeader, type StreamKey, VersionError } from 'romulus-wasm/stream';
import { mebibytes, Problem } from './problem.js';
import { words } from './words.js';

const headerLength = 64;
const magic = 'ROMULUS';
/** The version of the format that no release wrote. */
const draft = 1;
/** About a second of work; a file that asks for more may mean to make the browser stop. */
export const maxMemory = 2 ** 28;
/** What a passphrase takes for each step of its cost. */
const stepMemory = 1024;

/** Whether it looks like an encrypted file. */
export async function isSealed(file: File): Promise<boolean> {
  return file.size >= headerLength && (await file.slice(0, magic.length).text()) === magic;
}

/** Throws a Problem if this secret, or none, can open the file. */
export async function checkHeader(file: File, { key }: StreamKey): Promise<void> {
  if (!(await isSealed(file))) throw new Problem(words.notSealed);
  const { cost } = await headerOf(file);
  if (cost === undefined && !key) throw new Problem(words.needsKey);
  if (cost === undefined) return;
  if (key) throw new Problem(words.needsPassphrase);
  const needed = stepMemory * cost;
  if (needed > maxMemory) throw new Problem(words.tooMuchMemory(mebibytes(needed), mebibytes(maxMemory)));
}

async function headerOf(file: File): Promise<FileHeader> {
  const header = new Uint8Array(await file.slice(0, headerLength).arrayBuffer());
  try {
    return readHeader(header);
  } catch (error) {
    const version = header[magic.length] as number;
    if (error instanceof VersionError)
      throw new Problem(version === draft ? words.draftVersion : words.otherVersion(version));
    if (error instanceof FormatError) throw new Problem(words.newerFile);
    throw error;
  }
}

const tagLength = 16;

/** Throws a Problem for a length that no encrypted file has. */
export async function checkLength(file: File): Promise<void> {
  const { chunkLength } = await headerOf(file);
  const chunks = file.size - headerLength;
  const last = chunks % (chunkLength + tagLength);
  // Each chunk has a tag, and only that of an empty file has nothing else.
  if (chunks === 0 || (last > 0 && last < tagLength) || (last === tagLength && chunks > tagLength))
    throw new Problem(words.damaged);
}
