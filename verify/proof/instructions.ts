/**
 * The instructions that compute with bits, on values whose bits may be unknown. On constants the engine runs each
 * instruction itself. All other instructions only move bits, and the engine shows where each bit goes.
 */
import binaryen from 'binaryen';
import type { Binary } from '../constant-time/binary.js';
import { lookedUp, sumsOfTable, words } from './cipher.js';
import { Instruction } from './engine.js';
import { type Bits, isConstant, type Literal, type Logic, not, zero } from './terms.js';
import { bitsOf, concat, isSymbolic, numberOf, settled, type Value } from './value.js';

/** Computes the result from the operands, or one lane of it from the same lane of vectors. */
type Meaning = (terms: Logic, a: Bits, b: Bits, c: Bits) => Bits;

function bitwise(work: (terms: Logic, a: Literal, b: Literal) => Literal): Meaning {
  return (terms, a, b) => a.map((bit, i) => work(terms, bit, b[i]!));
}

function sum(terms: Logic, a: Bits, b: Bits, into: Literal): Bits {
  let carry = into;
  return a.map((x, i) => {
    const y = b[i]!;
    const [difference, before] = [terms.xor(x, y), carry];
    if (difference === zero) carry = x;
    else if (difference !== 1) carry = terms.or(terms.and(x, y), terms.and(carry, terms.or(x, y)));
    return terms.xor(difference, before);
  });
}

function product(terms: Logic, a: Bits, b: Bits): Bits {
  const [some, constant] = b.every(isConstant) ? [a, b] : [b, a];
  if (!constant.every(isConstant)) throw new Error('a product of two values that are not constant');
  const shifted = [...constant.keys()]
    .filter((by) => constant[by])
    .map((by) => some.map((_, i) => some[i - by] ?? zero));
  return shifted.reduce<Bits>((total, one) => sum(terms, total, one, zero), new Int32Array(a.length));
}

const isZero = (terms: Logic, a: Bits): Literal => terms.conjunction(a.map(not));
const xor = bitwise((t, x, y) => t.xor(x, y));

/** Looks up bytes of a table at constant places, or of a constant table at any. A place above 15 gives zero. */
function swizzle(terms: Logic, table: Bits, places: Bits): Bits {
  const entries = words(table, 8);
  const sums = table.every(isConstant) ? sumsOfTable(entries.map(numberOf), 8) : undefined;
  const found = words(places, 8).map((place) => {
    if (place.every(isConstant)) return entries[numberOf(place)] ?? new Int32Array(8);
    if (!sums) throw new Error('swizzle of values that are not constant by such');
    const isInside = isZero(terms, place.subarray(4));
    return lookedUp(terms, sums, place.subarray(0, 4)).map((bit) => terms.and(isInside, bit));
  });
  return concat(...found);
}

/** A place from 16 to 127 could give another result than i8x16.swizzle gives, so no place may be in this range. */
function relaxedSwizzle(terms: Logic, table: Bits, places: Bits): Bits {
  if (places.some((bit, i) => i % 8 > 3 && i % 8 < 7 && bit !== zero && places[i | 7] !== 1))
    throw new Error('relaxed_swizzle by an index that may be from 16 to 127');
  return swizzle(terms, table, places);
}

const meanings: Record<string, Meaning> = {
  And: bitwise((t, x, y) => t.and(x, y)),
  AndNot: bitwise((t, x, y) => t.and(x, not(y))),
  Or: bitwise((t, x, y) => t.or(x, y)),
  Xor: xor,
  Add: (t, x, y) => sum(t, x, y, zero),
  Sub: (t, x, y) => sum(t, x, y.map(not), 1),
  Mul: product,
  Eq: (t, x, y) => Int32Array.of(isZero(t, xor(t, x, y, y))),
  Ne: (t, x, y) => Int32Array.of(not(isZero(t, xor(t, x, y, y)))),
  EqZ: (t, x) => Int32Array.of(isZero(t, x)),
  Swizzle: swizzle,
  RelaxedSwizzle: relaxedSwizzle,
  // Takes each bit of the first value if the mask's bit is 1, and otherwise that of the second value.
  Bitselect: (t, x, y, mask) => x.map((bit, i) => t.xor(y[i]!, t.and(mask[i]!, t.xor(bit, y[i]!)))),
};
/** Instructions that have lanes, but work on whole vectors. */
const onWhole = ['Swizzle', 'RelaxedSwizzle'];
const kinds: Record<string, string> = { EqZ: 'Unary', Bitselect: 'SIMDTernary' };

/** The meanings of instructions and the widths of their lanes, by the instruction's kind and its number in binaryen. */
const known = new Map(
  Object.entries(binaryen).flatMap(([name, op]) => {
    const [, word = '', type, width] = /^([A-Z]\w*?)(Int|Vec|VecI)(\d+)(?:x\d+)?$/.exec(name) ?? [];
    const meaning = meanings[word];
    const lane = onWhole.includes(word) ? 128 : Number(width);
    return meaning ? [[`${kinds[word] ?? 'Binary'} ${op}`, { meaning, lane, isVector: type !== 'Int' }] as const] : [];
  }),
);

/** The instructions that the engine ran alone. Those with the same key differ only in their operands. */
const instructions = new Map<string, Instruction>();

export function computed(terms: Logic, binary: Binary, reference: number, operands: readonly Value[]): Value {
  const { kind, x } = binary.expression(reference);
  const isKnown = !operands.some(isSymbolic);
  const found = isKnown ? undefined : known.get(`${kind} ${x.op}`);
  if (found) {
    const { meaning, lane, isVector } = found;
    const lanes = Array.from({ length: isVector ? 128 / lane : 1 }, (_, i) => {
      const parts = operands.map((operand) => bitsOf(operand, lane).subarray(lane * i, lane * (i + 1)));
      const made = meaning(terms, ...(parts as [Bits, Bits, Bits]));
      // A comparison gives one bit. It is the lowest bit of an i32, and a lane repeats it in all its bits.
      if (made.length > 1) return made;
      return isVector ? new Int32Array(lane).fill(made[0]!) : new Int32Array(32).fill(made[0]!, 0, 1);
    });
    return settled(concat(...lanes));
  }
  const key = [kind, x.op, x.type, x.bytes, x.isSigned, x.index, x.mask].join();
  const instruction = instructions.get(key) ?? new Instruction(binary, reference);
  instructions.set(key, instruction);
  const result = isKnown ? instruction.onConstants(operands) : instruction.moved(operands);
  if (result === undefined) throw new Error(`the proof does not know ${key} of values that are not constant`);
  return result;
}
