/** Byte arrays at the border of the API: their type, and the checks that every argument passes. */
import { ByteLengthError, ByteTypeError } from './errors.js';

/**
 * The byte arrays that this package returns: `Uint8Array` over an `ArrayBuffer` of its own. Written so that it parses on
 * every TypeScript from 5.4 on, and is a `BufferSource` on those that tell apart what a view is over.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** The getter behind `%TypedArray%.prototype[Symbol.toStringTag]`, which knows the typed arrays of every realm. */
const typedArrayName = /* @__PURE__ */ Object.getOwnPropertyDescriptor(
  /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined;

/**
 * The length of a Uint8Array; throws ByteTypeError for everything else, and for one whose buffer was transferred away.
 *
 * @internal
 */
export function checkBytes(argument: string, value: unknown): number {
  if (typedArrayName.call(value) !== 'Uint8Array') throw new ByteTypeError(argument, value);
  const bytes = value as Uint8Array;
  if (bytes.length === 0 && isDetached(bytes))
    throw new ByteTypeError(argument, bytes, 'a Uint8Array whose buffer is not detached');
  return bytes.length;
}

function isDetached(bytes: Uint8Array): boolean {
  try {
    new Uint8Array(bytes.buffer);
    return false;
  } catch {
    return true;
  }
}

/**
 * A part of an array, as a plain Uint8Array: `subarray` would call the constructor of a subclass.
 *
 * @internal
 */
export const viewOf = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);

/**
 * The same, and throws ByteLengthError for any other length.
 *
 * @internal
 */
export function checkLength(argument: string, value: unknown, expected: number): void {
  const received = checkBytes(argument, value);
  if (received !== expected) throw new ByteLengthError(argument, expected, received);
}

/**
 * The same with a least length; returns the length.
 *
 * @internal
 */
export function checkLeast(argument: string, value: unknown, least: number): number {
  const received = checkBytes(argument, value);
  if (received < least) throw new ByteLengthError(argument, least, received, 'at least ');
  return received;
}
