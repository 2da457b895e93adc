/** The estimates refuse wrong arguments, each with its error. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as estimates from '../../../ts/estimates/index.js';
import { thrown } from '../../fixtures/bytes.js';

const { advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } = estimates;

const lengths = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 };
const ice = { ...use, mode: 'Remus-N1', offlineCalls: 1 };
const limit = { mode: 'Remus-N1', offlineCalls: 1, target: -32, ...lengths };
const work = { period: 1.5, bits: 0.5, area: 1107.25, power: 0 };
const run = { mode: 'Romulus-N', callCycles: 40, ...lengths };

type Given = Record<string, unknown>;

const common = ['nonceUses', 'tagBits'];

interface Tested {
  name: string;
  argument: string;
  given: Given;
  call: (given: never) => unknown;
  /** Numbers that may be left out. */
  optional?: string[];
  /** Numbers that need not be whole. */
  others?: string[];
}

/** Every function with correct arguments. Callers without types may pass anything. */
const functions: Tested[] = [
  { name: 'calls', argument: 'lengths', given: lengths, call: (given) => calls('Romulus-N', given) },
  { name: 'calls of T', argument: 'lengths', given: lengths, call: (given) => calls('Romulus-T', given) },
  { name: 'effectiveBlocks', argument: 'lengths', given: lengths, call: (given) => effectiveBlocks('Remus-M1', given) },
  { name: 'advantage', argument: 'use', given: ice, call: advantage, optional: ['forgedBlocks', ...common] },
  { name: 'messageLimit', argument: 'request', given: limit, call: messageLimit, optional: ['forgeries', ...common] },
  { name: 'latency', argument: 'request', given: run, call: latency },
  {
    name: 'circuitCost',
    argument: 'work',
    given: { cycles: 1, ...work },
    call: circuitCost,
    others: Object.keys(work),
  },
  { name: 'stateBits', argument: 'shares', given: { state: 2, key: 1 }, call: stateBits },
];

function expectRefused(call: () => unknown, message: RegExp, isOfWrongType = false): void {
  const error = thrown(call);
  expect(error).toBeInstanceOf(isOfWrongType ? estimates.ArgumentError : estimates.UsageError);
  const code = isOfWrongType ? 'ERR_ROMULUS_TYPE' : 'ERR_ROMULUS_USAGE';
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
}

const noNumbers = ['16', null, 16n, Symbol('16'), {}, [16], Object(16)];
const noWholeNumbers = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, ...noNumbers];
const aLength = 'a length in bytes';
const expected: Given = { associatedData: aLength, plaintext: aLength, callCycles: 'a whole number, 1 or more' };
/** The numeric parameters of a function, optional ones too. */
const numbersOf = ({ given, optional = [], others = [] }: Tested) =>
  [...Object.keys(given), ...optional].filter((each) => !['mode', 'target', ...others].includes(each));

describe.each(functions)('$name', (tested) => {
  const { argument, given, call } = tested;
  const changed = (changes: Given) => () => call({ ...given, ...changes } as never);

  it.each(numbersOf(tested))('refuses a %s that is no whole number', (number) => {
    for (const value of noWholeNumbers) {
      // All messages may have the same nonce.
      if (tested.name === 'messageLimit' && number === 'nonceUses' && value === Number.POSITIVE_INFINITY) continue;
      const message = new RegExp(`^${number} must be ${expected[number] ?? 'a whole number'}`);
      expectRefused(changed({ [number]: value }), message, typeof value !== 'number');
    }
  });

  it('refuses names that it does not know, inherited ones too, and takes right ones that are inherited', () => {
    for (const name of ['nonceUse', 'tagLength', 'longest', 'plainText'])
      for (const wrong of [{ ...given, [name]: 2 }, Object.create({ ...given, [name]: 2 })])
        expect(thrown(() => call(wrong as never))).toMatchObject({
          code: 'ERR_ROMULUS_TYPE',
          argument,
          message: expect.stringContaining(`has no parameter "${name}" (it has `),
        });
    expect(call(Object.create(given) as never)).toEqual(call(given as never));
  });

  it.each(['associatedData', 'busWidth', ...common])('reads no %s of Object.prototype', (name) => {
    const expected = call(given as never);
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
    Object.defineProperty(Object.prototype, name, { value: 1024, configurable: true, writable: true });
    expect(call(given as never)).toEqual(expected);
  });

  it.each([undefined, null, 5, 5n, 'text', true, [1, 2], new Map()])('refuses %s in place of an object', (value) => {
    const error = thrown(() => call(value as never));
    expect(error).toBeInstanceOf(estimates.ArgumentError);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
  });
});

