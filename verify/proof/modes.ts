/** The modes of Romulus (romulus.ts) over any cipher, and with tweaks of 12 bytes. */
import type { Cipher } from './cipher.js';
import {
  type Beginning,
  beginning,
  byte,
  type Crypted,
  type Direction,
  type Message,
  Romulus,
  zeros,
} from './romulus.js';
import type { Bits, Logic } from './terms.js';
import { concat } from './value.js';

/** Computes the text and the tag that a mode makes. `from` is the beginning, if it is not the defined one. */
export type Mode = (
  terms: Logic,
  cipher: Cipher,
  direction: Direction,
  message: Message & { received: Bits },
  from?: Beginning,
) => Crypted;

const over = (cipher: Cipher) => (tweakey: readonly Bits[], block: Bits) => cipher.encrypt(tweakey, block);
/** Romulus-N, -M and -T over any cipher. */
export const n: Mode = (terms, cipher, direction, message, from) =>
  new Romulus(terms, over(cipher), from).n(direction, message);
export const m: Mode = (terms, cipher, direction, message, from) =>
  new Romulus(terms, over(cipher), from).m(direction, message, message.received);
export const t: Mode = (terms, cipher, direction, message, from) =>
  new Romulus(terms, over(cipher), from).t(direction, message);

/** Romulus-N2 for 64, -N3 for 128: domains have this added [romulus-v12 2.4]. At most 16 bytes of associated data. */
export const shortN = (base: 64 | 128): Mode => {
  class Short extends Romulus {
    override call(s: Bits, tweak: Bits, key: Bits, counter: Bits, domain: number): Bits {
      const parts = [concat(counter, byte(base + domain), tweak), key];
      return this.cipher(base === 64 ? [...parts, concat(byte(1), zeros(120))] : parts, s);
    }
  }
  const from = { ...beginning, counter: concat(byte(1), zeros(16)) };
  return (terms, cipher, direction, message) => new Short(terms, over(cipher), from).n(direction, message);
};

/** Romulus-H. It returns its digest as the text. */
export const h: Mode = (terms, cipher, _, { text }, from) => ({
  text: new Romulus(terms, over(cipher), from).h(text),
  tag: zeros(0),
});
