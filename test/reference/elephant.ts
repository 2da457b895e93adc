// Dumbo, Jumbo and Delirium in plain form, written from the algorithms of Elephant v2 and sharing no code with the product,
// so that tests have something independent to compare with; not constant time.

export const ELEPHANT_NAMES = ['Dumbo', 'Jumbo', 'Delirium'] as const;

export type ElephantName = (typeof ELEPHANT_NAMES)[number];

export interface ElephantRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** 12 bytes. */
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

interface Instance {
  /** In bytes, as the permutation takes them. */
  blockLength: number;
  /** In bytes. */
  tagLength: number;
  permute(block: Uint8Array): Uint8Array;
  /** The byte that follows those of a mask in the next one. */
  next(mask: Uint8Array): number;
}

const KEY_LENGTH = 16;

const INSTANCES: Record<ElephantName, Instance> = {
  Dumbo: {
    blockLength: 20,
    tagLength: 8,
    permute: spongent(160, 80, 0x75),
    next: (mask) => rotate(byte(mask, 0), 3) ^ (byte(mask, 3) << 7) ^ (byte(mask, 13) >> 7),
  },
  Jumbo: {
    blockLength: 22,
    tagLength: 8,
    permute: spongent(176, 90, 0x45),
    next: (mask) => rotate(byte(mask, 0), 1) ^ (byte(mask, 3) << 7) ^ (byte(mask, 19) >> 7),
  },
  Delirium: {
    blockLength: 25,
    tagLength: 16,
    permute: keccakF200,
    next: (mask) => rotate(byte(mask, 0), 1) ^ rotate(byte(mask, 2), 1) ^ (byte(mask, 13) << 1),
  },
};

/** In bytes. */
export const elephantTagLength = (name: ElephantName): number => INSTANCES[name].tagLength;

/** In bytes. */
export const elephantBlockLength = (name: ElephantName): number => INSTANCES[name].blockLength;

/** Returns the ciphertext followed by the tag. */
export function elephantEncrypt(
  name: ElephantName,
  { plaintext, ...request }: ElephantRequest & { plaintext: Uint8Array },
): Uint8Array {
  const ciphertext = crypt(name, request, plaintext);
  const tag = authenticate(name, request, ciphertext);
  const output = new Uint8Array(ciphertext.length + tag.length);
  output.set(ciphertext);
  output.set(tag, ciphertext.length);
  return output;
}

/** Takes the ciphertext followed by the tag; returns the plaintext, or null when the input is not authentic. */
export function elephantDecrypt(
  name: ElephantName,
  { ciphertext, ...request }: ElephantRequest & { ciphertext: Uint8Array },
): Uint8Array | null {
  const end = ciphertext.length - INSTANCES[name].tagLength;
  if (end < 0) return null;
  const text = ciphertext.subarray(0, end);
  const tag = authenticate(name, request, text);
  return tag.every((value, i) => value === ciphertext[end + i]) ? crypt(name, request, text) : null;
}

/** The counter mode: block i is added to the nonce, permuted under the masks i and i + 1 together. */
function crypt(name: ElephantName, { key, nonce }: ElephantRequest, text: Uint8Array): Uint8Array {
  const { blockLength } = INSTANCES[name];
  const count = Math.ceil(text.length / blockLength);
  const masks = masksOf(name, key, count + 1);
  const output = text.slice();
  for (let i = 0; i < count; i++) {
    const stream = permuteMasked(name, extended(nonce, blockLength), xor(masks[i], masks[i + 1]));
    for (let j = 0; j < blockLength && i * blockLength + j < text.length; j++)
      output[i * blockLength + j] = byte(text, i * blockLength + j) ^ byte(stream, j);
  }
  return output;
}

/** The sum of all blocks permuted, but the first of the associated data, which goes in as it is; permuted, and cut. */
function authenticate(name: ElephantName, request: ElephantRequest, ciphertext: Uint8Array): Uint8Array {
  const { blockLength, tagLength } = INSTANCES[name];
  const adBlocks = padded(Uint8Array.of(...request.nonce, ...request.associatedData), blockLength);
  const textBlocks = padded(ciphertext, blockLength);
  const masks = masksOf(name, request.key, Math.max(adBlocks.length, textBlocks.length + 2));
  let sum = adBlocks[0] as Uint8Array;
  for (const [i, block] of adBlocks.entries()) if (i > 0) sum = xor(sum, permuteMasked(name, block, masks[i]));
  for (const [i, block] of textBlocks.entries())
    sum = xor(sum, permuteMasked(name, block, xor(masks[i], masks[i + 2])));
  return permuteMasked(name, sum, masks[0]).subarray(0, tagLength);
}

