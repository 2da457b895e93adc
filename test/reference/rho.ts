// The functions that Romulus and its relatives share: G, rho with its inverse, and the padding of a short block.

import type { Direction } from './aead.js';
import { concatenate, extended, xor } from './bytes.js';

/** The function G [romulus 2.4]. */
export const g = (state: Uint8Array): Uint8Array => state.map((byte) => (byte >> 1) | ((byte ^ (byte << 7)) & 0x80));

/** A full block stays as it is; a short one gets zeros and its length. */
export function pad(block: Uint8Array, length: number): Uint8Array {
  const padded = extended(block, length);
  if (block.length < length) padded[length - 1] = block.length;
  return padded;
}

/** Blocks of one length, the last possibly shorter; the empty string has one empty block. */
export const split = (bytes: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / length)) }, (_, i) =>
    bytes.subarray(length * i, length * (i + 1)),
  );

/** The next state, and the output block. */
export const rho = (state: Uint8Array, plaintext: Uint8Array): { state: Uint8Array; output: Uint8Array } => ({
  state: xor(state, pad(plaintext, state.length)),
  output: xor(plaintext, g(state)),
});

type Call = (state: Uint8Array, index: number) => Uint8Array;

/** Takes a state and blocks through rho or its inverse, with a call of the cipher before or after each block. */
export function translate(
  direction: Direction,
  blocks: Uint8Array[],
  initial: Uint8Array,
  { before = (state) => state, behind = (state) => state }: { before?: Call; behind?: Call },
): { output: Uint8Array; state: Uint8Array } {
  let state = initial;
  const output = blocks.map((block, i) => {
    state = before(state, i);
    const output = xor(block, g(state));
    state = behind(rho(state, direction === 'encrypt' ? block : output).state, i);
    return output;
  });
  return { output: concatenate(output), state };
}