const byMode: [what: string, call: (mode: never) => unknown, message: RegExp, others: string[]][] = [
  ['calls', (mode) => calls(mode, lengths), /^mode must be one of .*Romulus-H(, received [\w ]+)?$/, []],
  ['effectiveBlocks', (mode) => effectiveBlocks(mode, lengths), /^mode must be one of Romulus-N/, ['Romulus-T']],
  ['advantage', (mode) => advantage({ ...use, mode }), /^mode must be one of/, ['Romulus-T', 'Romulus-H']],
  ['messageLimit', (mode) => messageLimit({ ...limit, mode }), /^mode must be one of/, ['Romulus-T', 'Romulus-H']],
  [
    'latency',
    (mode) => latency({ ...run, mode }),
    /^mode must be one of Romulus-N, /,
    ['Romulus-T', 'Romulus-H', 'Remus-N1'],
  ],
];
const noModes = ['romulus-n', 'Romulus-X', '', 'toString', '__proto__', 'constructor'];
const noTexts = [undefined, null, 5, 5n, Symbol('Romulus-N'), {}, ['Romulus-N'], Object('Romulus-N')];

it.each(byMode)('the mode of %s must be a known one', (_, call, message, others) => {
  for (const mode of [...noModes, ...others, ...noTexts])
    expectRefused(() => call(mode as never), message, typeof mode !== 'string');
});

type Refused = [what: string, call: (given: never) => unknown, given: Given, message: RegExp, isOfWrongType?: boolean];

const refusedFor = (name: string, values: unknown[], call: Refused[1], given: Given, message: RegExp) =>
  values.map((value): Refused => {
    const isOfWrongType = typeof value !== 'number';
    return [`a ${name} of ${String(value)}`, call, { ...given, [name]: value }, message, isOfWrongType];
  });

const callsOfN = (given: never) => calls('Romulus-N', given);
const refused: Refused[] = [
  ['a length of 2^53', callsOfN, { plaintext: 2 ** 53 }, /^plaintext must be a length in bytes/],
  ['no plaintext', callsOfN, {}, /^plaintext must be a length/, true],
  ['a hash of associated data', (given) => calls('Romulus-H', given), lengths, /^Romulus-H has no associatedData$/],
  ['no counts', advantage, { mode: 'Romulus-N' }, /^encryptions must be a whole number/, true],
  ['no offlineCalls', advantage, { ...ice, offlineCalls: undefined }, /^Remus-N1 needs offlineCalls/],
  ['a nonce used 0 times', advantage, { ...use, nonceUses: 0 }, /^nonceUses must be a whole number, 1/],
  ['no tag', advantage, { ...use, mode: 'Romulus-N', tagBits: 0 }, /^tagBits must be a whole number, 1/],
  ['a tag of 129 bits', advantage, { ...use, mode: 'Romulus-N', tagBits: 129 }, /at most 128 in Romulus-N$/],
  ['a tag of 65 bits', advantage, { ...ice, mode: 'Remus-N3', tagBits: 65 }, /at most 64 in Remus-N3$/],
  ['a tag that is cut, in M', advantage, { ...use, tagBits: 127 }, /^Romulus-M has no bound for a tag/],
  ['0 cycles', latency, { ...run, callCycles: 0 }, /^callCycles must/],
  ...refusedFor('busWidth', [8, 16, 64, 0, '32', null, 32n], latency, run, /^busWidth must be 32/),
  ...Object.keys(work).flatMap((name) =>
    refusedFor(
      name,
      [-1, Number.NaN, Number.POSITIVE_INFINITY, '1', null, 1n],
      circuitCost,
      { cycles: 1, ...work },
      new RegExp(`^${name} must be a number`),
    ),
  ),
  ...['period', 'bits', 'area'].flatMap((name) =>
    refusedFor(name, [0], circuitCost, { cycles: 1, ...work }, /must be a number above 0/),
  ),
  ...refusedFor(
    'target',
    [0, 1, Number.NaN, '-32', undefined, -32n, Symbol('-32')],
    ...([messageLimit, limit, /^target must be a number below 0/] as const),
  ),
];

it.each(refused)('refuses %s', (_, call, given, message, isOfWrongType) =>
  expectRefused(() => call(given as never), message, isOfWrongType),
);
