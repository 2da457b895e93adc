/** The permutations that ascon.md, keccak.md and spongent.md in docs/algorithms/ define. */
import { Cipher, plus, rotated, sumsOfTable, words } from './cipher.js';
import type { Bits } from './terms.js';
import { concat } from './value.js';

/** The S-box [ascon 4]. The bit of x0 is the highest of an index. */
const asconSBox = sumsOfTable([
  ...Buffer.from('040b1f141a1509021b0508121d03061c1e13070e000d1118100c0119160a0f17', 'hex'),
]);
/** The two rotations of each word to the right [ascon 5]. */
const asconRotations = [19, 28, 61, 39, 1, 6, 10, 17, 7, 41];
/** Reverses the bytes of a word. */
const swapped = (word: Bits) => concat(...words(word, 8).reverse());

export class AsconP extends Cipher {
  protected made(state: Bits, _: readonly Bits[], first: number): Bits {
    let x = words(this.cut(state, first), 64).map(swapped);
    for (let round = first; round < this.rounds; round++) {
      // [ascon 3], [ascon 4], [ascon 5]
      const added = x.map((word, i) => (i === 2 ? plus(word, (15 - round) * 16 + round) : word));
      const substituted = this.onColumns(asconSBox, added.reverse()).reverse();
      const mixed = substituted.map((word, i) =>
        this.sum(word, ...[0, 1].map((k) => rotated(word, -asconRotations[2 * i + k]!))),
      );
      x = words(this.cut(concat(...mixed), round + 1), 64);
    }
    return concat(...x.map(swapped));
  }
}

const turned = (x: number, by: number) => ((x >> by) | (x << (5 - by))) & 31;
/** A row of chi [keccak 3.4]. The bit of the first lane is the lowest of an index. */
const chi = sumsOfTable(Array.from({ length: 32 }, (_, x) => x ^ (~turned(x, 1) & turned(x, 2))));

/** Keccak-p[400] and Keccak-f[200]. */
export class Keccak extends Cipher {
  protected made(state: Bits, [unmasked]: readonly Bits[], first: number): Bits {
    const width = state.length / 25;
    let lanes = words(this.cutInput(state, unmasked, first), width);
    let register = 1;
    for (let round = 0; round < this.rounds; round++) {
      // [keccak 3.5]
      let constant = 0;
      for (let j = 0; j <= 6; j++) {
        constant |= (register & 1) << (2 ** j - 1);
        register = (2 * register) ^ ((register >> 7) * 0x171);
      }
      if (round < first) continue;
      const at = (x: number, y: number) => lanes[(x % 5) + 5 * (y % 5)]!;
      // [keccak 3.1]
      this.terms.beginLayer(concat(...lanes));
      const c = [0, 1, 2, 3, 4].map((x) => this.sum(at(x, 0), at(x, 1), at(x, 2), at(x, 3), at(x, 4)));
      const d = c.map((_, x) => this.sum(c[(x + 4) % 5]!, rotated(c[(x + 1) % 5]!, 1)));
      lanes = words(this.cut(concat(...lanes.map((lane, i) => this.sum(lane, d[i % 5]!))), round, 512), width);
      // [keccak 3.2], [keccak 3.3]
      const moved = [...lanes];
      for (let [t, x, y] = [1, 1, 0]; t <= 24; t++) {
        const lane = rotated(at(x, y), (t * (t + 1)) / 2);
        [x, y] = [y, (2 * x + 3 * y) % 5];
        moved[x + 5 * y] = lane;
      }
      // [keccak 3.4]
      const mixed = words(concat(...moved), 5 * width).flatMap((plane) => this.onColumns(chi, words(plane, width)));
      mixed[0] = plus(mixed[0]!, constant);
      lanes = words(this.cut(concat(...mixed), round + 1), width);
    }
    return concat(...lanes);
  }
}

/** The S-box [spongent 2.2]. */
const spongentSBox = sumsOfTable([...'edb0214f7a859c36'].map((digit) => Number.parseInt(digit, 16)));

/** Spongent-pi[160] and Spongent-pi[176]. */
export class Spongent extends Cipher {
  protected made(state: Bits, [unmasked]: readonly Bits[], first: number): Bits {
    let s = this.cutInput(state, unmasked, first);
    let counter = this.rounds === 80 ? 0x75 : 0x45;
    for (let round = first; round < this.rounds; round++) {
      // [spongent 2.1]
      s = plus(plus(s, counter).reverse(), counter).reverse();
      counter = ((2 * counter) & 127) | (((counter >> 6) ^ (counter >> 5)) & 1);
      // [spongent 2.2], [spongent 2.3]
      const rows = [0, 1, 2, 3].map((j) => s.filter((_, i) => i % 4 === j));
      s = this.cut(concat(...this.onColumns(spongentSBox, rows)), round + 1, 0, rows);
    }
    return s;
  }
}
