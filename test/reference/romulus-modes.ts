// Romulus-N and -M in plain form, written from the algorithms of Romulus v1.3, over any tweakable block cipher with a block,
// a tweak and a key of 16 bytes. For tests only: not constant time.

import { concatenate, equal, xor } from './bytes.js';

/** What both directions of a mode start from. */
export interface Context {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** One call of the keyed tweakable block cipher. */
export type TweakableCipher = (state: Uint8Array, tweak: Uint8Array, counter: bigint, domain: number) => Uint8Array;

/** rho or its inverse: the next state and the translated block. */
type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

/** By rho a mode encrypts, by its inverse it decrypts; gives the text, and the tag that belongs to it. */
export type Algorithm = (
  context: Context,
  text: Uint8Array,
  translate: Translation,
  received?: Uint8Array,
) => { output: Uint8Array; tag: Uint8Array };

export const BLOCK_LENGTH = 16;
export const ZERO_BLOCK = new Uint8Array(BLOCK_LENGTH);

/** x^7 + x^4 + x^2 + 1, to which x^56 reduces in the field of the counter [romulus 2.2]. */
const COUNTER_REDUCTION = 0x95n;

/** ctr(0), ctr(1), ... as far as they have been asked for. */
const counters = [1n];

export const romulusModes = (withKey: (key: Uint8Array) => TweakableCipher): Record<'N' | 'M', Algorithm> => ({
  N: (context, text, translate) => translateN(withKey(context.key), context, text, translate),
  // Its key stream comes of the tag: to decrypt, of the one that was received.
  M(context, text, translate, received) {
    const cipher = withKey(context.key);
    const tag = received ?? tagM(cipher, context, text);
    const output = translateM(cipher, context, { text, tag }, translate);
    return { output, tag: received ? tagM(cipher, context, output) : tag };
  },
});

/** Returns the ciphertext followed by the tag. */
export function encryptWith(
  algorithm: Algorithm,
  { plaintext, ...context }: Context & { plaintext: Uint8Array },
): Uint8Array {
  const { output, tag } = algorithm(context, plaintext, rho);
  return concatenate([output, tag]);
}

/** Takes the ciphertext followed by the tag; returns the plaintext, or null when the input is not authentic. */
export function decryptWith(
  algorithm: Algorithm,
  { ciphertext, ...context }: Context & { ciphertext: Uint8Array },
): Uint8Array | null {
  if (ciphertext.length < BLOCK_LENGTH) return null;
  const received = ciphertext.subarray(-BLOCK_LENGTH);
  const { output, tag } = algorithm(context, ciphertext.subarray(0, -BLOCK_LENGTH), rhoInverse, received);
  return equal(tag, received) ? output : null;
}

function translateN(
  cipher: TweakableCipher,
  { nonce, associatedData }: Context,
  text: Uint8Array,
  translate: Translation,
) {
  const adBlocks = split(associatedData);
  const absorbed = absorb(cipher, adBlocks, () => 8);
  let state = cipher(absorbed, nonce, ctr(adBlocks.length), endsShort(associatedData) ? 26 : 24);
  const lastDomain = endsShort(text) ? 21 : 20;
  const output = split(text).map((block, i, all) => {
    const translated = translate(state, block);
    state = cipher(translated.state, nonce, ctr(i + 1), i < all.length - 1 ? 4 : lastDomain);
    return translated.output;
  });
  return { output: concatenate(output), tag: mix(state) };
}

function tagM(cipher: TweakableCipher, { nonce, associatedData }: Context, message: Uint8Array): Uint8Array {
  const adBlocks = split(associatedData);
  const messageBlocks = split(message);
  const blocks = [...adBlocks, ...messageBlocks];
  const state = absorb(cipher, blocks, (index) => (index < adBlocks.length ? 40 : 44));
  const domain =
    48 +
    (adBlocks.length % 2 === 0 ? 8 : 0) +
    (messageBlocks.length % 2 === 0 ? 4 : 0) +
    (endsShort(associatedData) ? 2 : 0) +
    (endsShort(message) ? 1 : 0);
  return mix(cipher(state, nonce, ctr(blocks.length), domain));
}

function translateM(
  cipher: TweakableCipher,
  { nonce }: Context,
  { text, tag }: { text: Uint8Array; tag: Uint8Array },
  translate: Translation,
): Uint8Array {
  let state = tag;
  const output = (text.length === 0 ? [] : split(text)).map((block, i) => {
    const translated = translate(cipher(state, nonce, ctr(i), 36), block);
    state = translated.state;
    return translated.output;
  });
  return concatenate(output);
}

/** TK1: the counter in 7 little-endian bytes, the domain, and 8 zeros [romulus 2.3]. */
export function firstTweakey(counter: bigint, domain: number): Uint8Array {
  const tweakey = new Uint8Array(BLOCK_LENGTH);
  new DataView(tweakey.buffer).setBigUint64(0, (BigInt(domain) << 56n) | counter, true);
  return tweakey;
}

/** 2^index in GF(2^56), by doubling the counter before it. */
export function ctr(index: number): bigint {
  while (counters.length <= index) {
    const doubled = (counters.at(-1) as bigint) << 1n;
    counters.push(doubled >> 56n ? BigInt.asUintN(56, doubled) ^ COUNTER_REDUCTION : doubled);
  }
  return counters[index] as bigint;
}

/** Absorbs blocks by pairs: the first of a pair goes into the state, the second is the tweak that follows it. */
function absorb(cipher: TweakableCipher, blocks: Uint8Array[], domainOf: (index: number) => number): Uint8Array {
  return blocks
    .map(pad)
    .reduce<Uint8Array>(
      (state, block, i) => (i % 2 === 0 ? xor(state, block) : cipher(state, block, ctr(i), domainOf(i))),
      ZERO_BLOCK,
    );
}

export function rho(state: Uint8Array, plaintext: Uint8Array) {
  return { state: xor(state, pad(plaintext)), output: xor(plaintext, mix(state)) };
}

function rhoInverse(state: Uint8Array, ciphertext: Uint8Array) {
  const plaintext = xor(ciphertext, mix(state));
  return { state: xor(state, pad(plaintext)), output: plaintext };
}

/** G [romulus 2.4]. */
function mix(state: Uint8Array): Uint8Array {
  return state.map((byte) => (byte >> 1) | ((byte ^ (byte << 7)) & 0x80));
}

/** Blocks of 16 bytes, the last one possibly short; the empty string has one empty block. */
export function split(bytes: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / BLOCK_LENGTH));
  return Array.from({ length: count }, (_, i) => bytes.subarray(BLOCK_LENGTH * i, BLOCK_LENGTH * (i + 1)));
}

function endsShort(bytes: Uint8Array): boolean {
  return bytes.length === 0 || bytes.length % BLOCK_LENGTH !== 0;
}

/** pad of Romulus-N and -M: a full block stays as it is, and the empty block becomes zeros. */
function pad(block: Uint8Array): Uint8Array {
  return block.length === BLOCK_LENGTH ? block : padAlways(block, BLOCK_LENGTH);
}

/** The padding of Romulus-H and -T: zeros and the length mod size, so that a full last block gains one more. */
export function padAlways(bytes: Uint8Array, size: number): Uint8Array {
  const remainder = bytes.length % size;
  const padded = new Uint8Array(bytes.length - remainder + size);
  padded.set(bytes);
  padded[padded.length - 1] = remainder;
  return padded;
}
