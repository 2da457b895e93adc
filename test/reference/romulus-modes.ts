// The modes N and M of every version of Romulus in plain form, over any tweakable block cipher with blocks and keys of
// 16 bytes. Written from their algorithms, for tests only: not constant time.

import type { Algorithm, Context } from './aead.js';
import { xor } from './bytes.js';
import { g, pad, split, translate } from './rho.js';

/** The inputs that distinguish the calls of the cipher. */
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

export const BLOCK_LENGTH = 16;
export const ZERO_BLOCK = new Uint8Array(BLOCK_LENGTH);

export function romulusModes({ tweakLength, withKey }: RomulusCipher): Record<'N' | 'M', Algorithm> {
  const tagM = (call: Call, { nonce, associatedData }: Context, message: Uint8Array): Uint8Array => {
    const adBlocks = inTurns(associatedData, BLOCK_LENGTH, tweakLength);
    // The message continues the turn in which the associated data ended.
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
    return g(call(state, { block: nonce, count: blocks.length, domain }));
  };

  return {
    N({ key, nonce, associatedData }, text, direction) {
      const call = withKey(key);
      const adBlocks = inTurns(associatedData, BLOCK_LENGTH, tweakLength);
      const absorbed = absorb(call, adBlocks, () => 8);
      const first = call(absorbed, { block: nonce, count: adBlocks.length, domain: endsShort(adBlocks) ? 26 : 24 });
      const blocks = split(text, BLOCK_LENGTH);
      const lastDomain = (blocks.at(-1) as Uint8Array).length < BLOCK_LENGTH ? 21 : 20;
      const { output, state } = translate(direction, blocks, first, {
        behind: (state, i) =>
          call(state, { block: nonce, count: i + 1, domain: i < blocks.length - 1 ? 4 : lastDomain }),
      });
      return { output, tag: g(state) };
    },

    // The key stream depends on the tag; decryption uses the received one.
    M(context, text, direction, received) {
      const call = withKey(context.key);
      const tag = received ?? tagM(call, context, text);
      const { output } = translate(direction, text.length === 0 ? [] : split(text, BLOCK_LENGTH), tag, {
        before: (state, i) => call(state, { block: context.nonce, count: i, domain: 36 }),
      });
      return { output, tag: received ? tagM(call, context, output) : tag };
    },
  };
}

/** TK1: the counter in 7 little-endian bytes, the domain, and 8 zeros [romulus 2.3]. */
export function firstTweakey(counter: bigint, domain: number): Uint8Array {
  const tweakey = new Uint8Array(BLOCK_LENGTH);
  new DataView(tweakey.buffer).setBigUint64(0, (BigInt(domain) << 56n) | counter, true);
  return tweakey;
}

/** The powers of x in a field of polynomials over GF(2), each computed from the one before. */
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

interface Block {
  bytes: Uint8Array;
  /** The block's length if it is whole. */
  length: number;
}

/** Blocks of two alternating lengths, the last possibly shorter; the empty string has one empty block. */
export function inTurns(bytes: Uint8Array, ...lengths: [number, number]): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < bytes.length || blocks.length === 0; ) {
    const length = lengths[blocks.length % 2] as number;
    blocks.push({ bytes: bytes.subarray(start, start + length), length });
    start += length;
  }
  return blocks;
}

function endsShort(blocks: Block[]): boolean {
  const { bytes, length } = blocks.at(-1) as Block;
  return bytes.length < length;
}

/** Absorbs blocks in pairs: the first of a pair goes into the state, the second is the next tweak. */
const absorb = (call: Call, blocks: Block[], domainOf: (index: number) => number): Uint8Array =>
  blocks
    .map(({ bytes, length }) => pad(bytes, length))
    .reduce<Uint8Array>(
      (state, block, i) => (i % 2 === 0 ? xor(state, block) : call(state, { block, count: i, domain: domainOf(i) })),
      ZERO_BLOCK,
    );
