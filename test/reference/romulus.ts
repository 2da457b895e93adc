// Romulus-N, -M, -T and -H in plain form, written from the algorithms of Romulus v1.3 and sharing no code with the
// product, so that tests have something independent to compare with; not constant time.

import { concatenate, equal, xor } from './bytes.js';
import { onBothSides, pairsOf } from './kats.js';
import { encipher, scheduleTweakey, skinny128384 } from './skinny.js';
import type { SuiteReference } from './suites.js';

export { concatenate } from './bytes.js';
export { skinny128384 } from './skinny.js';

export const MODES = ['N', 'M', 'T'] as const;
export type Mode = (typeof MODES)[number];

/** What both directions of a mode start from. */
interface Context {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

export type ReferenceEncryption = Context & { plaintext: Uint8Array };

/** The ciphertext is followed by the tag. */
export type ReferenceDecryption = Context & { ciphertext: Uint8Array };

/** One call of the keyed tweakable block cipher. */
type TweakableCipher = (state: Uint8Array, tweak: Uint8Array, counter: bigint, domain: number) => Uint8Array;

/** rho or its inverse: the next state and the translated block. */
type Translation = (state: Uint8Array, block: Uint8Array) => { state: Uint8Array; output: Uint8Array };

const BLOCK_LENGTH = 16;
const ZERO_BLOCK = new Uint8Array(BLOCK_LENGTH);

/** x^7 + x^4 + x^2 + 1, to which x^56 reduces in the field of the counter [romulus 2.2]. */
const COUNTER_REDUCTION = 0x95n;

/** ctr(0), ctr(1), ... as far as they have been asked for. */
const counters = [1n];

export function referenceHash(message: Uint8Array): Uint8Array {
  const padded = padAlways(message, 2 * BLOCK_LENGTH);
  const lastStart = padded.length - 2 * BLOCK_LENGTH;
  let h: Uint8Array = ZERO_BLOCK;
  let g: Uint8Array = ZERO_BLOCK;
  for (let start = 0; start <= lastStart; start += 2 * BLOCK_LENGTH) {
    if (start === lastStart) h = flipFirstByte(h, 2);
    const schedule1 = scheduleTweakey(1, g);
    const schedule2 = scheduleTweakey(2, padded.subarray(start, start + BLOCK_LENGTH));
    const schedule3 = scheduleTweakey(3, padded.subarray(start + BLOCK_LENGTH, start + 2 * BLOCK_LENGTH));
    const other = flipFirstByte(h, 1);
    h = xor(encipher(schedule1, schedule2, schedule3, h), h);
    g = xor(encipher(schedule1, schedule2, schedule3, other), other);
  }
  return concatenate([h, g]);
}

/** Returns the ciphertext followed by the tag. */
export function referenceEncrypt(mode: Mode, { plaintext, ...context }: ReferenceEncryption): Uint8Array {
  const { output, tag } = ALGORITHMS[mode](context, plaintext, rho);
  return concatenate([output, tag]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function referenceDecrypt(mode: Mode, { ciphertext, ...context }: ReferenceDecryption): Uint8Array | null {
  if (ciphertext.length < BLOCK_LENGTH) return null;
  const received = ciphertext.subarray(-BLOCK_LENGTH);
  const { output, tag } = ALGORITHMS[mode](context, ciphertext.subarray(0, -BLOCK_LENGTH), rhoInverse, received);
  return equal(tag, received) ? output : null;
}

/** By rho a mode encrypts, by its inverse it decrypts; gives the text, and the tag that belongs to it. */
type Algorithm = (
  context: Context,
  text: Uint8Array,
  translate: Translation,
  received?: Uint8Array,
) => { output: Uint8Array; tag: Uint8Array };

const ALGORITHMS: Record<Mode, Algorithm> = {
  N: translateN,
  // Its key stream comes of the tag: to decrypt, of the one that was received.
  M(context, text, translate, received) {
    const tag = received ?? tagM(context, text);
    const output = translateM(context, text, tag, translate);
    return { output, tag: received ? tagM(context, output) : tag };
  },
  T(context, text, translate) {
    const output = translateT(context, text);
    return { output, tag: tagT(context, translate === rho ? output : text) };
  },
};

function translateN({ key, nonce, associatedData }: Context, text: Uint8Array, translate: Translation) {
  const cipher = tweakableCipher(key);
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

function tagM({ key, nonce, associatedData }: Context, message: Uint8Array): Uint8Array {
  const cipher = tweakableCipher(key);
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

function translateM({ key, nonce }: Context, text: Uint8Array, tag: Uint8Array, translate: Translation): Uint8Array {
  const cipher = tweakableCipher(key);
  let state = tag;
  const output = (text.length === 0 ? [] : split(text)).map((block, i) => {
    const translated = translate(cipher(state, nonce, ctr(i), 36), block);
    state = translated.state;
    return translated.output;
  });
  return concatenate(output);
}

/** Adds the key stream, in either direction; each block has a key of its own, derived from the one before. */
function translateT({ key, nonce }: Context, text: Uint8Array): Uint8Array {
  let cipher = tweakableCipher(tweakableCipher(key)(nonce, ZERO_BLOCK, 0n, 66));
  const output = (text.length === 0 ? [] : split(text)).map((block, i) => {
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

function tweakableCipher(key: Uint8Array): TweakableCipher {
  const keySchedule = scheduleTweakey(3, key);
  return (state, tweak, counter, domain) =>
    encipher(scheduleTweakey(1, firstTweakey(counter, domain)), scheduleTweakey(2, tweak), keySchedule, state);
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
function split(bytes: Uint8Array): Uint8Array[] {
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
function padAlways(bytes: Uint8Array, size: number): Uint8Array {
  const remainder = bytes.length % size;
  const padded = new Uint8Array(bytes.length - remainder + size);
  padded.set(bytes);
  padded[padded.length - 1] = remainder;
  return padded;
}

function flipFirstByte(block: Uint8Array, mask: number): Uint8Array {
  return block.map((byte, i) => (i === 0 ? byte ^ mask : byte));
}

/** Lengths about the edges of blocks, of pairs of blocks, and of the powers of two where a buffer may end. */
const SHORT_LENGTHS = [
  ...[33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 98, 111, 112, 113, 114, 127, 128, 129],
  ...[255, 256, 257, 511, 512, 513, 1023, 1024, 1025],
];

/** The last one is more than 2^16 blocks. */
const LONG_LENGTHS = [
  ...[4095, 4096, 4097, 8191, 8192, 8193, 16383, 16384, 16385, 16399, 16400, 16401, 32767, 32768, 32769],
  ...[65535, 65536, 65537, 131071, 131072, 131073, 1048583],
];

/** Both are long; odd and even numbers of blocks meet in each combination. */
const LONG_PAIRS = pairsOf(
  ...[33, 33, 49, 33, 48, 64, 97, 113, 128, 48, 255, 511, 1025, 1024, 4096, 4097, 16401, 16384, 65537, 131071],
);

export const reference: SuiteReference = {
  title: 'Romulus v1.3',
  blockLength: () => BLOCK_LENGTH,
  encrypt: referenceEncrypt,
  decrypt: referenceDecrypt,
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
  longSha256: 'fb35a4ad5b6a0628e94ff3331fc5b961f658f8cdec6f6454fcadc0db85998dd2',
  longCases: () => [
    ...SHORT_LENGTHS.flatMap((messageLength) => [0, 19].map((adLength) => ({ messageLength, adLength }))),
    ...SHORT_LENGTHS.flatMap((adLength) => [0, 21].map((messageLength) => ({ messageLength, adLength }))),
    ...onBothSides(LONG_LENGTHS),
    ...LONG_PAIRS,
  ],
  comparedMax: 6000,
  // Whole pairs of blocks, as a piece that is not the last must have.
  pieces: ({ messageLength, adLength }) =>
    Math.max(messageLength, adLength) > 4200
      ? [[16384, 16384]]
      : [
          [32, 32],
          [2048, 2048],
        ],
};
