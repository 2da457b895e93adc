/** Byte arrays for tests, and comparisons that stay fast for megabytes, unlike expect's own. */
import { expect } from 'vitest';
import { pattern } from '../reference/kats.js';

export const key = pattern('key', 16);
export const nonce = pattern('nonce', 16);

const longest: Record<'message' | 'associatedData', Uint8Array> = {
  message: new Uint8Array(0),
  associatedData: new Uint8Array(0),
};

const prefix = (kind: keyof typeof longest, length: number) => {
  if (longest[kind].length < length) longest[kind] = pattern(kind, length);
  return longest[kind].slice(0, length);
};

/** The first `length` bytes of a fixed text, in an array of their own. */
export const text = (length: number): Uint8Array<ArrayBuffer> => prefix('message', length) as Uint8Array<ArrayBuffer>;

/** The first `length` bytes of fixed associated data, in an array of their own. */
export const ad = (length: number): Uint8Array<ArrayBuffer> =>
  prefix('associatedData', length) as Uint8Array<ArrayBuffer>;

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sha256(bytes: Uint8Array): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

export function concatenate(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Whether both are Uint8Arrays, of any realm, with the same bytes. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a[Symbol.toStringTag] !== 'Uint8Array' || b[Symbol.toStringTag] !== 'Uint8Array') return false;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
}

export function expectSame(actual: Uint8Array | null | undefined, expected: Uint8Array, what = 'bytes'): void {
  if (actual && same(actual, expected)) return;
  const brief = (bytes: Uint8Array) => `${bytes.length} bytes ${hex(bytes.subarray(0, 64))}`;
  const differs = actual ? actual.findIndex((byte, i) => byte !== expected[i]) : 0;
  expect.fail(`${what}: differs from byte ${differs} on: ${actual ? brief(actual) : actual} for ${brief(expected)}`);
}

/** Fails unless the results are plain Uint8Arrays of these lengths, each over a buffer of its own that is no longer. */
export function expectOwn(
  results: readonly unknown[],
  lengths: readonly number[],
  inputs: readonly Uint8Array[],
): void {
  expect(results.map((result) => (result as Uint8Array).length)).toEqual(lengths);
  const buffers = new Set<unknown>(inputs.map(({ buffer }) => buffer));
  for (const result of results as Uint8Array[]) {
    expect(Object.getPrototypeOf(result)).toBe(Uint8Array.prototype);
    expect(result.buffer).toBeInstanceOf(ArrayBuffer);
    expect(result.byteOffset).toBe(0);
    expect(result.buffer.byteLength).toBe(result.length);
    expect(buffers.has(result.buffer)).toBe(false);
    buffers.add(result.buffer);
  }
}

/** What a call rejects with; fails if it throws at once, gives no promise, or does not reject. */
export async function rejection(call: () => unknown): Promise<Error> {
  let promise: unknown;
  try {
    promise = call();
  } catch (cause) {
    throw new Error('the call threw instead of rejecting', { cause });
  }
  expect(promise).toBeInstanceOf(Promise);
  return (promise as Promise<unknown>).then(
    () => expect.fail('the call did not reject'),
    (error: Error) => error,
  );
}

/** What a call throws; fails if it does not. */
export function thrown(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  return expect.fail('the call did not throw');
}
