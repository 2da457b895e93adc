// ISAP v2 in plain form, written from its specification and sharing no code with the product, so that tests have something
// independent to compare with; not constant time.

import { concatenate } from './romulus.js';

export const ISAP_NAMES = ['A-128A', 'A-128', 'K-128A', 'K-128'] as const;
export type IsapName = (typeof ISAP_NAMES)[number];

export interface IsapContext {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
}

/** The last `rounds` rounds on a state of bytes. */
type Permutation = (state: Uint8Array, rounds: number) => Uint8Array;

interface Instance {
  permutation: Permutation;
  stateLength: number;
  rate: number;
  /** The rounds s_H, s_B, s_E, s_K of the specification. */
  rounds: { h: number; b: number; e: number; k: number };
}

const INSTANCES: Record<IsapName, Instance> = {
  'A-128A': { permutation: ascon, stateLength: 40, rate: 8, rounds: { h: 12, b: 1, e: 6, k: 12 } },
  'A-128': { permutation: ascon, stateLength: 40, rate: 8, rounds: { h: 12, b: 12, e: 12, k: 12 } },
  'K-128A': { permutation: keccak400, stateLength: 50, rate: 18, rounds: { h: 16, b: 1, e: 8, k: 8 } },
  'K-128': { permutation: keccak400, stateLength: 50, rate: 18, rounds: { h: 20, b: 12, e: 12, k: 12 } },
};

const KEY_LENGTH = 16;
const TAG_LENGTH = 16;

/** The first byte of an initial value. */
const FOR_MAC = 1;
const FOR_MAC_KEY = 2;
const FOR_STREAM_KEY = 3;

/** In bytes. */
export const isapBlockLength = (name: IsapName): number => INSTANCES[name].rate;

/** Returns the ciphertext followed by the tag. */
export function isapEncrypt(name: IsapName, context: IsapContext & { plaintext: Uint8Array }): Uint8Array {
  const ciphertext = addStream(INSTANCES[name], context, context.plaintext);
  return concatenate([ciphertext, tagOf(INSTANCES[name], context, ciphertext)]);
}

/** Returns the plaintext, or null when the input is not authentic. */
export function isapDecrypt(name: IsapName, context: IsapContext & { ciphertext: Uint8Array }): Uint8Array | null {
  if (context.ciphertext.length < TAG_LENGTH) return null;
  const body = context.ciphertext.subarray(0, -TAG_LENGTH);
  const received = context.ciphertext.subarray(-TAG_LENGTH);
  const tag = tagOf(INSTANCES[name], context, body);
  return tag.every((byte, i) => byte === received[i]) ? addStream(INSTANCES[name], context, body) : null;
}

function addStream(instance: Instance, { key, nonce }: IsapContext, text: Uint8Array): Uint8Array {
  const { permutation, stateLength, rate, rounds } = instance;
  let state = concatenate([sessionKey(instance, key, FOR_STREAM_KEY, nonce, stateLength - nonce.length), nonce]);
  const output = text.slice();
  for (let start = 0; start < text.length; start += rate) {
    state = permutation(state, rounds.e);
    addTo(output.subarray(start, start + rate), state);
  }
  return output;
}

function tagOf(instance: Instance, { key, nonce, associatedData }: IsapContext, ciphertext: Uint8Array): Uint8Array {
  const { permutation, rate, rounds } = instance;
  let state = permutation(beginning(instance, nonce, FOR_MAC), rounds.h);
  for (const string of [associatedData, ciphertext]) {
    const padded = new Uint8Array(string.length - (string.length % rate) + rate);
    padded.set(string);
    padded[string.length] = 0x80;
    for (let start = 0; start < padded.length; start += rate) {
      addTo(state, padded.subarray(start, start + rate));
      state = permutation(state, rounds.h);
    }
    if (string === associatedData) addTo(state.subarray(-1), Uint8Array.of(1));
  }
  const tagKey = sessionKey(instance, key, FOR_MAC_KEY, state.subarray(0, KEY_LENGTH), KEY_LENGTH);
  return permutation(concatenate([tagKey, state.subarray(KEY_LENGTH)]), rounds.h).slice(0, TAG_LENGTH);
}

