/** The number of calls of the block cipher for a message. */
import { UsageError } from '../base/errors.js';
import { checkNamed } from '../base/options.js';
import { boundedRow, checkMode, lengthNames, readLengths } from './checks.js';
import type { BoundedMode, FamilyMode, MessageLengths, Row } from './family.js';
import { blockCount, blockCountInTurn, boundedModes } from './family.js';

const blockLength = 16;

/**
 * The number of calls of the block cipher that encrypt, decrypt or hash a message. Encryption and decryption make the same number. The
 * specifications leave two choices open: the key that Romulus-T derives for an empty plaintext is counted too, because this package derives
 * it, and Remus-M and TGIF-M keep the key from the nonce for the second pass, as the designers' programs do.
 *
 * Source: the algorithms of "Romulus v1.3", "Romulus v1.2", "Remus v1.0" and "TGIF v1.0".
 *
 * @param lengths - The lengths in bytes. A hash has no associated data.
 * @returns A whole number of calls.
 * @throws UsageError `ERR_ROMULUS_USAGE`: the mode is not one of the family, a length is not a whole number of bytes, or a hash is given
 *   associated data.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `lengths` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { calls } from 'romulus-wasm/estimates';
 * console.log(calls('Romulus-N', { associatedData: 64, plaintext: 64 })); // => 7
 * console.log(calls('Romulus-M', { associatedData: 64, plaintext: 64 })); // => 9
 */
export function calls(mode: FamilyMode, lengths: MessageLengths): number {
  const { associatedData, plaintext } = readLengths(checkNamed('lengths', lengths, lengthNames));
  checkMode(mode, [...Object.keys(boundedModes), 'Romulus-T', 'Romulus-H']);
  if (mode === 'Romulus-T') return callsOfT(associatedData, plaintext);
  if (mode === 'Romulus-H') {
    if (associatedData > 0) throw new UsageError('Romulus-H has no associatedData');
    return hashCalls(plaintext);
  }
  const row = boundedModes[mode];
  return (row.construction === 'tweak' ? callsOverTweaks : callsOverKeys)(row, associatedData, plaintext);
}

/**
 * The number of "effective blocks" of a message, which the published bounds count: at least its calls that do not derive a key. The sum
 * over all messages is `blocks` of {@link advantage}, and the sum over all forgeries `forgedBlocks`.
 *
 * Source: "Updates on Romulus, Remus and TGIF", the theorems that {@link advantage} computes.
 *
 * @returns A whole number of blocks.
 * @throws UsageError `ERR_ROMULUS_USAGE`: the mode has no bounds here, or a length is not a whole number of bytes.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `lengths` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { effectiveBlocks } from 'romulus-wasm/estimates';
 * console.log(effectiveBlocks('Remus-M2', { associatedData: 64, plaintext: 64 })); // => 12
 */
export function effectiveBlocks(mode: BoundedMode, lengths: MessageLengths): number {
  const { associatedData, plaintext } = readLengths(checkNamed('lengths', lengths, lengthNames));
  const row = boundedRow(mode);
  const text = blockCount(plaintext, row.blockLength);
  if (row.construction !== 'tweak')
    return blockCount(associatedData, row.blockLength) + text * (row.isMisuseResistant ? 2 : 1);
  const pairsOf = (length: number) => Math.floor(blockCountInTurn(length, row.blockLength, row.tweakLength) / 2);
  return pairsOf(associatedData) + text + (row.isMisuseResistant ? pairsOf(plaintext) + 2 : 1);
}

/** Counts one call for each pair of blocks that are only authenticated, one call with the nonce, and one call for each block of text. */
function callsOverTweaks({ isMisuseResistant, tweakLength }: Row, associatedData: number, plaintext: number) {
  const ofAd = blockCountInTurn(associatedData, blockLength, tweakLength);
  if (!isMisuseResistant) return Math.floor(ofAd / 2) + 1 + blockCount(plaintext, blockLength);
  // The message continues the alternation of the associated data: after an odd number of blocks, its first block goes into the tweak.
  const [first, second] = ofAd % 2 === 0 ? [blockLength, tweakLength] : [tweakLength, blockLength];
  return Math.floor((ofAd + blockCountInTurn(plaintext, first, second)) / 2) + 1 + Math.ceil(plaintext / blockLength);
}

/** Counts one call for each block of associated data or text. The second pass of the modes M adds one call for each block of text. */
function callsOverKeys(row: Row, associatedData: number, plaintext: number) {
  const onePass = row.keyCalls + blockCount(associatedData, row.blockLength) + blockCount(plaintext, row.blockLength);
  return onePass + (row.isMisuseResistant ? Math.ceil(plaintext / row.blockLength) : 0);
}

/** Counts the first key, each block of text, each next key between blocks, a hash, and the tag. */
function callsOfT(associatedData: number, plaintext: number) {
  const blocks = Math.ceil(plaintext / blockLength);
  const counterLength = 7;
  const padded = (length: number) => (length === 0 ? 0 : blockLength * (Math.floor(length / blockLength) + 1));
  const hashed = padded(associatedData) + padded(plaintext) + blockLength + counterLength;
  return 1 + Math.max(0, 2 * blocks - 1) + hashCalls(hashed) + 1;
}

/** Counts two calls for each 32 bytes. After a whole last block, the padding adds a block. */
const hashCalls = (length: number) => 2 * (Math.floor(length / (2 * blockLength)) + 1);
