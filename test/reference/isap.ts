// ISAP v2 in plain form, written from its specification. It shares no code with the product, so that tests compare two
// independent programs. Not constant time.

import { type Context, encryptThenMac } from './aead.js';
import { asconP } from './ascon.js';
import { concatenate, extended } from './bytes.js';
import { around, onBothSides, pairsOf, piecesOf } from './kats.js';
import { keccakP400 } from './keccak.js';
import type { SuiteReference } from './suites.js';

type IsapName = 'A-128A' | 'A-128' | 'K-128A' | 'K-128';

/** The last `rounds` rounds on a state of bytes. */
type Permutation = (state: Uint8Array, rounds: number) => Uint8Array;

interface Instance {
  permutation: Permutation;
  stateLength: number;
  rate: number;
  /** The rounds sH, sB, sE, sK [isap 1]. */
  rounds: { h: number; b: number; e: number; k: number };
}

const INSTANCES: Record<IsapName, Instance> = {
  'A-128A': { permutation: asconP, stateLength: 40, rate: 8, rounds: { h: 12, b: 1, e: 6, k: 12 } },
  'A-128': { permutation: asconP, stateLength: 40, rate: 8, rounds: { h: 12, b: 12, e: 12, k: 12 } },
  'K-128A': { permutation: keccakP400, stateLength: 50, rate: 18, rounds: { h: 16, b: 1, e: 8, k: 8 } },
  'K-128': { permutation: keccakP400, stateLength: 50, rate: 18, rounds: { h: 20, b: 12, e: 12, k: 12 } },
};

const KEY_LENGTH = 16;
const TAG_LENGTH = 16;

/** The first byte of an initial value [isap 2.1]. */
const FOR_MAC = 1;
const FOR_MAC_KEY = 2;
const FOR_STREAM_KEY = 3;

function addStream(instance: Instance, { key, nonce }: Context, text: Uint8Array): Uint8Array {
  const { permutation, stateLength, rate, rounds } = instance;
  let state = concatenate([sessionKey(instance, key, FOR_STREAM_KEY, nonce, stateLength - nonce.length), nonce]);
  const output = text.slice();
  for (let start = 0; start < text.length; start += rate) {
    state = permutation(state, rounds.e);
    addTo(output.subarray(start, start + rate), state);
  }
  return output;
}

function tagOf(instance: Instance, { key, nonce, associatedData }: Context, ciphertext: Uint8Array): Uint8Array {
  const { permutation, rate, rounds } = instance;
  let state = permutation(beginning(instance, nonce, FOR_MAC), rounds.h);
  for (const string of [associatedData, ciphertext]) {
    const padded = extended(string, string.length - (string.length % rate) + rate);
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

/** The first state: 16 bytes, the initial value, zeros. */
function beginning({ stateLength, rate, rounds }: Instance, first: Uint8Array, use: number): Uint8Array {
  const state = extended(first, stateLength);
  state.set([use, 8 * KEY_LENGTH, 8 * rate, 1, rounds.h, rounds.b, rounds.e, rounds.k], first.length);
  return state;
}

/** Adds one string to the beginning of another in place, up to the shorter length. */
function addTo(bytes: Uint8Array, more: Uint8Array): void {
  for (let i = 0; i < Math.min(bytes.length, more.length); i++) (bytes[i] as number) ^= more[i] as number;
}

/** Near the edges of blocks of 8 and of 18 bytes, of whole lanes, of windows, and of the powers of two. */
const ISAP_LENGTHS = [
  ...[33, ...around(36, 40, 54, 64, 72, 90, 128, 144, 256, 512, 1024, 2016), 2033, 2034],
  ...[...around(2048, 4032, 4096, 16128), 16136, 16146, ...around(16384, 32256), 65535, 65536],
];

const ISAP_PAIRS = pairsOf(
  ...[72, 72, 1008, 1008, 1008, 1009, 2017, 2016, 8064, 8064, 8065, 8064, 16129, 16128, 65536, 32257],
);

export const reference: SuiteReference = {
  title: 'ISAP v2',
  blockLength: (name: IsapName) => INSTANCES[name].rate,
  algorithm: (name: IsapName) =>
    encryptThenMac(
      (context, text) => addStream(INSTANCES[name], context, text),
      (context, ciphertext) => tagOf(INSTANCES[name], context, ciphertext),
    ),
  official: {
    'isap-a-128a.txt': 'c1bd01c935a386d3709d31543a046076a1693a31173ae22c522e1e25b0e97c6e',
    'isap-a-128.txt': 'ac53be777fcb61b1bf4645e6d4a39f12a91fe547207d12ecfb27cc63714eb951',
    'isap-k-128a.txt': 'b70c2ce731d54aa021432f6e2a5ff9b4ef341f07fbe865acbcceb1964c09eece',
    'isap-k-128.txt': 'bf976d228e938ff2d78d8bb864163d13f51cf1af9155699b51dc3e9834353312',
  },
  longCases: () => [...onBothSides(ISAP_LENGTHS), ...ISAP_PAIRS],
  comparedMax: 120,
  // Whole blocks of both rates, of the associated data too.
  pieces: piecesOf(72, 2016, 16128),
};
