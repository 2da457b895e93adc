/** Every length about the edges of blocks and of pieces of 2048 bytes, all in one list. */
import { describe, it } from 'vitest';
import { expectRightInTurn, loadAlgorithms, type Shape } from './calls.js';

const algorithms = await loadAlgorithms();

const piece = 2048;

const about = (edge: number, distance: number) =>
  Array.from({ length: 2 * distance + 1 }, (_, i) => edge - distance + i);

const lengths = [...about(33, 33), ...about(piece, 33), ...about(2 * piece, 1)];
const totals = [...about(piece, 2), piece - 16, piece + 16];
const long = [...about(3 * piece, 1), ...about(16_384, 1)];
const pieces = [-16, -1, 0, 1, 16].map((offset) => piece + offset);

const shapes: Shape[] = [
  ...lengths.flatMap((length) => [
    { text: length, ad: 0 },
    { text: 0, ad: length },
    { text: length, ad: (length * 7) % 50 },
  ]),
  // Associated data and text that are a piece together.
  ...totals.flatMap((total) => [1, 16, 33, 1024, total - 16, total - 1].map((ad) => ({ text: total - ad, ad }))),
  ...pieces.flatMap((text) => pieces.map((ad) => ({ text, ad }))),
  // An odd number of blocks before, so that those of every piece are paired the other way.
  ...long.flatMap((length) => [
    { text: length, ad: 16 },
    { text: length, ad: 0 },
    { text: 1, ad: length },
  ]),
];

/** The same in another order: each comes once, as the step and the number of shapes have no factor in common. */
const mixed = shapes.map((_, i) => shapes[(i * 101) % shapes.length] as Shape);

describe.each(algorithms)('$name', ({ callsOf }) => {
  it('in rising order', () => expectRightInTurn(callsOf(shapes), 0));

  it('in no order', () => expectRightInTurn(callsOf(mixed), 1));
});
