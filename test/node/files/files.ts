/** Encrypted files for tests: bytes through a pair of streams, files in their parts, known salts, and scrypt in Node. */
import { onTestFinished, vi } from 'vitest';
import { salts } from '../../../ts/stream/file-keys.js';
import type { ByteTransform } from '../../../ts/stream/index.js';
import { concatenate, key, text } from '../../fixtures/bytes.js';
import { queued } from '../../fixtures/runtime.js';
import type { ReferenceFile } from '../../reference/encrypted-file.js';
import { referenceParts, referenceWriter } from '../../reference/encrypted-file.js';
import type { Mode } from '../../reference/romulus.js';

export const salt = text(16);
export const chunkLength = 1024;
export const modes: readonly Mode[] = ['N', 'M', 'T'];
export const headerLength = 64;

/** A file of the reference, with chunks of 1024 bytes and the tests' key. */
export const reference = (mode: Mode, plaintext: Uint8Array, changes: Partial<ReferenceFile> = {}) =>
  referenceParts({ mode, chunkLog: 10, secret: { key }, salt, associatedData: text(0), plaintext, ...changes });

/** The header of such a file, and its chunks by number. */
export function written(mode: Mode) {
  const file = { mode, chunkLog: 10, secret: { key }, salt, associatedData: text(0) };
  const { header, chunkAt } = referenceWriter(file);
  return {
    header: concatenate(header),
    chunkAt: (index: number, isLast: boolean, length = chunkLength, ofMode = mode) =>
      concatenate(chunkAt(index, isLast, text(length), ofMode)),
  };
}

/** The output for an input, and the error if there is one. Both ends of the streams must agree about it. */
export async function through(transform: ByteTransform, input: readonly unknown[]) {
  const { readable, writable } = transform as ReadableWritablePair<Uint8Array, Uint8Array>;
  const parts: Uint8Array[] = [];
  // The destination is always ready: nothing is lost when an error follows a chunk at once.
  const destination = new WritableStream({ write: (chunk) => void parts.push(chunk) }, { highWaterMark: 2 ** 30 });
  const ends = await Promise.allSettled([queued(input).pipeTo(writable), readable.pipeTo(destination)]);
  const [error, other] = ends.map((end) => (end.status === 'rejected' ? end.reason : undefined));
  if (error !== other) throw new Error(`ends differ: ${error} in, ${other} out`);
  return { parts, error, bytes: () => concatenate(...parts) };
}

/** The output of a transform that must not fail. */
export async function allThrough(transform: ByteTransform, ...input: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, error } = await through(transform, input);
  if (error) throw error;
  return bytes();
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

/**
 * A Blob of these bytes, as they are when they are read. Its answer to a request, counted from 0, may take the place of
 * the bytes: the value in the list that `instead` gives.
 */
export function sourceOf(
  bytes: Uint8Array | (() => Uint8Array),
  instead: (asked: number, start: number, end: number) => unknown[] | undefined = () => undefined,
): Blob {
  const now = typeof bytes === 'function' ? bytes : () => bytes;
  let asked = 0;
  const slice = (start: number, end: number) => {
    const given = instead(asked++, start, end);
    return given ? given[0] : blobOf(now().slice(start, end));
  };
  return { size: now().length, slice } as unknown as Blob;
}

export const blobOf = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);

export const bytesOf = async (whole: Blob | Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await whole.arrayBuffer());

type Scrypt = (...given: [...unknown[], callback: (error: Error | null, key: Uint8Array) => void]) => void;

/** The module that the package asks for by name. */
const nodeCrypto = process.getBuiltinModule('node:crypto') as unknown as { scrypt: Scrypt };

const original: Scrypt = nodeCrypto.scrypt.bind(nodeCrypto);

/** Shows each derived key, in the array in which the package gets it. */
export const watchScrypt = (onKey: (key: Uint8Array) => void) =>
  vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((...given) => {
    const callback = given.pop() as Parameters<Scrypt>[0] & ((error: Error | null, key: Uint8Array) => void);
    original(...given, (error, key) => {
      if (key) onKey(key);
      callback(error, key);
    });
  });

/** Makes each derivation of a test wait until the test ends it, with these bytes or an error. */
export function heldScrypt() {
  const held: { parameters: unknown; end(): Uint8Array; fail(error: Error): void }[] = [];
  const spy = vi.spyOn(nodeCrypto, 'scrypt').mockImplementation((...given) => {
    const callback = given.at(-1) as (error: Error | null, key?: Uint8Array) => void;
    const end = () => {
      const key = new Uint8Array(32).fill(5);
      callback(null, key);
      return key;
    };
    held.push({ parameters: given.at(-2), end, fail: callback });
  });
  onTestFinished(() => spy.mockRestore());
  return held;
}
