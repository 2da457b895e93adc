/** The proven modes: those of romulus.ts, and of the pages of docs/algorithms that comments cite. */
import { type Cipher, plus, rotated, sum, words } from './cipher.js';
import type { Crypted, Direction, Message } from './romulus.js';
import { beginning, blocks, byte, doubled, filled, pad, Romulus, zeros } from './romulus.js';
import type { Bits } from './terms.js';
import { bytesToBits, concat } from './value.js';

/**
 * Computes the text and the tag that a mode makes. `romulus` has the cipher and the beginning, which only the modes of
 * Romulus v1.3 use. Romulus-T makes no text of a forged message.
 */
export type Mode = (romulus: Romulus, direction: Direction, message: Message, isForged: boolean) => Crypted;

/** Romulus-N, -M and -T over any cipher. */
export const of =
  (letter: 'n' | 'm' | 't'): Mode =>
  (romulus, ...message) =>
    romulus[letter](...message);

/** Romulus-H. It returns its digest as the text. */
export const h: Mode = (romulus, _, { text }) => ({ text: romulus.h(text), tag: zeros(0) });

/** Members 2 add 64 to domains, and members 3 add 128 [romulus-v12 2.4]. */
class ShortTweaks extends Romulus {
  constructor(
    cipher: Cipher,
    readonly base: 64 | 128,
  ) {
    super(cipher, { ...beginning, counter: concat(byte(1), zeros(16)) }, 96);
  }

  /** [romulus-v12 2.3] */
  override call(s: Bits, tweak: Bits, key: Bits, counter: Bits, domain: number): Bits {
    const parts = [concat(counter, byte(this.base + domain), tweak), key];
    return this.cipher.encrypt(this.base === 64 ? [...parts, concat(byte(1), zeros(120))] : parts, s);
  }
}
export const short =
  (base: 64 | 128, letter: 'n' | 'm'): Mode =>
  ({ cipher }, direction, message) =>
    new ShortTweaks(cipher, base)[letter](direction, message);

const inLastByte = (bits: Bits, constant: number) => concat(bits.slice(0, 120), plus(bits.slice(120), constant));

/** The modes with masks [remus 5], by the kind of masks [remus 3] and the number added to domains [remus 4]. */
export const ice =
  (kind: 1 | 2 | 3, base: number): Mode =>
  (romulus, direction, { key, nonce, ad, text, received }) => {
    const { cipher } = romulus;
    const block = kind === 3 ? 64 : 128;
    const encrypted = (under: Bits, x: Bits) => cipher.encrypt(words(under, block), x);
    const made = kind === 3 ? undefined : encrypted(key, nonce);
    const first = {
      l: made ? romulus.g(made) : romulus.xor(key, concat(nonce, zeros(32))),
      v: made && kind === 2 ? romulus.g(encrypted(inLastByte(key, 1), made)) : zeros(block),
    };
    let { l, v } = first;
    const step = () => {
      l = kind === 3 ? doubled(cipher.terms, l, 0x1b, 120) : doubled(cipher.terms, l, 0x87);
      v = doubled(cipher.terms, v, 0x87);
    };
    const call = (s: Bits, domain: number) =>
      romulus.xor(encrypted(inLastByte(l, base + domain), romulus.xor(s, v)), v);
    let s = zeros(block);
    // [remus 5.1]
    const taken = (string: Bits, [inner, last]: readonly [number, number], isText: boolean) => {
      const parts = blocks(string, [block]);
      const out = parts.map((part, i) => {
        const [next, crypted] = isText ? romulus.rho(direction, s, part) : [romulus.xor(s, pad(part, block)), part];
        step();
        s = call(next, i < parts.length - 1 ? inner : last + Number(part.length < block));
        return crypted;
      });
      return concat(...out);
    };
    const whole = (message: Bits, domains: readonly [number, number], isText: boolean) => {
      ({ l, v } = first);
      s = zeros(block);
      taken(ad, [4, 12], false);
      return { text: taken(message, domains, isText), tag: romulus.g(s) };
    };
    const mac = (message: Bits) => whole(message, [6, 14], false).tag;
    // Members N add 0, 64 or 128 to domains, members M 32 or 96.
    if (base % 64 === 0) return whole(text, [2, 10], true);
    // [remus 5.2]
    const tag = direction === 'encrypt' ? mac(text) : received;
    ({ l, v } = first);
    s = tag;
    const out = filled(text, block).map((part) => {
      const [next, crypted] = romulus.rho(direction, call(s, 2), part);
      step();
      s = next;
      return crypted;
    });
    return { text: concat(...out), tag: direction === 'encrypt' ? tag : mac(concat(...out)) };
  };

