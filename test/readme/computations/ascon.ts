/** The worked examples of docs/algorithms/ascon.md. */
import { asconP, roundConstant, sBox } from '../../reference/ascon.js';
import { type Computation, hex } from '../computation.js';

export const computations: Record<string, Computation> = {
  'ascon-constants': () => ({
    constants: hex(
      Array.from({ length: 12 }, (_, i) => roundConstant(i)),
      2,
    ),
  }),
  'ascon-sbox': () => ({ 'S-box': Uint8Array.from({ length: 32 }, (_, i) => sBox(i)) }),
  'ascon-p': (given) => ({ output: asconP(given.bytes('state'), given.number('rounds')) }),
};
