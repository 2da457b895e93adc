/** The worked examples of docs/algorithms/skinny-64.md. */
import { SBOX_4, skinny64128, skinny64128Rounds, stepTweakey2 } from '../../reference/skinny-64.js';
import { byNumber, type Computation, hex } from '../computation.js';

export const computations: Record<string, Computation> = {
  'skinny-64-sbox': () => ({ S4: hex(SBOX_4, 1) }),
  'skinny-64-register': () => ({
    stepped: hex(
      Array.from({ length: 16 }, (_, cell) => stepTweakey2(cell)),
      1,
    ),
  }),
  'skinny-64-128': (given) => {
    const [key, plaintext] = [given.bytes('key'), given.bytes('plaintext')];
    const states = Array.from({ length: 36 }, (_, i) => skinny64128Rounds(key, plaintext, i + 1));
    return { ...byNumber('round', states, 1), ciphertext: skinny64128(key, plaintext) };
  },
};
