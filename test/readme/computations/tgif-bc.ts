/** The worked examples of docs/algorithms/tgif-bc.md, besides those of its modes. */
import { subCells, TGIF_CONSTANTS, tgifBc, tgifBcSteps, tgifTweakeys } from '../../reference/tgif-bc.js';
import { byNumber, type Computation, hex, upTo } from '../worked-examples.js';

const tgifSBox = (x: number): number =>
  subCells([x & 1, (x >> 1) & 1, (x >> 2) & 1, x >> 3]).reduce((sum, word, i) => sum | ((word & 1) << i), 0);

export const computations: Record<string, Computation> = {
  'tgif-bc-constants': () => ({ constants: hex(TGIF_CONSTANTS, 2) }),
  'tgif-bc-sbox': () => ({ 'S-box': hex(upTo(16, tgifSBox), 1) }),
  'tgif-bc-schedule': (given) =>
    byNumber(
      'round',
      hex(tgifTweakeys(given.bytes('key')), 8).map((word) => [word]),
      0,
    ),
  'tgif-bc': (given) => {
    const [key, plaintext] = [given.bytes('key'), given.bytes('plaintext')];
    const states = upTo(18, (i) => tgifBcSteps(key, plaintext, i + 1));
    return { ...byNumber('step', states, 1), ciphertext: tgifBc(key, plaintext) };
  },
};