/** Absorbs a string bit by bit, the highest bit of a byte first. */
function sessionKey(instance: Instance, key: Uint8Array, use: number, string: Uint8Array, length: number): Uint8Array {
  const { permutation, rounds } = instance;
  let state = permutation(beginning(instance, key, use), rounds.k);
  for (let i = 0; i < 8 * string.length; i++) {
    const bit = ((string[i >> 3] as number) >> (7 - (i & 7))) & 1;
    addTo(state, Uint8Array.of(bit << 7));
    state = permutation(state, i < 8 * string.length - 1 ? rounds.b : rounds.k);
  }
  return state.slice(0, length);
}

/** 16 bytes, the initial value, zeros. */
function beginning({ stateLength, rate, rounds }: Instance, first: Uint8Array, use: number): Uint8Array {
  const state = new Uint8Array(stateLength);
  state.set(first);
  state.set([use, 8 * KEY_LENGTH, 8 * rate, 1, rounds.h, rounds.b, rounds.e, rounds.k], first.length);
  return state;
}

/** Adds the beginning of one string to another in place, as far as both go. */
function addTo(bytes: Uint8Array, more: Uint8Array): void {
  for (let i = 0; i < Math.min(bytes.length, more.length); i++) (bytes[i] as number) ^= more[i] as number;
}

/** Ascon-p: each of the five words is two halves of 32 bits. */
function ascon(state: Uint8Array, rounds: number): Uint8Array {
  const output = state.slice();
  const view = new DataView(output.buffer);
  const upper = new Int32Array(5);
  const lower = new Int32Array(5);
  for (let i = 0; i < 5; i++) {
    upper[i] = view.getInt32(8 * i);
    lower[i] = view.getInt32(8 * i + 4);
  }
  for (let round = 12 - rounds; round < 12; round++) {
    lower[2]! ^= ((15 - round) << 4) | round;
    substitute(upper);
    substitute(lower);
    for (let i = 0; i < 5; i++) {
      const high = upper[i]!;
      const low = lower[i]!;
      const { a, b } = ASCON_ROTATIONS[i]!;
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

/** To the right. */
const ASCON_ROTATIONS = [
  { a: 19, b: 28 },
  { a: 61, b: 39 },
  { a: 1, b: 6 },
  { a: 10, b: 17 },
  { a: 7, b: 41 },
];

/** The S-box of Ascon on 32 columns. */
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

/** Keccak-p[400]: 25 lanes of 16 bits, little-endian; lane (x, y) is number x + 5y. */
function keccak400(state: Uint8Array, rounds: number): Uint8Array {
  const output = state.slice();
  const view = new DataView(output.buffer);
  const a = new Uint16Array(25);
  const parity = new Uint16Array(5);
  const moved = new Uint16Array(25);
  for (let i = 0; i < 25; i++) a[i] = view.getUint16(2 * i, true);
  for (let round = 20 - rounds; round < 20; round++) {
    for (let x = 0; x < 5; x++) parity[x] = a[x]! ^ a[x + 5]! ^ a[x + 10]! ^ a[x + 15]! ^ a[x + 20]!;
    for (let x = 0; x < 5; x++)
      for (let y = 0; y < 5; y++) {
        const theta = a[x + 5 * y]! ^ parity[(x + 4) % 5]! ^ rotated16(parity[(x + 1) % 5]!, 1);
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated16(theta, KECCAK_ROTATIONS[x + 5 * y]!);
      }
    for (let y = 0; y < 25; y += 5)
      for (let x = 0; x < 5; x++) a[x + y] = moved[x + y]! ^ (~moved[((x + 1) % 5) + y]! & moved[((x + 2) % 5) + y]!);
    a[0]! ^= KECCAK_CONSTANTS[round]!;
  }
  for (let i = 0; i < 25; i++) view.setUint16(2 * i, a[i]!, true);
  return output;
}

/** The offsets of rho as the designers tabulate them for lanes of 64 bits, and the low 16 bits of their round constants. */
const KECCAK_ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];
const KECCAK_CONSTANTS = [
  0x0001, 0x8082, 0x808a, 0x8000, 0x808b, 0x0001, 0x8081, 0x8009, 0x008a, 0x0088, 0x8009, 0x000a, 0x808b, 0x008b,
  0x8089, 0x8003, 0x8002, 0x0080, 0x800a, 0x000a,
];

/** To the left. */
function rotated16(value: number, count: number): number {
  return ((value << (count % 16)) | (value >>> (16 - (count % 16)))) & 0xffff;
}
