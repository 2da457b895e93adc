/** The modes of the other suites, as docs/algorithms/ has them: remus.md, romulus-v12.md and isap.md. */
import { added, type Cipher, plus, words } from './cipher.js';
import {
  type Beginning,
  beginning,
  blocks,
  byte,
  type Crypted,
  type Direction,
  doubled,
  isShort,
  type Message,
  pad,
  Romulus,
  zeros,
} from './romulus.js';
import type { Bits, Logic } from './terms.js';
import { bytesToBits, concat } from './value.js';

/** A mode: the text and the tag that it makes, from a beginning that may be another than the defined one. */
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

/** Romulus-N2 by 64 and -N3 by 128, which are added to domains [romulus-v12 2.4]; of at most 16 bytes of associated data. */
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

/** Romulus-H, whose digest stands for the text. */
export const h: Mode = (terms, cipher, _, { text }, from) => ({
  text: new Romulus(terms, over(cipher), from).h(text),
  tag: zeros(0),
});

const inLastByte = (bits: Bits, constant: number) => concat(bits.slice(0, 120), plus(bits.slice(120), constant));

/** The members N of Remus and TGIF, by the kind of masks [remus 3] and the number that is added to domains [remus 4]. */
export const ice =
  (kind: 1 | 2 | 3, base: number): Mode =>
  (terms, cipher, direction, { key, nonce, ad, text }) => {
    const block = kind === 3 ? 64 : 128;
    const call = (under: Bits, x: Bits) => cipher.encrypt(words(under, block), x);
    const common = new Romulus(terms, () => key);
    const made = kind === 3 ? undefined : call(key, nonce);
    let l = made ? common.g(made) : common.xor(key, concat(nonce, zeros(32)));
    let v = made && kind === 2 ? common.g(call(inLastByte(key, 1), made)) : zeros(block);
    let s = zeros(block);
    // [remus 5.1]
    const taken = (string: Bits, [inner, whole, short]: readonly [number, number, number], isText: boolean) => {
      const parts = blocks(string, block);
      const out = parts.map((part, i) => {
        const [next, crypted] = isText ? common.rho(direction, s, part) : [common.xor(s, pad(part, block)), part];
        l = kind === 3 ? doubled(terms, l, 0x1b, 120) : doubled(terms, l, 0x87);
        v = doubled(terms, v, 0x87);
        const domain = i < parts.length - 1 ? inner : isShort(string, block) ? short : whole;
        s = common.xor(call(inLastByte(l, base + domain), common.xor(next, v)), v);
        return crypted;
      });
      return concat(...out);
    };
    taken(ad, [4, 12, 13], false);
    return { text: taken(text, [2, 10, 11], true), tag: common.g(s) };
  };

/** ISAP, by the bytes 1 to 7 of its initial values [isap 2.1]. */
export const isap =
  (parameters: string): Mode =>
  (terms, cipher, direction, { key, nonce, ad, text }) => {
    const [, rate = 0, , hash, bit, stream, whole] = Buffer.from(parameters, 'hex');
    const length = rate === 64 ? 320 : 400;
    const p = (s: Bits, rounds = 0) => cipher.encrypt([], s, rounds);
    const begun = (first: Bits, use: number) => {
      const state = concat(first, byte(use), bytesToBits(Buffer.from(parameters, 'hex')));
      return concat(state, zeros(length - state.length));
    };
    // [isap 3]
    const derived = (use: number, string: Bits) => {
      let s = p(begun(key, use), whole);
      for (let i = 0; i < 128; i++) {
        s = p(added(terms, s, concat(zeros(7), string.slice(i ^ 7, (i ^ 7) + 1))), i < 127 ? bit : whole);
      }
      return s;
    };
    // [isap 4]
    let s = text.length === 0 ? text : concat(derived(3, nonce).slice(0, length - 128), nonce);
    const parts = text.length === 0 ? [] : blocks(text, rate);
    const out = parts.map((part) => {
      s = p(s, stream);
      return added(terms, part, s);
    });
    const ciphertext = direction === 'encrypt' ? concat(...out) : text;
    // [isap 5]
    s = p(begun(nonce, 1), hash);
    for (const [i, string] of [ad, ciphertext].entries()) {
      const whole = concat(string, byte(0x80));
      for (const part of blocks(whole, rate)) s = p(added(terms, s, part), hash);
      if (i === 0) s = concat(s.slice(0, -8), plus(s.slice(-8), 1));
    }
    s = p(concat(derived(2, s.slice(0, 128)).slice(0, 128), s.slice(128)), hash);
    return { text: concat(...out), tag: s.slice(0, 128) };
  };
