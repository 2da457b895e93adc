/** The reference's computation of each worked example of docs/algorithms. */
import { asconP, roundConstant, sBox } from '../reference/ascon.js';
import { AES_SBOX, deoxysBc, deoxysBcRounds, deoxysSubtweakeys, RCON } from '../reference/deoxys-bc.js';
import { ELEPHANT_NAMES, elephantNextMask } from '../reference/elephant.js';
import { double } from '../reference/ice.js';
import { keccakF200, keccakP400, keccakTables } from '../reference/keccak.js';
import { rho } from '../reference/rho.js';
import { ctr, firstTweakey } from '../reference/romulus-modes.js';
import { v12Member } from '../reference/romulus-v12.js';
import { encipher, ROUND_CONSTANTS, SBOX, scheduleTweakey, skinny128 } from '../reference/skinny.js';
import { SBOX_4, skinny64128, skinny64128Rounds, stepTweakey2 } from '../reference/skinny-64.js';
import { counters, placeOf, S_BOX, spongentPi160, spongentPi176 } from '../reference/spongent.js';
import { suites } from '../reference/suites.js';
import { subCells, TGIF_CONSTANTS, tgifBc, tgifBcSteps, tgifTweakeys } from '../reference/tgif-bc.js';
import {
  byNumber,
  type Computation,
  callsOf,
  givenOf,
  hex,
  upTo,
  type Value,
  type WorkedExample,
} from './worked-examples.js';

/** The modes and hashes of the table with their calls, by their names in lower case. */
const ofSuites = suites.flatMap(({ row, hash, modes }): [string, Computation][] => [
  ...modes.map(({ name, encrypt, tagLength, nonceLength }): [string, Computation] => [
    row.modes[name]!.name,
    (given) => {
      const [key, nonce] = [given.bytes('key'), given.bytes('nonce')];
      const [associatedData, plaintext] = [given.bytes('ad'), given.bytes('plaintext')];
      // A nonce of 12 bytes follows the domain, which follows a counter of 3 bytes.
      const domainAt = nonceLength === 12 ? 3 : 7;
      const { result, named } = callsOf(() => encrypt({ key, nonce, associatedData, plaintext }), domainAt);
      return { ...named, ciphertext: result.subarray(0, -tagLength), tag: result.subarray(-tagLength) };
    },
  ]),
  ...(hash && row.hash ? [[row.hash.name, digesting(hash.digest)] as [string, Computation]] : []),
]);

function digesting(digest: (message: Uint8Array) => Uint8Array): Computation {
  return (given) => {
    const { result, named } = callsOf(() => digest(given.bytes('message')), 7);
    return { ...named, digest: result };
  };
}

const elephantMasks = ELEPHANT_NAMES.map((name): [string, Computation] => [
  `${name.toLowerCase()}-masks`,
  (given) => {
    const masks = [given.bytes('mask 0')];
    while (masks.length < 40) masks.push(elephantNextMask(name, masks.at(-1) as Uint8Array));
    return byNumber('mask', masks, 0);
  },
]);

const shortCounter = (count: number) =>
  v12Member('N3')
    .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })[0]!
    .subarray(0, 3);

const tgifSBox = (x: number): number =>
  subCells([x & 1, (x >> 1) & 1, (x >> 2) & 1, x >> 3]).reduce((sum, word, i) => sum | ((word & 1) << i), 0);

