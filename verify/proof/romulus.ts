/** Romulus-N, -M, -T and -H as docs/algorithms/romulus.md defines them. Any bit may be unknown. */
import { plus } from './cipher.js';
import { type Bits, type Literal, type Logic, not } from './terms.js';
import { concat } from './value.js';

const block = 128;
export const zeros = (bits: number): Bits => new Int32Array(bits);
export const byte = (value: number): Bits => plus(zeros(8), value);
const isShort = (bits: Bits) => bits.length === 0 || bits.length % block !== 0;

/** [romulus 2.1] */
export const blocks = (text: Bits): Bits[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / block)) }, (_, i) => text.slice(block * i, block * (i + 1)));
const pad = (part: Bits): Bits =>
  part.length === block ? part : concat(part, zeros(block - 8 - part.length), byte(part.length / 8));

/** Returns the next value of a counter of 7 bytes [romulus 2.2] or of 3 bytes [romulus-v12 2.2]. */
function counterStepped(terms: Logic, counter: Bits): Bits {
  const polynomial = counter.length === 56 ? 0x95 : 0x1b;
  const top = counter.at(-1)!;
  return counter.map((_, i) => terms.xor(counter[i - 1] ?? 0, (polynomial >> i) & 1 && i < 8 ? top : 0));
}

/** The parts of a message, and its results. */
export interface Message {
  key: Bits;
  nonce: Bits;
  ad: Bits;
  text: Bits;
}
/** The values that Romulus-N carries from block to block. */
export interface ChainOfN {
  s: Bits;
  counter: Bits;
}
export interface Crypted {
  text: Bits;
  tag: Bits;
}
export type Direction = 'encrypt' | 'decrypt';

const firstCounter = concat(byte(1), zeros(48));

/** The modes' first values: S or the hash's h, the hash's g, ctr(0), and the counter that Romulus-T hashes. */
export interface Beginning {
  s: Bits;
  g: Bits;
  counter: Bits;
  hashed: Bits;
}
/** The beginning that the definition has. */
export const beginning: Beginning = { s: zeros(block), g: zeros(block), counter: firstCounter, hashed: firstCounter };

export class Romulus {
  readonly #terms: Logic;
  protected readonly cipher: (tweakey: readonly Bits[], plaintext: Bits) => Bits;
  readonly #beginning: Beginning;

  constructor(terms: Logic, cipher: (tweakey: readonly Bits[], plaintext: Bits) => Bits, from = beginning) {
    this.#terms = terms;
    this.cipher = cipher;
    this.#beginning = from;
  }

