/** The published bounds on what an attacker gains, and how many messages stay below a limit. */
import { UsageError } from '../base/errors.js';
import { checkNamed } from '../base/options.js';
import { effectiveBlocks } from './calls.js';
import { boundedRow, checkNumber, checkWhole, lengthNames, readLengths } from './checks.js';
import type { BoundedMode, MessageLengths, Row } from './family.js';

/** The use of one key, and the attempts of an attacker. */
export interface UseOfKey {
  /** A mode with known bounds. */
  mode: BoundedMode;
  /** Messages encrypted: q_e. */
  encryptions: number;
  /** Forgeries that the attacker tries, each with a decryption: q_d. */
  forgeries: number;
  /** The sum of {@link effectiveBlocks} over all encrypted messages: sigma_priv. */
  blocks: number;
  /** The sum of {@link effectiveBlocks} over all forgeries, which sigma_auth adds to `blocks`. 0 if left out. Romulus ignores it. */
  forgedBlocks?: number | undefined;
  /** The most messages that are encrypted with the same nonce: r. 1 if left out: no nonce repeats. */
  nonceUses?: number | undefined;
  /** Calls of the cipher that the attacker computes without the key: q_p. Remus and TGIF need it, and Romulus ignores it. */
  offlineCalls?: number | undefined;
  /**
   * The length of the tag in bits, 1 to n: t. All n bits if left out: 64 in Remus-N3, else 128. Only the bounds of the modes N allow a tag
   * that is cut. This package itself verifies whole tags only.
   */
  tagBits?: number | undefined;
}

/** Upper bounds as logarithms to base 2: -32 is a chance of 2^-32, and 0 promises nothing. */
export interface Advantage {
  /** The advantage in telling ciphertexts from random bytes. `-Infinity`: only breaking the cipher itself helps. */
  privacy: number;
  /** The advantage in forging one message. `-Infinity`: as above, in Romulus without any forgery tried. */
  authenticity: number;
}

/** The messages to send with one key, and the safety that they must have. */
export interface MessageLimitRequest extends MessageLengths, Pick<UseOfKey, 'mode' | 'offlineCalls' | 'tagBits'> {
  /** The highest value that each bound may have, as a logarithm to base 2, below 0: -32 for 2^-32. */
  target: number;
  /** Forgeries that the attacker tries. Equal to the number of messages if left out. */
  forgeries?: number | undefined;
  /** The most messages that are encrypted with the same nonce. 1 if left out. `Infinity` means that all of them are. */
  nonceUses?: number | undefined;
}

const commonNames = ['mode', 'forgeries', 'nonceUses', 'offlineCalls', 'tagBits'] as const;
const useNames = [...commonNames, 'encryptions', 'blocks', 'forgedBlocks'] as const;
const limitNames = [...commonNames, 'target', ...lengthNames] as const;

/** The number of messages that counts as no limit. If the bounds allow this many, the result is `Infinity`. */
const noLimit = 2 ** 140;

/**
 * The bounds that the designers publish for a mode. These are upper bounds, not attacks. For Romulus, add the advantage of telling the
 * cipher from random permutations. For Remus and TGIF, add nothing: their proofs assume an ideal cipher. A mode N whose nonce repeats
 * promises nothing, so both bounds are 0. With several keys the chances add up: add the logarithm to base 2 of the number of keys.
 *
 * Source: "Updates on Romulus, Remus and TGIF", theorems 1 to 3 for Romulus over any tweakable block cipher, including Deoxys-BC, and 4 to 6
 * for Remus and for TGIF, which uses the modes of Remus. They replace the bounds of "Remus v1.0" and "TGIF v1.0".
 *
 * @returns Logarithms to base 2, at most 0.
 * @throws UsageError `ERR_ROMULUS_USAGE`: the mode has no bounds here, a count is not a whole number, `offlineCalls` is missing for Remus
 *   or TGIF, or the bound does not allow the length of the tag, `tagBits`.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `use` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { advantage } from 'romulus-wasm/estimates';
 * const use = { mode: 'Romulus-M', encryptions: 2 ** 32, forgeries: 2 ** 20, blocks: 2 ** 40 } as const;
 * console.log(advantage(use).privacy); // => -Infinity
 * console.log(advantage(use).authenticity.toFixed(1)); // => -105.7
 * console.log(advantage({ ...use, nonceUses: 2 }).privacy); // => -85
 */
