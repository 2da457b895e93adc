/** Encrypted files for tests: bytes through a pair of streams, files in their parts, known salts. */
import { vi } from 'vitest';
import type { ByteTransform } from '../../../ts/stream/index.js';
import { salts } from '../../../ts/stream/salt.js';
import { queued } from '../../every-engine/streams/sources.js';
import { concatenate, key, text } from '../../fixtures/bytes.js';
import type { ReferenceFile } from '../../reference/encrypted-file.js';
import { referenceChunk, referenceKeys, referenceParameters, referenceParts } from '../../reference/encrypted-file.js';
import type { Mode } from '../../reference/romulus.js';

export const salt = text(16);
export const chunkLength = 1024;
export const modes: readonly Mode[] = ['N', 'M', 'T'];
export const headerLength = 64;

/** A file of the reference, with chunks of 1024 bytes and the tests' key. */
export const reference = (mode: Mode, plaintext: Uint8Array, changes: Partial<ReferenceFile> = {}) =>
  referenceParts({ mode, chunkLog: 10, secret: { key }, salt, associatedData: text(0), plaintext, ...changes });

/** The header of such a file, and its chunks by number. `change` writes other parameters under a right commitment. */
export function written(mode: Mode, change: (parameters: Uint8Array) => void = () => {}) {
  const associatedData = text(0);
  const parameters = referenceParameters({ mode, chunkLog: 10, secret: { key }, salt, associatedData });
  change(parameters);
  const { fileKey, commitment } = referenceKeys({ key }, parameters, associatedData);
  const chunkAt = (index: number, isLast: boolean, length = chunkLength, ofMode = mode) =>
    referenceChunk({ mode: ofMode, fileKey, salt }, index, isLast, text(length));
  return { header: concatenate(parameters, commitment), chunkAt };
}

/** The output for an input, and the error if there is one. Both ends of the streams must agree about it. */
export async function through(
  { readable, writable }: Pick<ByteTransform, 'readable' | 'writable'>,
  input: readonly Uint8Array[],
): Promise<{ bytes: Uint8Array<ArrayBuffer>; error: unknown }> {
  const parts: Uint8Array[] = [];
  // The destination is always ready: nothing is lost when an error follows a chunk at once.
  const destination = new WritableStream({ write: (chunk) => void parts.push(chunk) }, { highWaterMark: 2 ** 30 });
  const ends = await Promise.allSettled([queued(input).pipeTo(writable), readable.pipeTo(destination)]);
  const [error, other] = ends.map((end) => (end.status === 'rejected' ? end.reason : undefined));
  if (error !== other) throw new Error(`ends differ: ${error} in, ${other} out`);
  return { bytes: concatenate(...parts), error };
}

/** The output of a transform that must not fail. */
export async function allThrough(transform: ByteTransform, ...input: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, error } = await through(transform, input);
  if (error) throw error;
  return bytes;
}

export async function withSalt<Result>(make: () => Promise<Result>, bytes = salt): Promise<Result> {
  const spy = vi.spyOn(salts, 'make').mockImplementation(async () => bytes.slice());
  try {
    return await make();
  } finally {
    spy.mockRestore();
  }
}

/** The bytes cut into pieces of these lengths, and the rest. */
export function cut(bytes: Uint8Array, lengths: Iterable<number>): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const length of lengths) {
    pieces.push(bytes.slice(start, start + length));
    start += length;
  }
  return [...pieces, bytes.slice(start)];
}

export const blobOf = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);

export const bytesOf = async (whole: Blob | Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await whole.arrayBuffer());
