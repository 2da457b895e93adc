// Romulus v1.2 in plain form, written from its algorithms and sharing no code with the product or with the reference of
// Romulus v1.3, so that tests have something independent to compare with; not constant time.

import { concatenate, equal, extended, xor } from './bytes.js';
import { onBothSides, pairsOf } from './kats.js';
import { skinny128 } from './skinny.js';
import type { SuiteReference } from './suites.js';

export const V12_NAMES = ['N1', 'N2', 'N3', 'M1', 'M2', 'M3'] as const;
export type V12Name = (typeof V12_NAMES)[number];

export interface V12Context {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** What tells one call of the cipher from the others. */
interface Tweak {
  block: Uint8Array;
  count: number;
  domain: number;
}

export interface V12Member {
  /** In bytes, of a nonce and of the blocks that become tweaks. */
  tweakLength: number;
  /** What its domains begin with [romulus-v12 2.4]. */
  base: number;
  /** The parts of the tweakey [romulus-v12 2.3]. */
  tweakeys(key: Uint8Array, tweak: Tweak): Uint8Array[];
  cipher(tweakeys: Uint8Array[], block: Uint8Array): Uint8Array;
}

type Call = (state: Uint8Array, tweak: Tweak) => Uint8Array;
type Direction = 'encryption' | 'decryption';

const BLOCK_LENGTH = 16;
const TAG_LENGTH = 16;

/** 2^i as bytes, in fields of 2^56 and of 2^24 elements [romulus-v12 2.2]. */
const longCounter = powersOfX(7, 0x95n);
const shortCounter = powersOfX(3, 0x1bn);
/** The short counter begins anew after so many steps. */
const SHORT_PERIOD = 2 ** 24 - 1;

const LAYOUTS = {
  1: {
    tweakLength: 16,
    base: 0,
    tweakeys: (key: Uint8Array, { block, count, domain }: Tweak) => [firstPart(longCounter(count), domain), block, key],
    cipher: skinny128,
  },
  2: {
    tweakLength: 12,
    base: 64,
    tweakeys: (key: Uint8Array, { block, count, domain }: Tweak) => [
      firstPart(shortCounter(count % SHORT_PERIOD), domain, block),
      key,
      extended(shortCounter(Math.floor(count / SHORT_PERIOD)), 16),
    ],
    cipher: skinny128,
  },
  3: {
    tweakLength: 12,
    base: 128,
    tweakeys: (key: Uint8Array, { block, count, domain }: Tweak) => [
      firstPart(shortCounter(count), domain, block),
      key,
    ],
    cipher: skinny128,
  },
} satisfies Record<number, V12Member>;

export const v12Member = (name: V12Name): V12Member => LAYOUTS[Number(name[1]) as 1 | 2 | 3];

/** TK1: the counter, the domain, and what has room behind them. */
function firstPart(counter: Uint8Array, domain: number, tweak: Uint8Array = new Uint8Array()): Uint8Array {
  return extended(concatenate([counter, Uint8Array.of(domain), tweak]), 16);
}

const MODES = { N: translateN, M: translateM };

/** Returns the ciphertext followed by the tag; a test may give the member another cipher. */
export function v12Encrypt(
  name: V12Name,
  context: V12Context & { plaintext: Uint8Array },
  member = v12Member(name),
): Uint8Array {
  const { output, tag } = MODES[name[0] as 'N' | 'M'](member, context, context.plaintext);
  return concatenate([output, tag]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function v12Decrypt(
  name: V12Name,
  context: V12Context & { ciphertext: Uint8Array },
  member = v12Member(name),
): Uint8Array | null {
  const end = context.ciphertext.length - TAG_LENGTH;
  if (end < 0) return null;
  const text = context.ciphertext.subarray(0, end);
  const received = context.ciphertext.subarray(end);
  const { output, tag } = MODES[name[0] as 'N' | 'M'](member, context, text, received);
  return equal(tag, received) ? output : null;
}

/** The mode in both directions: decryption has a tag that it received, which N has no use for. */
function translateN(member: V12Member, context: V12Context, text: Uint8Array, received?: Uint8Array) {
  const { nonce, associatedData } = context;
  const call = callsOf(member, context.key);
  const adBlocks = inTurns(associatedData, BLOCK_LENGTH, member.tweakLength);
  let state = absorb(call, adBlocks, () => 8);
  state = call(state, { block: nonce, count: adBlocks.length, domain: endsShort(adBlocks) ? 26 : 24 });
  const blocks = inTurns(text, BLOCK_LENGTH, BLOCK_LENGTH);
  const output = blocks.map(({ bytes }, i) => {
    const next = step(state, bytes, received ? 'decryption' : 'encryption');
    const lastDomain = endsShort(blocks) ? 21 : 20;
    state = call(next.state, { block: nonce, count: i + 1, domain: i + 1 < blocks.length ? 4 : lastDomain });
    return next.output;
  });
  return { output: concatenate(output), tag: g(state) };
}

/** The mode in both directions: decryption begins with the tag that it received. */
function translateM(member: V12Member, context: V12Context, text: Uint8Array, received?: Uint8Array) {
  const tag = received ?? tagM(member, context, text);
  const call = callsOf(member, context.key);
  let state = tag;
  const blocks = text.length === 0 ? [] : inTurns(text, BLOCK_LENGTH, BLOCK_LENGTH);
  const output = blocks.map(({ bytes }, i) => {
    const stream = call(state, { block: context.nonce, count: i, domain: 36 });
    const next = step(stream, bytes, received ? 'decryption' : 'encryption');
    state = next.state;
    return next.output;
  });
  const whole = concatenate(output);
  return { output: whole, tag: received ? tagM(member, context, whole) : tag };
}

function tagM(member: V12Member, { key, nonce, associatedData }: V12Context, plaintext: Uint8Array): Uint8Array {
  const { tweakLength } = member;
  const call = callsOf(member, key);
  const adBlocks = inTurns(associatedData, BLOCK_LENGTH, tweakLength);
  // The text goes on in the turn where the associated data ended.
  const textBlocks =
    adBlocks.length % 2 === 0
      ? inTurns(plaintext, BLOCK_LENGTH, tweakLength)
      : inTurns(plaintext, tweakLength, BLOCK_LENGTH);
  const blocks = [...adBlocks, ...textBlocks];
  const state = absorb(call, blocks, (index) => (index < adBlocks.length ? 40 : 44));
  let domain = 48;
  if (adBlocks.length % 2 === 0) domain += 8;
  if (textBlocks.length % 2 === 0) domain += 4;
  if (endsShort(adBlocks)) domain += 2;
  if (endsShort(textBlocks)) domain += 1;
  return g(call(state, { block: nonce, count: blocks.length, domain }));
}

const callsOf =
  ({ base, tweakeys, cipher }: V12Member, key: Uint8Array): Call =>
  (state, { domain, ...tweak }) =>
    cipher(tweakeys(key, { ...tweak, domain: base + domain }), state);

interface Block {
  bytes: Uint8Array;
  /** How many bytes it has if it is whole. */
  length: number;
}

/** Blocks of two lengths by turns, the last one possibly short; the empty string has one empty block. */
function inTurns(bytes: Uint8Array, ...lengths: [number, number]): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < bytes.length || blocks.length === 0; ) {
    const length = lengths[blocks.length % 2] as number;
    blocks.push({ bytes: bytes.subarray(start, start + length), length });
    start += length;
  }
  return blocks;
}

function endsShort(blocks: Block[]): boolean {
  const last = blocks.at(-1) as Block;
  return last.bytes.length < last.length;
}

/** The first block of a pair is added to the state, the second is the tweak of the call that follows. */
function absorb(call: Call, blocks: Block[], domainOf: (index: number) => number): Uint8Array {
  return blocks.map(padded).reduce<Uint8Array>((state, block, i) => {
    return i % 2 === 0 ? xor(state, block) : call(state, { block, count: i, domain: domainOf(i) });
  }, new Uint8Array(BLOCK_LENGTH));
}

/** rho, or its inverse: the state takes in the plaintext, whichever side that is on. */
function step(state: Uint8Array, block: Uint8Array, direction: Direction) {
  const output = xor(block, g(state));
  const plaintext = direction === 'encryption' ? block : output;
  return { output, state: xor(state, padded({ bytes: plaintext, length: BLOCK_LENGTH })) };
}

/** G, on each byte. */
const g = (block: Uint8Array): Uint8Array => block.map((x) => (x >> 1) | (((x >> 7) ^ (x & 1)) << 7));

/** A short block gets zeros and its length. */
function padded({ bytes, length }: Block): Uint8Array {
  const whole = extended(bytes, length);
  if (bytes.length < length) whole[length - 1] = bytes.length;
  return whole;
}

/** The powers of x in a field of polynomials over GF(2), by their exponents, as bytes with the lowest first. */
function powersOfX(byteLength: number, reduction: bigint): (exponent: number) => Uint8Array {
  const bits = BigInt(8 * byteLength);
  const powers = [1n];
  return (exponent) => {
    while (powers.length <= exponent) {
      const doubled = (powers[powers.length - 1] as bigint) << 1n;
      powers.push(doubled >> bits === 0n ? doubled : BigInt.asUintN(Number(bits), doubled) ^ reduction);
    }
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, powers[exponent] as bigint, true);
    return bytes.subarray(0, byteLength);
  };
}

