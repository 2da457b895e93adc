/** The worked examples of docs/algorithms/remus.md, besides those of its modes. */
import { double } from '../../reference/ice.js';
import type { Computation } from '../worked-examples.js';

export const computations: Record<string, Computation> = {
  'remus-doubling': (given) => {
    const modulus = { 120: 0x1b, 128: 0x87 }[given.number('bits')];
    if (!modulus) throw new RangeError('no field of that size');
    return { doubled: double(given.bytes('mask'), given.number('bits') / 8, modulus) };
  },
};
