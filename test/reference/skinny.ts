// SKINNY in plain form, for tests only: it reads its S-box table at secret positions, so it is not constant time.

/** The rows that one part of the tweakey adds to the state: 8 bytes a round, after 8 bytes that no round uses. */
export type TweakeySchedule = DataView;

/** SKINNY-128-384+, the cipher of Romulus, is SKINNY-128-384 with 40 rounds instead of 56 [skinny 1]. */
const ROMULUS_ROUNDS = 40;

/** The rounds of SKINNY-128-128, -256 and -384, by the number of parts of the tweakey [skinny 1]. */
const MEMBER_ROUNDS = [0, 40, 48, 56];

/** Source cell of each of the first 8 cells after the permutation P, counted within the last 8 cells [skinny 4.1]. */
const UPPER_FROM_LOWER = [1, 7, 0, 5, 2, 6, 4, 3];

/** LFSR steps of the cells of TK1, TK2 and TK3, by their values [skinny 4.2]. */
const CELL_STEPS = {
  1: Uint8Array.from({ length: 256 }, (_, cell) => cell),
  2: Uint8Array.from({ length: 256 }, (_, cell) => (cell << 1) | (bit(cell, 7) ^ bit(cell, 5))),
  3: Uint8Array.from({ length: 256 }, (_, cell) => (cell >> 1) | ((bit(cell, 0) ^ bit(cell, 6)) << 7)),
};

/** The states of the LFSR that AddConstants uses [skinny 3.2], for as many rounds as SKINNY-128-384 has. */
export const ROUND_CONSTANTS = roundConstants(56);

export const SBOX = Uint8Array.from({ length: 256 }, (_, cell) => s8(cell));

export function skinny128384(
  tweakey1: Uint8Array,
  tweakey2: Uint8Array,
  tweakey3: Uint8Array,
  plaintext: Uint8Array,
  rounds = ROMULUS_ROUNDS,
): Uint8Array {
  return encipher(schedulesOf([tweakey1, tweakey2, tweakey3], rounds), plaintext, rounds);
}

/** SKINNY-128-128, -256 or -384 under a tweakey of one, two or three parts. */
export function skinny128(tweakeys: Uint8Array[], plaintext: Uint8Array): Uint8Array {
  const rounds = MEMBER_ROUNDS[tweakeys.length] as number;
  return encipher(schedulesOf(tweakeys, rounds), plaintext, rounds);
}

const schedulesOf = (tweakeys: Uint8Array[], rounds: number): TweakeySchedule[] =>
  tweakeys.map((tweakey, i) => scheduleTweakey((i + 1) as 1 | 2 | 3, tweakey, rounds));

/**
 * P moves the first 8 cells to the end unchanged, and brings the last 8 to the front in a new order, where TK2 and TK3
 * are stepped. So a round adds rows that come from those of two rounds before. The last 8 cells of the tweakey are the
 * rows of a round before the first.
 */
export const scheduleTweakey = (part: 1 | 2 | 3, tweakey: Uint8Array, rounds = ROMULUS_ROUNDS): TweakeySchedule =>
  scheduleCells(tweakey, CELL_STEPS[part], rounds);

/** The schedule of 16 cells, of any width. */
export function scheduleCells(tweakey: Uint8Array, step: Uint8Array, rounds: number): TweakeySchedule {
  const cells = new Uint8Array(8 * (rounds + 1));
  cells.set(tweakey.subarray(8, 16), 0);
  cells.set(tweakey.subarray(0, 8), 8);
  for (let i = 16; i < cells.length; i++) cells[i] = step[cells[(i & ~7) - 16 + UPPER_FROM_LOWER[i & 7]!]!]!;
  return new DataView(cells.buffer);
}