/** About the edges of blocks, of pairs of 28 and of 32 bytes, of the reduction of the short counter, and of pieces. */
const V12_LENGTHS = [
  ...[33, 39, 40, 41, 44, 45, 47, 48, 49, 55, 56, 57, 63, 64, 65, 72, 73, 83, 84, 85, 95, 96, 97, 98],
  ...[111, 112, 113, 127, 128, 129, 223, 224, 225, 255, 256, 257],
  ...[308, 309, 310, 320, 321, 324, 325, 336, 337, 367, 368, 369, 384, 385, 386, 511, 512, 513],
  ...[1007, 1008, 1009, 1023, 1024, 1025, 2015, 2016, 2017, 2047, 2048, 2049, 4095, 4096, 4097],
  ...[16127, 16128, 16129, 16383, 16384, 16385, 32256, 32257, 65535, 65536, 65537],
];

/** Odd and even numbers of blocks of either meet. */
const V12_PAIRS = pairsOf(
  ...[33, 33, 49, 33, 56, 44, 97, 113, 128, 48, 224, 224, 255, 511, 1025, 1024, 4096, 4097, 16129, 16128],
);

export const reference: SuiteReference = {
  title: 'Romulus v1.2',
  blockLength: () => BLOCK_LENGTH,
  encrypt: (name: V12Name, request) => v12Encrypt(name, request),
  decrypt: (name: V12Name, request) => v12Decrypt(name, request),
  official: {
    'romulus-v12-n1.txt': '1c1661260cebb4b54228dc4fc6eac5f5c6fe98b31eef1831b6e26357405a1376',
    'romulus-v12-n2.txt': '8576b0ae0b3c58e55a667a98afbf425906a4f4e0b7f10c60527425cc7b9f086c',
    'romulus-v12-n3.txt': '2efaae9821597bec8e55fefb306d16a0a874e8e5b8adeb7980198d28f138347d',
    'romulus-v12-m1.txt': '155ea4aaf0a24d4d7f1165c64c80d6161e651906bc619809547c3e494d045e18',
    'romulus-v12-m2.txt': '2c214102c073dd81636fab982741ea41a5e3c88123aec405f264d647f58b0f3e',
    'romulus-v12-m3.txt': '653a9fd7a0fbd8d0df881fe9e9d04cadea1acc6480fc12c7198c47d8b97a71f2',
  },
  longSha256: '22fe7d4f708a55bea9daa0ea19f23802e4c9206a7bcd805b9c147bbc313775d5',
  longCases: () => [...onBothSides(V12_LENGTHS), ...V12_PAIRS],
  comparedMax: 1000,
  // Whole pairs of blocks of both layouts, as a piece that is not the last must have.
  pieces: ({ messageLength, adLength }) =>
    Math.max(messageLength, adLength) > 4200
      ? [[16128, 16128]]
      : [
          [224, 224],
          [2016, 2016],
        ],
};
