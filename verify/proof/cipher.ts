/** The common part of the definitions of ciphers and permutations. Any bit may be unknown. */
import { type Bits, isConstant, type Logic } from './terms.js';
import { concat } from './value.js';

/** A place is the number of a state's bit among all calls. A state has at most 1024 bits, and a call 128 states. */
const [mostRounds, mostBits] = [128, 1024];
export const stateOf = (place: number): number => Math.floor(place / mostBits);
export const roundOf = (state: number): number => state % mostRounds;
export const callOf = (state: number): number => Math.floor(state / mostRounds);
/** A place in words. The round is the number of rounds before the state. */
export function describePlace(place: number): string {
  const state = stateOf(place);
  const round = roundOf(state) === 0 ? 'input' : `round ${roundOf(state)}`;
  return `call ${callOf(state) + 1}, ${round}, bit ${place % mostBits}`;
}

export abstract class Cipher {
  /** The number of calls so far. */
  calls = 0;

  constructor(
    readonly terms: Logic,
    readonly rounds: number,
  ) {}

  /** A permutation has no tweakey, and may do its last rounds alone. */
  encrypt(tweakey: readonly Bits[], block: Bits, rounds = this.rounds): Bits {
    const made = this.made(block, tweakey, this.rounds - rounds);
    this.calls++;
    return made;
  }

  protected abstract made(block: Bits, tweakey: readonly Bits[], firstRound: number): Bits;

  /** Lets new atoms stand for the bits of a state (`define` in terms.ts). `first` is the number of the first bit. */
  protected cut(state: Bits, round: number, first = 0, inputs?: readonly Bits[]): Bits {
    this.terms.define(state, (this.calls * mostRounds + round) * mostBits + first, inputs);
    return state.map((bit) => this.terms.canonical(bit));
  }

  /** Cuts a masked input. A cell that was constant is a mask alone, which is a part of other sums, so it stays. */
  protected cutInput(state: Bits, unmasked = state, round = 0): Bits {
    const cells = words(state, 8).map((cell, i) =>
      unmasked.subarray(8 * i, 8 * i + 8).every(isConstant) ? cell : this.cut(cell, round, 8 * i),
    );
    return concat(...cells);
  }

  protected sum = (a: Bits, ...others: readonly Bits[]): Bits => sum(this.terms, a, ...others);

  /** Looks up the columns of words. The first word has the lowest bits of the indices. */
  protected onColumns(sums: readonly number[][], rows: readonly Bits[]): Bits[] {
    const columns = Array.from(rows[0]!, (_, i) =>
      lookedUp(
        this.terms,
        sums,
        Int32Array.from(rows, (row) => row[i]!),
      ),
    );
    return rows.map((_, row) => Int32Array.from(columns, (column) => column[row]!));
  }
}

/** Adds words bit by bit (XOR). The words after the first may be longer or shorter. */
export const sum = (terms: Logic, a: Bits, ...others: readonly Bits[]): Bits =>
  a.map((bit, i) => others.reduce((total, b) => terms.xor(total, b[i] ?? 0), bit));

/** Adds a constant, bit by bit (XOR). */
export const plus = (bits: Bits, constant: number): Bits =>
  bits.map((bit, i) => bit ^ (i < 31 ? (constant >> i) & 1 : 0));

/** Rotates a word to the left, towards higher bits, or with a negative count to the right. */
export const rotated = (word: Bits, by: number): Bits => word.map((_, i) => word.at((i - by) % word.length)!);

/** Cuts bits into words of a length. */
export const words = (bits: Bits, length: number): Bits[] =>
  Array.from({ length: bits.length / length }, (_, i) => bits.slice(length * i, length * (i + 1)));

/** For each bit of a table's entries, the products of index bits, as masks, whose sum is that bit. */
export function sumsOfTable(table: readonly number[], bits = 32 - Math.clz32(Math.max(...table))): number[][] {
  return Array.from({ length: bits }, (_, bit) => {
    const column = table.map((entry) => (entry >> bit) & 1);
    // Turns the values of the function into the coefficients of its products.
    for (let step = 1; step < column.length; step *= 2)
      for (let i = 0; i < column.length; i++) if (i & step) column[i]! ^= column[i ^ step]!;
    return [...column.keys()].filter((mask) => column[mask]);
  });
}

/** Returns the bits of a table's entry at an index whose bits may be unknown. */
export function lookedUp(terms: Logic, sums: readonly number[][], index: Bits): Bits {
  const products = new Int32Array(2 ** index.length).fill(1);
  for (let mask = 1; mask < products.length; mask++)
    products[mask] = terms.and(products[mask & (mask - 1)]!, index[31 - Math.clz32(mask & -mask)]!);
  return Int32Array.from(sums, (masks) => terms.sum(masks.map((mask) => products[mask]!)));
}
