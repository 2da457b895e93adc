/** The worked examples of docs/algorithms/deoxys.md. */
import { DEOXYS_NAMES, deoxysEncrypt } from '../../reference/deoxys.js';
import { AES_SBOX, deoxysBc, deoxysBcRounds, deoxysSubtweakeys, RCON } from '../../reference/deoxys-bc.js';
import { noting, sealingBy } from '../cipher-calls.js';
import { byNumber, type Computation, type Given, hex } from '../computation.js';

const tweakeysOf = (given: Given) => ['tk1', 'tk2', 'tk3'].map((name) => given.bytes(name));

const cipher = noting(deoxysBc);

export const computations: Record<string, Computation> = {
  'deoxys-sbox': () => ({ 'S-box': AES_SBOX }),
  'deoxys-constants': () => ({ RCON: hex(RCON, 2) }),
  'deoxys-schedule': (given) => byNumber('subtweakey', deoxysSubtweakeys(tweakeysOf(given)), 0),
  'deoxys-bc': (given) => {
    const [tweakeys, plaintext] = [tweakeysOf(given), given.bytes('plaintext')];
    const states = Array.from({ length: 16 }, (_, i) => deoxysBcRounds(tweakeys, plaintext, i + 1));
    return { ...byNumber('round', states, 1), ciphertext: deoxysBc(tweakeys, plaintext) };
  },
  ...Object.fromEntries(
    DEOXYS_NAMES.map((name) => [
      `romulus-${name.toLowerCase()}-deoxys`,
      sealingBy((request) => deoxysEncrypt(name, request, cipher), { tagLength: 16, domainAt: 7 }),
    ]),
  ),
};
