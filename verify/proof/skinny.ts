/** SKINNY as docs/algorithms/skinny.md defines it. The bits of a cell are in order, the lowest first. */
import { Cipher, plus, rotated, words } from './cipher.js';
import { type Bits, type Logic, not } from './terms.js';
import { concat } from './value.js';

/** The old cell that moves to each place [skinny 4.1]. */
const permutation = [9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7];

/** One step of the shift registers of TK2 and TK3 [skinny 4.2]. */
const register2 = (terms: Logic, x: Bits): Bits =>
  Int32Array.of(terms.xor(x.at(-1)!, x.at(x.length === 8 ? -3 : -2)!), ...x.slice(0, -1));
const register3 = (terms: Logic, x: Bits): Bits => Int32Array.of(...x.slice(1), terms.xor(x[0]!, x[6]!));

/** Moves the cells of each part, and then steps the first ones of TK2 and TK3. */
export const nextTweakey = (terms: Logic, parts: readonly Bits[][], from: readonly number[], stepped: number) =>
  parts.map((part, word) => {
    const step = [undefined, register2, register3][word];
    return from.map((old, i) => (step && i < stepped ? step(terms, part[old]!) : part[old]!));
  });

/** Cuts a block into cells or back. Of two cells of 4 bits in a byte, the first has the high half [skinny 2]. */
const cells = (block: Bits): Bits[] =>
  block.length === 128 ? words(block, 8) : words(block, 4).map((_, i, all) => all[i ^ 1]!);
const joined = (all: readonly Bits[]): Bits => concat(...(all[0]!.length === 8 ? all : all.map((_, i) => all[i ^ 1]!)));

/** SKINNY by its rounds. A call passes one, two or three parts of a tweakey. */
export class Skinny extends Cipher {
  protected made(plaintext: Bits, tweakey: readonly Bits[]): Bits {
    let parts: Bits[][] = tweakey.map(cells);
    let state = cells(this.cut(plaintext, 0));
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
      this.terms.beginLayer(joined(added));
      // [skinny 3.4]
      const row = (r: number, column: number) => added[4 * r + ((column - r + 4) % 4)]!;
      // [skinny 3.5]
      const mixed = added.map((_, i) => {
        const [a, b, c, d] = [0, 1, 2, 3].map((r) => row(r, i % 4)) as [Bits, Bits, Bits, Bits];
        const ac = this.sum(a, c);
        return [this.sum(ac, d), a, this.sum(b, c), ac][Math.floor(i / 4)]!;
      });
      state = cells(this.cut(joined(mixed), round));
      // [skinny 4]
      parts = nextTweakey(this.terms, parts, permutation, 8);
    }
    return joined(state);
  }

  /** S8 or S4 [skinny 3.1]. */
  substituted(cell: Bits): Bits {
    let x: Bits = cell.slice();
    const nor = (a: number, b: number) => not(this.terms.or(x[a]!, x[b]!));
    for (let step = 1; step <= 4; step++) {
      x[0] = this.terms.xor(x[0]!, nor(3, 2));
      if (x.length === 4) {
        x = step < 4 ? rotated(x, 1) : x;
        continue;
      }
      x[4] = this.terms.xor(x[4]!, nor(7, 6));
      // The old places of bits 7 to 0.
      const order = step < 4 ? [2, 1, 7, 6, 4, 0, 3, 5] : [7, 6, 5, 4, 3, 1, 2, 0];
      x = Int32Array.from({ length: 8 }, (_, i) => x[order[7 - i]!]!);
    }
    return x;
  }
}
