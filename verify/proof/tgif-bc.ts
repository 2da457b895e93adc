/** TGIF-BC as docs/algorithms/tgif-bc.md defines it. */
import { Cipher, plus, rotated, sumsOfTable, words } from './cipher.js';
import type { Bits } from './terms.js';
import { concat } from './value.js';

/** [tgif-bc 3.3] */
const sBox = sumsOfTable([0x1, 0xa, 0x4, 0xc, 0x6, 0xf, 0x3, 0x9, 0x2, 0xd, 0xb, 0x7, 0x5, 0x0, 0x8, 0xe]);

export class TgifBc extends Cipher {
  protected made(plaintext: Bits, [given]: readonly Bits[]): Bits {
    let [left, right] = words(this.cut(plaintext, 0, 512), 64) as [Bits, Bits];
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
      state = this.onColumns(sBox, words(this.cut(added, round), 16)).map((word, i) =>
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
}
