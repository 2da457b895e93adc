/** The modes of docs/algorithms/romulus.md and docs/algorithms/romulus-v12.md. Any bit may be unknown. */
import { type Cipher, plus, sum } from './cipher.js';
import { type Bits, type Literal, type Logic, not } from './terms.js';
import { concat } from './value.js';

const block = 128;
export const zeros = (bits: number): Bits => new Int32Array(bits);
export const byte = (value: number): Bits => plus(zeros(8), value);

/** Cuts a string into blocks [romulus 2.1]. The block number `first` + i takes its length by turns [romulus-v12 2.1]. */
export function blocks(text: Bits, lengths: readonly number[] = [block], first = 0): Bits[] {
  const parts: Bits[] = [];
  for (let at = 0; at < text.length || parts.length === 0; at += parts.at(-1)!.length)
    parts.push(text.slice(at, at + lengths[(first + parts.length) % lengths.length]!));
  return parts;
}
export const filled = (text: Bits, length = block) => blocks(text, [length]).filter((part) => part.length > 0);
export const pad = (part: Bits, length = block): Bits =>
  part.length === length ? part : concat(part, zeros(length - 8 - part.length), byte(part.length / 8));

/** p(X) [romulus 5.2] */
export const padT = (x: Bits): Bits =>
  x.length === 0 ? x : concat(x, zeros(block - 8 - (x.length % block)), byte((x.length / 8) % 16));

/** Doubles an element of a field, which the first bits are [remus 2.2]. */
export const doubled = (terms: Logic, x: Bits, polynomial: number, bits = x.length): Bits =>
  x.map((bit, i) => (i >= bits ? bit : terms.xor(x[i - 1] ?? 0, i < 8 && (polynomial >> i) & 1 ? x[bits - 1]! : 0)));

/** The parts of a message, and the tag that comes with it. */
export type Message = Record<'key' | 'nonce' | 'ad' | 'text' | 'received', Bits>;
export type Text = Pick<Message, 'key' | 'nonce' | 'text'>;
/** Blocks by turns, and whether the last is shorter than its turn. */
export interface Turns {
  parts: Bits[];
  isShort: boolean;
}
export type Pair = readonly [h: Bits, g: Bits];
export type Crypted = Record<'text' | 'tag', Bits>;
export type Direction = 'encrypt' | 'decrypt';
/** The values that a mode carries from block to block. */
export type Chain = Record<'s' | 'counter', Bits>;

const firstCounter = concat(byte(1), zeros(48));
/** The modes' first values: S or the hash's h, the hash's g, ctr(0), and the counter that Romulus-T hashes. */
export type Beginning = Chain & Record<'g' | 'hashed', Bits>;
export const beginning: Beginning = { s: zeros(block), g: zeros(block), counter: firstCounter, hashed: firstCounter };

export class Romulus {
  readonly terms: Logic;
  /** The lengths of blocks for the state and for the tweak. */
  readonly #turns: readonly number[];

  constructor(
    readonly cipher: Cipher,
    readonly from = beginning,
    tweakLength = block,
  ) {
    this.terms = cipher.terms;
    this.#turns = [block, tweakLength];
  }

  xor = (a: Bits, b: Bits): Bits => sum(this.terms, a, b);
  areEqual = (a: Bits, b: Bits): Literal => this.terms.conjunction(this.xor(a, b).map(not));

  /** Takes a counter of 7 bytes [romulus 2.2] or of 3 bytes [romulus-v12 2.2] some steps further. */
  counter(steps: number, counter = this.from.counter): Bits {
    if (steps === 0) return counter;
    return this.counter(steps - 1, doubled(this.terms, counter, counter.length === 56 ? 0x95 : 0x1b));
  }

  /** G [romulus 2.4]. */
  g(s: Bits): Bits {
    return s.map((_, i) => (i % 8 === 7 ? this.terms.xor(s[i]!, s[i - 7]!) : s[i + 1]!));
  }

  /** Applies rho to encrypt, or its inverse to decrypt. Returns the next state and the text [romulus 2.4]. */
  rho(direction: Direction, s: Bits, text: Bits): [Bits, Bits] {
    const out = this.xor(text, this.g(s).slice(0, text.length));
    return [this.xor(s, pad(direction === 'encrypt' ? text : out, s.length)), out];
  }

  /** E(S; T, i, d) [romulus 2.3]. The caller passes the value of the counter, and not its index i. */
  call(s: Bits, tweak: Bits, key: Bits, counter: Bits, domain: number): Bits {
    return this.cipher.encrypt([concat(counter, byte(domain), zeros(64)), tweak, key], s);
  }

