// The mode of Remus and TGIF in plain form, written from the algorithms of their papers and sharing no code with the
// product, so that tests have something independent to compare with; not constant time. The numbers are those of remus.md.

import { concatenate, equal, extended, xor } from './bytes.js';

export interface IceMember {
  /** A block cipher with a key of 16 bytes. */
  cipher(key: Uint8Array, block: Uint8Array): Uint8Array;
  /** In bytes, and the tag's. */
  blockLength: number;
  nonceLength: number;
  /** Which of ICE1, ICE2 and ICE3 makes the masks [remus 3]. */
  ice: 1 | 2 | 3;
  /** What its domains begin with [remus 4]. */
  base: number;
  mode: 'N' | 'M';
}

export interface IceContext {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** Of each call, beside the base [remus 4]. */
const DOMAINS = {
  associatedData: { inner: 4, last: 12, lastShort: 13 },
  text: { inner: 2, last: 10, lastShort: 11 },
  authenticatedText: { inner: 6, last: 14, lastShort: 15 },
  encryption: 2,
};

type Domains = (typeof DOMAINS)['text'];

/** Returns the ciphertext followed by the tag. */
export function iceEncrypt(member: IceMember, context: IceContext & { plaintext: Uint8Array }): Uint8Array {
  const { output, tag } = { N: translateN, M: translateM }[member.mode](member, context, context.plaintext, rho);
  return concatenate([output, tag]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function iceDecrypt(member: IceMember, context: IceContext & { ciphertext: Uint8Array }): Uint8Array | null {
  const end = context.ciphertext.length - member.blockLength;
  if (end < 0) return null;
  const text = context.ciphertext.subarray(0, end);
  const received = context.ciphertext.subarray(end);
  const { output, tag } =
    member.mode === 'N' ? translateN(member, context, text, rhoInverse) : openM(member, context, text, received);
  return equal(tag, received) ? output : null;
}

/** The block cipher under masks that change from call to call [remus 3]. */
class Ice {
  readonly #member: IceMember;
  /** L, the key of a call. */
  #key: Uint8Array;
  /** V, added to the block before and after. */
  #mask: Uint8Array;

  constructor(member: IceMember, { key, nonce }: IceContext) {
    const { cipher, blockLength, ice } = member;
    this.#member = member;
    this.#mask = new Uint8Array(blockLength);
    if (ice === 3) {
      this.#key = key.map((byte, i) => byte ^ (nonce[i] ?? 0));
      return;
    }
    const first = cipher(key, nonce);
    this.#key = mix(first);
    if (ice === 2) this.#mask = mix(cipher(withLastByte(key, 1), first));
  }

  /** Doubles the masks. */
  next(): void {
    this.#key = this.#member.ice === 3 ? double(this.#key, 15, 0x1b) : double(this.#key, 16, 0x87);
    this.#mask = double(this.#mask, this.#mask.length, 0x87);
  }

  call(block: Uint8Array, domain: number): Uint8Array {
    const { cipher, base } = this.#member;
    return xor(cipher(withLastByte(this.#key, base + domain), xor(block, this.#mask)), this.#mask);
  }
}

type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

function translateN(member: IceMember, context: IceContext, text: Uint8Array, translate: Translation) {
  const ice = new Ice(member, context);
  let state = absorb(ice, new Uint8Array(member.blockLength), context.associatedData, DOMAINS.associatedData);
  const output = split(text, member.blockLength).map((block, i, all) => {
    const translated = translate(state, block);
    ice.next();
    state = ice.call(translated.state, domainOf(DOMAINS.text, i, all, member.blockLength));
    return translated.output;
  });
  return { output: concatenate(output), tag: mix(state) };
}

function translateM(member: IceMember, context: IceContext, text: Uint8Array) {
  const tag = tagM(member, context, text);
  return { output: addStream(member, context, { text, tag, translate: rho }), tag };
}

function openM(member: IceMember, context: IceContext, text: Uint8Array, received: Uint8Array) {
  const output = addStream(member, context, { text, tag: received, translate: rhoInverse });
  return { output, tag: tagM(member, context, output) };
}

function tagM(member: IceMember, context: IceContext, plaintext: Uint8Array): Uint8Array {
  const ice = new Ice(member, context);
  const absorbed = absorb(ice, new Uint8Array(member.blockLength), context.associatedData, DOMAINS.associatedData);
  return mix(absorb(ice, absorbed, plaintext, DOMAINS.authenticatedText));
}

/** The masks begin again, and the first call takes them as they are. */
function addStream(
  member: IceMember,
  context: IceContext,
  { text, tag, translate }: { text: Uint8Array; tag: Uint8Array; translate: Translation },
): Uint8Array {
  if (text.length === 0) return text;
  const ice = new Ice(member, context);
  let state = tag;
  const output = split(text, member.blockLength).map((block, i) => {
    if (i > 0) ice.next();
    const translated = translate(ice.call(state, DOMAINS.encryption), block);
    state = translated.state;
    return translated.output;
  });
  return concatenate(output);
}

function absorb(ice: Ice, initial: Uint8Array, bytes: Uint8Array, domains: Domains): Uint8Array {
  const { length } = initial;
  return split(bytes, length).reduce((state, block, i, all) => {
    ice.next();
    return ice.call(xor(state, pad(block, length)), domainOf(domains, i, all, length));
  }, initial);
}

function domainOf(domains: Domains, index: number, blocks: Uint8Array[], blockLength: number): number {
  if (index < blocks.length - 1) return domains.inner;
  return (blocks[index] as Uint8Array).length < blockLength ? domains.lastShort : domains.last;
}

const rho: Translation = (state, plaintext) => ({
  state: xor(state, pad(plaintext, state.length)),
  output: xor(plaintext, mix(state)),
});

const rhoInverse: Translation = (state, ciphertext) => {
  const plaintext = xor(ciphertext, mix(state));
  return { state: xor(state, pad(plaintext, state.length)), output: plaintext };
};

/** G [romulus 2.4]. */
const mix = (block: Uint8Array): Uint8Array => block.map((x) => (x >> 1) | ((x ^ (x << 7)) & 0x80));

/** In the field of 2^(8 length) elements, of the first bytes as a number, the lowest first; the others stay. */
export function double(bytes: Uint8Array, length: number, reduction: number): Uint8Array {
  const carry = (bytes[length - 1] as number) >> 7;
  return bytes.map((byte, i) => {
    if (i >= length) return byte;
    return (byte << 1) ^ (i === 0 ? carry * reduction : (bytes[i - 1] as number) >> 7);
  });
}

/** The empty string has one empty block. */
function split(bytes: Uint8Array, length: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / length));
  return Array.from({ length: count }, (_, i) => bytes.subarray(length * i, length * (i + 1)));
}

/** A short block gets zeros and its length. */
function pad(block: Uint8Array, length: number): Uint8Array {
  const padded = extended(block, length);
  if (block.length < length) padded[length - 1] = block.length;
  return padded;
}

const withLastByte = (key: Uint8Array, mask: number): Uint8Array =>
  key.map((byte, i) => (i === key.length - 1 ? byte ^ mask : byte));
