/** The arrays of long lists: given arrays may share a buffer and stay unchanged; returned ones share nothing. */
import { describe, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { expectOwn, expectSame } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { algorithmsOf, type Call, expectRight, type Shape } from './calls.js';

const algorithms = algorithmsOf(romulus, sync);

const shapes: Shape[] = Array.from({ length: 40 }, (_, i) => ({
  text: i % 13 === 5 ? 2_100 + i : i === 20 ? 17_000 : (i * 7) % 60,
  ad: i % 11 === 3 ? 2_050 : (i * 5) % 40,
  forged: i % 8 === 6,
}));

/** Replaces every array that a call is given. */
function replaceArrays({ inputs }: Call, replace: (bytes: Uint8Array) => Uint8Array): void {
  for (const [i, input] of inputs.entries()) {
    if (input instanceof Uint8Array) inputs[i] = replace(input);
    else for (const [name, bytes] of Object.entries(input)) input[name] = replace(bytes);
  }
}

describe.each(algorithms)('$name', ({ callsOf }) => {
  it.each([
    { kind: 'ArrayBuffer', make: (length: number) => new ArrayBuffer(length) },
    { kind: 'SharedArrayBuffer', make: (length: number) => new SharedArrayBuffer(length) },
  ])('takes all arrays from one $kind, at odd offsets', async ({ make }) => {
    for (const call of callsOf(shapes)) {
      const around = new Uint8Array(make(400_000)).fill(0x5a);
      let end = 1;
      replaceArrays(call, (bytes) => {
        const view = around.subarray(end, end + bytes.length);
        view.set(bytes);
        end += bytes.length + 2 - (bytes.length % 2);
        return view;
      });
      const before = around.slice();
      await expectRight([call]);
      expectSame(around, before, 'what was given');
    }
  });

  it('gives arrays over buffers of their own', async () => {
    for (const call of callsOf(shapes)) {
      const given: Uint8Array[] = [];
      replaceArrays(call, (bytes) => {
        given.push(bytes);
        return bytes;
      });
      const results = [...(await call.byPromise()), ...call.atOnce()].filter((result) => result !== null);
      const expected = [...call.expected, ...call.expected].filter((result) => result !== null);
      expectOwn(
        results,
        expected.map(({ length }) => length),
        given,
      );
    }
  });
});
