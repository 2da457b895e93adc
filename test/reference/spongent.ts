// The permutations Spongent-pi[160] and Spongent-pi[176] in plain form, for tests only.

/** The S-box [spongent 2.2]. */
export const S_BOX = [0xe, 0xd, 0xb, 0x0, 0x2, 0x1, 0x4, 0xf, 0x7, 0xa, 0x8, 0x5, 0x9, 0xc, 0x3, 0x6];

export const spongentPi160 = spongent(160, counters(80, 0x75));
export const spongentPi176 = spongent(176, counters(90, 0x45));

export const spongentPi160Inverse = spongentInverse(160, counters(80, 0x75));
export const spongentPi176Inverse = spongentInverse(176, counters(90, 0x45));

/** The counter's values in all rounds, from the first [spongent 2.1]. */
export function counters(rounds: number, first: number): number[] {
  const values = [first];
  for (let counter = first; values.length < rounds; values.push(counter))
    counter = ((counter << 1) & 0x7f) | (((counter >> 6) ^ (counter >> 5)) & 1);
  return values;
}

/** The bit's place after the bit permutation [spongent 2.3]. */
export function placeOf(bit: number, width: number): number {
  return bit === width - 1 ? bit : (bit * (width / 4)) % (width - 1);
}

function spongentInverse(width: number, counterOfRounds: number[]): (block: Uint8Array) => Uint8Array {
  const bits = Array.from({ length: width }, (_, bit) => bit);
  return (block) => {
    let state = block;
    for (const counter of counterOfRounds.slice().reverse()) {
      const at = (place: number) => (state[place >> 3]! >> (place & 7)) & 1;
      const before = new Uint8Array(block.length);
      for (const bit of bits) before[bit >> 3]! |= at(placeOf(bit, width)) << (bit & 7);
      state = before.map((byte) => S_BOX.indexOf(byte & 15) | (S_BOX.indexOf(byte >> 4) << 4));
      addCounter(state, counter);
    }
    return state;
  };
}

export function spongent(width: number, counterOfRounds: number[]): (block: Uint8Array) => Uint8Array {
  const places = Array.from({ length: width }, (_, bit) => placeOf(bit, width));
  return (block) => {
    let state = block.slice();
    for (const counter of counterOfRounds) {
      addCounter(state, counter);
      const after = new Uint8Array(block.length);
      const substituted = state.map((byte) => S_BOX[byte & 15]! | (S_BOX[byte >> 4]! << 4));
      for (let bit = 0; bit < width; bit++) {
        const place = places[bit]!;
        after[place >> 3]! |= ((substituted[bit >> 3]! >> (bit & 7)) & 1) << (place & 7);
      }
      state = after;
    }
    return state;
  };
}

/** Adds the counter to the first bits, and in reverse to the last bits. */
function addCounter(state: Uint8Array, counter: number): void {
  state[0]! ^= counter;
  for (let i = 0; i < 7; i++) state[state.length - 1]! ^= ((counter >> i) & 1) << (7 - i);
}
