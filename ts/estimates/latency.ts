/** The number of cycles that the published accelerator of Romulus-N and -M takes for a message. */
import { checkNamed } from '../base/options.js';
import { calls } from './calls.js';
import { checkMode, checkNumber, checkWhole, lengthNames, readLengths } from './checks.js';
import { type AcceleratedMode, blockCount, boundedModes, type MessageLengths } from './family.js';

/** A message, and the accelerator that encrypts it. */
export interface LatencyRequest extends MessageLengths {
  /** A mode that the accelerator computes. */
  mode: AcceleratedMode;
  /** The cycles of one call of the cipher: its rounds divided by the rounds in a cycle. */
  callCycles: number;
  /** The width of the bus, in bits. Only 32 is allowed, because only its latencies are published. 32 if left out. */
  busWidth?: number | undefined;
}

const names = ['mode', 'callCycles', 'busWidth', ...lengthNames] as const;
const acceleratedModes: readonly AcceleratedMode[] = ['Romulus-N', 'Romulus-M', 'Romulus-N-Deoxys', 'Romulus-M-Deoxys'];

/** The width of the published latencies, in bits. */
const publishedBusWidth = 32;
/** The cycles of an empty message besides its calls: headers, nonce, tag, status, and the padding of an empty string. */
const fixedCycles = 21;
/** The cycles of the second pass of Romulus-M besides its calls and its words. */
const secondPassCycles = 5;
const blockLength = 16;
/** The number of 32-bit words that the published latencies count where whole blocks give another: 1152 bytes count as 71 blocks. */
const calibratedWords: Readonly<Record<number, number>> = { 1152: 284 };

/**
 * The number of cycles that the accelerator of the paper below takes to encrypt a message. The formula gives each of the 70 latencies of
 * the paper's Table II: calls * callCycles + 21 + words(a) + words(m). Romulus-M with a message that is not empty takes words(m) + 5 more.
 * Every block counts as four words, even a short block.
 *
 * **1152 bytes count as 284 words and not as 288.** This is a calibration by the table, which the paper's text does not explain. The table
 * has only the lengths 0, 64 and 1152. The results for all other lengths are an extrapolation.
 *
 * Source: "Configurable Hardware Accelerator of Misuse-Resistant Authenticated Encryption for Tightly-Constrained Environments", section
 * III and Table II, whose bus is 32 bits wide. The cipher changes the latency only through `callCycles`.
 *
 * @returns A whole number of cycles.
 * @throws UsageError `ERR_ROMULUS_USAGE`: the accelerator has no such mode, no latency is published for `busWidth`, or a number is not a
 *   whole number.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `request` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { latency } from 'romulus-wasm/estimates';
 * const message = { associatedData: 64, plaintext: 64, callCycles: 40 };
 * console.log(latency({ mode: 'Romulus-N', ...message })); // => 333
 * console.log(latency({ mode: 'Romulus-M', ...message })); // => 434
 */
export function latency(request: LatencyRequest): number {
  const { mode, callCycles, busWidth = publishedBusWidth } = checkNamed('request', request, names);
  checkMode(mode, acceleratedModes);
  const lengths = readLengths(request);
  const { associatedData, plaintext } = lengths;
  checkWhole('callCycles', callCycles, 1);
  const expectedWidth = `${publishedBusWidth}: no latency of another is published`;
  checkNumber('busWidth', busWidth, expectedWidth, (width) => width === publishedBusWidth);
  const onePass = calls(mode, lengths) * callCycles + fixedCycles + wordsOf(associatedData) + wordsOf(plaintext);
  const hasSecondPass = boundedModes[mode].isMisuseResistant && plaintext > 0;
  return hasSecondPass ? onePass + wordsOf(plaintext) + secondPassCycles : onePass;
}

function wordsOf(length: number): number {
  if (length === 0) return 0;
  const wordsInBlock = (8 * blockLength) / publishedBusWidth;
  return calibratedWords[length] ?? wordsInBlock * blockCount(length, blockLength);
}