function permuteMasked(name: ElephantName, block: Uint8Array, mask: Uint8Array | undefined): Uint8Array {
  return xor(INSTANCES[name].permute(xor(block, mask)), mask);
}

/** The key permuted, and the steps of the shift register after it. */
function masksOf(name: ElephantName, key: Uint8Array, count: number): Uint8Array[] {
  if (key.length !== KEY_LENGTH) throw new RangeError(`a key has ${KEY_LENGTH} bytes`);
  const { blockLength, permute, next } = INSTANCES[name];
  const masks = [permute(extended(key, blockLength))];
  while (masks.length < count) {
    const last = masks[masks.length - 1] as Uint8Array;
    masks.push(Uint8Array.of(...last.subarray(1), next(last)));
  }
  return masks;
}

/** Blocks of a string with a byte 1 and zeros behind it, always. */
function padded(bytes: Uint8Array, blockLength: number): Uint8Array[] {
  const count = Math.floor(bytes.length / blockLength) + 1;
  const whole = extended(bytes, count * blockLength);
  whole[bytes.length] = 1;
  return Array.from({ length: count }, (_, i) => whole.subarray(i * blockLength, (i + 1) * blockLength));
}

function extended(bytes: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  output.set(bytes);
  return output;
}

// Spongent-pi, bit by bit.

const S_BOX = [0xe, 0xd, 0xb, 0x0, 0x2, 0x1, 0x4, 0xf, 0x7, 0xa, 0x8, 0x5, 0x9, 0xc, 0x3, 0x6];

function spongent(width: number, rounds: number, firstCounter: number): (block: Uint8Array) => Uint8Array {
  const places = Array.from({ length: width }, (_, i) => (i === width - 1 ? i : (i * (width / 4)) % (width - 1)));
  return (block) => {
    let bits = Uint8Array.from(places, (_, i) => (byte(block, i >> 3) >> (i & 7)) & 1);
    let moved = new Uint8Array(width);
    let counter = firstCounter;
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 7; i++) {
        const bit = (counter >> i) & 1;
        bits[i] = byte(bits, i) ^ bit;
        bits[width - 1 - i] = byte(bits, width - 1 - i) ^ bit;
      }
      counter = ((counter << 1) & 0x7f) | (((counter >> 6) ^ (counter >> 5)) & 1);
      for (let i = 0; i < width; i += 4) {
        const cell = byte(bits, i) | (byte(bits, i + 1) << 1) | (byte(bits, i + 2) << 2) | (byte(bits, i + 3) << 3);
        const value = S_BOX[cell] as number;
        for (let j = 0; j < 4; j++) moved[places[i + j] as number] = (value >> j) & 1;
      }
      [bits, moved] = [moved, bits];
    }
    return block.map((_, i) => bits.subarray(8 * i, 8 * i + 8).reduce((sum, bit, j) => sum | (bit << j), 0));
  };
}

// Keccak-f[200], lane by lane.

const ROUNDS_F200 = 18;

/** By rows: lane x + 5 y. */
const OFFSETS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

const ROUND_CONSTANTS = roundConstants();

function keccakF200(block: Uint8Array): Uint8Array {
  let lanes = block;
  for (let round = 0; round < ROUNDS_F200; round++) {
    const state = lanes;
    const parities = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ byte(state, x + y), 0));
    const moved = new Uint8Array(25);
    for (let i = 0; i < 25; i++) {
      const x = i % 5;
      const y = (i - x) / 5;
      const effect = (parities[(x + 4) % 5] as number) ^ rotate(parities[(x + 1) % 5] as number, 1);
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(byte(state, i) ^ effect, (OFFSETS[i] as number) % 8);
    }
    lanes = moved.map((lane, i) => {
      const row = i - (i % 5);
      return lane ^ (~byte(moved, row + ((i + 1) % 5)) & byte(moved, row + ((i + 2) % 5)));
    });
    lanes[0] = byte(lanes, 0) ^ (ROUND_CONSTANTS[round] as number);
  }
  return lanes;
}

/** Bits 0, 1, 3 and 7 of a round's constant are the first four of the seven bits that a shift register gives to it. */
function roundConstants(): number[] {
  let register = 1;
  return Array.from({ length: ROUNDS_F200 }, () => {
    let constant = 0;
    for (let j = 0; j < 7; j++) {
      if (register & 1 && j < 4) constant |= 1 << (2 ** j - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    return constant;
  });
}

/** A byte to the left. */
function rotate(value: number, by: number): number {
  return ((value << by) | (value >> (8 - by))) & 0xff;
}

function xor(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array {
  return (a as Uint8Array).map((value, i) => value ^ byte(b as Uint8Array, i));
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
