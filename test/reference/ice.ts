// The mode over the masked block cipher ICE in plain form, written from the algorithms of the papers that have it and sharing
// no code with the product, so that tests have something independent to compare with; not constant time.

import { concatenate, equal, extended, xor } from './bytes.js';
import { onBothSides, pairsOf } from './kats.js';
import type { SuiteReference } from './suites.js';

export interface IceMember {
  /** A block cipher with a key of 16 bytes. */
  cipher(key: Uint8Array, block: Uint8Array): Uint8Array;
  /** In bytes, and the tag's. */
  blockLength: number;
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
export const DOMAINS = {
  associatedData: { inner: 4, last: 12, lastShort: 13 },
  text: { inner: 2, last: 10, lastShort: 11 },
  authenticatedText: { inner: 6, last: 14, lastShort: 15 },
  encryption: 2,
};

type Domains = (typeof DOMAINS)['text'];

/** Returns the ciphertext followed by the tag. */
export function iceEncrypt(member: IceMember, context: IceContext & { plaintext: Uint8Array }): Uint8Array {
  const ice = new Ice(member, context);
  if (member.mode === 'N') {
    const { output, tag } = translateN(ice, context, context.plaintext, rho);
    return concatenate([output, tag]);
  }
  const tag = tagM(ice, context, context.plaintext);
  return concatenate([addStream(ice, { text: context.plaintext, tag, translate: rho }), tag]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function iceDecrypt(member: IceMember, context: IceContext & { ciphertext: Uint8Array }): Uint8Array | null {
  const end = context.ciphertext.length - member.blockLength;
  if (end < 0) return null;
  const text = context.ciphertext.subarray(0, end);
  const received = context.ciphertext.subarray(end);
  const ice = new Ice(member, context);
  if (member.mode === 'N') {
    const { output, tag } = translateN(ice, context, text, rhoInverse);
    return equal(tag, received) ? output : null;
  }
  const output = addStream(ice, { text, tag: received, translate: rhoInverse });
  return equal(tagM(ice, context, output), received) ? output : null;
}

export interface Masks {
  /** L, the key of a call. */
  key: Uint8Array;
  /** V, added to the block before and after. */
  block: Uint8Array;
}

/** The block cipher under masks that change from call to call [remus 3]. */
class Ice {
  readonly blockLength: number;
  readonly #member: IceMember;
  readonly #initial: Masks;
  #masks: Masks;

  constructor(member: IceMember, context: IceContext) {
    this.blockLength = member.blockLength;
    this.#member = member;
    this.#initial = derive(member, context);
    this.#masks = this.#initial;
  }

  restart(): void {
    this.#masks = this.#initial;
  }

  /** Doubles the masks. */
  next(): void {
    this.#masks = doubled(this.#masks, this.#member.ice, 1);
  }

  call(block: Uint8Array, domain: number): Uint8Array {
    return iceCall(this.#member, this.#masks, block, domain);
  }
}

export const iceCall = ({ cipher, base }: IceMember, masks: Masks, block: Uint8Array, domain: number): Uint8Array =>
  xor(cipher(withLastByte(masks.key, base + domain), xor(block, masks.block)), masks.block);

/** The masks before any doubling. */
export function derive(
  { cipher, blockLength, ice }: IceMember,
  { key, nonce }: Pick<IceContext, 'key' | 'nonce'>,
): Masks {
  const none = new Uint8Array(blockLength);
  if (ice === 3) return { key: xor(key, extended(nonce, key.length)), block: none };
  const first = cipher(key, nonce);
  return { key: mix(first), block: ice === 1 ? none : mix(cipher(withLastByte(key, 1), first)) };
}

type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

function translateN(ice: Ice, { associatedData }: IceContext, text: Uint8Array, translate: Translation) {
  let state = absorb(ice, new Uint8Array(ice.blockLength), associatedData, DOMAINS.associatedData);
  const output = split(text, ice.blockLength).map((block, i, all) => {
    const translated = translate(state, block);
    ice.next();
    state = ice.call(translated.state, domainOf(DOMAINS.text, i, all, ice.blockLength));
    return translated.output;
  });
  return { output: concatenate(output), tag: mix(state) };
}

function tagM(ice: Ice, { associatedData }: IceContext, plaintext: Uint8Array): Uint8Array {
  ice.restart();
  const absorbed = absorb(ice, new Uint8Array(ice.blockLength), associatedData, DOMAINS.associatedData);
  return mix(absorb(ice, absorbed, plaintext, DOMAINS.authenticatedText));
}

/** The masks begin again, and the first call takes them as they are. */
function addStream(
  ice: Ice,
  { text, tag, translate }: { text: Uint8Array; tag: Uint8Array; translate: Translation },
): Uint8Array {
  if (text.length === 0) return text;
  ice.restart();
  let state = tag;
  const output = split(text, ice.blockLength).map((block, i) => {
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

export function domainOf(domains: Domains, index: number, blocks: Uint8Array[], blockLength: number): number {
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
export const mix = (block: Uint8Array): Uint8Array => block.map((x) => (x >> 1) | ((x ^ (x << 7)) & 0x80));

/** In the field of 2^(8 length) elements, of the first bytes as a number, the lowest first; the others stay. */
export function double(bytes: Uint8Array, length: number, reduction: number): Uint8Array {
  const carry = (bytes[length - 1] as number) >> 7;
  return bytes.map((byte, i) => {
    if (i >= length) return byte;
    return (byte << 1) ^ (i === 0 ? carry * reduction : (bytes[i - 1] as number) >> 7);
  });
}

/** The empty string has one empty block. */
export function split(bytes: Uint8Array, length: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / length));
  return Array.from({ length: count }, (_, i) => bytes.subarray(length * i, length * (i + 1)));
}

/** A short block gets zeros and its length. */
export function pad(block: Uint8Array, length: number): Uint8Array {
  const padded = extended(block, length);
  if (block.length < length) padded[length - 1] = block.length;
  return padded;
}

/** The masks after some doublings. */
export function doubled({ key, block }: Masks, ice: IceMember['ice'], times: number): Masks {
  if (times === 0) return { key, block };
  const once = {
    key: ice === 3 ? double(key, 15, 0x1b) : double(key, 16, 0x87),
    block: double(block, block.length, 0x87),
  };
  return doubled(once, ice, times - 1);
}

export const withLastByte = (key: Uint8Array, mask: number): Uint8Array =>
  key.map((byte, i) => (i === key.length - 1 ? byte ^ mask : byte));

/** About the edges of blocks of 8 and of 16 bytes, of the reductions of the masks, and of pieces. */
const LENGTHS = [
  ...[33, 39, 40, 41, 47, 48, 49, 55, 56, 57, 63, 64, 65, 71, 72, 73, 79, 80, 81, 95, 96, 97, 111, 112, 113],
  ...[127, 128, 129, 255, 256, 257, 511, 512, 513, 959, 960, 961, 1023, 1024, 1025],
  ...[2047, 2048, 2049, 4095, 4096, 4097, 16383, 16384, 16385, 32768, 32769, 65536],
];

const PAIRS = pairsOf(...[33, 33, 49, 33, 48, 64, 97, 113, 255, 511, 1025, 1024, 4096, 4097, 16385, 16384]);

/** How the suites of the mode are tried. */
export const iceCases: Pick<SuiteReference, 'longCases' | 'comparedMax' | 'pieces'> = {
  longCases: () => [...onBothSides(LENGTHS), ...PAIRS],
  comparedMax: 500,
  // Whole blocks.
  pieces: ({ messageLength, adLength }) =>
    Math.max(messageLength, adLength) > 4200
      ? [[16384, 16384]]
      : [
          [32, 32],
          [2048, 2048],
        ],
};
