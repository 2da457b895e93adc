// The block cipher SKINNY-64-128 in plain form, cell by cell, for tests only: not constant time.

/** [skinny-64 1]. */
const ROUNDS = 36;

/** S4 [skinny-64 3.1]. */
export const SBOX_4 = [12, 6, 9, 0, 1, 10, 2, 11, 3, 8, 5, 13, 4, 14, 7, 15];

/** P: the new cell i of a part of the tweakey is the old cell P[i] [skinny 4.1]. */
const P = [9, 15, 8, 13, 10, 14, 12, 11, 0, 1, 2, 3, 4, 5, 6, 7];

export const skinny64128 = (key: Uint8Array, block: Uint8Array): Uint8Array => skinny64128Rounds(key, block, ROUNDS);

/** The state after some rounds. */
export function skinny64128Rounds(key: Uint8Array, block: Uint8Array, rounds: number): Uint8Array {
  let state = cellsOf(block);
  let tweakey1 = cellsOf(key.subarray(0, 8));
  let tweakey2 = cellsOf(key.subarray(8));
  let constant = 0;
  for (let round = 0; round < rounds; round++) {
    constant = ((constant << 1) & 0x3f) | (((constant >> 5) ^ (constant >> 4) ^ 1) & 1);
    for (let i = 0; i < 16; i++) state[i] = at(SBOX_4, at(state, i)) ^ constantAt(i, constant);
    for (let i = 0; i < 8; i++) state[i] = at(state, i) ^ at(tweakey1, i) ^ at(tweakey2, i);
    state = mixColumns(shiftRows(state));
    tweakey1 = permute(tweakey1);
    tweakey2 = permute(tweakey2);
    for (let i = 0; i < 8; i++) tweakey2[i] = stepTweakey2(at(tweakey2, i));
  }
  return bytesOf(state);
}

/** The block that the cipher makes this one of. */
export function skinny64128Inverse(key: Uint8Array, block: Uint8Array): Uint8Array {
  const added: number[][] = [];
  let tweakey1 = cellsOf(key.subarray(0, 8));
  let tweakey2 = cellsOf(key.subarray(8));
  for (let round = 0, constant = 0; round < ROUNDS; round++) {
    constant = ((constant << 1) & 0x3f) | (((constant >> 5) ^ (constant >> 4) ^ 1) & 1);
    added.push(tweakey1.map((cell, i) => constantAt(i, constant) ^ (i < 8 ? cell ^ at(tweakey2, i) : 0)));
    tweakey1 = permute(tweakey1);
    tweakey2 = permute(tweakey2).map((cell, i) => (i < 8 ? stepTweakey2(cell) : cell));
  }
  const places = shiftRows(Array.from({ length: 16 }, (_, i) => i));
  let state = cellsOf(block);
  for (const round of added.reverse()) {
    const mixed = state;
    const before = mixed.slice();
    for (let i = 0; i < 4; i++) {
      const [row0, a, row2, row3] = [0, 4, 8, 12].map((row) => at(mixed, row + i)) as [number, number, number, number];
      for (const [row, value] of [a, row2 ^ row3 ^ a, row3 ^ a, row0 ^ row3].entries())
        before[at(places, 4 * row + i)] = value;
    }
    state = before.map((cell, i) => SBOX_4.indexOf(cell ^ at(round, i)));
  }
  return bytesOf(state);
}

/** AddConstants [skinny 3.2]. */
function constantAt(cell: number, constant: number): number {
  if (cell === 0) return constant & 15;
  if (cell === 4) return constant >> 4;
  return cell === 8 ? 2 : 0;
}

const shiftRows = (state: number[]): number[] => state.map((_, i) => at(state, (i & 12) + ((i - (i >> 2)) & 3)));

function mixColumns(state: number[]): number[] {
  const mixed = state.slice();
  for (let column = 0; column < 4; column++) {
    const [a, b, c, d] = [0, 4, 8, 12].map((row) => at(state, row + column)) as [number, number, number, number];
    mixed[column] = a ^ c ^ d;
    mixed[4 + column] = a;
    mixed[8 + column] = b ^ c;
    mixed[12 + column] = a ^ c;
  }
  return mixed;
}

const permute = (cells: number[]): number[] => P.map((source) => at(cells, source));

/** The register of TK2 for cells of four bits [skinny-64 4]. */
export const stepTweakey2 = (cell: number): number => ((cell << 1) & 15) | ((cell >> 3) ^ ((cell >> 2) & 1));

/** The high half of a byte is the first of its two cells [skinny-64 2]. */
const cellsOf = (bytes: Uint8Array): number[] => [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);

const bytesOf = (cells: number[]): Uint8Array =>
  Uint8Array.from({ length: cells.length / 2 }, (_, i) => (at(cells, 2 * i) << 4) | at(cells, 2 * i + 1));

const at = (values: number[], index: number): number => values[index] as number;
