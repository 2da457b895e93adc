// Romulus-N, -M, -T and -H, with HMAC and HKDF, in plain form, written from the algorithms of Romulus v1.3. It shares no code with the
// product, so that tests compare two independent programs. Not constant time.

import {
  type Algorithm,
  type Context,
  decryptWith,
  encryptThenMac,
  encryptWith,
  type ToDecrypt,
  type ToEncrypt,
} from './aead.js';
import { concatenate, extended, xor } from './bytes.js';
import { around, onBothSides, pairsOf, piecesOf } from './kats.js';
import { split } from './rho.js';
import { BLOCK_LENGTH, ctr, firstTweakey, romulusModes, ZERO_BLOCK } from './romulus-modes.js';
import { encipher, scheduleTweakey, skinny128384 } from './skinny.js';
import type { SuiteReference } from './suites.js';

export const MODES = ['N', 'M', 'T'] as const;
export type Mode = (typeof MODES)[number];

export function referenceHash(message: Uint8Array): Uint8Array {
  const padded = padAlways(message, 2 * BLOCK_LENGTH);
  const lastStart = padded.length - 2 * BLOCK_LENGTH;
  let h: Uint8Array = ZERO_BLOCK;
  let g: Uint8Array = ZERO_BLOCK;
  for (let start = 0; start <= lastStart; start += 2 * BLOCK_LENGTH) {
    if (start === lastStart) h = flipFirstByte(h, 2);
    const [first, second] = split(padded.subarray(start, start + 2 * BLOCK_LENGTH), BLOCK_LENGTH) as [
      Uint8Array,
      Uint8Array,
    ];
    const schedules = [scheduleTweakey(1, g), scheduleTweakey(2, first), scheduleTweakey(3, second)];
    const other = flipFirstByte(h, 1);
    h = xor(encipher(schedules, h), h);
    g = xor(encipher(schedules, other), other);
  }
  return concatenate([h, g]);
}

/** The length of a block of the hash, and of a digest. */
const HASH_BLOCK_LENGTH = 32;

/** HMAC (RFC 2104, section 2). */
export function referenceHmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(HASH_BLOCK_LENGTH);
  block.set(key.length > HASH_BLOCK_LENGTH ? referenceHash(key) : key);
  const pad = (byte: number) => block.map((value) => value ^ byte);
  return referenceHash(concatenate([pad(0x5c), referenceHash(concatenate([pad(0x36), message]))]));
}

/** HKDF (RFC 5869, section 2). */
export function referenceHkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const extracted = referenceHmac(salt.length > 0 ? salt : new Uint8Array(HASH_BLOCK_LENGTH), key);
  const blocks: Uint8Array[] = [new Uint8Array(0)];
  for (let n = 1; HASH_BLOCK_LENGTH * (n - 1) < length; n++)
    blocks.push(referenceHmac(extracted, concatenate([blocks[n - 1]!, info, Uint8Array.of(n)])));
  return concatenate(blocks).subarray(0, length);
}

export const referenceEncrypt = (mode: Mode, request: ToEncrypt): Uint8Array => encryptWith(ALGORITHMS[mode], request);

export const referenceDecrypt = (mode: Mode, request: ToDecrypt): Uint8Array | null =>
  decryptWith(ALGORITHMS[mode], request);

const ALGORITHMS: Record<Mode, Algorithm> = {
  ...romulusModes({
    tweakLength: BLOCK_LENGTH,
    withKey(key) {
      const cipher = tweakableCipher(key);
      return (state, { block, count, domain }) => cipher(state, block, ctr(count), domain);
    },
  }),
  T: encryptThenMac(cryptT, tagT),
};

/** Adds the key stream, in either direction. Each block has its own key, derived from the one before. */
function cryptT({ key, nonce }: Context, text: Uint8Array): Uint8Array {
  let cipher = tweakableCipher(tweakableCipher(key)(nonce, ZERO_BLOCK, 0n, 66));
  const output = (text.length === 0 ? [] : split(text, BLOCK_LENGTH)).map((block, i) => {
    if (i > 0) cipher = tweakableCipher(cipher(nonce, ZERO_BLOCK, ctr(i - 1), 65));
    return xor(block, cipher(nonce, ZERO_BLOCK, ctr(i), 64));
  });
  return concatenate(output);
}

