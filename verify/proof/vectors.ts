/** Instructions on v128, by the numbers that binaryen gives them. */
import binaryen from 'binaryen';
import { laneSum, shifted } from './integers.js';
import { type Bits, isConstant, type Logic, not, zero } from './terms.js';

const b = binaryen;

/** Works on the lanes of `width` bits. */
function byLane(width: number, a: Bits, work: (lane: Bits, at: number) => Bits): Bits {
  const out = new Int32Array(128);
  for (let at = 0; at < 128; at += width) out.set(work(a.subarray(at, at + width), at), at);
  return out;
}

const constantByte = (bits: Bits, at: number): number | undefined => {
  let value = 0;
  for (let i = 7; i >= 0; i--) {
    if (!isConstant(bits[at + i]!)) return undefined;
    value = (value << 1) | bits[at + i]!;
  }
  return value;
};

/** i8x16.swizzle either moves cells in a constant order, or looks nibbles up in a constant table. */
function swizzle(terms: Logic, data: Bits, indices: Bits): Bits {
  const out = new Int32Array(128);
  let sums: number[][] | undefined;
  for (let at = 0; at < 128; at += 8) {
    const index = constantByte(indices, at);
    if (index === undefined) {
      sums ??= sumsOfTable(data);
      out.set(lookedUp(terms, sums, indices.subarray(at, at + 8)), at);
    } else if (index < 16) out.set(data.subarray(8 * index, 8 * index + 8), at);
  }
  return out;
}

/** An index from 16 to 127 could give another result than i8x16.swizzle gives, so no index may be in this range. */
function relaxedSwizzle(terms: Logic, data: Bits, indices: Bits): Bits {
  for (let at = 0; at < 128; at += 8) {
    const index = constantByte(indices, at) ?? 0;
    if (index >= 16 && index < 128) throw new Error(`relaxed_swizzle by the index ${index}`);
  }
  return swizzle(terms, data, indices);
}

/** For each bit of a constant table's bytes, the products of index bits whose sum is that bit. */
function sumsOfTable(table: Bits): number[][] {
  return Array.from({ length: 8 }, (_, bit) => {
    const column = Array.from({ length: 16 }, (_, i) => table[8 * i + bit]!);
    if (!column.every(isConstant)) throw new Error('swizzle of values that are not constant by such');
    // Computes the products from the values of a function of four bits.
    for (let step = 1; step < 16; step *= 2) for (let i = 0; i < 16; i++) if (i & step) column[i]! ^= column[i ^ step]!;
    return [...column.keys()].filter((mask) => column[mask]);
  });
}

/** The byte of a table at an index below 16. */
function lookedUp(terms: Logic, sums: readonly number[][], index: Bits): Bits {
  for (let i = 4; i < 8; i++) if (index[i] !== zero) throw new Error('swizzle by an index that may be 16 or more');
  const products = new Int32Array(16).fill(1);
  for (let mask = 1; mask < 16; mask++) {
    const lowest = 31 - Math.clz32(mask & -mask);
    products[mask] = terms.and(products[mask & (mask - 1)]!, index[lowest]!);
  }
  return Int32Array.from(sums, (masks) => terms.sum(masks.map((mask) => products[mask]!)));
}

/** A binary instruction. Undefined if it is not one of these. */
export function vectorBinary(terms: Logic, op: number, x: Bits, y: Bits): Bits | undefined {
  switch (op) {
    case b.AndVec128:
    case b.AndNotVec128:
      return x.map((bit, i) => terms.and(bit, op === b.AndVec128 ? y[i]! : not(y[i]!)));
    case b.OrVec128:
      return x.map((bit, i) => terms.or(bit, y[i]!));
    case b.XorVec128:
      return x.map((bit, i) => terms.xor(bit, y[i]!));
    case b.AddVecI8x16:
      return byLane(8, x, (lane, at) => laneSum(terms, lane, y.subarray(at, at + 8)));
    case b.SwizzleVecI8x16:
      return swizzle(terms, x, y);
    case b.RelaxedSwizzleVecI8x16:
      return relaxedSwizzle(terms, x, y);
  }
  return undefined;
}

/** A unary instruction. Undefined if it is not one of these. */
export function vectorUnary(op: number, x: Bits): Bits | undefined {
  switch (op) {
    case b.NotVec128:
      return x.map(not);
    case b.ExtendLowUVecI16x8ToVecI32x4:
      return x.map((_, i) => (i % 32 < 16 ? x[16 * Math.floor(i / 32) + (i % 32)]! : zero));
  }
  return undefined;
}

/** Takes each bit of the first value if the mask's bit is 1, and otherwise that of the second value. */
export function bitSelect(terms: Logic, op: number, [first, second, mask]: [Bits, Bits, Bits]): Bits {
  if (op !== b.BitselectVec128) throw new Error(`the proof does not know the vector instruction ${op}`);
  return first.map((bit, i) => terms.xor(second[i]!, terms.and(mask[i]!, terms.xor(bit, second[i]!))));
}

/** The bits of a lane in their new order. */
type Shift = (lane: Bits, by: number) => Bits;
const left: Shift = shifted;
const right: Shift = (lane, by) => shifted(lane, -by);
const rightSigned: Shift = (lane, by) => lane.map((_, i) => lane[Math.min(i + by, lane.length - 1)]!);

const laneWidths = { I8x16: 8, I16x8: 16, I32x4: 32, I64x2: 64 };
const byName = binaryen as unknown as Record<string, number>;
/** The instructions whose names begin with this word, by the widths of their lanes. */
const widthsOf = (name: string) =>
  new Map(Object.entries(laneWidths).map(([lanes, width]) => [byName[`${name}Vec${lanes}`], width]));

const shifts = Object.entries({ Shl: left, ShrU: right, ShrS: rightSigned }).map(
  ([name, shift]) => [widthsOf(name), shift] as const,
);

export function vectorShift(op: number, x: Bits, by: number): Bits {
  const [widths, shift] = shifts.find(([known]) => known.has(op)) ?? [];
  const width = widths?.get(op);
  if (!shift || !width) throw new Error(`the proof does not know the shift ${op}`);
  return byLane(width, x, (lane) => shift(lane, by % width));
}

export function shuffle(x: Bits, y: Bits, mask: ArrayLike<number>): Bits {
  const out = new Int32Array(128);
  for (let i = 0; i < 16; i++) {
    const from = mask[i]!;
    out.set((from < 16 ? x : y).subarray(8 * (from % 16), 8 * (from % 16) + 8), 8 * i);
  }
  return out;
}

/** The instructions that take a lane out or put a lane in, by the widths of lanes. */
export const extractedWidth = widthsOf('ExtractLane');
export const replacedWidth = widthsOf('ReplaceLane');
export const splatWidth = widthsOf('Splat');
/** The number of bytes that are loaded, and how often they are repeated in the vector. The rest is zeros. */
export const vectorLoads = new Map<number, [bytes: number, times: number]>([
  [b.Load32ZeroVec128, [4, 1]],
  [b.Load64ZeroVec128, [8, 1]],
  [b.Load8SplatVec128, [1, 16]],
  [b.Load16SplatVec128, [2, 8]],
  [b.Load32SplatVec128, [4, 4]],
  [b.Load64SplatVec128, [8, 2]],
]);
