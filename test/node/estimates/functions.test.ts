/** The calls of the cipher, beside the suites' modules in a build that counts its calls, and wrong arguments of all functions. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packages } from '../../../tools/build/emscripten.js';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';
import { type ModeRow, type SuiteKey, suites } from '../../../ts/suites/table.js';
import { compile, flagsOf, inFolder, optimisation, run, sourceOf } from '../../../verify/native/compile.js';
import { thrown } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';

const { advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } = estimates;

/** The edges of blocks of 8, 12 and 16 bytes, and of pairs of 28 and 32. */
const edges = [0, 7, 8, 9, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 47, 48, 49, 56, 63, 64, 65, 96, 1151, 1152];
const lengths = edges.flatMap((associatedData) => edges.map((plaintext) => ({ associatedData, plaintext })));
const modesOfFamily = [...Object.keys(boundedModes), 'Romulus-H', 'Romulus-T'];
const families = (Object.keys(suites) as SuiteKey[]).flatMap((suite) => {
  const all = [...Object.values<ModeRow | undefined>(suites[suite].modes), suites[suite].hash];
  const ofFamily = all.filter((row) => row !== undefined).filter(({ name }) => modesOfFamily.includes(name));
  return ofFamily.length > 0 ? [{ suite, ofFamily }] : [];
});

it('counts the calls of modes that suites have', () => {
  expect(new Set(families.flatMap(({ ofFamily }) => ofFamily.map(({ name }) => name)))).toEqual(new Set(modesOfFamily));
});

/** CI has clang++. */
const isSkipped = !process.env.CI && spawnSync('sh', ['-c', packages.clang]).status !== 0;

it.skipIf(isSkipped).each(families.slice(0, casesOf({ usual: 1, all: undefined })))(
  'the native module of $suite makes the estimated number of calls in each direction',
  async ({ suite, ofFamily }) => {
    const cases = ofFamily.flatMap((row) =>
      lengths
        .filter(({ associatedData }) => row.name !== 'Romulus-H' || associatedData === 0)
        .map((given) => ({ ...given, id: row.id, expected: calls(row.name as estimates.FamilyMode, given) })),
    );
    const input = cases.map(({ id, associatedData, plaintext }) => `${id} ${associatedData} ${plaintext}\n`).join('');
    const output = await inFolder(async (folder) => {
      const flags = [...optimisation, ...flagsOf(suite, 'portable'), '-DCIPHER_CALLS_COUNTED'];
      const sources = ['verify/native/call_counts.cpp', sourceOf(suite)];
      const program = await compile(join(folder, 'call-counts'), sources, flags);
      return (await run(program, [], { input: Buffer.from(input) })).stdout.toString();
    });
    expect(output.trimEnd().split('\n')).toEqual(cases.map(({ expected }) => `${expected} ${expected}`));
  },
);

it('has the effective blocks of docs/estimates.md, section 3', () => {
  for (const given of lengths) {
    const [a, m] = Object.values(given).map((length) => Math.max(1, Math.ceil(length / 16))) as [number, number];
    const ofModes = [(a >> 1) + 1 + m, (a >> 1) + (m >> 1) + 2 + m, a + m, a + 2 * m];
    const models = ['Romulus-N', 'Romulus-M', 'Remus-N1', 'Remus-M1'] as const;
    expect(models.map((mode) => effectiveBlocks(mode, given))).toEqual(ofModes);
  }
});

it('counts no associated data where none is given, and lengths beyond 32 bits', () => {
  for (const given of [{}, { associatedData: 0 }, { associatedData: undefined }])
    expect(calls('Romulus-N', { ...given, plaintext: 2 ** 52 })).toBe(2 ** 48 + 1);
  expect(calls('Romulus-N2', { associatedData: 28 * 2 ** 40 + 17, plaintext: 0 })).toBe(2 ** 40 + 3);
});

const little = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 } as const;
const ofIce = { forgeries: 1, nonceUses: 1, tagBits: 64, offlineCalls: 1 };
const request = { mode: 'Romulus-N', callCycles: 40, busWidth: 32, ...little } as const;

type Given = Record<string, unknown>;
/** Every function with all fields of its argument. */
const functions: [name: string, argument: string, given: Given, call: (given: never) => unknown][] = [
  ['calls', 'lengths', little, (given) => calls('Romulus-N', given)],
  ['effectiveBlocks', 'lengths', little, (given) => effectiveBlocks('Remus-M1', given)],
  ['advantage', 'use', { ...use, forgedBlocks: 1, ...ofIce, mode: 'Remus-N1' }, advantage],
  ['messageLimit', 'request', { mode: 'Remus-N1', target: -32, ...little, ...ofIce }, messageLimit],
  ['latency', 'request', request, latency],
  ['circuitCost', 'work', { cycles: 1, period: 1.5, bits: 0.5, area: 1107.25, power: 0 }, circuitCost],
  ['stateBits', 'shares', { state: 2, key: 1 }, stateBits],
];
describe.each(functions)('%s', (_, argument, given, call) => {
  it.each(Object.keys(given))('refuses a wrong %s', (field) => {
    const message = expect.stringMatching(`^${field} must be ${field === 'mode' ? 'one of Romulus-N' : ''}`);
    const errorOf = (value: unknown) => thrown(() => call({ ...given, [field]: value } as never));
    for (const type of [null, {}, 16n, ['Romulus-N'], field === 'mode' ? 5 : '16'])
      expect(errorOf(type)).toMatchObject({ name: 'ArgumentError', message });
    const noModes = ['romulus-n', 'Romulus-T', '', 'toString', '__proto__'];
    for (const value of field === 'mode' ? noModes : [Number.NaN, field === 'target' ? 0 : -1])
      expect(errorOf(value)).toMatchObject({ name: 'UsageError', message });
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

it.each<[call: () => unknown, message: RegExp]>([
  [() => calls('toString' as never, little), /^mode must be one of Romulus-N/],
  [() => calls('Romulus-H', { plaintext: 2 ** 53 }), /^plaintext must be a length in bytes/],
  [() => calls('Romulus-H', { plaintext: 0.5 }), /^plaintext must be a length in bytes/],
  [() => advantage({ ...use, blocks: 0.5 }), /^blocks must be a whole number, 0/],
  [() => calls('Romulus-H', little), /^Romulus-H has no associatedData$/],
  [() => advantage({ ...use, nonceUses: 0 }), /^nonceUses must be a whole number, 1/],
  [() => advantage({ ...use, mode: 'Romulus-N', tagBits: 0 }), /^tagBits must be a whole number, 1/],
  [() => advantage({ ...use, mode: 'Romulus-N', tagBits: 129 }), /at most 128 in Romulus-N$/],
  [() => advantage({ ...use, ...ofIce, mode: 'Remus-N3', tagBits: 65 }), /at most 64 in Remus-N3$/],
  [() => advantage({ ...use, tagBits: 127 }), /^Romulus-M has no bound for a tag/],
  [() => advantage({ ...use, mode: 'Remus-N1' }), /^Remus-N1 needs offlineCalls/],
  [() => latency({ ...request, mode: 'Remus-N1' as never }), /^mode must be one of Romulus-N/],
  [() => latency({ ...request, callCycles: 0 }), /^callCycles must/],
  [() => latency({ ...request, busWidth: 8 }), /^busWidth must be 32/],
  [() => circuitCost({ cycles: 1, period: 0, area: 1 }), /^period must be a number above 0/],
])('refuses what a mode or a circuit cannot have: %s', (call, message) =>
  expect(thrown(call).message).toMatch(message),
);
