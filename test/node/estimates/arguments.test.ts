/** The estimates refuse wrong arguments, each with its error. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as estimates from '../../../ts/estimates/index.js';
import { thrown } from '../../fixtures/bytes.js';

const { advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } = estimates;

type Given = Record<string, unknown>;
type Call = (given: never) => unknown;

const lengths = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 };
const ice = { ...use, mode: 'Remus-N1', offlineCalls: 1 };
const limit = { mode: 'Remus-N1', offlineCalls: 1, target: -32, ...lengths };
const work = { cycles: 1, period: 1.5, bits: 0.5, area: 1107.25, power: 0 };
const run = { mode: 'Romulus-N', callCycles: 40, ...lengths };
const [both, ofUse] = [
  ['associatedData', 'plaintext'],
  ['nonceUses', 'tagBits', 'offlineCalls'],
];

/** Every function with correct arguments, and its parameters that must be whole numbers. */
const functions: [name: string, argument: string, given: Given, call: Call, whole: string[]][] = [
  ['calls', 'lengths', lengths, (given) => calls('Romulus-N', given), both],
  ['effectiveBlocks', 'lengths', lengths, (given) => effectiveBlocks('Remus-M1', given), both],
  ['advantage', 'use', ice, advantage, ['encryptions', 'forgeries', 'blocks', 'forgedBlocks', ...ofUse]],
  ['messageLimit', 'request', limit, messageLimit, [...both, 'forgeries', ...ofUse]],
  ['latency', 'request', run, latency, [...both, 'callCycles']],
  ['circuitCost', 'work', work, circuitCost, ['cycles']],
  ['stateBits', 'shares', { state: 2, key: 1 }, stateBits, ['state', 'key']],
];

function expectRefused(call: () => unknown, message: RegExp, isOfWrongType = false): void {
  const error = thrown(call);
  expect(error).toBeInstanceOf(isOfWrongType ? estimates.ArgumentError : estimates.UsageError);
  const code = isOfWrongType ? 'ERR_ROMULUS_TYPE' : 'ERR_ROMULUS_USAGE';
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
}

describe.each(functions)('%s', (_, argument, given, call, whole) => {
  it.each(whole)('refuses a %s that is no whole number', (name) => {
    for (const value of [-1, 0.5, Number.NaN, '16', null, 16n, {}])
      expectRefused(
        () => call({ ...given, [name]: value } as never),
        new RegExp(`^${name} must be a `),
        typeof value !== 'number',
      );
  });

  it('refuses unknown names and what is no object, and reads nothing of Object.prototype', () => {
    for (const wrong of [{ ...given, nonceUse: 2 }, Object.create({ ...given, nonceUse: 2 }), undefined, null, 5, [1]])
      expect(thrown(() => call(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
    const expected = call(given as never);
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'tagBits'));
    Object.defineProperty(Object.prototype, 'tagBits', { value: 8, configurable: true, writable: true });
    expect(call(Object.create(given) as never)).toEqual(expected);
  });
});

it.each<[what: string, call: Call, others: string[]]>([
  ['calls', (mode) => calls(mode, lengths), []],
  ['effectiveBlocks', (mode) => effectiveBlocks(mode, lengths), ['Romulus-T']],
  ['advantage', (mode) => advantage({ ...use, mode }), ['Romulus-T', 'Romulus-H']],
  ['messageLimit', (mode) => messageLimit({ ...limit, mode }), ['Romulus-T', 'Romulus-H']],
  ['latency', (mode) => latency({ ...run, mode }), ['Romulus-T', 'Romulus-H', 'Remus-N1']],
])('the mode of %s must be a known one', (_, call, others) => {
  for (const mode of ['romulus-n', '', 'toString', '__proto__', ...others, undefined, 5, ['Romulus-N']])
    expectRefused(() => call(mode as never), /^mode must be one of Romulus-N/, typeof mode !== 'string');
});

const ofN: Call = (given) => calls('Romulus-N', given);
const ofH: Call = (given) => calls('Romulus-H', given);

it.each<[name: string, values: unknown[], call: Call, given: Given, message: RegExp]>([
  ['plaintext', [2 ** 53, undefined], ofN, {}, /^plaintext must be a length in bytes/],
  ['plaintext', [5], ofH, lengths, /^Romulus-H has no associatedData$/],
  ['offlineCalls', [undefined], advantage, ice, /^Remus-N1 needs offlineCalls/],
  ['nonceUses', [0], advantage, use, /^nonceUses must be a whole number, 1/],
  ['tagBits', [0], advantage, { ...use, mode: 'Romulus-N' }, /^tagBits must be a whole number, 1/],
  ['tagBits', [129], advantage, { ...use, mode: 'Romulus-N' }, /at most 128 in Romulus-N$/],
  ['tagBits', [65], advantage, { ...ice, mode: 'Remus-N3' }, /at most 64 in Remus-N3$/],
  ['tagBits', [127], advantage, use, /^Romulus-M has no bound for a tag/],
  ['callCycles', [0], latency, run, /^callCycles must/],
  ['busWidth', [8, 64, '32', null], latency, run, /^busWidth must be 32/],
  ...['period', 'bits', 'area', 'power'].map((name): [string, unknown[], Call, Given, RegExp] => {
    return [name, [-1, Number.NaN, '1', null], circuitCost, work, new RegExp(`^${name} must be a number`)];
  }),
  ['period', [0], circuitCost, work, /must be a number above 0/],
  ['target', [0, 1, Number.NaN, '-32', undefined], messageLimit, limit, /^target must be a number below 0/],
])('refuses a %s of %o', (name, values, call, given, message) => {
  for (const value of values)
    expectRefused(
      () => call({ ...given, [name]: value } as never),
      message,
      value !== undefined ? typeof value !== 'number' : name !== 'offlineCalls',
    );
});
