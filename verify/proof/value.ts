/**
 * Values of WebAssembly. If all bits are constants, an i32 is a number and an i64 is a bigint, both unsigned. Any other
 * value, and each v128, is a list of literals, one for each bit, the lowest first.
 */
import { type Bits, isConstant } from './terms.js';

export type Value = number | bigint | Bits;
export const widths = { i32: 32, i64: 64, v128: 128 } as const;
export const isSymbolic = (value: Value): value is Bits => typeof value === 'object';

export function bitsOf(value: Value, width: number): Bits {
  if (isSymbolic(value)) return value;
  const bitOf = (i: number) =>
    typeof value === 'bigint' ? Number((value >> BigInt(i)) & 1n) : i < 32 ? (value >>> i) & 1 : 0;
  return new Int32Array(width).map((_, i) => bitOf(i));
}

export const concat = (...parts: Bits[]): Bits => Int32Array.from(parts.flatMap((part) => [...part]));

/** Returns a number if all bits of an i32 or i64 are constants. Otherwise returns the bits. */
export function settled(bits: Bits): Value {
  if (bits.length > 64) return bits;
  let value = 0n;
  for (let i = bits.length - 1; i >= 0; i--) {
    if (!isConstant(bits[i]!)) return bits;
    value = (value << 1n) | BigInt(bits[i]!);
  }
  return bits.length === 32 ? Number(value) : value;
}

export const bytesToBits = (bytes: ArrayLike<number>): Bits =>
  Int32Array.from({ length: 8 * bytes.length }, (_, i) => (bytes[i >> 3]! >> (i & 7)) & 1);

export const numberOf = (bits: Bits): number => bits.reduceRight((sum, bit) => 2 * sum + bit, 0);
