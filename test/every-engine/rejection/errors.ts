/** The error for an argument of a wrong type. */
import { expect } from 'vitest';
import { ByteTypeError } from '../../../ts/index.js';

/** `received` is the argument's name in errors, where the test knows it. */
export function expectTypeError(error: Error, argument: string, expected: string, received?: string): void {
  expect(error, received).toBeInstanceOf(ByteTypeError);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ name: 'ByteTypeError', code: 'ERR_ROMULUS_TYPE', argument });
  expect(error.message).toContain(`${argument} must be ${expected}, received ${received ?? ''}`);
  if (!received) return;
  const isText = expected === 'a Uint8Array' && received === 'string';
  const help = isText ? ': for a text, new TextEncoder().encode(text)' : '';
  expect(error.message).toBe(`${argument} must be ${expected}, received ${received}${help}`);
}
