// The block cipher of TGIF in plain form, written from its paper, for tests only. Half a block is four 16-bit words.

type Half = [number, number, number, number];

/** The number of steps [tgif-bc 1]. */
const STEPS = 18;
const ROUNDS_OF_A_STEP = 4;
const ROUNDS = STEPS * ROUNDS_OF_A_STEP;

/** The rotation of the left half in each step, in bits [tgif-bc 2]. */
const LEFT_ROTATION = 55;

/** The states of the register that AddConstant uses [tgif-bc 3.2]. */
export const TGIF_CONSTANTS = roundConstants();

export const tgifBc = (key: Uint8Array, block: Uint8Array): Uint8Array => tgifBcSteps(key, block, STEPS);

/** The state after some steps. */
export function tgifBcSteps(key: Uint8Array, block: Uint8Array, steps: number): Uint8Array {
  const tweakeys = tgifTweakeys(key);
  let left = wordsOf(block.subarray(0, 8));
  let right = wordsOf(block.subarray(8));
  for (let step = 0; step < steps; step++) {
    let mixed = right;
    for (let i = 0; i < ROUNDS_OF_A_STEP; i++) mixed = round(mixed, tweakeys, ROUNDS_OF_A_STEP * step + i);
    const rotated = rotateHalf(left);
    [left, right] = [mixed.map((word, i) => word ^ (rotated[i] as number)) as Half, left];
  }
  return bytesOf([...left, ...right]);
}

export function tgifBcInverse(key: Uint8Array, block: Uint8Array): Uint8Array {
  const tweakeys = tgifTweakeys(key);
  let left = wordsOf(block.subarray(0, 8));
  let right = wordsOf(block.subarray(8));
  for (let step = STEPS - 1; step >= 0; step--) {
    const rotated = rotateHalf(right);
    let mixed = left.map((word, i) => word ^ (rotated[i] as number)) as Half;
    for (let i = ROUNDS_OF_A_STEP - 1; i >= 0; i--) mixed = roundInverse(mixed, tweakeys, ROUNDS_OF_A_STEP * step + i);
    [left, right] = [right, mixed];
  }
  return bytesOf([...left, ...right]);
}

function roundInverse(half: Half, tweakeys: number[], number: number): Half {
  // The bit permutations of the third and fourth round undo those of the first and second.
  const permuted = half.map((word, i) => permuteBits(word, i, (number + 2) % ROUNDS_OF_A_STEP));
  const words: Half = [0, 0, 0, 0];
  for (let bit = 0; bit < 16; bit++) {
    const cell = permuted.reduce((sum, word, i) => sum | (((word >> bit) & 1) << i), 0);
    for (let i = 0; i < 4; i++) words[i]! |= (((CELLS_BEFORE[cell] as number) >> i) & 1) << bit;
  }
  const tweakey = tweakeys[number] as number;
  words[0] ^= tweakey & 0xffff;
  words[1] ^= tweakey >>> 16;
  words[3] ^= (TGIF_CONSTANTS[number] as number) ^ 0x8000;
  return words;
}

/** TK0 in rounds 0 to 71, as words of 32 bits [tgif-bc 4]. */
export function tgifTweakeys(key: Uint8Array): number[] {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  const tweakeys = [0, 4, 8, 12].map((offset) => view.getUint32(offset, true));
  for (let i = 4; i < ROUNDS; i++) {
    const [first, second, , last] = tweakeys.slice(i - 4) as [number, number, number, number];
    const flipped = last ^ 1;
    tweakeys.push((first ^ second ^ ((flipped << 8) | (flipped >>> 24)) ^ 1) >>> 0);
  }
  return tweakeys;
}

function round(half: Half, tweakeys: number[], number: number): Half {
  const tweakey = tweakeys[number] as number;
  const keyed: Half = [
    half[0] ^ (tweakey & 0xffff),
    half[1] ^ (tweakey >>> 16),
    half[2],
    half[3] ^ (TGIF_CONSTANTS[number] as number) ^ 0x8000,
  ];
  const substituted = subCells(keyed);
  return substituted.map((word, i) => permuteBits(word, i, number % ROUNDS_OF_A_STEP)) as Half;
}

/** SubCells [tgif-bc 3.3]. */
export function subCells([...words]: Half): Half {
  words[1] ^= words[0] & words[2];
  words[0] ^= words[1] & words[3];
  words[2] ^= words[0] | words[1];
  words[3] ^= words[2];
  words[1] ^= words[3];
  words[3] ^= 0xffff;
  words[2] ^= words[0] & words[1];
  return [words[3], words[1], words[2], words[0]];
}

/** PermBits: rotations of the nibbles and of the whole word, to the right, then back to the left [tgif-bc 3.4]. */
function permuteBits(word: number, i: number, roundOfStep: number): number {
  if (roundOfStep === 0) return rotateNibbles(word, i);
  if (roundOfStep === 1) return rotateWord(word, 4 * i);
  return roundOfStep === 2 ? rotateNibbles(word, 4 - i) : rotateWord(word, 16 - 4 * i);
}

/** Rotates each nibble to the right. */
function rotateNibbles(word: number, by: number): number {
  const staying = 0x1111 * (15 >> by);
  return ((word >> by) & staying) | ((word << (4 - by)) & ~staying & 0xffff);
}

/** Rotates the word to the right. */
function rotateWord(word: number, by: number): number {
  return (word >> by) | ((word << (16 - by)) & 0xffff);
}

/** Rotates the half, a number of 64 bits with its first word the highest, by 55 to the left: by 9 to the right. */
function rotateHalf(half: Half): Half {
  const right = 64 - LEFT_ROTATION;
  return half.map((word, i) => (word >> right) | (((half[(i + 3) & 3] as number) << (16 - right)) & 0xffff)) as Half;
}

/** (x6, ..., x0) becomes (x5, ..., x1, x0 ^ x6, x6) in each round. */
function roundConstants(): number[] {
  const constants = [1];
  while (constants.length < ROUNDS) {
    const constant = constants.at(-1) as number;
    constants.push(((constant << 1) & 0x7f) ^ (3 * (constant >> 6)));
  }
  return constants;
}

/** Words are little-endian. */
const wordsOf = (bytes: Uint8Array): Half =>
  [0, 2, 4, 6].map((i) => (bytes[i] as number) | ((bytes[i + 1] as number) << 8)) as Half;

const bytesOf = (words: number[]): Uint8Array => Uint8Array.from(words.flatMap((word) => [word & 0xff, word >> 8]));

/** The inverse of SubCells for each cell of four bits. */
const CELLS_BEFORE: number[] = [];
for (let cell = 0; cell < 16; cell++) {
  const words = subCells([0, 1, 2, 3].map((i) => (cell >> i) & 1) as Half);
  CELLS_BEFORE[words.reduce((sum, word, i) => sum | ((word & 1) << i), 0)] = cell;
}
