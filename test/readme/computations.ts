/** The reference's computation of each worked example of docs/algorithms. */
import { readdirSync } from 'node:fs';
import { asconP, roundConstant, sBox } from '../reference/ascon.js';
import { keccakF200, keccakP400, keccakTables } from '../reference/keccak.js';
import { rho } from '../reference/rho.js';
import { ctr, firstTweakey } from '../reference/romulus-modes.js';
import { encipher, ROUND_CONSTANTS, SBOX, scheduleTweakey, skinny128 } from '../reference/skinny.js';
import { SBOX_4, skinny64128, skinny64128Rounds, stepTweakey2 } from '../reference/skinny-64.js';
import { counters, placeOf, S_BOX, spongentPi160, spongentPi176 } from '../reference/spongent.js';
import { suites } from '../reference/suites.js';
import { callsOf } from './calls.js';
import { byNumber, type Computation, Given, hex, upTo, type Value, type WorkedExample } from './worked-examples.js';

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

// Apart from `new URL()`: there, vite would take the file for an asset.
const here = import.meta.url;

/** The computations of single suites, besides their modes and the shared primitives. Each suite has a file. */
const ofPages = await Promise.all(
  readdirSync(new URL('computations/', here)).map(async (name): Promise<Record<string, Computation>> => {
    const file = new URL(`computations/${name}`, here).href;
    return (await import(/* @vite-ignore */ file)).computations;
  }),
);

/** All computations, by their names on the pages. */
export const computations: Record<string, Computation> = {
  ...Object.fromEntries(ofSuites.map(([name, computation]) => [name.toLowerCase(), computation])),
  ...Object.assign({}, ...ofPages),

  'ascon-constants': () => ({ constants: hex(upTo(12, roundConstant), 2) }),
  'ascon-sbox': () => ({ 'S-box': Uint8Array.from({ length: 32 }, (_, i) => sBox(i)) }),
  'ascon-p': (given) => ({ output: asconP(given.bytes('state'), given.number('rounds')) }),

  'keccak-tables': (given) => {
    const width = given.number('width') as 8 | 16;
    const { offsets, constants } = keccakTables(width);
    return { offsets, constants: hex(constants, width / 4) };
  },
  'keccak-p400': (given) => ({ output: keccakP400(given.bytes('state'), given.number('rounds')) }),
  'keccak-f200': (given) => ({ output: keccakF200(given.bytes('state')) }),

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
};

const cache = new Map<string, Record<string, Value>>();

export function compute({ algorithm, given }: WorkedExample): Record<string, Value> {
  const computation = computations[algorithm];
  if (!computation) throw new SyntaxError(`no algorithm has the name ${algorithm}`);
  const key = JSON.stringify([algorithm, ...given]);
  const known = cache.get(key) ?? computation(new Given(given));
  cache.set(key, known);
  return known;
}
