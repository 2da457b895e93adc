/** Instructions on i32 and i64, by the numbers that binaryen gives them. */
import binaryen from 'binaryen';
import { type Bits, type Literal, not, type Terms, zero } from './terms.js';
import { bitsOf, isSymbolic, settled, type Value } from './value.js';

/** On bits of which some are no constants. */
type OnBits = (terms: Terms, a: Bits, b: Bits) => Bits;
type OnNumbers = (a: number, b: number) => number | boolean;
type OnBigints = (a: bigint, b: bigint) => bigint | boolean;

/** One that exists for both widths. */
interface Operation {
  i32: number;
  i64: number;
  onNumbers: OnNumbers;
  onBigints: OnBigints;
  onBits?: OnBits;
}

const each =
  (work: (terms: Terms, a: Literal, b: Literal) => Literal): OnBits =>
  (terms, a, b) =>
    a.map((bit, i) => work(terms, bit, b[i]!));

/** The sum, with a carry into the lowest bit. */
function sum(terms: Terms, a: Bits, b: Bits, into: Literal): Bits {
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
function product(terms: Terms, a: Bits, b: Bits): Bits {
  const [some, constant] = isSymbolic(settled(b)) ? [b, a] : [a, b];
  if (isSymbolic(settled(constant))) throw new Error('a product of two values that are not constant');
  let total: Bits = new Int32Array(a.length);
  for (const [i, bit] of constant.entries()) if (bit) total = sum(terms, total, shifted(some, i), zero);
  return total;
}

/** To the left, or by a negative count to the right. */
export const shifted = (a: Bits, by: number): Bits => a.map((_, i) => a[i - by] ?? zero);

/** Shifts and rotations are by constants. */
function countOf(b: Bits): number {
  const count = settled(b);
  if (isSymbolic(count)) throw new Error('a shift by a value that is not constant');
  return Number(count) % b.length;
}

const truth = (width: number, bit: Literal): Bits => new Int32Array(width).fill(bit, 0, 1);
const isZero = (terms: Terms, a: Bits): Literal => terms.conjunction(a.map(not));
const isEqual = (terms: Terms, a: Bits, b: Bits): Literal => isZero(terms, each((t, x, y) => t.xor(x, y))(terms, a, b));

const big = (x: bigint) => BigInt.asUintN(64, x);
const signed = (x: bigint) => BigInt.asIntN(64, x);
const rotatedLeft = (a: Bits, by: number): Bits => a.map((_, i) => a[(i - by + a.length) % a.length]!);
const rotl32 = (a: number, by: number) => (by % 32 === 0 ? a : (a << (by % 32)) | (a >>> (32 - (by % 32))));
const rotl64 = (a: bigint, by: bigint) => (a << (by % 64n)) | (a >> (64n - (by % 64n)));

const b = binaryen;
const operation = (
  i32: number,
  i64: number,
  onNumbers: OnNumbers,
  onBigints: OnBigints,
  onBits?: OnBits,
): Operation => ({
  ...{ i32, i64, onNumbers, onBigints },
  ...(onBits && { onBits }),
});

const operations: readonly Operation[] = [
  operation(
    b.AddInt32,
    b.AddInt64,
    (x, y) => x + y,
    (x, y) => x + y,
    (t, x, y) => sum(t, x, y, 0),
  ),
  operation(
    b.SubInt32,
    b.SubInt64,
    (x, y) => x - y,
    (x, y) => x - y,
    (t, x, y) => sum(t, x, y.map(not), 1),
  ),
  operation(b.MulInt32, b.MulInt64, Math.imul, (x, y) => x * y, product),
  operation(
    b.DivUInt32,
    b.DivUInt64,
    (x, y) => Math.floor(x / y),
    (x, y) => x / y,
  ),
  operation(
    b.RemUInt32,
    b.RemUInt64,
    (x, y) => x % y,
    (x, y) => x % y,
  ),
  operation(
    b.AndInt32,
    b.AndInt64,
    (x, y) => x & y,
    (x, y) => x & y,
    each((t, x, y) => t.and(x, y)),
  ),
  operation(
    b.OrInt32,
    b.OrInt64,
    (x, y) => x | y,
    (x, y) => x | y,
    each((t, x, y) => t.or(x, y)),
  ),
  operation(
    b.XorInt32,
    b.XorInt64,
    (x, y) => x ^ y,
    (x, y) => x ^ y,
    each((t, x, y) => t.xor(x, y)),
  ),
  operation(
    b.ShlInt32,
    b.ShlInt64,
    (x, y) => x << (y % 32),
    (x, y) => x << (y % 64n),
    (_, x, y) => shifted(x, countOf(y)),
  ),
  operation(
    b.ShrUInt32,
    b.ShrUInt64,
    (x, y) => x >>> (y % 32),
    (x, y) => x >> (y % 64n),
    (_, x, y) => shifted(x, -countOf(y)),
  ),
  operation(b.RotLInt32, b.RotLInt64, rotl32, rotl64, (_, x, y) => rotatedLeft(x, countOf(y))),
  operation(
    b.RotRInt32,
    b.RotRInt64,
    (x, y) => rotl32(x, 32 - (y % 32)),
    (x, y) => rotl64(x, 64n - (y % 64n)),
    (_, x, y) => rotatedLeft(x, (x.length - countOf(y)) % x.length),
  ),
  operation(
    b.EqInt32,
    b.EqInt64,
    (x, y) => x === y,
    (x, y) => x === y,
    (t, x, y) => truth(32, isEqual(t, x, y)),
  ),
  operation(
    b.NeInt32,
    b.NeInt64,
    (x, y) => x !== y,
    (x, y) => x !== y,
    (t, x, y) => truth(32, not(isEqual(t, x, y))),
  ),
  operation(
    b.LtUInt32,
    b.LtUInt64,
    (x, y) => x < y,
    (x, y) => x < y,
  ),
  operation(
    b.LeUInt32,
    b.LeUInt64,
    (x, y) => x <= y,
    (x, y) => x <= y,
  ),
  operation(
    b.GtUInt32,
    b.GtUInt64,
    (x, y) => x > y,
    (x, y) => x > y,
  ),
  operation(
    b.GeUInt32,
    b.GeUInt64,
    (x, y) => x >= y,
    (x, y) => x >= y,
  ),
  operation(
    b.LtSInt32,
    b.LtSInt64,
    (x, y) => (x | 0) < (y | 0),
    (x, y) => signed(x) < signed(y),
  ),
  operation(
    b.GtSInt32,
    b.GtSInt64,
    (x, y) => (x | 0) > (y | 0),
    (x, y) => signed(x) > signed(y),
  ),
];
const byNumber32 = new Map(operations.map((op) => [op.i32, op]));
const byNumber64 = new Map(operations.map((op) => [op.i64, op]));

const answer = (result: number | bigint | boolean): Value =>
  typeof result === 'bigint' ? big(result) : Number(result) >>> 0;

/** A binary instruction; undefined if it is not one of these. */
export function integerBinary(terms: Terms, op: number, left: Value, right: Value): Value | undefined {
  const op32 = byNumber32.get(op);
  const found = op32 ?? byNumber64.get(op);
  if (!found) return undefined;
  if (typeof left === 'number' && typeof right === 'number') return answer(found.onNumbers(left, right));
  if (typeof left === 'bigint' && typeof right === 'bigint') return answer(found.onBigints(left, right));
  if (!found.onBits) throw new Error(`a comparison or a division of values that are not constant`);
  const width = op32 ? 32 : 64;
  return settled(found.onBits(terms, bitsOf(left, width), bitsOf(right, width)));
}

/** A unary instruction; undefined if it is not one of these. */
export function integerUnary(terms: Terms, op: number, value: Value): Value | undefined {
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

/** The same sum for the lanes of a vector. */
export const laneSum = (terms: Terms, a: Bits, b: Bits): Bits => sum(terms, a, b, zero);
