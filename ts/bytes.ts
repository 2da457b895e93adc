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
 * The length of a Uint8Array; throws ByteTypeError for everything else.
 *
 * @internal
 */
export function checkBytes(argument: string, value: unknown): number {
  if (typedArrayName.call(value) !== 'Uint8Array') throw new ByteTypeError(argument, value);
  return (value as Uint8Array).length;
}

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
