/** The published bounds on what an attacker gains, and how many messages stay below a limit. */
import { UsageError } from '../api/errors.js';
import { checkNamed } from '../api/options.js';
import { effectiveBlocks } from './calls.js';
import { boundedRow, checkNumber, checkWhole, lengthNames, readLengths } from './checks.js';
import type { BoundedMode, IceRow, MessageLengths, TweakRow } from './family.js';

/** The use of one key, and the attempts of an attacker. */
export interface UseOfKey {
  /** A mode with known bounds. */
  mode: BoundedMode;
  /** Messages encrypted: q_e. */
  encryptions: number;
  /** Forgeries that the attacker tries, each with a decryption: q_d. */
  forgeries: number;
  /** The sum of {@link effectiveBlocks} over all encrypted messages and all forgeries: sigma. */
  blocks: number;
  /** The most messages that are encrypted with the same nonce: r. 1 if left out: no nonce repeats. */
  nonceUses?: number | undefined;
  /** Calls of the cipher that the attacker computes without the key: q_p. Remus and TGIF need it, and Romulus ignores it. */
  offlineCalls?: number | undefined;
  /** The most {@link effectiveBlocks} of one message: l in the bounds of Remus and TGIF. Equal to `blocks` if left out. */
  longest?: number | undefined;
  /** The length of a truncated tag, in bytes. The full length if left out. Only the bounds of the modes N allow a truncated tag. */
  tagLength?: number | undefined;
}

/** Upper bounds as logarithms to base 2: -32 is a chance of 2^-32, and 0 promises nothing. */
export interface Advantage {
  /** The advantage in telling ciphertexts from random bytes. `-Infinity`: only breaking the cipher itself helps. */
  privacy: number;
  /** The advantage in forging one message. `-Infinity` if the attacker tries no forgery. */
  authenticity: number;
}

/** The messages to send with one key, and the safety that they must have. */
export interface MessageLimitRequest extends MessageLengths, Pick<UseOfKey, 'mode' | 'offlineCalls' | 'tagLength'> {
  /** The highest value that each bound may have, as a logarithm to base 2, below 0: -32 for 2^-32. */
  target: number;
  /** Forgeries that the attacker tries. Equal to the number of messages if left out. */
  forgeries?: number | undefined;
  /** The most messages that are encrypted with the same nonce. 1 if left out. `Infinity` means that all of them are. */
  nonceUses?: number | undefined;
}

const commonNames = ['mode', 'forgeries', 'nonceUses', 'offlineCalls', 'tagLength'] as const;
const useNames = [...commonNames, 'encryptions', 'blocks', 'longest'] as const;
const limitNames = [...commonNames, 'target', ...lengthNames] as const;

/** The numbers that the bounds depend on. */
type Counts = Readonly<Record<'encryptions' | 'forgeries' | 'blocks' | 'nonceUses' | 'longest', number>>;

const bitsOf = ({ blockLength }: { readonly blockLength: number }) => 8 * blockLength;

/** The number of messages that counts as no limit. If the bounds allow this many, the result is `Infinity`. */
const noLimit = 2 ** 140;

/**
 * The bounds that the designers publish for a mode. These are upper bounds, not attacks. For Romulus, add the advantage of telling the
 * cipher from random permutations. For Remus and TGIF, add nothing: their proofs assume an ideal cipher. A mode N whose nonce repeats
 * promises nothing, so both bounds are 0. With several keys the chances add up: add the logarithm to base 2 of the number of keys.
 *
 * Source: "Romulus v1.3" and "Romulus v1.2", sections 4.2 and 4.3, whose bounds hold over any tweakable block cipher, including Deoxys-BC.
 * For Remus and TGIF, "Remus v1.0", sections 4.2 and 4.3, because TGIF uses the modes of Remus.
 *
 * @returns Logarithms to base 2, at most 0.
 * @throws UsageError `ERR_ROMULUS_USAGE`: the mode has no bounds here, a count is not a whole number, `offlineCalls` is missing for Remus
 *   or TGIF, or the bound does not allow the length of the tag.
 * @throws ByteTypeError `ERR_ROMULUS_TYPE`: `use` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { advantage } from 'romulus-wasm/estimates';
 * const use = { mode: 'Romulus-M', encryptions: 2 ** 32, forgeries: 2 ** 20, blocks: 2 ** 40 } as const;
 * console.log(advantage(use).privacy); // => -Infinity
 * console.log(advantage(use).authenticity.toFixed(1)); // => -105.7
 * console.log(advantage({ ...use, nonceUses: 2 }).privacy); // => -85
 */
export function advantage(use: UseOfKey): Advantage {
  const { mode, encryptions, forgeries, blocks, nonceUses = 1, longest = blocks } = checkNamed('use', use, useNames);
  const row = boundedRow(mode);
  for (const [name, value] of Object.entries({ encryptions, forgeries, blocks, longest })) checkWhole(name, value);
  checkWhole('nonceUses', nonceUses, 1);
  const tagBits = tagBitsOf(row, use);
  const counts = { encryptions, forgeries, blocks, nonceUses, longest };
  const isIce = row.construction !== 'tweak';
  const offlineCalls = isIce ? offlineCallsOf(use) : 0;
  if (!row.isMisuseResistant && nonceUses > 1) return { privacy: 0, authenticity: 0 };
  return isIce ? boundOverKeys(row, counts, tagBits, offlineCalls) : boundOverTweaks(row, counts, tagBits);
}

