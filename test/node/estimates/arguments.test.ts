/** The estimates refuse wrong arguments, each with its error. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as estimates from '../../../ts/estimates/index.js';
import { thrown } from '../../fixtures/bytes.js';

const { advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } = estimates;

type Given = Record<string, unknown>;
type Call = (given: never) => unknown;

const lengths = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 };
const useOfN = { ...use, mode: 'Romulus-N' };
const ice = { ...use, mode: 'Remus-N1', offlineCalls: 1 };
const limit = { mode: 'Remus-N1', offlineCalls: 1, target: -32, ...lengths };
const work = { cycles: 1, period: 1.5, bits: 0.5, area: 1107.25, power: 0 };
const run = { mode: 'Romulus-N', callCycles: 40, ...lengths };
const [both, ofUse] = [
  ['associatedData', 'plaintext'],
  ['nonceUses', 'tagBits', 'offlineCalls'],
];

function expectRefused(call: () => unknown, message: RegExp, isOfWrongType: boolean): void {
  const error = thrown(call);
  expect(error).toBeInstanceOf(isOfWrongType ? estimates.ArgumentError : estimates.UsageError);
  expect(error.message).toMatch(message);
}

/** Every function with correct arguments, its parameters that must be whole numbers, and modes that it has not. */
const functions: [name: string, argument: string, given: Given, call: Call, whole: string[], others?: string[]][] = [
  ['calls', 'lengths', lengths, (given) => calls('Romulus-N', given), both],
  ['effectiveBlocks', 'lengths', lengths, (given) => effectiveBlocks('Remus-M1', given), both],
  ['advantage', 'use', ice, advantage, ['encryptions', 'forgeries', 'blocks', 'forgedBlocks', ...ofUse], ['Romulus-T']],
  ['messageLimit', 'request', limit, messageLimit, [...both, 'forgeries', ...ofUse], ['Romulus-T', 'Romulus-H']],
  ['latency', 'request', run, latency, [...both, 'callCycles'], ['Romulus-T', 'Remus-N1']],
  ['circuitCost', 'work', work, circuitCost, ['cycles']],
  ['stateBits', 'shares', { state: 2, key: 1 }, stateBits, ['state', 'key']],
];

describe.each(functions)('%s', (...[, argument, given, call, whole, others]) => {
  it('refuses numbers that are not whole, unknown modes, unknown names and what is no object', () => {
    for (const name of whole)
      for (const value of [-1, 0.5, Number.NaN, '16', null, 16n, {}])
        expectRefused(
          () => call({ ...given, [name]: value } as never),
          new RegExp(`^${name} must be a `),
          typeof value !== 'number',
        );
    for (const mode of others ? [...others, 'romulus-n', '', 'toString', '__proto__', 5, ['Romulus-N']] : [])
      expectRefused(
        () => call({ ...given, mode } as never),
        /^mode must be one of Romulus-N/,
        typeof mode !== 'string',
      );
    for (const wrong of [{ ...given, nonceUse: 2 }, Object.create({ ...given, nonceUse: 2 }), undefined, null, 5, [1]])
      expect(thrown(() => call(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
  });

  it('reads nothing of Object.prototype', () => {
    const expected = call(given as never);
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'tagBits'));
    Object.defineProperty(Object.prototype, 'tagBits', { value: 8, configurable: true, writable: true });
    expect(call(Object.create(given) as never)).toEqual(expected);
  });
});

const mode: Call = (given: Given) => calls(given.mode as never, lengths);
const modeOfBlocks: Call = (given: Given) => effectiveBlocks(given.mode as never, lengths);
const ofH: Call = (given) => calls('Romulus-H', given);

it.each<[name: string, values: unknown[], call: Call, given: Given, message: RegExp]>([
  ['mode', ['romulus-n', 'toString', ['Romulus-N']], mode, {}, /^mode must be one of Romulus-N/],
  ['mode', ['Romulus-T', ['Romulus-N']], modeOfBlocks, {}, /^mode must be one of Romulus-N/],
  ['plaintext', [2 ** 53], ofH, {}, /^plaintext must be a length in bytes/],
  ['plaintext', [5], ofH, lengths, /^Romulus-H has no associatedData$/],
  ['nonceUses', [0], advantage, use, /^nonceUses must be a whole number, 1/],
  ['tagBits', [0], advantage, useOfN, /^tagBits must be a whole number, 1/],
  ['tagBits', [129], advantage, useOfN, /at most 128 in Romulus-N$/],
  ['tagBits', [65], advantage, { ...ice, mode: 'Remus-N3' }, /at most 64 in Remus-N3$/],
  ['tagBits', [127], advantage, use, /^Romulus-M has no bound for a tag/],
  ['callCycles', [0], latency, run, /^callCycles must/],
  ['busWidth', [8, 64, '32', null], latency, run, /^busWidth must be 32/],
  ...['period', 'bits', 'area', 'power'].map((name): [string, unknown[], Call, Given, RegExp] => {
    return [name, [-1, Number.NaN, '1', null], circuitCost, work, new RegExp(`^${name} must be a number`)];
  }),
  ['period', [0], circuitCost, work, /must be a number above 0/],
  ['target', [0, 1, Number.NaN, '-32'], messageLimit, limit, /^target must be a number below 0/],
])('refuses a %s of %o', (name, values, call, given, message) => {
  for (const value of values) {
    const isOfWrongType = typeof value !== (name === 'mode' ? 'string' : 'number');
    expectRefused(() => call({ ...given, [name]: value } as never), message, isOfWrongType);
  }
});

it('needs offlineCalls for a mode of an ideal cipher', () =>
  expectRefused(() => advantage({ ...ice, offlineCalls: undefined } as never), /^Remus-N1 needs offlineCalls/, false));

it('has the registers of the accelerator', () => {
  expect([stateBits({}), stateBits({ state: 2 }), stateBits({ key: 3 })]).toEqual([512, 640, 768]);
});