/** The sponges with re-keying [isap 3], by the bytes 1 to 7 of their initial values [isap 2.1]. */
export const sponge =
  (parameters: string): Mode =>
  ({ cipher }, direction, { key, nonce, ad, text }) => {
    const { terms } = cipher;
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
      for (let i = 0; i < 128; i++)
        s = p(sum(terms, s, concat(zeros(7), string.slice(i ^ 7, (i ^ 7) + 1))), i < 127 ? bit : whole);
      return s;
    };
    // [isap 4]
    let s = concat(derived(3, nonce).slice(0, length - 128), nonce);
    const out = filled(text, rate).map((part) => {
      s = p(s, stream);
      return sum(terms, part, s);
    });
    const ciphertext = direction === 'encrypt' ? concat(...out) : text;
    // [isap 5]
    s = p(begun(nonce, 1), hash);
    for (const [i, string] of [ad, ciphertext].entries()) {
      for (const part of blocks(concat(string, byte(0x80)), [rate])) s = p(sum(terms, s, part), hash);
      if (i === 0) s = concat(s.slice(0, -8), plus(s.slice(-8), 1));
    }
    s = p(concat(derived(2, s.slice(0, 128)).slice(0, 128), s.slice(128)), hash);
    return { text: concat(...out), tag: s.slice(0, 128) };
  };

/**
 * The modes with a masked permutation [elephant 1]. A tap is a part of a mask's new byte [elephant 2.2]: the number of
 * a byte of the mask, its rotation, and the bits that stay.
 */
export const masked =
  (length: number, tagLength: number, taps: readonly number[]): Mode =>
  ({ cipher }, direction, { key, nonce, ad, text }, isForged) => {
    const block = 8 * length;
    // Zeros follow a part that is shorter than a block.
    const total = (...parts: Bits[]) => sum(cipher.terms, zeros(block), ...parts);
    // [elephant 2.1], [elephant 2.2]
    const bytes = words(cipher.encrypt([], total(key)), 8);
    const m = (i: number) => {
      for (let at = bytes.length - length; at < i; at++) {
        const parts = taps.map((tap) =>
          rotated(bytes[at + (tap >> 16)]!, (tap >> 8) & 7).map((bit, j) => ((tap >> j) & 1) * bit),
        );
        bytes.push(total(...parts).slice(0, 8));
      }
      return concat(...bytes.slice(i, i + length));
    };
    // [elephant 2.3]
    const q = (x: Bits, ...numbers: readonly number[]) => {
      const mask = total(...numbers.map(m));
      return total(cipher.encrypt([x], total(x, mask)), mask);
    };
    // [elephant 3]
    const split = (x: Bits) => blocks(concat(x, byte(1)), [block]).map((part) => total(part));
    // [elephant 4]
    const stream = filled(text, block).map((_, i) => q(total(nonce), i, i + 1));
    const out = sum(cipher.terms, text, concat(...stream));
    // [elephant 5]
    const a = split(concat(nonce, ad)).map((part, i) => (i === 0 ? part : q(part, i)));
    const c = split(direction === 'encrypt' ? out : text).map((part, i) => q(part, i, i + 2));
    return { text: isForged ? text : out, tag: q(total(...a, ...c), 0).slice(0, 8 * tagLength) };
  };
