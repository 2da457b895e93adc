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

/** What the relaxed module is proven for alone: it is the simd128 one but for the meaning of one instruction. */
const fewPairs = [
  [0, 0],
  [16, 16],
  [33, 32],
] as const;

export function goalsOf(build: Build): Goal[] {
  const alone = (build === 'relaxed' ? fewPairs : pairs).flatMap(([ad, text]) => [
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
  return build === 'portable' ? all : [...all, ...sideBySide];
}

const sideBySide = [
  lanes(8, 'n', 'encrypt', { ad: 32, text: 20 }),
  lanes(8, 'n', 'decrypt', { ad: 17, text: 33 }),
  lanes(8, 'm', 'encrypt', { ad: 16, text: 20 }),
  lanes(8, 'm', 'decrypt', { ad: 16, text: 20 }),
  lanes(8, 't', 'encrypt', { ad: 16, text: 33 }),
  lanes(8, 't', 'decrypt', { ad: 0, text: 17 }),
  lanes(8, 'h', 'encrypt', { ad: 0, text: 40 }),
  lanes(32, 'n', 'encrypt', { ad: 0, text: 20 }),
  lanes(32, 'h', 'encrypt', { ad: 0, text: 31 }),
];