function tagT({ key, nonce, associatedData }: Context, ciphertext: Uint8Array): Uint8Array {
  const padUnlessEmpty = (bytes: Uint8Array) => (bytes.length === 0 ? bytes : padAlways(bytes, BLOCK_LENGTH));
  const blockCount = Math.ceil(ciphertext.length / BLOCK_LENGTH);
  const counter = firstTweakey(ctr(blockCount), 0).subarray(0, 7);
  const digest = referenceHash(
    concatenate([padUnlessEmpty(associatedData), padUnlessEmpty(ciphertext), nonce, counter]),
  );
  const left = digest.subarray(0, BLOCK_LENGTH);
  const right = digest.subarray(BLOCK_LENGTH);
  return skinny128384(firstTweakey(0n, 68), right, key, left);
}

function tweakableCipher(key: Uint8Array) {
  const keySchedule = scheduleTweakey(3, key);
  return (state: Uint8Array, tweak: Uint8Array, counter: bigint, domain: number) =>
    encipher([scheduleTweakey(1, firstTweakey(counter, domain)), scheduleTweakey(2, tweak), keySchedule], state);
}

const flipFirstByte = (block: Uint8Array, mask: number): Uint8Array =>
  block.map((byte, i) => (i === 0 ? byte ^ mask : byte));

/** The padding of Romulus-H and -T: zeros and the length mod size. A full last block gets one more. */
export function padAlways(bytes: Uint8Array, size: number): Uint8Array {
  const remainder = bytes.length % size;
  const whole = extended(bytes, bytes.length - remainder + size);
  whole[whole.length - 1] = remainder;
  return whole;
}

/** Lengths near the edges of blocks, of pairs of blocks, and of the powers of two at which a buffer may end. */
const SHORT_LENGTHS = [33, ...around(48, 64, 96), 98, ...around(112), 114, ...around(128, 256, 512, 1024)];

/** The last length has more than 2^16 blocks. */
const LONG_LENGTHS = [...around(4096, 8192, 16384, 16400, 32768, 65536, 131072), 1048583];

/** Both inputs are long. Odd and even numbers of blocks meet in each combination. */
const LONG_PAIRS = pairsOf(
  ...[33, 33, 49, 33, 48, 64, 97, 113, 128, 48, 255, 511, 1025, 1024, 4096, 4097, 16401, 16384, 65537, 131071],
);

export const reference: SuiteReference = {
  title: 'Romulus v1.3',
  blockLength: () => BLOCK_LENGTH,
  algorithm: (mode: Mode) => ALGORITHMS[mode],
  hash: { digest: referenceHash, lengths: [...SHORT_LENGTHS, ...LONG_LENGTHS] },
  official: {
    'romulus-h.txt': '62353f4292a3432265a3e3a74911cd37f5a8377fddad749eb5e52e4092834387',
    'romulus-n.txt': '98b2ca3b1c985bfaaab1c92219f4dbf14b5e4c517f84209365ad9010b682da19',
    'romulus-m.txt': '611a190ffe24b5ff91d396e8e5b14f85bd0d4bbcb043bd9a21938072df1f4f88',
    'romulus-t.txt': 'b8a2584f79a111e256a57d4957681dd763328c923a26166c602acdb356fdb689',
    'romulus-n.1090.txt': 'f2301684c6e4431556ee40d7a7ccefca407021341fde9cc4d1628f8bc09bcf9d',
    'romulus-m.1090.txt': '13cb3b4215123ab4b95624657dcc4fa3f31f1ad8e03f36356b3cf9fabd1656e1',
    'romulus-t.1090.txt': 'a1946f306404e0461eee997c7404dcbfab867c870b91effdafcb369ffb8d67be',
  },
  longest: { count: 1090, messageLength: 243, adLength: 147 },
  longCases: () => [
    ...SHORT_LENGTHS.flatMap((messageLength) => [0, 19].map((adLength) => ({ messageLength, adLength }))),
    ...SHORT_LENGTHS.flatMap((adLength) => [0, 21].map((messageLength) => ({ messageLength, adLength }))),
    ...onBothSides(LONG_LENGTHS),
    ...LONG_PAIRS,
  ],
  comparedMax: 6000,
  // Whole pairs of blocks, as every piece except the last must have.
  pieces: piecesOf(32, 2048, 16384),
};
