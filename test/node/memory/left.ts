/** The walk over calls: what each leaves in arrays that it makes, and in the linear memory. */
import { expect } from 'vitest';
import { buffersOf, madeOrCut } from '../../fixtures/arrays.js';
import { expectSame, key, same } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/runtime.js';

/** Nonces, tags, salts and numbers are no secrets; only they are as short as a block. */
const isPublic = (array: Uint8Array) => array.length <= 16 && !same(array, key);

/**
 * Runs a call, which pauses wherever it can. All arrays that it made must be zeros afterwards, but those of its result and
 * those that `mayStay`. Gives the result or the error of the call.
 */
export async function leavingNothing(call: () => Promise<unknown>, mayStay: (array: Uint8Array) => boolean) {
  const { arrays, outcome } = await madeOrCut(() => pausingEverywhere(call));
  const results = new Set(outcome instanceof Error ? [] : buffersOf(outcome));
  const left = arrays.filter((array) => !results.has(array.buffer) && !isPublic(array) && !mayStay(array));
  expect(arrays.length).toBeGreaterThan(0);
  for (const array of left) expectSame(array, new Uint8Array(array.length));
  return outcome;
}