  turns(string: Bits, first = 0): Turns {
    const parts = blocks(string, this.#turns, first);
    return { parts, isShort: parts.at(-1)!.length < this.#turns[(first + parts.length - 1) % 2]! };
  }

  /** Absorbs the blocks from `first` on, by pairs [romulus 3.1]. The last may be short, or the first of a pair. */
  absorbed(key: Bits, { s, counter }: Chain, parts: readonly Bits[], domain: number, first = 0): Chain {
    for (const [i, part] of parts.entries()) {
      if ((first + i) % 2 === 0) s = this.xor(s, pad(part));
      else s = this.call(s, pad(part, this.#turns[1]), key, counter, domain);
      counter = this.counter(1, counter);
    }
    return { s, counter };
  }

  /** Absorbs associated data or a piece of them, and after the last makes a call [romulus 3.1]. */
  absorbedN({ key, nonce, ad }: Omit<Message, 'text' | 'received'>, from: Chain, isLast = true): Chain {
    const { parts, isShort } = this.turns(ad);
    const { s, counter } = this.absorbed(key, from, parts, 8);
    if (!isLast) return { s, counter };
    return { s: this.call(s, nonce, key, counter, isShort ? 26 : 24), counter: this.from.counter };
  }

  /** Encrypts or decrypts blocks of text. The last block of the whole text has its own domain [romulus 3.2]. */
  cryptedN(
    direction: Direction,
    { key, nonce, text }: Text,
    { s, counter }: Chain,
    isLast = true,
  ): Chain & { text: Bits } {
    const parts = blocks(text);
    const out = parts.map((part, i) => {
      const [next, crypted] = this.rho(direction, s, part);
      counter = this.counter(1, counter);
      const domain = !isLast || i < parts.length - 1 ? 4 : part.length < block ? 21 : 20;
      s = this.call(next, nonce, key, counter, domain);
      return crypted;
    });
    return { s, counter, text: concat(...out) };
  }

  /** [romulus 3] */
  n(direction: Direction, message: Message): Crypted {
    const { s, text } = this.cryptedN(direction, message, this.absorbedN(message, this.from));
    return { text, tag: this.g(s) };
  }

  /** Passes text or a piece of it to the MAC, after the associated data's blocks [romulus 4.1]. */
  readM({ key, nonce, text }: Text, from: Chain, a: Turns, isLast = true): Chain {
    const m = this.turns(text, a.parts.length);
    const { s, counter } = this.absorbed(key, from, m.parts, 44, a.parts.length);
    if (!isLast) return { s, counter };
    const bits = [a.parts.length % 2 === 0, m.parts.length % 2 === 0, a.isShort, m.isShort];
    const w = bits.reduce((sum, bit) => 2 * sum + Number(bit), 3);
    return { s: this.g(this.call(s, nonce, key, counter, w)), counter };
  }

  #mac(message: Message): Bits {
    const a = this.turns(message.ad);
    return this.readM(message, this.absorbed(message.key, this.from, a.parts, 40), a).s;
  }

  /** [romulus 4.2] */
  cryptedM(direction: Direction, { key, nonce, text }: Text, { s, counter }: Chain): Chain & { text: Bits } {
    const out = filled(text).map((part) => {
      const [next, crypted] = this.rho(direction, this.call(s, nonce, key, counter, 36), part);
      [s, counter] = [next, this.counter(1, counter)];
      return crypted;
    });
    return { s, counter, text: concat(...out) };
  }

  /** [romulus 4] */
  m(direction: Direction, message: Message): Crypted {
    const tag = direction === 'encrypt' ? this.#mac(message) : message.received;
    const { text } = this.cryptedM(direction, message, { s: tag, counter: this.from.counter });
    return { text, tag: direction === 'encrypt' ? tag : this.#mac({ ...message, text }) };
  }

  /** Adds the stream to text or a piece of it. Each block but the last of the text makes the next key [romulus 5.1]. */
  streamed({ nonce, text }: Text, z: Bits, counter: Bits, isLast = true): { z: Bits; counter: Bits; text: Bits } {
    const none = zeros(block);
    const parts = filled(text);
    const out = parts.map((part, i) => {
      const stream = this.call(nonce, none, z, counter, 64);
      if (!isLast || i < parts.length - 1) z = this.call(nonce, none, z, counter, 65);
      counter = this.counter(1, counter);
      return this.xor(part, stream.slice(0, part.length));
    });
    return { z, counter, text: concat(...out) };
  }

  firstKey({ key, nonce }: Text): Bits {
    return this.call(nonce, zeros(block), key, zeros(56), 66);
  }

  /** The tag of strings and of the counter after the text's blocks [romulus 5.2]. */
  tagOfT({ key, nonce }: Text, strings: Bits, counter: Bits, from?: Pair): Bits {
    const digest = this.h(concat(strings, nonce, counter), from);
    const [l, r] = [digest.slice(0, block), digest.slice(block)];
    return this.call(l, r, key, zeros(56), 68);
  }

  /** [romulus 5] Nothing calls the cipher for the text of a forged message. */
  t(direction: Direction, message: Message, isForged = false): Crypted {
    const text = isForged ? message.text : this.streamed(message, this.firstKey(message), this.from.counter).text;
    const ciphertext = direction === 'encrypt' ? text : message.text;
    const counter = this.counter(filled(ciphertext).length, this.from.hashed);
    return { text, tag: this.tagOfT(message, concat(padT(message.ad), padT(ciphertext)), counter) };
  }

  /** [romulus 6] */
  h(message: Bits, from: Pair = [this.from.s, this.from.g]): Bits {
    const { pair, rest } = this.hashed(message, from);
    const last = concat(rest, zeros(2 * block - 8 - rest.length), byte(rest.length / 8));
    return concat(...this.compressed([pair[0].map((bit, i) => bit ^ Number(i === 1)), pair[1]], last));
  }

  /** Compresses all whole pairs of blocks. */
  hashed(string: Bits, pair: Pair): { pair: Pair; rest: Bits } {
    let rest = string;
    for (; rest.length >= 2 * block; rest = rest.slice(2 * block)) pair = this.compressed(pair, rest);
    return { pair, rest };
  }

  /** [romulus 6.2] */
  compressed([h, g]: Pair, m: Bits): Pair {
    const tweakey = [g, m.slice(0, block), m.slice(block, 2 * block)];
    const other = h.map((bit, i) => bit ^ Number(i === 0));
    return [h, other].map((x) => this.xor(this.cipher.encrypt(tweakey, x), x)) as unknown as Pair;
  }
}
