/** Calls where the stack is nearly at its end: each works or fails, and the engine is as before for the next call. */
import { expect, it } from 'vitest';
import type { RomulusSync } from '../../../ts/index.js';
import { bytesIn, expectSame, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, type Promises } from '../../fixtures/calls.js';
import { cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { casesOf } from '../../fixtures/suites.js';

const loaded = await loadedPackage();
const { romulus: promises, sync } = loaded;
const expectClean = cleanCheck(loaded);

/** Engines have several words for the end of the stack. */
const isOverflow = (error: unknown) => /call stack|stack overflow|recursion/i.test(String(error));

/** Goes down until the stack ends, and makes the call `above` frames higher. Gives undefined if the stack ended in the call too. */
function callAbove(above: number, run: () => unknown): unknown {
  let ascended = 0;
  let result: unknown;
  let failure: unknown;
  const down = (): void => {
    try {
      down();
    } catch {
      // The stack has ended below.
    }
    if (ascended++ !== above) return;
    try {
      result = run();
    } catch (error) {
      // It is looked at higher up: V8 ends the process where it has no stack to compile a pattern.
      failure = error;
    }
  };
  down();
  if (failure && !isOverflow(failure)) throw failure;
  return result;
}

const hasher = sync.createHasher().update(text(30));
const cloning = {
  name: 'clone of a hasher',
  given: {},
  run: () => hasher.clone().export(),
  expected: [hasher.export()],
};
type Row = Pick<ByteCall, 'name' | 'given' | 'run' | 'expected' | 'open'>;
const rows: Row[] = [cloning];
const tried: [form: string, functions: Promises | RomulusSync, lengths: [text: number, ad: number]][] = [
  ['at once', sync, [64, 32]],
  // This is longer than a piece of the module.
  ['at once', sync, [20_000, 0]],
  // Only the beginning of a call uses the caller's stack.
  ['by promise', promises, [64, 32]],
];
for (const [form, functions, lengths] of tried) {
  const calls = await byteCalls(functions, sync, ...lengths);
  // `npm test` tries one mode, M, which reads a text twice to encrypt it, and once to decrypt it, and what uses the module.
  const usual = calls.filter(({ of, mode = 'M' }) => mode === 'M' && of !== 'file');
  for (const call of casesOf({ usual, all: calls }))
    rows.push({ ...call, name: `${call.name} ${form}, of ${lengths[0]} bytes` });
}

it.each(rows)('$name leaves the engine as it was, wherever the stack ends', async ({ name, given, run, ...right }) => {
  const digest = sync.romulusH(text(3));
  let failures = 0;
  // Up to the depths where it works.
  for (let [above, works] = [0, 0]; works < 3; above++) {
    const result = await Promise.resolve(callAbove(above, () => run(given))).catch((error) => {
      if (!isOverflow(error)) throw error;
    });
    works = result === undefined ? 0 : works + 1;
    if (works > 0) continue;
    failures++;
    expectClean(name);
    expectSame(sync.romulusH(text(3)), digest, name);
  }
  expect(failures).toBeGreaterThan(0);
  expectRight({ name, ...right }, await bytesIn(await run(given)));
});
