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

// Spongent-pi, cell by cell: of each cell it is tabled to which bits of the state its S-box sends what.

function spongent(width: number, rounds: number, firstCounter: number): (block: Uint8Array) => Uint8Array {
  const sBox = [0xe, 0xd, 0xb, 0x0, 0x2, 0x1, 0x4, 0xf, 0x7, 0xa, 0x8, 0x5, 0x9, 0xc, 0x3, 0x6];
  const words = Math.ceil(width / 32);
  const placeOf = (bit: number) => (bit === width - 1 ? bit : (bit * (width / 4)) % (width - 1));
  const sent = new Int32Array(4 * width * words);
  for (let cell = 0; cell < width / 4; cell++)
    for (const [value, output] of sBox.entries())
      for (let j = 0; j < 4; j++) {
        const place = placeOf(4 * cell + j);
        sent[(16 * cell + value) * words + (place >> 5)]! |= ((output >> j) & 1) << (place & 31);
      }
  return (block) => {
    const bytes = extended(block, 4 * words);
    const view = new DataView(bytes.buffer);
    let state = Int32Array.from({ length: words }, (_, i) => view.getInt32(4 * i, true));
    let next = new Int32Array(words);
    let counter = firstCounter;
    for (let round = 0; round < rounds; round++) {
      state[0]! ^= counter;
      for (let i = 0; i < 7; i++) state[(width - 1 - i) >> 5]! ^= ((counter >> i) & 1) << ((width - 1 - i) & 31);
      counter = ((counter << 1) & 0x7f) | (((counter >> 6) ^ (counter >> 5)) & 1);
      next.fill(0);
      for (let cell = 0; cell < width / 4; cell++) {
        const value = (state[cell >> 3]! >>> (4 * (cell & 7))) & 15;
        for (let i = 0; i < words; i++) next[i]! |= sent[(16 * cell + value) * words + i]!;
      }
      [state, next] = [next, state];
    }
    for (let i = 0; i < words; i++) view.setInt32(4 * i, state[i]!, true);
    return bytes.slice(0, block.length);
  };
}

// Keccak-f[200], lane by lane.

const ROUNDS_F200 = 18;

/** By rows: lane x + 5 y. */
const OFFSETS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

const ROUND_CONSTANTS = roundConstants();

function keccakF200(block: Uint8Array): Uint8Array {
  const lanes = block.slice();
  const parities = new Uint8Array(5);
  const moved = new Uint8Array(25);
  for (let round = 0; round < ROUNDS_F200; round++) {
    for (let x = 0; x < 5; x++)
      parities[x] = lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!;
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) {
        const effect = parities[(x + 4) % 5]! ^ rotate(parities[(x + 1) % 5]!, 1);
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[x + 5 * y]! ^ effect, OFFSETS[x + 5 * y]! % 8);
      }
    for (let y = 0; y < 25; y += 5)
      for (let x = 0; x < 5; x++)
        lanes[x + y] = moved[x + y]! ^ (~moved[((x + 1) % 5) + y]! & moved[((x + 2) % 5) + y]!);
    lanes[0]! ^= ROUND_CONSTANTS[round]!;
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
