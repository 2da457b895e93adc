/** The calls of the cipher, beside those that the references make, and wrong arguments of all functions. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';
import { type Suite, suites } from '../../../ts/suites/table.js';
import { thrown } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { callsOf, noting } from '../../readme/worked-examples.js';
import type { SuiteReference } from '../../reference/suites.js';

const { advantage, calls, circuitCost, effectiveBlocks, latency, messageLimit, stateBits } = estimates;

/** The edges of blocks of 8, 12 and 16 bytes, and of pairs of 28 and 32. */
const edges = [0, 7, 8, 9, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 47, 48, 49, 56, 63, 64, 65, 96, 1151, 1152];
const lengths = edges.flatMap((associatedData) => edges.map((plaintext) => ({ associatedData, plaintext })));
const modesOfFamily = [...Object.keys(boundedModes), 'Romulus-H', 'Romulus-T'];

// The references' ciphers record their calls.
vi.resetModules();
for (const cipher of ['skinny', 'skinny-64', 'tgif-bc', 'deoxys-bc'])
  vi.doMock(join(import.meta.dirname, `../../reference/${cipher}.ts`), async (original) => noting(await original()));
const { encryptWith } = await import('../../reference/aead.js');

const key = new Uint8Array(16);
const ofFamily = await Promise.all(
  (['romulus', 'romulus-v12', 'remus', 'tgif', 'deoxys'] as const).map(async (suite) => {
    const { reference }: { reference: SuiteReference } = await import(`../../reference/${suite}.ts`);
    const { modes, hash } = suites[suite] as Suite;
    const works = Object.entries(modes).map(([letter, { name, nonceLength }]) => ({
      name,
      work: (associatedData: Uint8Array, plaintext: Uint8Array) =>
        encryptWith(reference.algorithm(letter as never), {
          key,
          nonce: new Uint8Array(nonceLength),
          associatedData,
          plaintext,
        }),
    }));
    if (hash) works.push({ name: hash.name, work: (_, message) => reference.hash!.digest(message) });
    return works.filter(({ name }) => modesOfFamily.includes(name));
  }),
).then((all) => all.flat());

it('counts the calls of modes that suites have', () => {
  expect(new Set(ofFamily.map(({ name }) => name))).toEqual(new Set(modesOfFamily));
});

it.each(ofFamily)('the reference of $name makes the estimated number of calls', ({ name, work }) => {
  const some = lengths.filter(({ associatedData }) => name !== 'Romulus-H' || associatedData === 0);
  for (const given of some.filter((_, i) => i % casesOf({ usual: 25, all: 1 }) === 0)) {
    const [ad, text] = Object.values(given).map((length) => new Uint8Array(length)) as [Uint8Array, Uint8Array];
    const { named } = callsOf(() => work(ad, text), 0);
    expect(calls(name as estimates.FamilyMode, given), JSON.stringify(given)).toBe(named.calls![0]);
  }
});

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

  it('refuses unknown names and what is no object', () => {
    for (const wrong of [{ ...given, nonceUse: 2 }, Object.create({ ...given, nonceUse: 2 }), undefined, null, 5, [1]])
      expect(thrown(() => call(wrong as never))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
  });
});

it.each<[call: () => unknown, message: RegExp]>([
  [() => calls('toString' as never, little), /^mode must be one of Romulus-N/],
  [() => calls('Romulus-H', { plaintext: 2 ** 53 }), /^plaintext must be a length in bytes/],
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
