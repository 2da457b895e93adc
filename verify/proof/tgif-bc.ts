/** TGIF-BC as docs/algorithms/tgif-bc.md defines it. */
import { Cipher, plus, rotated, words } from './cipher.js';
import { type Bits, type Logic, not } from './terms.js';
import { concat } from './value.js';

export class TgifBc extends Cipher {
  constructor(terms: Logic) {
    super(terms, 72);
  }

  protected made(plaintext: Bits, [given]: readonly Bits[]): Bits {
    let [left, right] = words(plaintext, 64) as [Bits, Bits];
    let key = words(given!, 32);
    let state = words(right, 16);
    let constant = 1;
    for (let round = 0; round < this.rounds; round++) {
      // [tgif-bc 3.1], [tgif-bc 3.2]
      const [low, high] = words(key[0]!, 16);
      const [s0, s1, s2, s3] = state as [Bits, Bits, Bits, Bits];
      const added = concat(this.sum(s0, low!), this.sum(s1, high!), s2, plus(s3, 0x8000 ^ constant));
      constant = ((constant << 1) & 0x7f) ^ ((constant >> 6) * 3);
      // [tgif-bc 4]
      const last = plus(rotated(plus(key[3]!, 1), 8), 1);
      key = [...key.slice(1), this.sum(key[0]!, key[1]!, last)];
      // [tgif-bc 3.3], [tgif-bc 3.4]
      const step = round % 4;
      const by = (i: number) => (step % 2 === 0 ? i : 4 * i) * (step < 2 ? -1 : 1);
      state = this.#substituted(words(this.cut(added, round), 16), round).map((word, i) =>
        concat(...words(word, step % 2 === 0 ? 4 : 16).map((part) => rotated(part, by(i)))),
      );
      if (step < 3) continue;
      // [tgif-bc 2]
      const turned = concat(...words(rotated(concat(...words(left, 16).reverse()), 55), 16).reverse());
      const next = this.cut(this.sum(concat(...state), turned), round + 1, 512);
      [left, right] = [next, left];
      state = words(right, 16);
    }
    return concat(left, right);
  }

  /** [tgif-bc 3.3]. The new S3 takes part in the sums of the others, so it is an atom before. */
  #substituted([s0, s1, s2, s3]: readonly Bits[], round: number): Bits[] {
    const and = (a: Bits, b: Bits) => a.map((bit, i) => this.terms.and(bit, b[i]!));
    const or = (a: Bits, b: Bits) => and(a.map(not), b.map(not)).map(not);
    const b1 = this.sum(s1!, and(s0!, s2!));
    const a3 = this.cut(this.sum(s0!, and(b1, s3!)), round + 1, 48);
    const b2 = this.sum(s2!, or(a3, b1));
    const b3 = this.sum(s3!, b2);
    const a1 = this.sum(b1, b3);
    return [b3.map(not), a1, this.sum(b2, and(a3, a1)), a3];
  }
}
