/** Archives of text files in the form of tar, for the vectors of kats/. */
import { concatenate } from './bytes.js';

const BLOCK_LENGTH = 512;
const SIZE_AT = 124;
const CHECKSUM_AT = 148;

const wholeBlocks = (length: number) => Math.ceil(length / BLOCK_LENGTH) * BLOCK_LENGTH;
const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

/** Equal files give equal archives: there are no times and no owners. */
export function tarOf(files: Record<string, string>): Uint8Array {
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(([name, text]) => {
    const contents = encoder.encode(text);
    const entry = new Uint8Array(BLOCK_LENGTH + wholeBlocks(contents.length));
    const put = (at: number, field: string) => entry.set(encoder.encode(field), at);
    put(0, name);
    put(100, '0000644\x000000000\x000000000\0');
    put(SIZE_AT, `${octal(contents.length, 11)}\0${octal(0, 11)}\0`);
    // The checksum covers the block with spaces in the checksum's place.
    put(CHECKSUM_AT, `${' '.repeat(8)}0`);
    put(257, 'ustar\x0000');
    put(
      CHECKSUM_AT,
      `${octal(
        entry.reduce((total, byte) => total + byte, 0),
        6,
      )}\0`,
    );
    entry.set(contents, BLOCK_LENGTH);
    return entry;
  });
  return concatenate([...entries, new Uint8Array(2 * BLOCK_LENGTH)]);
}

/** The files of an archive by name. */
export function filesOfTar(archive: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder();
  const files = new Map<string, string>();
  for (let at = 0; archive[at]; ) {
    const field = (from: number, length: number) =>
      decoder.decode(archive.subarray(at + from, at + from + length)).replace(/\0.*/s, '');
    const length = Number.parseInt(field(SIZE_AT, 12), 8);
    const start = at + BLOCK_LENGTH;
    files.set(field(0, 100), decoder.decode(archive.subarray(start, start + length)));
    at = start + wholeBlocks(length);
  }
  return files;
}