/** All computations, by their names on the pages. */
export const computations: Record<string, Computation> = {
  ...Object.fromEntries(ofSuites.map(([name, computation]) => [name.toLowerCase(), computation])),
  ...Object.fromEntries(elephantMasks),

  'ascon-constants': () => ({ constants: hex(upTo(12, roundConstant), 2) }),
  'ascon-sbox': () => ({ 'S-box': Uint8Array.from({ length: 32 }, (_, i) => sBox(i)) }),
  'ascon-p': (given) => ({ output: asconP(given.bytes('state'), given.number('rounds')) }),

  'deoxys-sbox': () => ({ 'S-box': AES_SBOX }),
  'deoxys-constants': () => ({ RCON: hex(RCON, 2) }),
  'deoxys-schedule': (given) => byNumber('subtweakey', deoxysSubtweakeys(['tk1', 'tk2', 'tk3'].map(given.bytes)), 0),
  'deoxys-bc': (given) => {
    const [tweakeys, plaintext] = [['tk1', 'tk2', 'tk3'].map(given.bytes), given.bytes('plaintext')];
    const states = upTo(16, (i) => deoxysBcRounds(tweakeys, plaintext, i + 1));
    return { ...byNumber('round', states, 1), ciphertext: deoxysBc(tweakeys, plaintext) };
  },

  'keccak-tables': (given) => {
    const width = given.number('width') as 8 | 16;
    const { offsets, constants } = keccakTables(width);
    return { offsets, constants: hex(constants, width / 4) };
  },
  'keccak-p400': (given) => ({ output: keccakP400(given.bytes('state'), given.number('rounds')) }),
  'keccak-f200': (given) => ({ output: keccakF200(given.bytes('state')) }),

  'remus-doubling': (given) => {
    const modulus = { 120: 0x1b, 128: 0x87 }[given.number('bits')];
    if (!modulus) throw new RangeError('no field of that size');
    return { doubled: double(given.bytes('mask'), given.number('bits') / 8, modulus) };
  },

  'romulus-v12-counter': () => byNumber('ctr', upTo(64, shortCounter), 0),
  'romulus-counter': () =>
    byNumber(
      'ctr',
      upTo(64, (i) => firstTweakey(ctr(i), 0).subarray(0, 7)),
      0,
    ),
  'romulus-rho': (given) => {
    const { state, output } = rho(given.bytes('state'), given.bytes('message'));
    return { 'next state': state, ciphertext: output };
  },

  'skinny-sbox': () => ({ S8: SBOX }),
  'skinny-constants': (given) => ({ rc: hex(ROUND_CONSTANTS.slice(0, given.number('rounds')), 2) }),
  'skinny-schedule': (given) => {
    const { buffer } = scheduleTweakey(given.number('part') as 1 | 2 | 3, given.bytes('tweakey'));
    return byNumber(
      'round',
      upTo(40, (i) => new Uint8Array(buffer, 8 * (i + 1), 8)),
      1,
    );
  },
  'skinny-128-128': (given) => ({ ciphertext: skinny128([given.bytes('tk1')], given.bytes('plaintext')) }),
  'skinny-128-256': (given) => ({ ciphertext: skinny128(['tk1', 'tk2'].map(given.bytes), given.bytes('plaintext')) }),
  'skinny-128-384': (given) => {
    const rounds = given.number('rounds');
    const schedule = (part: 1 | 2 | 3) => scheduleTweakey(part, given.bytes(`tk${part}`), rounds);
    const [first, second, third] = [schedule(1), schedule(2), schedule(3)];
    const states = upTo(rounds, (i) => encipher([first, second, third], given.bytes('plaintext'), i + 1));
    return { ...byNumber('round', states, 1), ciphertext: states[rounds - 1]! };
  },
  'skinny-64-sbox': () => ({ S4: hex(SBOX_4, 1) }),
  'skinny-64-register': () => ({ stepped: hex(upTo(16, stepTweakey2), 1) }),
  'skinny-64-128': (given) => {
    const [key, plaintext] = [given.bytes('key'), given.bytes('plaintext')];
    const states = upTo(36, (i) => skinny64128Rounds(key, plaintext, i + 1));
    return { ...byNumber('round', states, 1), ciphertext: skinny64128(key, plaintext) };
  },

  'spongent-sbox': () => ({ 'S-box': hex(S_BOX, 1) }),
  'spongent-counters': (given) => ({
    counters: hex(counters(given.number('rounds'), given.bytes('first')[0] as number), 2),
  }),
  'spongent-places': (given) => ({ places: given.numbers('bits').map((bit) => placeOf(bit, given.number('width'))) }),
  'spongent-pi160': (given) => ({ output: spongentPi160(given.bytes('state')) }),
  'spongent-pi176': (given) => ({ output: spongentPi176(given.bytes('state')) }),

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

/** The values of an example. Examples with the same inputs show parts of the same values. */
const computed = new Map<string, Record<string, Value>>();
export function compute({ algorithm, given }: WorkedExample): Record<string, Value> {
  const computation = computations[algorithm];
  if (!computation) throw new SyntaxError(`no algorithm has the name ${algorithm}`);
  const key = JSON.stringify([algorithm, ...given]);
  const values = computed.get(key) ?? computation(givenOf(given));
  computed.set(key, values);
  return values;
}