export function advantage(given: UseOfKey): Advantage {
  const use = checkNamed('use', given, useNames);
  const { mode, encryptions, forgeries, blocks, forgedBlocks = 0, nonceUses: r = 1 } = use;
  const row = boundedRow(mode);
  for (const [name, value] of Object.entries({ encryptions, forgeries, blocks, forgedBlocks })) checkWhole(name, value);
  checkWhole('nonceUses', r, 1);
  const n = 8 * row.blockLength;
  const tagBits = tagBitsOf(row, use);
  const offlineCalls = row.construction === 'tweak' ? 0 : offlineCallsOf(use);
  if (!row.isMisuseResistant && r > 1) return { privacy: 0, authenticity: 0 };

  let [privacy, authenticity] = [0, 0];
  if (!row.isMisuseResistant) authenticity = (3 * forgeries) / 2 ** n + (2 * forgeries) / 2 ** tagBits;
  else if (r === 1) authenticity = (5 * forgeries) / 2 ** n;
  else {
    // The counts are multiplied first: 0 times a product that overflowed is no number.
    privacy = (4 * (r * blocks)) / 2 ** n;
    authenticity = (4 * (r * encryptions) + 5 * (r * forgeries)) / 2 ** n;
  }
  const allBlocks = Math.min(blocks + forgedBlocks, Number.MAX_VALUE);
  return {
    privacy: logarithm(privacy + idealCipherTerms(row, blocks, offlineCalls)),
    authenticity: logarithm(authenticity + idealCipherTerms(row, allBlocks, offlineCalls)),
  };
}

/**
 * The number of messages of these lengths that one key may encrypt before a bound of {@link advantage} exceeds the target.
 *
 * Source: the same bounds, solved by halving.
 *
 * @returns A whole number. Above 2^53 it is the nearest double below the limit. `Infinity` if no number of messages reaches the target.
 * @throws UsageError `ERR_ROMULUS_USAGE`: in the cases of {@link advantage}, or if the target is not below 0.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `request` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { messageLimit } from 'romulus-wasm/estimates';
 * const message = { associatedData: 16, plaintext: 64, target: -32 };
 * console.log(Math.log2(messageLimit({ mode: 'Romulus-M', nonceUses: 2, ...message })).toFixed(1)); // => 90.0
 * console.log(Math.log2(messageLimit({ mode: 'Romulus-M', nonceUses: Infinity, ...message })).toFixed(1)); // => 45.5
 */
export function messageLimit(request: MessageLimitRequest): number {
  const given = checkNamed('request', request, limitNames);
  const { mode, target, forgeries, nonceUses = 1, offlineCalls, tagBits } = given;
  const blocksOfOne = effectiveBlocks(mode, readLengths(given));
  checkNumber('target', target, 'a number below 0', (value) => value < 0);
  if (forgeries !== undefined) checkWhole('forgeries', forgeries);
  if (nonceUses !== Number.POSITIVE_INFINITY) checkWhole('nonceUses', nonceUses, 1);
  const holds = (messages: number) => {
    const tried = forgeries ?? messages;
    const { privacy, authenticity } = advantage({
      offlineCalls,
      tagBits,
      mode,
      encryptions: messages,
      forgeries: tried,
      blocks: messages * blocksOfOne,
      forgedBlocks: tried * blocksOfOne,
      nonceUses: Math.max(1, Math.min(nonceUses, messages)),
    });
    return Math.max(privacy, authenticity) <= target;
  };
  if (holds(noLimit)) return Number.POSITIVE_INFINITY;
  let below = 0;
  for (let above = noLimit; ; ) {
    const middle = Math.floor(below / 2 + above / 2);
    if (middle <= below || middle >= above) return below;
    if (holds(middle)) below = middle;
    else above = middle;
  }
}

/** The terms that the theorems for Remus add to those for Romulus: how well s calls of the cipher hide their keys. */
function idealCipherTerms({ construction, blockLength }: Row, s: number, offlineCalls: number): number {
  if (construction === 'tweak') return 0;
  const keyBits = 128;
  /** The bits of the key that ICE3's counter never changes. */
  const fixedKeyBits = 8;
  if (construction === 'ice3') return (0.5 * s * s) / 2 ** (keyBits - fixedKeyBits) + (offlineCalls * s) / 2 ** keyBits;
  const n = 8 * blockLength;
  return (
    (9 * s * s + 4 * (offlineCalls * s)) / 2 ** (construction === 'ice2' ? 2 * n : n) + (2 * offlineCalls) / 2 ** n
  );
}

function tagBitsOf(row: Row, { mode, tagBits = 8 * row.blockLength }: UseOfKey): number {
  checkWhole('tagBits', tagBits, 1);
  const n = 8 * row.blockLength;
  if (tagBits > n) throw new UsageError(`tagBits must be at most ${n} in ${mode}`);
  if (row.isMisuseResistant && tagBits < n)
    throw new UsageError(`${mode} has no bound for a tag that is cut: tagBits must be ${n}`);
  return tagBits;
}

function offlineCallsOf({ mode, offlineCalls }: UseOfKey): number {
  if (offlineCalls === undefined) throw new UsageError(`${mode} needs offlineCalls: its bounds are of an ideal cipher`);
  return checkWhole('offlineCalls', offlineCalls);
}

const logarithm = (bound: number): number => Math.min(0, Math.log2(bound));
