/** The worked examples of docs/algorithms/keccak.md. */
import { keccakF200, keccakP400, keccakTables } from '../../reference/keccak.js';
import { type Computation, hex } from '../computation.js';

export const computations: Record<string, Computation> = {
  'keccak-tables': (given) => {
    const width = given.number('width');
    const { offsets, constants } = keccakTables(width as 8 | 16);
    return { offsets, constants: hex(constants, width / 4) };
  },
  'keccak-p400': (given) => ({ output: keccakP400(given.bytes('state'), given.number('rounds')) }),
  'keccak-f200': (given) => ({ output: keccakF200(given.bytes('state')) }),
};
