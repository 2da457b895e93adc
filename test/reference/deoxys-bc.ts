// The tweakable block cipher Deoxys-BC-128-384 in plain form, for tests only: it reads its S-box table at secret
// positions, so it is not constant time.

import { xor } from './bytes.js';

/** The number of rounds [deoxys 2.1]. */
const ROUNDS = 16;

/** h: the new byte i of a part of the tweakey is the old byte H[i] [deoxys 2.4]. */
const H = [1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8];

/** The S-box of AES: the inverse in GF(2^8), which is x^254, then an affine map [deoxys 2.3]. */
export const AES_SBOX = Uint8Array.from({ length: 256 }, (_, x) => affine(power(x, 254)));

/** RCON[0] to RCON[16]: the powers 15 to 31 of x, which continue the doubling of AES's key schedule [deoxys 2.5]. */
export const RCON = Array.from({ length: ROUNDS + 1 }, (_, i) => power(2, 15 + i));

export const deoxysBc = (tweakeys: Uint8Array[], plaintext: Uint8Array): Uint8Array =>
  deoxysBcRounds(tweakeys, plaintext, ROUNDS);

/** The state after some rounds, with the next subtweakey added. */
export function deoxysBcRounds(tweakeys: Uint8Array[], plaintext: Uint8Array, rounds: number): Uint8Array {
  const subtweakeys = deoxysSubtweakeys(tweakeys);
  let state = xor(plaintext, subtweakeys[0] as Uint8Array);
  for (let round = 1; round <= rounds; round++) {
    // Byte 4 c + r is in row r and column c; row r moves r columns to the left.
    const shifted = new Uint8Array(16);
    for (let i = 0; i < 16; i++) shifted[i] = AES_SBOX[state[(i + 4 * (i & 3)) & 15]!]!;
    state = xor(mixColumns(shifted), subtweakeys[round] as Uint8Array);
  }
  return state;
}

export function deoxysBcInverse(tweakeys: Uint8Array[], ciphertext: Uint8Array): Uint8Array {
  const subtweakeys = deoxysSubtweakeys(tweakeys);
  let state = ciphertext;
  for (let round = ROUNDS; round > 0; round--) {
    // MixColumns four times is the identity.
    const shifted = mixColumns(mixColumns(mixColumns(xor(state, subtweakeys[round] as Uint8Array))));
    state = new Uint8Array(16);
    for (let i = 0; i < 16; i++) state[(i + 4 * (i & 3)) & 15] = AES_SBOX.indexOf(shifted[i]!);
  }
  return xor(state, subtweakeys[0] as Uint8Array);
}

/** The subtweakeys STK[0] to STK[16]. */
export function deoxysSubtweakeys(tweakeys: Uint8Array[]): Uint8Array[] {
  let [first, second, third] = tweakeys as [Uint8Array, Uint8Array, Uint8Array];
  return RCON.map((rcon) => {
    const constant = Uint8Array.of(1, 2, 4, 8, rcon, rcon, rcon, rcon, 0, 0, 0, 0, 0, 0, 0, 0);
    const subtweakey = xor(xor(first, second), xor(third, constant));
    first = permute(first);
    second = permute(second).map((x) => (x << 1) | ((x >> 7) ^ ((x >> 5) & 1)));
    third = permute(third).map((x) => (x >> 1) | (((x ^ (x >> 6)) & 1) << 7));
    return subtweakey;
  });
}

function permute(bytes: Uint8Array): Uint8Array {
  const permuted = new Uint8Array(16);
  for (let i = 0; i < 16; i++) permuted[i] = bytes[H[i]!]!;
  return permuted;
}

/** Row r of a column becomes 2 a[r] + 3 a[r + 1] + a[r + 2] + a[r + 3], in the field of AES. */
function mixColumns(state: Uint8Array): Uint8Array {
  const mixed = new Uint8Array(16);
  for (let i = 0; i < 16; i++) {
    const column = i & 12;
    const next = state[column | ((i + 1) & 3)]!;
    mixed[i] = double(state[i]! ^ next) ^ next ^ state[column | ((i + 2) & 3)]! ^ state[column | ((i + 3) & 3)]!;
  }
  return mixed;
}

/** The product in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = double(product) ^ ((b >> bit) & 1 ? a : 0);
  return product;
}

function double(x: number): number {
  return (x << 1) ^ (x >> 7 ? 0x11b : 0);
}

function power(x: number, exponent: number): number {
  return Array.from({ length: exponent }).reduce<number>((product) => multiply(product, x), 1);
}

function affine(x: number): number {
  return [1, 2, 3, 4].reduce((sum, by) => sum ^ (((x << by) | (x >> (8 - by))) & 0xff), x ^ 0x63);
}
