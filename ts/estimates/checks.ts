/** The checks that all arguments of the estimates pass. */
import { ByteTypeError, mustBe, UsageError } from '../api/errors.js';
import { type BoundedMode, boundedModes, type IceRow, type MessageLengths, type TweakRow } from './family.js';

/** @internal */
export function checkRecord<Value extends object>(argument: string, value: Value): Value {
  if (typeof value === 'object' && value !== null) return value;
  throw new ByteTypeError(argument, mustBe('an object', value));
}

/** @internal */
export function checkWhole(argument: string, value: number, least = 0): number {
  // A count may be more than 2^53: then it is one of the whole numbers that a double has.
  if (Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`${argument} must be a whole number, ${least} or more`);
}

/** @internal */
export function readLengths({ associatedData = 0, plaintext }: MessageLengths): Required<MessageLengths> & {
  associatedData: number;
} {
  for (const [name, length] of Object.entries({ associatedData, plaintext }))
    if (!Number.isSafeInteger(length) || length < 0)
      throw new UsageError(`${name} must be a length in bytes: a whole number, 0 or more`);
  return { associatedData, plaintext };
}

/** @internal */
export function boundedRow(mode: BoundedMode): TweakRow | IceRow {
  if (Object.hasOwn(boundedModes, mode)) return boundedModes[mode];
  throw new UsageError(`mode must be one of ${Object.keys(boundedModes).join(', ')}`);
}
