/** Long messages among many short ones: the short ones end and others take their places while the long ones go on. */
import { describe, it } from 'vitest';
import { expectRightInTurn, loadAlgorithms, type Shape } from './calls.js';

const algorithms = await loadAlgorithms();

const short: Shape[] = Array.from({ length: 150 }, (_, i) => ({ text: (i * 37) % 150, ad: (i * 13) % 90 }));

/** The short ones with the others put in before number `at`. */
const among = (at: number, others: Shape[]) => [...short.slice(0, at), ...others, ...short.slice(at)];

const kib = 1024;

describe.each(algorithms)('$name', ({ callsOf }) => {
  it.each<{ where: string; at: number; long: Shape[] }>([
    { where: 'first', at: 0, long: [{ text: 1100 * kib, ad: 5 }] },
    {
      where: 'in the middle',
      at: 75,
      long: [
        { text: 300 * kib, ad: 0 },
        { text: 17, ad: 310 * kib + 1 },
      ],
    },
    { where: 'last', at: 150, long: [{ text: 200 * kib + 31, ad: 100 * kib }] },
  ])('long ones $where', ({ at, long }) => expectRightInTurn(callsOf(among(at, long)), at === 75 ? 1 : 0));

  it.each([2, 5, 8, 9, 17])('%i longer ones', async (count) => {
    const longer = Array.from({ length: count }, (_, i) => {
      const length = 20 * kib + ((i * 2311) % 4096);
      return i % 4 === 3 ? { text: i, ad: length } : { text: i === 1 && count < 6 ? 100 * kib : length, ad: i };
    });
    await expectRightInTurn(callsOf(among(count * 8, longer)), count);
  });
});