/** Enciphers 16 cells of the S-box's width. Each row of the state is one word, its first cell in the highest byte. */
export function encipher(
  schedules: TweakeySchedule[],
  plaintext: Uint8Array,
  rounds = ROMULUS_ROUNDS,
  sBox = SBOX,
): Uint8Array {
  const input = new DataView(plaintext.buffer, plaintext.byteOffset, 16);
  let row0 = input.getUint32(0);
  let row1 = input.getUint32(4);
  let row2 = input.getUint32(8);
  let row3 = input.getUint32(12);

  for (let round = 1; round <= rounds; round++) {
    let tweakey0 = 0;
    let tweakey1 = 0;
    for (const schedule of schedules) {
      tweakey0 ^= schedule.getUint32(8 * round);
      tweakey1 ^= schedule.getUint32(8 * round + 4);
    }
    const constant = ROUND_CONSTANTS[round - 1] as number;

    const a = subCells(row0, sBox) ^ ((constant & 0xf) << 24) ^ tweakey0;
    const b = rotateRight(subCells(row1, sBox) ^ ((constant >> 4) << 24) ^ tweakey1, 8);
    const c = rotateRight(subCells(row2, sBox) ^ (2 << 24), 16);
    const d = rotateRight(subCells(row3, sBox), 24);

    row0 = a ^ c ^ d;
    row1 = a;
    row2 = b ^ c;
    row3 = a ^ c;
  }

  const ciphertext = new Uint8Array(16);
  const output = new DataView(ciphertext.buffer);
  output.setUint32(0, row0);
  output.setUint32(4, row1);
  output.setUint32(8, row2);
  output.setUint32(12, row3);
  return ciphertext;
}

function subCells(row: number, sBox: Uint8Array): number {
  return (
    (sBox[row >>> 24]! << 24) |
    (sBox[(row >>> 16) & 0xff]! << 16) |
    (sBox[(row >>> 8) & 0xff]! << 8) |
    sBox[row & 0xff]!
  );
}

/** The inverse of SKINNY-128-128, -256, -384 or, with 40 rounds, SKINNY-128-384+. */
export function skinny128Inverse(
  tweakeys: Uint8Array[],
  ciphertext: Uint8Array,
  rounds = MEMBER_ROUNDS[tweakeys.length] as number,
): Uint8Array {
  return decipher(schedulesOf(tweakeys, rounds), ciphertext, rounds);
}

export function decipher(
  schedules: TweakeySchedule[],
  ciphertext: Uint8Array,
  rounds: number,
  sBox = SBOX,
): Uint8Array {
  const state = ciphertext.slice();
  const view = new DataView(state.buffer);
  for (let round = rounds; round > 0; round--) {
    const constant = ROUND_CONSTANTS[round - 1] as number;
    const [row0, a, row2, row3] = [0, 4, 8, 12].map((at) => view.getUint32(at)) as [number, number, number, number];
    const c = row3 ^ a;
    const rows = [a, rotateRight(row2 ^ c, 24), rotateRight(c, 16), rotateRight(row0 ^ row3, 8)];
    const constants = [constant & 0xf, constant >> 4, 2, 0];
    for (let i = 0; i < 4; i++) {
      const tweakey = i < 2 ? schedules.reduce((sum, schedule) => sum ^ schedule.getUint32(8 * round + 4 * i), 0) : 0;
      view.setUint32(4 * i, (rows[i] as number) ^ ((constants[i] as number) << 24) ^ tweakey);
    }
    for (let i = 0; i < 16; i++) state[i] = sBox.indexOf(state[i] as number);
  }
  return state;
}

function roundConstants(rounds: number): number[] {
  const constants: number[] = [];
  for (let constant = 0; constants.length < rounds; constants.push(constant))
    constant = ((constant << 1) & 0x3f) | (bit(constant, 5) ^ bit(constant, 4) ^ 1);
  return constants;
}

/** S8 as the designers define it: two NORs and a bit permutation, four times, the last one a swap [skinny 3.1]. */
function s8(cell: number): number {
  let x = cell;
  for (let step = 1; step <= 4; step++) {
    x ^= nor(bit(x, 7), bit(x, 6)) << 4;
    x ^= nor(bit(x, 3), bit(x, 2));
    x = pickBits(x, step < 4 ? [2, 1, 7, 6, 4, 0, 3, 5] : [7, 6, 5, 4, 3, 1, 2, 0]);
  }
  return x;
}

/** The number whose bits, from the highest, are the bits of x at the given positions. */
function pickBits(x: number, positions: number[]): number {
  return positions.reduce((picked, position) => (picked << 1) | bit(x, position), 0);
}

function bit(x: number, position: number): number {
  return (x >> position) & 1;
}

function nor(a: number, b: number): number {
  return ~(a | b) & 1;
}

const rotateRight = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
