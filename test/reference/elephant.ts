// Dumbo, Jumbo and Delirium in plain form, written from the algorithms of Elephant v2. It shares no code with the
// product, so that tests compare two independent programs. Not constant time.

import { type Context, encryptThenMac } from './aead.js';
import { concatenate, extended, xor } from './bytes.js';
import { around, pairsOf } from './kats.js';
import { keccakF200, keccakF200Inverse } from './keccak.js';
import { split } from './rho.js';
import { spongentPi160, spongentPi160Inverse, spongentPi176, spongentPi176Inverse } from './spongent.js';
import type { SuiteReference } from './suites.js';

export const ELEPHANT_NAMES = ['Dumbo', 'Jumbo', 'Delirium'] as const;

export type ElephantName = (typeof ELEPHANT_NAMES)[number];

interface Instance {
  /** The length in bytes; also the length of the permutation's state. */
  blockLength: number;
  tagLength: number;
  permute(block: Uint8Array): Uint8Array;
  permuteBack(block: Uint8Array): Uint8Array;
  /** The byte that extends a mask to the next one [elephant 2.2]. */
  next(mask: Uint8Array): number;
}

export const ELEPHANT_INSTANCES: Record<ElephantName, Instance> = {
  Dumbo: {
    blockLength: 20,
    tagLength: 8,
    permute: spongentPi160,
    permuteBack: spongentPi160Inverse,
    next: (mask) => rotate(mask[0]!, 3) ^ (mask[3]! << 7) ^ (mask[13]! >> 7),
  },
  Jumbo: {
    blockLength: 22,
    tagLength: 8,
    permute: spongentPi176,
    permuteBack: spongentPi176Inverse,
    next: (mask) => rotate(mask[0]!, 1) ^ (mask[3]! << 7) ^ (mask[19]! >> 7),
  },
  Delirium: {
    blockLength: 25,
    tagLength: 16,
    permute: keccakF200,
    permuteBack: keccakF200Inverse,
    next: (mask) => rotate(mask[0]!, 1) ^ rotate(mask[2]!, 1) ^ (mask[13]! << 1),
  },
};

export const elephantNextMask = (name: ElephantName, mask: Uint8Array): Uint8Array =>
  Uint8Array.of(...mask.subarray(1), ELEPHANT_INSTANCES[name].next(mask));

/** The counter mode: adds block i to the nonce, and permutes it under the masks i and i + 1 together. */
function crypt(name: ElephantName, { key, nonce }: Context, text: Uint8Array): Uint8Array {
  const { blockLength } = ELEPHANT_INSTANCES[name];
  const blocks = text.length === 0 ? [] : split(text, blockLength);
  const masks = masksOf(name, key, blocks.length + 1);
  const counter = extended(nonce, blockLength);
  return concatenate(blocks.map((block, i) => xor(block, permuteMasked(name, counter, xor(masks[i]!, masks[i + 1]!)))));
}

/** The permuted sum, cut. It adds the first block of associated data as it is, and all other blocks permuted. */
function tagOf(name: ElephantName, { key, nonce, associatedData }: Context, ciphertext: Uint8Array): Uint8Array {
  const { blockLength, tagLength } = ELEPHANT_INSTANCES[name];
  const adBlocks = padded(concatenate([nonce, associatedData]), blockLength);
  const textBlocks = padded(ciphertext, blockLength);
  const masks = masksOf(name, key, Math.max(adBlocks.length, textBlocks.length + 2));
  let sum = adBlocks[0]!;
  for (const [i, block] of adBlocks.entries()) if (i > 0) sum = xor(sum, permuteMasked(name, block, masks[i]!));
  for (const [i, block] of textBlocks.entries())
    sum = xor(sum, permuteMasked(name, block, xor(masks[i]!, masks[i + 2]!)));
  return permuteMasked(name, sum, masks[0]!).subarray(0, tagLength);
}

export function permuteMasked(name: ElephantName, block: Uint8Array, mask: Uint8Array): Uint8Array {
  return xor(ELEPHANT_INSTANCES[name].permute(xor(block, mask)), mask);
}

/** The permuted key, and the following steps of the shift register. */
export function masksOf(name: ElephantName, key: Uint8Array, count: number): Uint8Array[] {
  const { blockLength, permute } = ELEPHANT_INSTANCES[name];
  const masks = [permute(extended(key, blockLength))];
  while (masks.length < count) masks.push(elephantNextMask(name, masks.at(-1)!));
  return masks;
}

/** The blocks of a string that is always padded with a byte 1 and zeros. */
export function padded(bytes: Uint8Array, blockLength: number): Uint8Array[] {
  const whole = extended(bytes, (Math.floor(bytes.length / blockLength) + 1) * blockLength);
  whole[bytes.length] = 1;
  return split(whole, blockLength);
}

/** Rotates a byte to the left. */
const rotate = (value: number, by: number): number => ((value << by) | (value >> (8 - by))) & 0xff;

/** Numbers of blocks near those that are computed together: a kernel's number of lanes, and multiples of it. */
const ELEPHANT_BLOCKS = [
  ...[2, 3, 7, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 41, 42, 48, 49],
  ...[63, 64, 65, 72, 73, 96, 127, 128, 129, 192, 256],
];

/** The edges of pieces. */
const ELEPHANT_LENGTHS = [...around(17600), 35200, 35201, 65536];

const ELEPHANT_PAIRS = pairsOf(...[53, 37, 100, 1000, 2560, 2560, 2815, 1407, 3200, 3201, 8800, 8800, 17601, 17590]);

export const reference: SuiteReference = {
  title: 'Elephant v2',
  blockLength: (name: ElephantName) => ELEPHANT_INSTANCES[name].blockLength,
  algorithm: (name: ElephantName) =>
    encryptThenMac(
      (context, text) => crypt(name, context, text),
      (context, ciphertext) => tagOf(name, context, ciphertext),
    ),
  official: {
    'elephant-dumbo.txt': '540321e90100b84c476e4ee2f433285f840956dac79760f0f987c11c1065e6e2',
    'elephant-jumbo.txt': '12af21e8de60b2741b6d65fab596cef854c95385d832d52f09a48f458633c08a',
    'elephant-delirium.txt': '5a9a1ad4a249ae18ca888d2987d53037e15654e5ce8724489da31cf10d5c5d5d',
  },
  longCases: ({ blockLength, nonceLength }) => {
    const edges = around(...ELEPHANT_BLOCKS.map((blocks) => blockLength * blocks));
    return [
      ...edges.map((messageLength, i) => ({ messageLength, adLength: i % 2 === 0 ? 0 : 19 })),
      // The nonce precedes the associated data.
      ...edges.map((end, i) => ({ messageLength: i % 2 === 0 ? 0 : 21, adLength: end - nonceLength })),
      ...ELEPHANT_LENGTHS.map((messageLength) => ({ messageLength, adLength: 0 })),
      ...ELEPHANT_LENGTHS.map((adLength) => ({ messageLength: 0, adLength })),
      ...ELEPHANT_PAIRS,
    ];
  },
  comparedMax: 120,
  // Pieces of associated data may have any lengths, as the nonce precedes it.
  pieces: ({ messageLength, adLength }, blockLength) =>
    messageLength + adLength > 4000
      ? [[704 * blockLength, 17600]]
      : [
          [blockLength, 1],
          [9 * blockLength, 100],
          [64 * blockLength, 63],
          [129 * blockLength, 3000],
        ],
};
