// Romulus-N and -M over Deoxys-BC-128-384 in plain form: the modes of test/reference/romulus-modes.ts with another cipher.

import { deoxysBc } from './deoxys-bc.js';
import { around, onBothSides, pairsOf, piecesOf } from './kats.js';
import { BLOCK_LENGTH, ctr, firstTweakey, romulusModes } from './romulus-modes.js';
import type { SuiteReference } from './suites.js';

const modes = romulusModes({
  tweakLength: BLOCK_LENGTH,
  withKey:
    (key) =>
    (state, { block, count, domain }) =>
      deoxysBc([firstTweakey(ctr(count), domain), block, key], state),
});

/** Lengths near the edges of blocks, of pairs of blocks, and of pieces. */
const DEOXYS_LENGTHS = [
  ...[33, ...around(48, 64, 96), 98, ...around(112), 114, ...around(128, 256, 512, 896, 1024, 2048, 4096, 16384)],
  ...[16400, 16401, 32768, 32769, 65536, 65537],
];

const DEOXYS_PAIRS = pairsOf(...[33, 33, 49, 33, 48, 64, 97, 113, 128, 48, 1025, 1024, 4096, 4097, 16401, 16384]);

export const reference: SuiteReference = {
  title: 'Romulus over Deoxys-BC',
  blockLength: () => BLOCK_LENGTH,
  algorithm: (name: 'N' | 'M') => modes[name],
  // Nobody has published vectors of these modes.
  official: {},
  longCases: () => [...onBothSides(DEOXYS_LENGTHS), ...DEOXYS_PAIRS],
  comparedMax: 500,
  // Whole pairs of blocks, as every piece except the last must have.
  pieces: piecesOf(32, 2048, 16384),
};
