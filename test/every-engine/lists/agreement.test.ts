/** Agreement of lists with their messages one by one, for random mixes of lengths. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectRightInTurn, loadAlgorithms } from './calls.js';

const algorithms = await loadAlgorithms();

/** Many at the edges of a block and of the 2048 bytes of a message that are worked on at a time. */
const length = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49) },
  { weight: 1, arbitrary: fc.constantFrom(2047, 2048, 2049) },
  { weight: 2, arbitrary: fc.integer({ min: 2048 - 32, max: 2048 + 32 }) },
  { weight: 1, arbitrary: fc.constantFrom(4095, 4096, 4097) },
  { weight: 1, arbitrary: fc.nat(10_000) },
);
const forged = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const shapes = fc.array(fc.record({ text: length, ad: length, forged }), { maxLength: 70, size: 'max' });

describe.each(algorithms)('$name', ({ callsOf }) => {
  it('gives for a list what it gives one by one', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.nat(1), (list, turn) => expectRightInTurn(callsOf(list), turn)),
      { numRuns: 20 },
    );
  });
});
