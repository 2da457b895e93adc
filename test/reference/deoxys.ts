// Romulus-N and -M over Deoxys-BC-128-384 in plain form: the modes of test/reference/romulus-modes.ts with another cipher.

import { deoxysBc } from './deoxys-bc.js';
import { onBothSides, pairsOf } from './kats.js';
import {
  BLOCK_LENGTH,
  type Context,
  ctr,
  decryptWith,
  encryptWith,
  firstTweakey,
  romulusModes,
} from './romulus-modes.js';
import type { SuiteReference } from './suites.js';

export const DEOXYS_NAMES = ['N', 'M'] as const;
export type DeoxysName = (typeof DEOXYS_NAMES)[number];

/** A test may give another cipher. */
const modesOver = (cipher: typeof deoxysBc) =>
  romulusModes({
    tweakLength: BLOCK_LENGTH,
    withKey:
      (key) =>
      (state, { block, count, domain }) =>
        cipher([firstTweakey(ctr(count), domain), block, key], state),
  });

/** Returns the ciphertext followed by the tag. */
export function deoxysEncrypt(
  name: DeoxysName,
  request: Context & { plaintext: Uint8Array },
  cipher = deoxysBc,
): Uint8Array {
  return encryptWith(modesOver(cipher)[name], request);
}

/** Returns the plaintext, or null when the input is not authentic. */
function deoxysDecrypt(name: DeoxysName, request: Context & { ciphertext: Uint8Array }): Uint8Array | null {
  return decryptWith(modesOver(deoxysBc)[name], request);
}

/** About the edges of blocks, of pairs of blocks, and of pieces. */
const DEOXYS_LENGTHS = [
  ...[33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 98, 111, 112, 113, 114, 127, 128, 129, 255, 256, 257],
  ...[511, 512, 513, 895, 896, 897, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097],
  ...[16383, 16384, 16385, 16400, 16401, 32768, 32769, 65536, 65537],
];

const DEOXYS_PAIRS = pairsOf(...[33, 33, 49, 33, 48, 64, 97, 113, 128, 48, 1025, 1024, 4096, 4097, 16401, 16384]);

export const reference: SuiteReference = {
  title: 'Romulus over Deoxys-BC',
  blockLength: () => BLOCK_LENGTH,
  encrypt: (name: DeoxysName, request) => deoxysEncrypt(name, request),
  decrypt: deoxysDecrypt,
  // Nobody has published vectors of these modes.
  official: {},
  longSha256: '87785853e0d7bdc9decd6ed9f9a6446c444db8a679af13c080cc5ad2b49c7831',
  longCases: () => [...onBothSides(DEOXYS_LENGTHS), ...DEOXYS_PAIRS],
  comparedMax: 500,
  // Whole pairs of blocks, as a piece that is not the last must have.
  pieces: ({ messageLength, adLength }) =>
    Math.max(messageLength, adLength) > 4200
      ? [[16384, 16384]]
      : [
          [32, 32],
          [2048, 2048],
        ],
};
