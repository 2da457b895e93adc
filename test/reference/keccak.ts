// The permutations Keccak-p[400] and Keccak-f[200] in plain form, for tests only. Lane (x, y) is number x + 5y.

/** The offsets of rho as the designers tabulate them for lanes of 64 bits [keccak 3.2]. */
const OFFSETS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

/** The low 16 bits of the designers' round constants [keccak 4.1]. */
const ROUND_CONSTANTS = [
  0x0001, 0x8082, 0x808a, 0x8000, 0x808b, 0x0001, 0x8081, 0x8009, 0x008a, 0x0088, 0x8009, 0x000a, 0x808b, 0x008b,
  0x8089, 0x8003, 0x8002, 0x0080, 0x800a, 0x000a,
];

const ROUNDS_P400 = 20;
const ROUNDS_F200 = 18;

/** The last `rounds` rounds on 25 lanes of 16 bits, little-endian. */
export function keccakP400(state: Uint8Array, rounds: number): Uint8Array {
  if (rounds > ROUNDS_P400) throw new RangeError(`there are ${ROUNDS_P400} rounds`);
  const lanes = new Uint16Array(25);
  for (let i = 0; i < 25; i++) lanes[i] = state[2 * i]! | (state[2 * i + 1]! << 8);
  permute(lanes, 16, ROUNDS_P400 - rounds, ROUNDS_P400);
  return state.map((_, i) => lanes[i >> 1]! >> (8 * (i & 1)));
}

/** All rounds on 25 lanes of eight bits. */
export function keccakF200(block: Uint8Array): Uint8Array {
  const lanes = block.slice();
  permute(lanes, 8, 0, ROUNDS_F200);
  return lanes;
}

export function keccakF200Inverse(block: Uint8Array): Uint8Array {
  let lanes: Uint8Array = block.slice();
  for (let round = ROUNDS_F200 - 1; round >= 0; round--) {
    lanes[0]! ^= ROUND_CONSTANTS[round]!;
    // The order of chi on rows of five lanes is 4.
    lanes = chi(chi(chi(lanes)));
    let state: Uint8Array = lanes.map((_, i) => {
      const [x, y] = [i % 5, Math.floor(i / 5)];
      return rotated(lanes[y + 5 * ((2 * x + 3 * y) % 5)]!, 8 - (OFFSETS[i]! % 8), 8);
    });
    // The order of theta on lanes of eight bits is 24.
    for (let i = 0; i < 23; i++) state = theta(state);
    lanes = state;
  }
  return lanes;
}

const chi = (lanes: Uint8Array) =>
  lanes.map((lane, i) => lane ^ (~lanes[i - (i % 5) + ((i + 1) % 5)]! & lanes[i - (i % 5) + ((i + 2) % 5)]!));

function theta(lanes: Uint8Array): Uint8Array {
  const parity = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ lanes[x + y]!, 0));
  return lanes.map((lane, i) => lane ^ parity[(i + 4) % 5]! ^ rotated(parity[(i + 1) % 5]!, 1, 8));
}

/** Rounds `first` to `end` on lanes of `width` bits. */
function permute(lanes: Uint8Array | Uint16Array, width: 8 | 16, first: number, end: number): void {
  const mask = 2 ** width - 1;
  const parity = new Uint16Array(5);
  const moved = new Uint16Array(25);
  for (let round = first; round < end; round++) {
    for (let x = 0; x < 5; x++)
      parity[x] = lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!;
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) {
        const theta = lanes[x + 5 * y]! ^ parity[(x + 4) % 5]! ^ (rotated(parity[(x + 1) % 5]!, 1, width) & mask);
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(theta, OFFSETS[x + 5 * y]! % width, width) & mask;
      }
    for (let y = 0; y < 25; y += 5)
      for (let x = 0; x < 5; x++)
        lanes[x + y] = moved[x + y]! ^ (~moved[((x + 1) % 5) + y]! & moved[((x + 2) % 5) + y]!);
    lanes[0]! ^= ROUND_CONSTANTS[round]!;
  }
}

/** Rotates to the left, and leaves bits beyond the width. */
function rotated(value: number, by: number, width: number): number {
  return (value << by) | (value >> (width - by));
}

/** The offsets of rho for lanes of `width` bits, and the constants of the rounds. */
export function keccakTables(width: 8 | 16): { offsets: number[]; constants: number[] } {
  const constants = width === 16 ? ROUND_CONSTANTS : ROUND_CONSTANTS.slice(0, ROUNDS_F200).map((value) => value & 0xff);
  return { offsets: OFFSETS.map((offset) => offset % width), constants };
}
