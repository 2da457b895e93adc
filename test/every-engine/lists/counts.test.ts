/** Lists of every number of messages about the numbers that are worked on side by side, 8 and 32, and their multiples. */
import { describe, it } from 'vitest';
import { expectRight, expectRightInTurn, loadAlgorithms, type Shape } from './calls.js';

const algorithms = await loadAlgorithms();

const counts = [...Array.from({ length: 33 }, (_, i) => i + 1), 40, 63, 64, 65, 97];
const list = (count: number, shapeOf: (i: number) => Shape) => Array.from({ length: count }, (_, i) => shapeOf(i));

describe.each(algorithms)('$name', ({ callsOf }) => {
  it.each(counts)('%i messages', async (count) => {
    await expectRight(callsOf(list(count, () => ({ text: 70, ad: 20 }))));
    // No two the same, in no order, some longer than what is worked on at a time.
    await expectRightInTurn(callsOf(list(count, (i) => ({ text: (i * 1237) % 2200, ad: (i * 53) % 200 }))), count);
  });

  it('no message', () => expectRight(callsOf([])));

  it.each([2, 7, 8, 9, 31, 32, 33, 65])('%i messages that all go on past the first piece', (count) =>
    expectRightInTurn(callsOf(list(count, () => ({ text: 2100, ad: 40 }))), count),
  );

  it.each([8, 9, 32, 33])('%i messages with long associated data and hardly a text', (count) =>
    expectRightInTurn(callsOf(list(count, (i) => ({ text: i % 3, ad: 2040 + i }))), count),
  );
});
