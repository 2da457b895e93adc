/** The worked examples of docs/algorithms/skinny.md. */
import { encipher, ROUND_CONSTANTS, SBOX, scheduleTweakey } from '../../reference/skinny.js';
import { byNumber, type Computation, hex } from '../computation.js';

export const computations: Record<string, Computation> = {
  'skinny-sbox': () => ({ S8: SBOX }),
  'skinny-constants': (given) => ({ rc: hex(ROUND_CONSTANTS.slice(0, given.number('rounds')), 2) }),
  'skinny-schedule': (given) => {
    const schedule = scheduleTweakey(given.number('part') as 1 | 2 | 3, given.bytes('tweakey'));
    const rows = Array.from({ length: 40 }, (_, i) => new Uint8Array(schedule.buffer, 8 * (i + 1), 8));
    return byNumber('round', rows, 1);
  },
  'skinny-128-384': (given) => {
    const rounds = given.number('rounds');
    const [first, second, third] = ([1, 2, 3] as const).map((part) =>
      scheduleTweakey(part, given.bytes(`tk${part}`), rounds),
    ) as [DataView, DataView, DataView];
    const after = (count: number) => encipher(first, second, third, given.bytes('plaintext'), count);
    const states = Array.from({ length: rounds }, (_, i) => after(i + 1));
    return { ...byNumber('round', states, 1), ciphertext: after(rounds) };
  },
};
