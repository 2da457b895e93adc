/** The first bytes of a file, which tell whether it is encrypted and what opens it. */
import { FormatError, readHeader, type SealedHeader, type StreamKey } from 'romulus-wasm/stream';
import { damaged, Problem } from './problem.js';

const headerLength = 48;
const magic = 'ROMULUS';
/** Some seconds of work; a file that asks for more may mean to keep the browser busy. */
export const mostIterations = 2 ** 22;

/** Whether it looks like an encrypted file. */
export async function isSealed(file: File): Promise<boolean> {
  return file.size >= headerLength && (await file.slice(0, magic.length).text()) === magic;
}

/** Throws a Problem if this secret, or none, can open the file. */
export async function checkHeader(file: File, { key }: StreamKey): Promise<void> {
  if (!(await isSealed(file))) throw new Problem('This is not an encrypted file, or only the beginning of one.');
  const { iterations } = await headerOf(file);
  if (iterations === undefined && !key) throw new Problem('This file opens with a key, not with a passphrase.');
  if (iterations === undefined) return;
  if (key) throw new Problem('This file opens with a passphrase, not with a key.');
  if (iterations > mostIterations)
    throw new Problem(
      `Its passphrase is stretched ${iterations.toLocaleString('en')} times, more than this page does ` +
        `(${mostIterations.toLocaleString('en')}). If you trust the file, decrypt it with the program romulus.`,
    );
}

async function headerOf(file: File): Promise<SealedHeader> {
  try {
    return readHeader(new Uint8Array(await file.slice(0, headerLength).arrayBuffer()));
  } catch (error) {
    if (error instanceof FormatError)
      throw new Problem('The file was made by a newer program than this page, or its first bytes are damaged.');
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
    throw new Problem(damaged);
}
