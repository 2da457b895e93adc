/** The estimates refuse wrong arguments, each with its error. */
import { describe, expect, it, onTestFinished } from 'vitest';
import * as estimates from '../../../ts/estimates/index.js';
import { thrown } from '../../fixtures/bytes.js';

const { ArgumentError, UsageError, advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } =
  estimates;

const lengths = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 } as const;
const whole = { forgeries: 1, nonceUses: 1, tagBits: 64, offlineCalls: 1 };
const limit = { mode: 'Remus-N1', target: -32, ...lengths, ...whole };
const run = { mode: 'Romulus-N', callCycles: 40, busWidth: 32, ...lengths };

type Given = Record<string, unknown>;
/** Every function with all fields of its argument. */
const functions: [name: string, argument: string, given: Given, call: (given: never) => unknown][] = [
  ['calls', 'lengths', lengths, (given) => calls('Romulus-N', given)],
  ['effectiveBlocks', 'lengths', lengths, (given) => effectiveBlocks('Remus-M1', given)],
  ['advantage', 'use', { ...use, forgedBlocks: 1, ...whole, mode: 'Remus-N1' }, advantage],
  ['messageLimit', 'request', limit, messageLimit],
  ['latency', 'request', run, latency],
  ['circuitCost', 'work', { cycles: 1, period: 1.5, bits: 0.5, area: 1107.25, power: 0 }, circuitCost],
  ['stateBits', 'shares', { state: 2, key: 1 }, stateBits],
];
const fractions = ['period', 'bits', 'area', 'power'];

type Kind = abstract new (...given: never) => Error;

function expectRefused(call: () => unknown, message: RegExp, kind: Kind = UsageError): void {
  const error = thrown(call);
  expect(error).toBeInstanceOf(kind);
  expect(error.message).toMatch(message);
}

describe.each(functions)('%s', (_, argument, given, call) => {
  it('refuses a wrong value of each field', () => {
    for (const field of Object.keys(given)) {
      const message = new RegExp(field === 'mode' ? '^mode must be one of Romulus-N' : `^${field} must be `);
      const refuse = (value: unknown, kind: Kind = UsageError) =>
        expectRefused(() => call({ ...given, [field]: value } as never), message, kind);
      const isMode = field === 'mode';
      for (const wrong of [null, {}, 16n, ['Romulus-N'], isMode ? 5 : '16']) refuse(wrong, ArgumentError);
      for (const wrong of isMode ? ['romulus-n', 'Romulus-T', '', 'toString', '__proto__'] : [Number.NaN])
        refuse(wrong);
      if (!isMode) refuse(field === 'target' ? 0 : -1);
      if (!isMode && field !== 'target' && !fractions.includes(field)) refuse(0.5);
    }
  });

  it('refuses unknown names and what is no object, and reads nothing of Object.prototype', () => {
    for (const wrong of [{ ...given, nonceUse: 2 }, Object.create({ ...given, nonceUse: 2 }), undefined, null, 5, [1]])
      expect(thrown(() => call(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
    const { tagBits: _, ...others } = given;
    const expected = call(others as never);
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'tagBits'));
    Object.defineProperty(Object.prototype, 'tagBits', { value: 8, configurable: true, writable: true });
    expect(call(Object.create(others) as never)).toEqual(expected);
  });
});

it.each<[call: () => unknown, message: RegExp, kind?: Kind]>([
  [() => calls('toString' as never, lengths), /^mode must be one of Romulus-N/],
  [() => effectiveBlocks(['Romulus-N'] as never, lengths), /^mode must be one of Romulus-N/, ArgumentError],
  [() => calls('Romulus-H', { plaintext: 2 ** 53 }), /^plaintext must be a length in bytes/],
  [() => calls('Romulus-H', lengths), /^Romulus-H has no associatedData$/],
  [() => advantage({ ...use, nonceUses: 0 }), /^nonceUses must be a whole number, 1/],
  [() => advantage({ ...use, mode: 'Romulus-N', tagBits: 0 }), /^tagBits must be a whole number, 1/],
  [() => advantage({ ...use, mode: 'Romulus-N', tagBits: 129 }), /at most 128 in Romulus-N$/],
  [() => advantage({ ...use, ...whole, mode: 'Remus-N3', tagBits: 65 }), /at most 64 in Remus-N3$/],
  [() => advantage({ ...use, tagBits: 127 }), /^Romulus-M has no bound for a tag/],
  [() => advantage({ ...use, mode: 'Remus-N1' }), /^Remus-N1 needs offlineCalls/],
  [() => latency({ ...run, mode: 'Remus-N1' } as never), /^mode must be one of Romulus-N/],
  [() => latency({ ...run, callCycles: 0 } as never), /^callCycles must/],
  [() => latency({ ...run, busWidth: 8 } as never), /^busWidth must be 32/],
  [() => circuitCost({ cycles: 1, period: 0, area: 1 }), /^period must be a number above 0/],
])('refuses what a mode or a circuit cannot have: %s', (call, message, kind) => expectRefused(call, message, kind));

it('has the registers of the accelerator', () => {
  expect([stateBits({}), stateBits({ state: 2 }), stateBits({ key: 3 })]).toEqual([512, 640, 768]);
});
