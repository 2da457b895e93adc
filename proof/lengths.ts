/** The lengths of the messages that things are proven of. */
import { type Goal, hash, lanes, single } from './goals.js';
import type { Build } from './modules.js';

/** Of associated data and of text: none, a part of a block, whole blocks, and more. */
const pairs = [
  [0, 0],
  [0, 16],
  [1, 16],
  [15, 33],
  [16, 1],
  [16, 16],
  [17, 48],
  [31, 17],
  [32, 15],
  [33, 32],
  [48, 0],
] as const;
const hashes = [0, 1, 15, 16, 17, 31, 32, 33, 64];

export function goalsOf(build: Build): Goal[] {
  const alone = pairs.flatMap(([ad, text]) => [
    single('n', 'encrypt', { ad, text }),
    single('n', 'decrypt', { ad, text }),
    single('m', 'encrypt', { ad, text }),
    single('m', 'decrypt', { ad, text }),
    // With less the hash begins with a tweakey of which most is constant, and its sums get out of hand.
    ...(ad > 0 && ad < 16
      ? []
      : [
          single('t', 'encrypt', { ad, text }),
          single('t', 'decrypt', { ad, text }, 'right'),
          single('t', 'decrypt', { ad, text }, 'wrong'),
        ]),
  ]);
  const all = [...alone, ...hashes.map(hash)];
  if (build === 'portable') return all;
  const side = [8, 32].flatMap((count) => [
    lanes(count, 'n', 'encrypt', { ad: 32, text: 20 }),
    lanes(count, 'n', 'decrypt', { ad: 0, text: 20 }),
    lanes(count, 'm', 'encrypt', { ad: 16, text: 20 }),
    lanes(count, 'm', 'decrypt', { ad: 16, text: 20 }),
    lanes(count, 'h', 'encrypt', { ad: 0, text: 40 }),
  ]);
  const streams = [lanes(8, 't', 'encrypt', { ad: 16, text: 33 }), lanes(8, 't', 'decrypt', { ad: 16, text: 20 })];
  return [...all, ...side, ...streams];
}