  xor(a: Bits, b: Bits): Bits {
    return a.map((bit, i) => this.#terms.xor(bit, b[i]!));
  }

  /** True if two tags are equal. */
  areEqual(a: Bits, b: Bits): Literal {
    return this.#terms.conjunction(this.xor(a, b).map(not));
  }

  /** [romulus 2.2] */
  counter(i: number, first = this.#beginning.counter): Bits {
    let counter = first;
    for (let step = 0; step < i; step++) counter = counterStepped(this.#terms, counter);
    return counter;
  }

  /** G [romulus 2.4]. */
  g(s: Bits): Bits {
    return s.map((_, i) => (i % 8 === 7 ? this.#terms.xor(s[i]!, s[i - 7]!) : s[i + 1]!));
  }

  /** Applies rho to encrypt, or its inverse to decrypt. Returns the next state and the text [romulus 2.4]. */
  rho(direction: Direction, s: Bits, text: Bits): [Bits, Bits] {
    const out = this.xor(text, this.g(s).slice(0, text.length));
    return [this.xor(s, pad(direction === 'encrypt' ? text : out)), out];
  }

  /** E(S; T, i, d) [romulus 2.3]. The caller passes the value of the counter, and not its index i. */
  call(s: Bits, tweak: Bits, key: Bits, counter: Bits, domain: number): Bits {
    return this.cipher([concat(counter, byte(domain), zeros(64)), tweak, key], s);
  }

  /** Absorbs pairs of blocks of associated data [romulus 3.1]. The last may have a short block, or only a first one. */
  absorbedN(key: Bits, { s, counter }: ChainOfN, parts: readonly Bits[]): ChainOfN {
    for (const [i, part] of parts.entries()) {
      if (i % 2 === 0) s = this.xor(s, pad(part));
      else s = this.call(s, pad(part), key, counter, 8);
      counter = counterStepped(this.#terms, counter);
    }
    return { s, counter };
  }

  /** Makes the call after the last pair [romulus 3.1]. */
  endOfAdN({ key, nonce, ad }: Omit<Message, 'text'>, { s, counter }: ChainOfN): ChainOfN {
    return {
      s: this.call(s, nonce, key, counter, isShort(ad) ? 26 : 24),
      counter: this.#beginning.counter,
    };
  }

  /** Encrypts or decrypts blocks of text. The last block of the whole text has its own domain [romulus 3.2]. */
  cryptedN(
    direction: Direction,
    { key, nonce, text, isLast }: Omit<Message, 'ad'> & { isLast: boolean },
    { s, counter }: ChainOfN,
  ): ChainOfN & { text: Bits } {
    const out: Bits[] = [];
    const m = blocks(text);
    for (const [i, part] of m.entries()) {
      const [next, crypted] = this.rho(direction, s, part);
      out.push(crypted);
      counter = counterStepped(this.#terms, counter);
      const domain = !isLast || i < m.length - 1 ? 4 : isShort(text) ? 21 : 20;
      s = this.call(next, nonce, key, counter, domain);
    }
    return { s, counter, text: concat(...out) };
  }

  /** [romulus 3] */
  n(direction: Direction, message: Message): Crypted {
    const absorbed = this.absorbedN(message.key, this.#beginning, blocks(message.ad));
    const { s, text } = this.cryptedN(direction, { ...message, isLast: true }, this.endOfAdN(message, absorbed));
    return { text, tag: this.g(s) };
  }

  /** [romulus 4.1] */
  #mac({ key, nonce, ad, text }: Message): Bits {
    const [a, m] = [blocks(ad), blocks(text)];
    const x = [...a, ...m];
    let { s } = this.#beginning;
    for (const [i, part] of x.entries()) {
      if (i % 2 === 0) s = this.xor(s, pad(part));
      else s = this.call(s, pad(part), key, this.counter(i), i < a.length ? 40 : 44);
    }
    const even = (list: unknown[]) => list.length % 2 === 0;
    const w = 48 + (even(a) ? 8 : 0) + (even(m) ? 4 : 0) + (isShort(ad) ? 2 : 0) + (isShort(text) ? 1 : 0);
    return this.g(this.call(s, nonce, key, this.counter(x.length), w));
  }

  /** [romulus 4] Decryption needs the received tag. */
  m(direction: Direction, message: Message, received?: Bits): Crypted {
    const { key, nonce, text } = message;
    const tag = direction === 'encrypt' ? this.#mac(message) : received!;
    let s = tag;
    const out = (text.length === 0 ? [] : blocks(text)).map((part, i) => {
      const [next, crypted] = this.rho(direction, this.call(s, nonce, key, this.counter(i), 36), part);
      s = next;
      return crypted;
    });
    const crypted = concat(...out);
    return { text: crypted, tag: direction === 'encrypt' ? tag : this.#mac({ ...message, text: crypted }) };
  }

  /** [romulus 5.1] */
  stream({ key, nonce, text }: Message): Bits {
    const none = zeros(block);
    let z = this.call(nonce, none, key, zeros(56), 66);
    const parts = text.length === 0 ? [] : blocks(text);
    const out = parts.map((part, i) => {
      const stream = this.call(nonce, none, z, this.counter(i), 64);
      if (i < parts.length - 1) z = this.call(nonce, none, z, this.counter(i), 65);
      return this.xor(part, stream.slice(0, part.length));
    });
    return concat(...out);
  }

  /** [romulus 5.2] */
  tagOfT({ key, nonce, ad }: Message, ciphertext: Bits): Bits {
    const p = (x: Bits) =>
      x.length === 0 ? x : concat(x, zeros(block - 8 - (x.length % block)), byte((x.length / 8) % 16));
    const counter = this.counter(Math.ceil(ciphertext.length / block), this.#beginning.hashed);
    const digest = this.h(concat(p(ad), p(ciphertext), nonce, counter));
    const [l, r] = [digest.slice(0, block), digest.slice(block)];
    return this.call(l, r, key, zeros(56), 68);
  }

  /** [romulus 5] */
  t(direction: Direction, message: Message): Crypted {
    const text = this.stream(message);
    return { text, tag: this.tagOfT(message, direction === 'encrypt' ? text : message.text) };
  }

  /** [romulus 6] */
  h(message: Bits): Bits {
    const rest = message.length % (2 * block);
    const padded = concat(message, zeros(2 * block - 8 - rest), byte(rest / 8));
    let { s: h, g } = this.#beginning;
    for (let at = 0; at < padded.length; at += 2 * block) {
      if (at + 2 * block === padded.length) h = h.map((bit, i) => bit ^ Number(i === 1));
      [h, g] = this.compressed([h, g], padded.slice(at, at + 2 * block));
    }
    return concat(h, g);
  }

  /** [romulus 6.2] */
  compressed([h, g]: readonly [Bits, Bits], m: Bits): [Bits, Bits] {
    const tweakey = [g, m.slice(0, block), m.slice(block)];
    const other = h.map((bit, i) => bit ^ Number(i === 0));
    return [this.xor(this.cipher(tweakey, h), h), this.xor(this.cipher(tweakey, other), other)];
  }
}
