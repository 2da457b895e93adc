// The block cipher SKINNY-64-128 in plain form, for tests only: SKINNY with cells of four bits, each in a byte.

import { decipher, encipher, scheduleCells, type TweakeySchedule } from './skinny.js';

/** The number of rounds [skinny 1]. */
const ROUNDS = 36;

/** The S-box S4 [skinny 3.1]. */
export const SBOX_4 = [12, 6, 9, 0, 1, 10, 2, 11, 3, 8, 5, 13, 4, 14, 7, 15];

/** The register of TK2 for cells of four bits [skinny 4.2]. */
export const stepTweakey2 = (cell: number): number => ((cell << 1) & 15) | ((cell >> 3) ^ ((cell >> 2) & 1));

const S_BOX = Uint8Array.from(SBOX_4);
const UNCHANGED = Uint8Array.from({ length: 16 }, (_, cell) => cell);
const STEPPED = UNCHANGED.map(stepTweakey2);

export const skinny64128 = (key: Uint8Array, block: Uint8Array): Uint8Array => skinny64128Rounds(key, block, ROUNDS);

/** The state after some rounds. */
export function skinny64128Rounds(key: Uint8Array, block: Uint8Array, rounds: number): Uint8Array {
  return bytesOf(encipher(schedulesOf(key, rounds), cellsOf(block), rounds, S_BOX));
}

export const skinny64128Inverse = (key: Uint8Array, block: Uint8Array): Uint8Array =>
  bytesOf(decipher(schedulesOf(key, ROUNDS), cellsOf(block), ROUNDS, S_BOX));

const schedulesOf = (key: Uint8Array, rounds: number): TweakeySchedule[] =>
  [UNCHANGED, STEPPED].map((step, i) => scheduleCells(cellsOf(key.subarray(8 * i)), step, rounds));

/** The first 16 cells: the high half of a byte is the first of its two cells [skinny 2]. */
const cellsOf = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, i) => (bytes[i >> 1]! >> (i % 2 === 0 ? 4 : 0)) & 15);

const bytesOf = (cells: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: 8 }, (_, i) => (cells[2 * i]! << 4) | cells[2 * i + 1]!);
