/** The checks that all arguments of the estimates pass. */
import { UsageError, wrongType } from '../base/errors.js';
import { type BoundedMode, boundedModes, type MessageLengths, type Row } from './family.js';

export const lengthNames = ['associatedData', 'plaintext'] as const;

/** Throws ArgumentError if the value is not a number, and UsageError if the number is wrong. */
export function checkNumber(argument: string, value: number, expected: string, isRight: (value: number) => boolean) {
  if (typeof value !== 'number') throw wrongType(argument, expected, value);
  if (!isRight(value)) throw new UsageError(`${argument} must be ${expected}`);
  return value;
}

/** Checks a count, which may be any whole number that a double can hold, even above 2^53. */
export const checkWhole = (argument: string, value: number, least = 0): number =>
  checkNumber(argument, value, `a whole number, ${least} or more`, (n) => Number.isInteger(n) && n >= least);

const lengthKind = 'a length in bytes: a whole number, 0 or more';
const isLength = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

export const readLengths = ({ associatedData = 0, plaintext }: MessageLengths) => ({
  associatedData: checkNumber('associatedData', associatedData, lengthKind, isLength),
  plaintext: checkNumber('plaintext', plaintext, lengthKind, isLength),
});

export function checkMode(mode: string, modes: readonly string[]): void {
  const expected = `one of ${modes.join(', ')}`;
  // An array or object whose string form is a mode's name is refused.
  if (typeof mode !== 'string') throw wrongType('mode', expected, mode);
  if (!modes.includes(mode)) throw new UsageError(`mode must be ${expected}`);
}

export function boundedRow(mode: BoundedMode): Row {
  checkMode(mode, Object.keys(boundedModes));
  return boundedModes[mode];
}
