/** Encrypted files for tests: bytes through a pair of streams, files in their parts, known salts. */
import { vi } from 'vitest';
import type { ByteTransform } from '../../../ts/stream/index.js';
import { salts } from '../../../ts/stream/salt.js';
import { concatenate, key, text } from '../../fixtures/bytes.js';
import {
  type ReferenceFile,
  referenceChunk,
  referenceKeys,
  referenceParameters,
  referenceParts,
} from '../../reference/encrypted-file.js';
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
  input: Iterable<Uint8Array>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; error: unknown }> {
  const parts: Uint8Array[] = [];
  const [write, read] = await Promise.allSettled([writeAll(writable, input), readAll(readable, parts)]);
  const errors = [write, read].map((end) => (end.status === 'rejected' ? end.reason : undefined));
  if (errors[0] !== errors[1]) throw new Error(`ends differ: ${errors[0]} in, ${errors[1]} out`);
  return { bytes: concatenate(...parts), error: errors[1] };
}

async function writeAll(writable: WritableStream<Uint8Array>, input: Iterable<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (const chunk of input) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    // `close()` of a failed stream rejects with another error.
    await writer.closed;
    throw error;
  }
}

export async function readAll(readable: ReadableStream<Uint8Array>, parts: Uint8Array[]): Promise<void> {
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return reader.releaseLock();
    parts.push(value);
  }
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
