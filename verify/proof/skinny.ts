/**
 * SKINNY-128-384+ as docs/algorithms/skinny.md defines it, on bits of which any may be unknown. Cell i of a block is bits
 * 8 i to 8 i + 7, the lowest first. After each round the state's cells become atoms (terms.ts).
 */
import { type Bits, type Logic, not } from './terms.js';

/** [skinny 1] */
export const rounds = 40;
const cells = 16;
const blockBits = 8 * cells;

/** The old cell that moves to each place [skinny 4.1]. */
const permutation = [9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7];

/** TK1, TK2 and TK3. */
export type Tweakey = readonly [Bits, Bits, Bits];

/** The place of a state's bit among the calls of a proof. `round` is the number of rounds before it. */
export interface Place {
  call: number;
  round: number;
  cell: number;
  bit: number;
}

const numberOf = ({ call, round, cell, bit }: Place) => ((call * (rounds + 1) + round) * cells + cell) * 8 + bit;

export function placeOf(number: number): Place {
  const state = Math.floor(number / blockBits);
  const [call, round] = [Math.floor(state / (rounds + 1)), state % (rounds + 1)];
  return { call, round, cell: Math.floor((number % blockBits) / 8), bit: number % 8 };
}

const cellOf = (block: Bits, i: number): Bits => block.slice(8 * i, 8 * i + 8);
const blockOf = (of: (i: number) => Bits): Bits => {
  const block = new Int32Array(blockBits);
  for (let i = 0; i < cells; i++) block.set(of(i), 8 * i);
  return block;
};

export class Skinny {
  /** The number of calls so far. */
  calls = 0;
  readonly #terms: Logic;

  constructor(terms: Logic) {
    this.#terms = terms;
  }

  encrypt(tweakey: Tweakey, plaintext: Bits): Bits {
    const call = this.calls++;
    let [tk1, tk2, tk3] = tweakey;
    let state = plaintext;
    this.#atoms(state, call, 0);
    let rc = 0;
    for (let round = 1; round <= rounds; round++) {
      // [skinny 3.2]
      rc = ((rc << 1) & 0x3f) | (((rc >> 5) ^ (rc >> 4) ^ 1) & 1);
      const constants = [rc & 0xf, 0, 0, 0, rc >> 4, 0, 0, 0, 2];
      const before = state;
      // [skinny 3.1], [skinny 3.2], [skinny 3.3]
      const added = Array.from({ length: cells }, (_, i) => {
        const cell = this.substituted(cellOf(before, i)).map((bit, b) => bit ^ (((constants[i] ?? 0) >> b) & 1));
        return i < 8 ? [tk1, tk2, tk3].reduce((sum, part) => this.#sum(sum, cellOf(part, i)), cell) : cell;
      });
      this.#terms.beginLayer(blockOf((i) => added[i]!));
      // [skinny 3.4]
      const row = (r: number, column: number) => added[4 * r + ((column - r + 4) % 4)]!;
      // [skinny 3.5]
      state = blockOf((i) => {
        const [a, b, c, d] = [0, 1, 2, 3].map((r) => row(r, i % 4)) as [Bits, Bits, Bits, Bits];
        const ac = this.#sum(a, c);
        return [this.#sum(ac, d), a, this.#sum(b, c), ac][Math.floor(i / 4)]!;
      });
      this.#atoms(state, call, round);
      // [skinny 4]
      const permuted = [tk1, tk2, tk3].map((part) => blockOf((i) => cellOf(part, permutation[i]!)));
      const stepped = (part: Bits, step: (x: Bits) => Bits) =>
        blockOf((i) => (i < 8 ? step(cellOf(part, i)) : cellOf(part, i)));
      tk1 = permuted[0]!;
      tk2 = stepped(permuted[1]!, this.step2);
      tk3 = stepped(permuted[2]!, this.step3);
    }
    return state;
  }

  /** S8 [skinny 3.1]. */
  substituted(cell: Bits): Bits {
    let x = cell.slice();
    const nor = (a: number, b: number) => not(this.#terms.or(x[a]!, x[b]!));
    for (let step = 1; step <= 4; step++) {
      x[4] = this.#terms.xor(x[4]!, nor(7, 6));
      x[0] = this.#terms.xor(x[0]!, nor(3, 2));
      // Bits 7 to 0.
      const order = step < 4 ? [2, 1, 7, 6, 4, 0, 3, 5] : [7, 6, 5, 4, 3, 1, 2, 0];
      x = Int32Array.from({ length: 8 }, (_, i) => x[order[7 - i]!]!);
    }
    return x;
  }

  /** [skinny 4.2] */
  readonly step2 = (x: Bits): Bits =>
    Int32Array.of(this.#terms.xor(x[7]!, x[5]!), x[0]!, x[1]!, x[2]!, x[3]!, x[4]!, x[5]!, x[6]!);
  readonly step3 = (x: Bits): Bits =>
    Int32Array.of(x[1]!, x[2]!, x[3]!, x[4]!, x[5]!, x[6]!, x[7]!, this.#terms.xor(x[0]!, x[6]!));

  #sum(a: Bits, b: Bits): Bits {
    return a.map((bit, i) => this.#terms.xor(bit, b[i]!));
  }

  #atoms(state: Bits, call: number, round: number): void {
    this.#terms.define(state, numberOf({ call, round, cell: 0, bit: 0 }));
  }
}
