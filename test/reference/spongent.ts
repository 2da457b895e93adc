// The permutations Spongent-pi[160] and Spongent-pi[176] in plain form, for tests only. They work byte by byte, with a
// table of the state's bits that two S-boxes set.

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
      state[0]! ^= counter;
      for (let i = 0; i < 7; i++) state[block.length - 1]! ^= ((counter >> i) & 1) << (7 - i);
    }
    return state;
  };
}

function spongent(width: number, counterOfRounds: number[]): (block: Uint8Array) => Uint8Array {
  const words = Math.ceil(width / 32);
  const sent = new Int32Array(256 * (width / 8) * words);
  for (let bit = 0; bit < width; bit++)
    for (let value = 0; value < 256; value++) {
      const output = S_BOX[(value >> (bit & 4)) & 15]!;
      const place = placeOf(bit, width);
      sent[(256 * (bit >> 3) + value) * words + (place >> 5)]! |= ((output >> (bit & 3)) & 1) << (place & 31);
    }
  return (block) => {
    const bytes = new Uint8Array(4 * words);
    bytes.set(block);
    const view = new DataView(bytes.buffer);
    let state = Int32Array.from({ length: words }, (_, i) => view.getInt32(4 * i, true));
    let next = new Int32Array(words);
    for (const counter of counterOfRounds) {
      state[0]! ^= counter;
      for (let i = 0; i < 7; i++) state[(width - 1 - i) >> 5]! ^= ((counter >> i) & 1) << ((width - 1 - i) & 31);
      next.fill(0);
      for (let byte = 0; byte < width / 8; byte++) {
        const value = (state[byte >> 2]! >>> (8 * (byte & 3))) & 255;
        const from = (256 * byte + value) * words;
        for (let i = 0; i < words; i++) next[i]! |= sent[from + i]!;
      }
      [state, next] = [next, state];
    }
    for (let i = 0; i < words; i++) view.setInt32(4 * i, state[i]!, true);
    return bytes.slice(0, block.length);
  };
}
