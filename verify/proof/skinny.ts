/** SKINNY as docs/algorithms/skinny.md and skinny-64.md define it. The bits of a cell are in order, the lowest first. */
import { Cipher, plus, rotated } from './cipher.js';
import { type Bits, type Logic, not } from './terms.js';

/** The old cell that moves to each place [skinny 4.1]. */
const permutation = [9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7];

/** The registers of TK2 and TK3 [skinny 4.2]. */
export const register2 = (terms: Logic, x: Bits): Bits =>
  Int32Array.of(terms.xor(x.at(-1)!, x.at(x.length === 8 ? -3 : -2)!), ...x.slice(0, -1));
export const register3 = (terms: Logic, x: Bits): Bits => Int32Array.of(...x.slice(1), terms.xor(x[0]!, x[6]!));

/** SKINNY-128-384+ by default. The number of parts of the tweakey is that of the parts that a call gives. */
export class Skinny extends Cipher {
  readonly #cellBits: number;

  constructor(terms: Logic, rounds = 40, cellBits: 4 | 8 = 8) {
    super(terms, rounds);
    this.#cellBits = cellBits;
  }

  protected made(plaintext: Bits, tweakey: readonly Bits[]): Bits {
    let parts: Bits[][] = tweakey.map((part) => this.#cells(part));
    let state = this.#cells(this.cut(plaintext, 0));
    let rc = 0;
    for (let round = 1; round <= this.rounds; round++) {
      // [skinny 3.2]
      rc = ((rc << 1) & 0x3f) | (((rc >> 5) ^ (rc >> 4) ^ 1) & 1);
      const constants = [rc & 0xf, 0, 0, 0, rc >> 4, 0, 0, 0, 2];
      // [skinny 3.1], [skinny 3.2], [skinny 3.3]
      const added = state.map((cell, i) => {
        const substituted = plus(this.substituted(cell), constants[i] ?? 0);
        return i < 8 ? this.sum(substituted, ...parts.map((part) => part[i]!)) : substituted;
      });
      this.terms.beginLayer(this.#block(added));
      // [skinny 3.4]
      const row = (r: number, column: number) => added[4 * r + ((column - r + 4) % 4)]!;
      // [skinny 3.5]
      const mixed = added.map((_, i) => {
        const [a, b, c, d] = [0, 1, 2, 3].map((r) => row(r, i % 4)) as [Bits, Bits, Bits, Bits];
        const ac = this.sum(a, c);
        return [this.sum(ac, d), a, this.sum(b, c), ac][Math.floor(i / 4)]!;
      });
      state = this.#cells(this.cut(this.#block(mixed), round));
      // [skinny 4]
      parts = parts.map((part, word) => {
        const step = [undefined, register2, register3][word];
        return permutation.map((from, i) => (step && i < 8 ? step(this.terms, part[from]!) : part[from]!));
      });
    }
    return this.#block(state);
  }

  /** S8 [skinny 3.1], or S4 [skinny-64 3.1]. */
  substituted(cell: Bits): Bits {
    let x: Bits = cell.slice();
    const nor = (a: number, b: number) => not(this.terms.or(x[a]!, x[b]!));
    for (let step = 1; step <= 4; step++) {
      x[0] = this.terms.xor(x[0]!, nor(3, 2));
      if (this.#cellBits === 4) {
        if (step < 4) x = rotated(x, 1);
        continue;
      }
      x[4] = this.terms.xor(x[4]!, nor(7, 6));
      // Bits 7 to 0.
      const order = step < 4 ? [2, 1, 7, 6, 4, 0, 3, 5] : [7, 6, 5, 4, 3, 1, 2, 0];
      x = Int32Array.from({ length: 8 }, (_, i) => x[order[7 - i]!]!);
    }
    return x;
  }

  /** The place of a cell. Of two cells in a byte, the first has the high half [skinny 2]. */
  #at = (i: number) => this.#cellBits * (this.#cellBits === 8 ? i : i ^ 1);
  #cells = (block: Bits) => permutation.map((_, i) => block.slice(this.#at(i), this.#at(i) + this.#cellBits));

  #block(cells: readonly Bits[]): Bits {
    const block = new Int32Array(16 * this.#cellBits);
    for (const [i, cell] of cells.entries()) block.set(cell, this.#at(i));
    return block;
  }
}
