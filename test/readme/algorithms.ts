/** What the worked examples of docs/algorithms are computed by: the reference. */
import { asconP, sBox as asconSBox, roundConstant } from '../reference/ascon.js';
import { ELEPHANT_NAMES, elephantEncrypt, elephantNextMask, elephantTagLength } from '../reference/elephant.js';
import { ISAP_NAMES, isapEncrypt } from '../reference/isap.js';
import { keccakF200, keccakP400, keccakTables } from '../reference/keccak.js';
import { ctr, firstTweakey, MODES, referenceEncrypt, referenceHash, rho } from '../reference/romulus.js';
import { encipher, ROUND_CONSTANTS, SBOX, scheduleTweakey } from '../reference/skinny.js';
import { counters, placeOf, S_BOX, spongentPi160, spongentPi176 } from '../reference/spongent.js';
import { type Call, callsOf } from './calls.js';
import { bytesOf, type Value, type WorkedExample } from './worked-examples.js';

/** What is given to an example, by name. */
class Given {
  readonly #values: WorkedExample['given'];

  constructor(values: WorkedExample['given']) {
    this.#values = values;
  }

  bytes(name: string): Uint8Array {
    return bytesOf(this.#text(name));
  }

  numbers(name: string): number[] {
    return this.#text(name).split(' ').map(Number);
  }

  number(name: string): number {
    return Number(this.#text(name));
  }

  request() {
    const names = ['key', 'nonce', 'ad', 'plaintext'] as const;
    const [key, nonce, associatedData, plaintext] = names.map((name) => this.bytes(name)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    return { key, nonce, associatedData, plaintext };
  }

  #text(name: string): string {
    const text = this.#values.get(name);
    if (text === undefined) throw new SyntaxError(`${name} is not given`);
    return text;
  }
}

type Computation = (given: Given) => Record<string, Value>;

const hex = (values: Iterable<number>, digits: number) =>
  Array.from(values, (value) => value.toString(16).padStart(digits, '0'));

const byNumber = (name: string, values: Value[], first: number): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [`${name} ${first + i}`, value]));

/** What went into each call and came out of it, with the numbers of the calls from 1. */
function namesOf(calls: Call[]): Record<string, Value> {
  const named: Record<string, Value> = { calls: [calls.length] };
  for (const [i, { input, output, tweakeys, rounds }] of calls.entries()) {
    named[`call ${i + 1} in`] = input;
    named[`call ${i + 1} out`] = output;
    if (rounds !== undefined) named[`call ${i + 1} rounds`] = [rounds];
    for (const [j, tweakey] of tweakeys?.entries() ?? []) named[`call ${i + 1} tk${j + 1}`] = tweakey;
  }
  return named;
}

/** A mode of authenticated encryption, with its calls. */
const sealing =
  (encrypt: (request: ReturnType<Given['request']>) => Uint8Array, tagLength: number): Computation =>
  (given) => {
    const { result, calls } = callsOf(() => encrypt(given.request()));
    return {
      ...namesOf(calls),
      domains: calls.flatMap(({ tweakeys }) => (tweakeys ? [tweakeys[0]?.[7] as number] : [])),
      ciphertext: result.subarray(0, -tagLength),
      tag: result.subarray(-tagLength),
    };
  };

const masks =
  (name: (typeof ELEPHANT_NAMES)[number]): Computation =>
  (given) => {
    const list = [given.bytes('mask 0')];
    while (list.length < 40) list.push(elephantNextMask(name, list[list.length - 1] as Uint8Array));
    return byNumber('mask', list, 0);
  };

const lowerCase = (suite: string, name: string) => `${suite}${name.toLowerCase()}`;

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
  ...Object.fromEntries(
    MODES.map((mode) => [lowerCase('romulus-', mode), sealing((request) => referenceEncrypt(mode, request), 16)]),
  ),
  'romulus-h': (given) => {
    const { result, calls } = callsOf(() => referenceHash(given.bytes('message')));
    return { ...namesOf(calls), digest: result };
  },

  'ascon-constants': () => ({
    constants: hex(
      Array.from({ length: 12 }, (_, i) => roundConstant(i)),
      2,
    ),
  }),
  'ascon-sbox': () => ({ 'S-box': Uint8Array.from({ length: 32 }, (_, i) => asconSBox(i)) }),
  'ascon-p': (given) => ({ output: asconP(given.bytes('state'), given.number('rounds')) }),

  'keccak-tables': (given) => {
    const width = given.number('width');
    const { offsets, constants } = keccakTables(width as 8 | 16);
    return { offsets, constants: hex(constants, width / 4) };
  },
  'keccak-p400': (given) => ({ output: keccakP400(given.bytes('state'), given.number('rounds')) }),
  'keccak-f200': (given) => ({ output: keccakF200(given.bytes('state')) }),

  ...Object.fromEntries(
    ISAP_NAMES.map((name) => [lowerCase('isap-', name), sealing((request) => isapEncrypt(name, request), 16)]),
  ),

  'spongent-sbox': () => ({ 'S-box': hex(S_BOX, 1) }),
  'spongent-counters': (given) => ({
    counters: hex(counters(given.number('rounds'), given.bytes('first')[0] as number), 2),
  }),
  'spongent-places': (given) => ({ places: given.numbers('bits').map((bit) => placeOf(bit, given.number('width'))) }),
  'spongent-pi160': (given) => ({ output: spongentPi160(given.bytes('state')) }),
  'spongent-pi176': (given) => ({ output: spongentPi176(given.bytes('state')) }),

  ...Object.fromEntries(
    ELEPHANT_NAMES.flatMap((name) => [
      [lowerCase('', name), sealing((request) => elephantEncrypt(name, request), elephantTagLength(name))],
      [`${lowerCase('', name)}-masks`, masks(name)],
    ]),
  ),
};

const cache = new Map<string, Record<string, Value>>();

/** All that is computed from what is given to an example. */
export function compute({ algorithm, given }: WorkedExample): Record<string, Value> {
  const computation = computations[algorithm];
  if (!computation) throw new SyntaxError(`no algorithm has the name ${algorithm}`);
  const key = JSON.stringify([algorithm, ...given]);
  const known = cache.get(key) ?? computation(new Given(given));
  cache.set(key, known);
  return known;
}
