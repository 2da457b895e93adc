/** Deoxys-BC-128-384 as docs/algorithms/deoxys.md defines it. */
import { Cipher, lookedUp, plus, sumsOfTable, words } from './cipher.js';
import { nextTweakey } from './skinny.js';
import type { Bits, Logic } from './terms.js';
import { concat } from './value.js';

/** [deoxys 2.3] */
const doubled = (x: number) => (2 * x) ^ ((x >> 7) * 0x11b);
/** The powers of 3, which are all bytes except 0. */
const powers = Array.from({ length: 254 }).reduce<number[]>((all) => [...all, doubled(all.at(-1)!) ^ all.at(-1)!], [1]);
const inverse = (x: number) => (x === 0 ? 0 : powers[(255 - powers.indexOf(x)) % 255]!);
const affine = (y: number) => [0, 1, 2, 3, 4].reduce((sum, by) => sum ^ (((y << by) | (y >> (8 - by))) & 0xff), 0x63);
const sBox = sumsOfTable(Array.from({ length: 256 }, (_, x) => affine(inverse(x))));

/** The old byte that moves to each place [deoxys 2.4]. */
const h = [1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8];
const bytes = (block: Bits) => words(block, 8);

/** Eight numbers. A byte is the sum of those that its bits in this basis choose. */
type Basis = readonly number[];

export class DeoxysBc extends Cipher {
  readonly #back: Basis;

  /** The atoms are the bits of bytes in this basis. A module may keep its bytes in another basis than the usual one. */
  constructor(
    terms: Logic,
    readonly basis: Basis = [1, 2, 4, 8, 16, 32, 64, 128],
  ) {
    super(terms, 16);
    const all = Array.from({ length: 256 }, (_, x) => basis.reduce((sum, y, i) => ((x >> i) & 1 ? sum ^ y : sum), 0));
    this.#back = basis.map((_, bit) => all.indexOf(1 << bit));
  }

  protected made(plaintext: Bits, tweakey: readonly Bits[]): Bits {
    let parts = tweakey.map(bytes);
    let state = bytes(plaintext);
    // RCON [deoxys 2.5]
    let constant = 0x2f;
    for (let round = 0; round <= this.rounds; round++) {
      if (round > 0) state = this.#mixed(state.map((byte) => lookedUp(this.terms, sBox, byte)));
      const constants = [1, 2, 4, 8, constant, constant, constant, constant];
      const added = state.map((byte, i) => plus(this.sum(byte, ...parts.map((part) => part[i]!)), constants[i] ?? 0));
      const named = this.cut(concat(...added.map((byte) => this.#combined(byte, this.#back))), round);
      state = bytes(named).map((byte) => this.#combined(byte, this.basis));
      // [deoxys 2.4]
      parts = nextTweakey(this.terms, parts, h, 16);
      constant = doubled(constant);
    }
    return concat(...state);
  }

  /** Adds up the numbers that the bits of a byte choose. */
  #combined = (byte: Bits, numbers: Basis): Bits =>
    byte.map((_, bit) => this.terms.sum([...byte].filter((_, i) => (numbers[i]! >> bit) & 1)));

  /** ShiftRows and MixColumns [deoxys 2.3]. */
  #mixed(state: readonly Bits[]): Bits[] {
    const twice = (x: Bits) =>
      x.map((_, i) => ([1, 3, 4].includes(i) ? this.terms.xor(x[i - 1]!, x[7]!) : x.at(i - 1)!));
    return state.map((_, i) => {
      const [a, b, c, d] = [0, 1, 2, 3].map((by) => {
        const row = (i + by) % 4;
        return state[(4 * (Math.floor(i / 4) + row) + row) % 16]!;
      }) as [Bits, Bits, Bits, Bits];
      return this.sum(twice(a), twice(b), b, c, d);
    });
  }
}
