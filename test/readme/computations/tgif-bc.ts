/** The worked examples of docs/algorithms/tgif-bc.md. */
import { subCells, TGIF_CONSTANTS, tgifBc, tgifBcSteps, tgifTweakeys } from '../../reference/tgif-bc.js';
import { byNumber, type Computation, hex } from '../computation.js';

/** The S-box on the column whose bits are those of x, the bit of S0 the lowest. */
function sBox(x: number): number {
  const words = subCells([x & 1, (x >> 1) & 1, (x >> 2) & 1, x >> 3]);
  return words.reduce((sum, word, i) => sum | ((word & 1) << i), 0);
}

export const computations: Record<string, Computation> = {
  'tgif-bc-constants': () => ({ constants: hex(TGIF_CONSTANTS, 2) }),
  'tgif-bc-sbox': () => ({
    'S-box': hex(
      Array.from({ length: 16 }, (_, x) => sBox(x)),
      1,
    ),
  }),
  'tgif-bc-schedule': (given) => {
    const words = hex(tgifTweakeys(given.bytes('key')), 8);
    return byNumber(
      'round',
      words.map((word) => [word]),
      0,
    );
  },
  'tgif-bc': (given) => {
    const [key, plaintext] = [given.bytes('key'), given.bytes('plaintext')];
    const states = Array.from({ length: 18 }, (_, i) => tgifBcSteps(key, plaintext, i + 1));
    return { ...byNumber('step', states, 1), ciphertext: tgifBc(key, plaintext) };
  },
};
