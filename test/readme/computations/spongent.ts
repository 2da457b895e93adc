/** The worked examples of docs/algorithms/spongent.md. */
import { counters, placeOf, S_BOX, spongentPi160, spongentPi176 } from '../../reference/spongent.js';
import { type Computation, hex } from '../computation.js';

export const computations: Record<string, Computation> = {
  'spongent-sbox': () => ({ 'S-box': hex(S_BOX, 1) }),
  'spongent-counters': (given) => ({
    counters: hex(counters(given.number('rounds'), given.bytes('first')[0] as number), 2),
  }),
  'spongent-places': (given) => ({ places: given.numbers('bits').map((bit) => placeOf(bit, given.number('width'))) }),
  'spongent-pi160': (given) => ({ output: spongentPi160(given.bytes('state')) }),
  'spongent-pi176': (given) => ({ output: spongentPi176(given.bytes('state')) }),
};
