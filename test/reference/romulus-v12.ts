// Romulus v1.2 in plain form: the modes of test/reference/romulus-modes.ts over other members of SKINNY and other tweakeys.

import { concatenate, extended } from './bytes.js';
import { around, onBothSides, pairsOf, piecesOf } from './kats.js';
import { BLOCK_LENGTH, ctr, firstTweakey, powersOfX, romulusModes, type Tweak } from './romulus-modes.js';
import { skinny128 } from './skinny.js';
import type { SuiteReference } from './suites.js';

export type V12Name = 'N1' | 'N2' | 'N3' | 'M1' | 'M2' | 'M3';

export interface V12Member {
  /** The length in bytes of a nonce, and of each block that becomes a tweak. */
  tweakLength: number;
  /** The base of its domains [romulus-v12 2.4]. */
  base: number;
  /** The parts of the tweakey [romulus-v12 2.3]. */
  tweakeys(key: Uint8Array, tweak: Tweak): Uint8Array[];
  cipher(tweakeys: Uint8Array[], block: Uint8Array): Uint8Array;
}

const shortPower = powersOfX(24, 0x1bn);
/** 2^i in the field of 2^24 elements, with the lowest byte first [romulus-v12 2.2]. */
const shortCounter = (i: number) => Uint8Array.from([0n, 8n, 16n], (by) => Number((shortPower(i) >> by) & 0xffn));
/** The period of the short counter. */
const SHORT_PERIOD = 2 ** 24 - 1;

const short = { tweakLength: 12, cipher: skinny128 };
const LAYOUTS: Record<string, V12Member> = {
  1: {
    tweakLength: 16,
    base: 0,
    tweakeys: (key, { block, count, domain }) => [firstTweakey(ctr(count), domain), block, key],
    cipher: skinny128,
  },
  2: {
    ...short,
    base: 64,
    tweakeys: (key, { block, count, domain }) => [
      firstPart(shortCounter(count % SHORT_PERIOD), domain, block),
      key,
      extended(shortCounter(Math.floor(count / SHORT_PERIOD)), 16),
    ],
  },
  3: {
    ...short,
    base: 128,
    tweakeys: (key, { block, count, domain }) => [firstPart(shortCounter(count), domain, block), key],
  },
};

export const v12Member = (name: V12Name): V12Member => LAYOUTS[name.slice(1)] as V12Member;

/** TK1 of members 2 and 3: the counter, the domain, and the tweak. */
const firstPart = (counter: Uint8Array, domain: number, tweak: Uint8Array): Uint8Array =>
  extended(concatenate([counter, Uint8Array.of(domain), tweak]), 16);

const algorithmOf = (name: V12Name) => {
  const { tweakLength, base, tweakeys, cipher } = v12Member(name);
  return romulusModes({
    tweakLength,
    withKey: (key) => (state, tweak) => cipher(tweakeys(key, { ...tweak, domain: base + tweak.domain }), state),
  })[name[0] as 'N' | 'M'];
};

/** Near the edges of blocks, of pairs of 28 and of 32 bytes, of the reduction of the short counter, and of pieces. */
const V12_LENGTHS = [
  ...[33, ...around(40), 44, 45, ...around(48, 56, 64), 72, 73, ...around(84, 96), 98, ...around(112, 128, 224, 256)],
  ...[...around(309), 320, 321, 324, 325, 336, 337, ...around(368), 384, 385, 386, ...around(512, 1008, 1024)],
  ...[...around(2016, 2048, 4096, 16128, 16384), 32256, 32257, ...around(65536)],
];

/** Odd and even numbers of both kinds of blocks meet. */
const V12_PAIRS = pairsOf(
  ...[33, 33, 49, 33, 56, 44, 97, 113, 128, 48, 224, 224, 255, 511, 1025, 1024, 4096, 4097, 16129, 16128],
);

export const reference: SuiteReference = {
  title: 'Romulus v1.2',
  blockLength: () => BLOCK_LENGTH,
  algorithm: algorithmOf,
  official: {
    'romulus-v12-n1.txt': '1c1661260cebb4b54228dc4fc6eac5f5c6fe98b31eef1831b6e26357405a1376',
    'romulus-v12-n2.txt': '8576b0ae0b3c58e55a667a98afbf425906a4f4e0b7f10c60527425cc7b9f086c',
    'romulus-v12-n3.txt': '2efaae9821597bec8e55fefb306d16a0a874e8e5b8adeb7980198d28f138347d',
    'romulus-v12-m1.txt': '155ea4aaf0a24d4d7f1165c64c80d6161e651906bc619809547c3e494d045e18',
    'romulus-v12-m2.txt': '2c214102c073dd81636fab982741ea41a5e3c88123aec405f264d647f58b0f3e',
    'romulus-v12-m3.txt': '653a9fd7a0fbd8d0df881fe9e9d04cadea1acc6480fc12c7198c47d8b97a71f2',
  },
  longCases: () => [...onBothSides(V12_LENGTHS), ...V12_PAIRS],
  comparedMax: 1000,
  // Whole pairs of blocks of both layouts, as every piece except the last must have.
  pieces: piecesOf(224, 2016, 16128),
};
