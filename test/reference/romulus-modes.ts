// The modes N and M of every version of Romulus in plain form, written from their algorithms, over any tweakable block cipher with
// blocks and keys of 16 bytes. For tests only: not constant time.

import { concatenate, equal, extended, xor } from './bytes.js';

/** The inputs of both directions of a mode. */
export interface Context {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** The inputs that tell one call of the cipher from the others. */
export interface Tweak {
  block: Uint8Array;
  count: number;
  domain: number;
}

/** One call of the keyed cipher. */
type Call = (state: Uint8Array, tweak: Tweak) => Uint8Array;

export interface RomulusCipher {
  /** The length in bytes of a nonce, and of each block that becomes a tweak. */
  tweakLength: number;
  withKey(key: Uint8Array): Call;
}

/** rho or its inverse: the next state and the translated block. */
type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

/** rho makes a mode encrypt, its inverse makes it decrypt; the result is the text and the tag that belongs to it. */
export type Algorithm = (
  context: Context,
  text: Uint8Array,
  translate: Translation,
  received?: Uint8Array,
) => { output: Uint8Array; tag: Uint8Array };

export const BLOCK_LENGTH = 16;
export const ZERO_BLOCK = new Uint8Array(BLOCK_LENGTH);

export function romulusModes({ tweakLength, withKey }: RomulusCipher): Record<'N' | 'M', Algorithm> {
  const tagM = (call: Call, { nonce, associatedData }: Context, message: Uint8Array): Uint8Array => {
    const adBlocks = inTurns(associatedData, BLOCK_LENGTH, tweakLength);
    // The message goes on in the turn where the associated data ended.
    const isEven = adBlocks.length % 2 === 0;
    const messageBlocks = isEven
      ? inTurns(message, BLOCK_LENGTH, tweakLength)
      : inTurns(message, tweakLength, BLOCK_LENGTH);
    const blocks = [...adBlocks, ...messageBlocks];
    const state = absorb(call, blocks, (index) => (index < adBlocks.length ? 40 : 44));
    const domain =
      48 +
      (isEven ? 8 : 0) +
      (messageBlocks.length % 2 === 0 ? 4 : 0) +
      (endsShort(adBlocks) ? 2 : 0) +
      (endsShort(messageBlocks) ? 1 : 0);
    return mix(call(state, { block: nonce, count: blocks.length, domain }));
  };

  return {
    N({ key, nonce, associatedData }, text, translate) {
      const call = withKey(key);
      const adBlocks = inTurns(associatedData, BLOCK_LENGTH, tweakLength);
      const absorbed = absorb(call, adBlocks, () => 8);
      let state = call(absorbed, { block: nonce, count: adBlocks.length, domain: endsShort(adBlocks) ? 26 : 24 });
      const blocks = inTurns(text, BLOCK_LENGTH, BLOCK_LENGTH);
      const lastDomain = endsShort(blocks) ? 21 : 20;
      const output = blocks.map(({ bytes }, i) => {
        const translated = translate(state, bytes);
        const domain = i < blocks.length - 1 ? 4 : lastDomain;
        state = call(translated.state, { block: nonce, count: i + 1, domain });
        return translated.output;
      });
      return { output: concatenate(output), tag: mix(state) };
    },

    // The key stream depends on the tag: to decrypt, on the one that was received.
    M(context, text, translate, received) {
      const call = withKey(context.key);
      const tag = received ?? tagM(call, context, text);
      let state = tag;
      const output = (text.length === 0 ? [] : split(text)).map((bytes, i) => {
        const translated = translate(call(state, { block: context.nonce, count: i, domain: 36 }), bytes);
        state = translated.state;
        return translated.output;
      });
      const whole = concatenate(output);
      return { output: whole, tag: received ? tagM(call, context, whole) : tag };
    },
  };
}

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

/** TK1: the counter in 7 little-endian bytes, the domain, and 8 zeros [romulus 2.3]. */
export function firstTweakey(counter: bigint, domain: number): Uint8Array {
  const tweakey = new Uint8Array(BLOCK_LENGTH);
  new DataView(tweakey.buffer).setBigUint64(0, (BigInt(domain) << 56n) | counter, true);
  return tweakey;
}

/** The powers of x in a field of polynomials over GF(2), each made of the one before. */
export function powersOfX(bits: number, reduction: bigint): (exponent: number) => bigint {
  const powers = [1n];
  return (exponent) => {
    while (powers.length <= exponent) {
      const doubled = (powers.at(-1) as bigint) << 1n;
      powers.push(doubled >> BigInt(bits) ? BigInt.asUintN(bits, doubled) ^ reduction : doubled);
    }
    return powers[exponent] as bigint;
  };
}

/** The block counter: 2^index in GF(2^56), where x^56 is x^7 + x^4 + x^2 + 1 [romulus 2.2]. */
export const ctr = powersOfX(56, 0x95n);

export interface Block {
  bytes: Uint8Array;
  /** The length of the block if it is whole. */
  length: number;
}

/** Blocks of two lengths by turns, the last one possibly short; the empty string has one empty block. */
export function inTurns(bytes: Uint8Array, ...lengths: [number, number]): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < bytes.length || blocks.length === 0; ) {
    const length = lengths[blocks.length % 2] as number;
    blocks.push({ bytes: bytes.subarray(start, start + length), length });
    start += length;
  }
  return blocks;
}

export const split = (bytes: Uint8Array): Uint8Array[] =>
  inTurns(bytes, BLOCK_LENGTH, BLOCK_LENGTH).map((block) => block.bytes);

export function endsShort(blocks: Block[]): boolean {
  const { bytes, length } = blocks.at(-1) as Block;
  return bytes.length < length;
}

/** Absorbs blocks by pairs: the first of a pair goes into the state, the second is the tweak that follows it. */
function absorb(call: Call, blocks: Block[], domainOf: (index: number) => number): Uint8Array {
  return blocks
    .map(pad)
    .reduce<Uint8Array>(
      (state, block, i) => (i % 2 === 0 ? xor(state, block) : call(state, { block, count: i, domain: domainOf(i) })),
      ZERO_BLOCK,
    );
}

const padded = (bytes: Uint8Array) => pad({ bytes, length: BLOCK_LENGTH });

export function rho(state: Uint8Array, plaintext: Uint8Array) {
  return { state: xor(state, padded(plaintext)), output: xor(plaintext, mix(state)) };
}

function rhoInverse(state: Uint8Array, ciphertext: Uint8Array) {
  const plaintext = xor(ciphertext, mix(state));
  return { state: xor(state, padded(plaintext)), output: plaintext };
}

/** G [romulus 2.4]. */
export function mix(state: Uint8Array): Uint8Array {
  return state.map((byte) => (byte >> 1) | ((byte ^ (byte << 7)) & 0x80));
}

/** A full block stays as it is; a short one gets zeros and its length. */
export function pad({ bytes, length }: Block): Uint8Array {
  return bytes.length === length ? bytes : padAlways(bytes, length);
}

/** The padding of Romulus-H and -T: zeros and the length mod size, so that a full last block gains one more. */
export function padAlways(bytes: Uint8Array, size: number): Uint8Array {
  const remainder = bytes.length % size;
  const whole = extended(bytes, bytes.length - remainder + size);
  whole[whole.length - 1] = remainder;
  return whole;
}
