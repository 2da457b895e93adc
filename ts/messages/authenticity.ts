/** Refuses a message that is not authentic: its ciphertext is shorter than its tag, or the module found that the tag is wrong. */
import { AuthenticationError } from '../base/errors.js';
import type { Message } from '../engine/message.js';
import type { ModeRow } from '../suites/table.js';

/** False if a ciphertext is shorter than its tag. Nobody has made such a message. */
export const hasTag = ({ tag, textLength }: Message, { tagLength }: Pick<ModeRow, 'tagLength'>): boolean =>
  tag !== undefined || textLength >= tagLength;

/** Returns a result. Throws an AuthenticationError if there is none. */
export function authentic<Result>(result: unknown): Result {
  if (!result) throw new AuthenticationError('the message is not authentic');
  return result as Result;
}
