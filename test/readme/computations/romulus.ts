/** The worked examples of docs/algorithms/romulus.md, besides those of its modes. */
import { ctr, firstTweakey, rho } from '../../reference/romulus.js';
import { byNumber, type Computation } from '../computation.js';

export const computations: Record<string, Computation> = {
  'romulus-counter': () =>
    byNumber(
      'ctr',
      Array.from({ length: 64 }, (_, i) => firstTweakey(ctr(i), 0).subarray(0, 7)),
      0,
    ),
  'romulus-rho': (given) => {
    const { state, output } = rho(given.bytes('state'), given.bytes('message'));
    return { 'next state': state, ciphertext: output };
  },
};
