/** Instructions on i32 and i64, by the numbers that binaryen gives them. */
import binaryen from 'binaryen';
import { type Bits, type Literal, type Logic, not, zero } from './terms.js';
import { bitsOf, isSymbolic, settled, type Value } from './value.js';

/** On bits of which some are no constants. */
type OnBits = (terms: Logic, a: Bits, b: Bits) => Bits;
/** An operation on constants of a given width. */
type OnConstants = (a: bigint, b: bigint, width: bigint) => bigint | boolean;

const each =
  (work: (terms: Logic, a: Literal, b: Literal) => Literal): OnBits =>
  (terms, a, b) =>
    a.map((bit, i) => work(terms, bit, b[i]!));

/** The sum, with a carry into the lowest bit. */
function sum(terms: Logic, a: Bits, b: Bits, into: Literal): Bits {
  let carry = into;
  return a.map((x, i) => {
    const y = b[i]!;
    const difference = terms.xor(x, y);
    const bit = terms.xor(difference, carry);
    carry =
      difference === zero ? x : difference === 1 ? carry : terms.or(terms.and(x, y), terms.and(carry, terms.or(x, y)));
    return bit;
  });
}

/** The product by a constant. */
function product(terms: Logic, a: Bits, b: Bits): Bits {
  const [some, constant] = isSymbolic(settled(b)) ? [b, a] : [a, b];
  if (isSymbolic(settled(constant))) throw new Error('a product of two values that are not constant');
  let total: Bits = new Int32Array(a.length);
  for (const [i, bit] of constant.entries()) if (bit) total = sum(terms, total, shifted(some, i), zero);
  return total;
}

/** Shifts to the left, or by a negative count to the right. */
export const shifted = (a: Bits, by: number): Bits => a.map((_, i) => a[i - by] ?? zero);

/** Shifts and rotations are by constants. */
function countOf(b: Bits): number {
  const count = settled(b);
  if (isSymbolic(count)) throw new Error('a shift by a value that is not constant');
  return Number(count) % b.length;
}

const truth = (width: number, bit: Literal): Bits => new Int32Array(width).fill(bit, 0, 1);
const isZero = (terms: Logic, a: Bits): Literal => terms.conjunction(a.map(not));
const isEqual = (terms: Logic, a: Bits, b: Bits): Literal => isZero(terms, each((t, x, y) => t.xor(x, y))(terms, a, b));

const rotatedLeft = (a: Bits, by: number): Bits => a.map((_, i) => a[(i - by + a.length) % a.length]!);
const rotl = (a: bigint, by: bigint, width: bigint) => (a << (by % width)) | (a >> (width - (by % width)));
const signed = (x: bigint, width: bigint) => BigInt.asIntN(Number(width), x);

const b = binaryen;

/** Operations that exist for both widths. binaryen's names of them have `Int32` or `Int64` behind these. */
const operations: Record<string, readonly [OnConstants, OnBits?]> = {
  Add: [(x, y) => x + y, (t, x, y) => sum(t, x, y, 0)],
  Sub: [(x, y) => x - y, (t, x, y) => sum(t, x, y.map(not), 1)],
  Mul: [(x, y) => x * y, product],
  DivU: [(x, y) => x / y],
  RemU: [(x, y) => x % y],
  And: [(x, y) => x & y, each((t, x, y) => t.and(x, y))],
  Or: [(x, y) => x | y, each((t, x, y) => t.or(x, y))],
  Xor: [(x, y) => x ^ y, each((t, x, y) => t.xor(x, y))],
  Shl: [(x, y, width) => x << (y % width), (_, x, y) => shifted(x, countOf(y))],
  ShrU: [(x, y, width) => x >> (y % width), (_, x, y) => shifted(x, -countOf(y))],
  RotL: [rotl, (_, x, y) => rotatedLeft(x, countOf(y))],
  RotR: [(x, y, width) => rotl(x, width - (y % width), width), (_, x, y) => rotatedLeft(x, x.length - countOf(y))],
  Eq: [(x, y) => x === y, (t, x, y) => truth(32, isEqual(t, x, y))],
  Ne: [(x, y) => x !== y, (t, x, y) => truth(32, not(isEqual(t, x, y)))],
  LtU: [(x, y) => x < y],
  LeU: [(x, y) => x <= y],
  GtU: [(x, y) => x > y],
  GeU: [(x, y) => x >= y],
  LtS: [(x, y, width) => signed(x, width) < signed(y, width)],
  GtS: [(x, y, width) => signed(x, width) > signed(y, width)],
};
const byNumber = new Map(
  [32, 64].flatMap((width) =>
    Object.entries(operations).map(([name, work]) => {
      const number = (binaryen as unknown as Record<string, number>)[`${name}Int${width}`]!;
      return [number, { width, work }] as const;
    }),
  ),
);

/** A binary instruction. Undefined if it is not one of these. */
export function integerBinary(terms: Logic, op: number, left: Value, right: Value): Value | undefined {
  const found = byNumber.get(op);
  if (!found) return undefined;
  const { width, work } = found;
  const [onConstants, onBits] = work;
  if (!isSymbolic(left) && !isSymbolic(right)) {
    const result = onConstants(BigInt(left), BigInt(right), BigInt(width));
    if (typeof result === 'boolean') return Number(result);
    return width === 32 ? Number(BigInt.asUintN(32, result)) : BigInt.asUintN(64, result);
  }
  if (!onBits) throw new Error('a comparison or a division of values that are not constant');
  return settled(onBits(terms, bitsOf(left, width), bitsOf(right, width)));
}

/** A unary instruction. Undefined if it is not one of these. */
export function integerUnary(terms: Logic, op: number, value: Value): Value | undefined {
  switch (op) {
    case b.EqZInt32:
    case b.EqZInt64:
      if (!isSymbolic(value)) return Number(BigInt(value) === 0n);
      return settled(truth(32, isZero(terms, value)));
    case b.WrapInt64:
      return settled(bitsOf(value, 64).slice(0, 32));
    case b.ExtendUInt32: {
      const bits = new Int32Array(64);
      bits.set(bitsOf(value, 32));
      return settled(bits);
    }
    case b.ExtendSInt32: {
      const low = bitsOf(value, 32);
      return settled(new Int32Array(64).map((_, i) => low[Math.min(i, 31)]!));
    }
    case b.PopcntInt32:
    case b.CtzInt32: {
      if (isSymbolic(value)) break;
      const bits = Array.from(bitsOf(value, 32));
      return op === b.CtzInt32 ? [...bits, 1].indexOf(1) : bits.reduce((count, bit) => count + bit, 0);
    }
  }
  return undefined;
}

/** The sum of two lanes of a vector. */
export const laneSum = (terms: Logic, a: Bits, b: Bits): Bits => sum(terms, a, b, zero);
