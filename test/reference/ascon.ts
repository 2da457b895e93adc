// The permutation Ascon-p in plain form, for tests only.

const ROUNDS = 12;

/** The last `rounds` rounds of Ascon-p: each of the five words is two halves of 32 bits. */
export function asconP(state: Uint8Array, rounds: number): Uint8Array {
  if (rounds > ROUNDS) throw new RangeError(`there are ${ROUNDS} rounds`);
  const output = state.slice();
  const view = new DataView(output.buffer);
  const upper = Int32Array.from({ length: 5 }, (_, i) => view.getInt32(8 * i));
  const lower = Int32Array.from({ length: 5 }, (_, i) => view.getInt32(8 * i + 4));
  for (let round = ROUNDS - rounds; round < ROUNDS; round++) {
    lower[2]! ^= roundConstant(round);
    substitute(upper);
    substitute(lower);
    for (let i = 0; i < 5; i++) {
      const high = upper[i]!;
      const low = lower[i]!;
      const [a, b] = [ROTATIONS[2 * i]!, ROTATIONS[2 * i + 1]!];
      upper[i] = high ^ rotatedHalf(high, low, a) ^ rotatedHalf(high, low, b);
      lower[i] = low ^ rotatedHalf(low, high, a) ^ rotatedHalf(low, high, b);
    }
  }
  for (let i = 0; i < 5; i++) {
    view.setInt32(8 * i, upper[i]!);
    view.setInt32(8 * i + 4, lower[i]!);
  }
  return output;
}

/** The constants of rounds 0 to 11 [ascon 3]. */
export const roundConstant = (round: number): number => ((15 - round) << 4) | round;

/** Two rotations to the right for each word [ascon 5]. */
const ROTATIONS = [19, 28, 61, 39, 1, 6, 10, 17, 7, 41];

/** The S-box on one column; the bit of word 0 is the highest. */
export function sBox(column: number): number {
  const words = Int32Array.from({ length: 5 }, (_, i) => (column >> (4 - i)) & 1);
  substitute(words);
  return words.reduce((value, word) => (value << 1) | (word & 1), 0);
}

/** The S-box on 32 columns [ascon 4]. */
function substitute(x: Int32Array): void {
  const b = x[1]!;
  const d = x[3]!;
  const a = x[0]! ^ x[4]!;
  const c = x[2]! ^ b;
  const e = x[4]! ^ d;
  const f = a ^ (~b & c);
  const g = b ^ (~c & d);
  const h = c ^ (~d & e);
  const i = d ^ (~e & a);
  const j = e ^ (~a & b);
  x[0] = f ^ j;
  x[1] = g ^ f;
  x[2] = ~h;
  x[3] = i ^ h;
  x[4] = j;
}

/** A half of a word rotated to the right; the other half fills it. */
function rotatedHalf(half: number, other: number, count: number): number {
  const near = count < 32 ? half : other;
  const far = count < 32 ? other : half;
  return (near >>> (count % 32)) | (far << (32 - (count % 32)));
}
