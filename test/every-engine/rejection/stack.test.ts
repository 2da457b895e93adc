/** Calls where the stack is nearly at its end: each works or fails, and the engine is as before for the next call. */
import { expect, inject, it } from 'vitest';
import { bytesIn, expectSame, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight } from '../../fixtures/calls.js';
import { cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { casesOf } from '../../fixtures/suites.js';

const loaded = await loadedPackage();
const { romulus: promises, sync } = loaded;
const expectClean = cleanCheck(loaded);

/** Engines have several words for the end of the stack. */
const isOverflow = (error: unknown) => /call stack|recursion/i.test(String(error));

/**
 * Goes down until the stack ends, and makes the call `above` frames higher. Further parameters make the frames larger. Returns undefined if
 * the stack ended in the call too.
 */
function callAbove(above: number, padding: number, run: () => unknown): unknown {
  const pads = new Array(padding).fill(0);
  let ascended = 0;
  let result: unknown;
  let failure: unknown;
  const down = (..._: number[]): void => {
    try {
      down(...pads);
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
  down(...pads);
  if (failure && !isOverflow(failure)) throw failure;
  return result;
}

/** Makes the call at each depth, up to those where it works. `failed` is called after each failure. Returns how often it failed. */
async function atEachDepth(run: () => unknown, failed: () => void): Promise<number> {
  let failures = 0;
  for (const padding of casesOf({ usual: [0], all: [0, 1, 6] })) {
    for (let [above, works] = [0, 0]; works < 3; above++) {
      const result = await Promise.resolve(callAbove(above, padding, run)).catch((error) => {
        if (!isOverflow(error)) throw error;
      });
      if (result !== undefined) {
        works++;
        continue;
      }
      works = 0;
      failures++;
      failed();
    }
  }
  return failures;
}

const hasher = sync.createHasher().update(text(30));
const further = [
  { name: 'clone of a hasher', given: {}, run: () => hasher.clone().export(), expected: [hasher.export()] },
];
/** The promise form of romulus-wasm/js is that of the package. */
const forms = {
  'at once': sync,
  ...(inject('isJavaScript') && inject('extent') === 'usual' ? {} : { 'by promise': promises }),
};
type Row = Pick<ByteCall, 'name' | 'given' | 'run' | 'expected' | 'open'> & { form: string };
/** `npm test` tries one mode, M, which reads a text twice to encrypt it, and once to decrypt it, and what uses the module. */
const isTried = ({ of, mode = 'M' }: ByteCall) =>
  casesOf({ usual: mode === 'M' && of !== 'bytes' && of !== 'file', all: true });
const rows: Row[] = [];
for (const [form, functions] of Object.entries(forms)) {
  const short = (await byteCalls(functions, sync, 64, 32)).filter(isTried);
  const calls = [...short, ...(form === 'at once' ? further : [])];
  // These are longer than a piece of the module. By promise, only the beginning of a call uses the caller's stack.
  const long = (await byteCalls(functions, sync, 20_000, 0))
    .filter(isTried)
    .map((call) => ({ ...call, name: `${call.name}, long` }));
  rows.push(...[...calls, ...(form === 'at once' ? long : [])].map((call) => ({ ...call, form })));
}

it.each(rows)('$name $form leaves the engine as it was, wherever the stack ends', async (call) => {
  const digest = sync.romulusH(text(3));
  const failures = await atEachDepth(
    () => call.run(call.given),
    () => {
      expectClean(call.name);
      expectSame(sync.romulusH(text(3)), digest, call.name);
    },
  );
  expect(failures).toBeGreaterThan(0);
  expectRight(call, await bytesIn(await call.run(call.given)));
});