/**
 * The number of messages of these lengths that one key may encrypt before a bound of {@link advantage} exceeds the target.
 *
 * Source: the same bounds, solved by halving.
 *
 * @returns A whole number. Above 2^53 it is the nearest double below the limit. `Infinity` if no number of messages reaches the target.
 * @throws UsageError `ERR_ROMULUS_USAGE`: in the cases of {@link advantage}, or if the target is not below 0.
 * @throws ByteTypeError `ERR_ROMULUS_TYPE`: `request` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { messageLimit } from 'romulus-wasm/estimates';
 * const message = { associatedData: 16, plaintext: 64, target: -32 };
 * console.log(Math.log2(messageLimit({ mode: 'Romulus-M', nonceUses: 2, ...message })).toFixed(1)); // => 89.0
 * console.log(Math.log2(messageLimit({ mode: 'Romulus-M', nonceUses: Infinity, ...message })).toFixed(1)); // => 45.0
 */
export function messageLimit(request: MessageLimitRequest): number {
  checkNamed('request', request, limitNames);
  const { mode, target, forgeries, nonceUses = 1, offlineCalls, tagLength } = request;
  const blocksOfOne = effectiveBlocks(mode, readLengths(request));
  checkNumber('target', target, 'a number below 0', (value) => value < 0);
  if (forgeries !== undefined) checkWhole('forgeries', forgeries);
  if (nonceUses !== Number.POSITIVE_INFINITY) checkWhole('nonceUses', nonceUses, 1);
  const holds = (messages: number) => {
    const tried = forgeries ?? messages;
    const { privacy, authenticity } = advantage({
      offlineCalls,
      tagLength,
      mode,
      encryptions: messages,
      forgeries: tried,
      blocks: (messages + tried) * blocksOfOne,
      nonceUses: Math.max(1, Math.min(nonceUses, messages)),
      longest: blocksOfOne,
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

/** The bounds of Romulus, without the advantage against its tweakable block cipher. */
function boundOverTweaks(row: TweakRow, counts: Counts, tagBits: number): Advantage {
  const { encryptions, forgeries, blocks, nonceUses: r } = counts;
  const all = 2 ** bitsOf(row);
  if (!row.isMisuseResistant) return logarithms(0, (3 * forgeries) / all + (2 * forgeries) / 2 ** tagBits);
  if (r === 1) return logarithms(0, (5 * forgeries) / all);
  return logarithms((4 * r * blocks) / all, (4 * r * encryptions + 5 * r * forgeries) / all);
}

/** The bounds of Remus and TGIF, whose proofs assume an ideal block cipher. */
function boundOverKeys(row: IceRow, counts: Counts, tagBits: number, offlineCalls: number): Advantage {
  const { forgeries, blocks, nonceUses: r, longest } = counts;
  const all = 2 ** bitsOf(row);
  const shared = boundOfKeys(row, blocks, offlineCalls);
  if (row.isMisuseResistant)
    return logarithms(shared + (r === 1 ? 0 : (4 * r * blocks) / all), shared + (2 * r * longest * forgeries) / all);
  return logarithms(shared, shared + (2 * longest * forgeries) / all + (2 * forgeries) / 2 ** tagBits);
}

/** The part that all bounds of a construction share. It measures how well the calls hide their keys. */
function boundOfKeys(row: IceRow, blocks: number, offlineCalls: number): number {
  const n = bitsOf(row);
  const keyBits = 128;
  /** The bits of the key that ICE3's counter never changes. */
  const fixedKeyBits = 8;
  if (row.construction === 'ice3') return (offlineCalls * blocks) / 2 ** (keyBits - fixedKeyBits);
  const met = 9 * blocks ** 2 + 4 * blocks * offlineCalls;
  return met / 2 ** (row.construction === 'ice2' ? 2 * n : n) + (2 * offlineCalls) / 2 ** n;
}

function tagBitsOf(row: TweakRow | IceRow, { mode, tagLength = row.blockLength }: UseOfKey): number {
  checkWhole('tagLength', tagLength, 1);
  if (tagLength > row.blockLength)
    throw new UsageError(`tagLength must be at most ${row.blockLength} bytes in ${mode}`);
  if (row.isMisuseResistant && tagLength < row.blockLength)
    throw new UsageError(`${mode} has no bound for a tag that is cut: tagLength must be ${row.blockLength} bytes`);
  return 8 * tagLength;
}

function offlineCallsOf({ mode, offlineCalls }: UseOfKey): number {
  if (offlineCalls === undefined) throw new UsageError(`${mode} needs offlineCalls: its bounds are of an ideal cipher`);
  return checkWhole('offlineCalls', offlineCalls);
}

const logarithms = (privacy: number, authenticity: number): Advantage => ({
  privacy: Math.min(0, Math.log2(privacy)),
  authenticity: Math.min(0, Math.log2(authenticity)),
});
