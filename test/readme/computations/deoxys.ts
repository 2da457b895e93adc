/** The worked examples of docs/algorithms/deoxys.md, besides those of its modes. */
import { AES_SBOX, deoxysBc, deoxysBcRounds, deoxysSubtweakeys, RCON } from '../../reference/deoxys-bc.js';
import { byNumber, type Computation, hex, upTo } from '../worked-examples.js';

export const computations: Record<string, Computation> = {
  'deoxys-sbox': () => ({ 'S-box': AES_SBOX }),
  'deoxys-constants': () => ({ RCON: hex(RCON, 2) }),
  'deoxys-schedule': (given) => byNumber('subtweakey', deoxysSubtweakeys(['tk1', 'tk2', 'tk3'].map(given.bytes)), 0),
  'deoxys-bc': (given) => {
    const [tweakeys, plaintext] = [['tk1', 'tk2', 'tk3'].map(given.bytes), given.bytes('plaintext')];
    const states = upTo(16, (i) => deoxysBcRounds(tweakeys, plaintext, i + 1));
    return { ...byNumber('round', states, 1), ciphertext: deoxysBc(tweakeys, plaintext) };
  },
};
