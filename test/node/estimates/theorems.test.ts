/**
 * The bounds, compared with the theorems in exact fractions, the limits that follow from them, and the calls of the cipher,
 * compared with the suites' modules in a build that counts its calls.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';
import { type ModeRow, type SuiteKey, suites } from '../../../ts/suites/table.js';
import { compile, flagsOf, inFolder, optimisation, packages, run, sourceOf } from '../../../verify/native/compile.js';

const { advantage, calls, effectiveBlocks, messageLimit } = estimates;
type BoundedMode = estimates.BoundedMode;

/** The logarithm of a sum of fractions to base 2, at most 0, from its exact value. A formula has the fields of a use. */
function logarithm(formula: string, values: Readonly<Record<string, bigint>>): number {
  const power = 300n;
  const terms = formula.split(' + ').map((term) => {
    const [numerator = '', exponent = ''] = term.split(' / 2^');
    const product = numerator.split(' ').reduce((sofar, factor) => sofar * (values[factor] ?? BigInt(factor)), 1n);
    return product << (power - (values[exponent] ?? BigInt(exponent)));
  });
  const sum = terms.reduce((total, term) => total + term, 0n);
  if (sum === 0n) return Number.NEGATIVE_INFINITY;
  const digits = sum.toString(2);
  const leading = Number.parseInt(digits.slice(0, 53), 2) / 2 ** (Math.min(53, digits.length) - 1);
  return Math.min(0, digits.length - 1 - Number(power) + Math.log2(leading));
}

/** The bounds of privacy and authenticity by the kind of mode, and what an ideal cipher adds, with s for its blocks. */
const bounds = {
  N: { privacy: '0 / 2^n', authenticity: '3 forgeries / 2^n + 2 forgeries / 2^tagBits' },
  M: { privacy: '0 / 2^n', authenticity: '5 forgeries / 2^n' },
  'M, nonces repeat': {
    privacy: '4 nonceUses blocks / 2^n',
    authenticity: '4 nonceUses encryptions / 2^n + 5 nonceUses forgeries / 2^n',
  },
};
const added = {
  none: '0 / 2^n',
  X: '9 s s / 2^n + 4 offlineCalls s / 2^n + 2 offlineCalls / 2^n',
  Y: '9 s s / 2^2n + 4 offlineCalls s / 2^2n + 2 offlineCalls / 2^n',
  Z: 's s / 2^121 + offlineCalls s / 2^128',
};
const theorems = (
  [
    [1, 'N', 'none', 'Romulus-N Romulus-N-Deoxys Romulus-N1 Romulus-N2 Romulus-N3'],
    [2, 'M', 'none', 'Romulus-M Romulus-M-Deoxys Romulus-M1 Romulus-M2 Romulus-M3'],
    [3, 'M, nonces repeat', 'none', 'Romulus-M Romulus-M-Deoxys Romulus-M1 Romulus-M2 Romulus-M3'],
    [4, 'N', 'X', 'Remus-N1 TGIF-N1'],
    [4, 'N', 'Y', 'Remus-N2 TGIF-N2'],
    [4, 'N', 'Z', 'Remus-N3'],
    [5, 'M', 'X', 'Remus-M1 TGIF-M1'],
    [5, 'M', 'Y', 'Remus-M2 TGIF-M2'],
    [6, 'M, nonces repeat', 'X', 'Remus-M1 TGIF-M1'],
    [6, 'M, nonces repeat', 'Y', 'Remus-M2 TGIF-M2'],
  ] as const
).flatMap(([theorem, shape, keys, modes]) =>
  (modes.split(' ') as BoundedMode[]).map((mode) => ({ theorem, shape, keys, mode })),
);

/** Whole numbers below 2^power that a double can hold, of any magnitude. */
const count = (power: number) =>
  fc.tuple(fc.nat({ max: 2 ** 31 - 1 }), fc.nat({ max: power - 31 })).map(([digits, shift]) => digits * 2 ** shift);

it.each(theorems)('has the bounds of theorem $theorem: $mode, $shape', ({ mode, shape, keys }) => {
  const n = mode === 'Remus-N3' ? 64 : 128;
  const all = fc.record({
    ...{ encryptions: count(80), forgeries: count(80), blocks: count(90), forgedBlocks: count(90) },
    offlineCalls: count(120),
    nonceUses: shape.includes('repeat') ? fc.integer({ min: 2, max: 2 ** 40 }) : fc.constant(1),
    tagBits: shape === 'N' ? fc.integer({ min: 1, max: n }) : fc.constant(n),
  });
  fc.assert(
    fc.property(all, (use) => {
      const computed = advantage({ mode, ...use });
      for (const goal of ['privacy', 'authenticity'] as const) {
        const s = BigInt(use.blocks) + (goal === 'privacy' ? 0n : BigInt(use.forgedBlocks));
        const given = Object.entries({ ...use, n, '2n': 2 * n }).map(([name, value]) => [name, BigInt(value)]);
        const values = { ...Object.fromEntries(given), s };
        const exact = logarithm(`${bounds[shape][goal]} + ${added[keys]}`, values);
        if (exact === Number.NEGATIVE_INFINITY) expect(computed[goal]).toBe(exact);
        else expect(computed[goal]).toBeCloseTo(exact, 9);
      }
      const { forgedBlocks, tagBits, ...rest } = use;
      expect(advantage({ mode, ...rest })).toEqual(advantage({ mode, ...rest, forgedBlocks: 0, tagBits: n }));
    }),
    { numRuns: 300 },
  );
});

it('promises nothing for a mode N whose nonce repeats, and at most a chance of 1', () => {
  const most = Number.MAX_VALUE;
  const use = { encryptions: most, forgeries: most, blocks: most, forgedBlocks: most, nonceUses: most };
  const few = { encryptions: 2, forgeries: 0, blocks: 4, nonceUses: 2, offlineCalls: 0 };
  for (const mode of ['Romulus-N', 'Romulus-N-Deoxys', 'Romulus-N3', 'Remus-N2', 'TGIF-N1'] as const)
    expect(advantage({ mode, ...few })).toEqual({ privacy: 0, authenticity: 0 });
  for (const mode of ['Romulus-M', 'Remus-M1', 'Remus-M2'] as const)
    expect(advantage({ mode, ...use, offlineCalls: 2 ** 128 })).toEqual({ privacy: 0, authenticity: 0 });
});

describe('the limit of messages', () => {
  const message = { associatedData: 20, plaintext: 100, target: -40 };

  it.each<Partial<estimates.MessageLimitRequest> & { mode: BoundedMode }>([
    { mode: 'Romulus-N' },
    { mode: 'Romulus-M', nonceUses: 2 },
    { mode: 'Romulus-M', nonceUses: Number.POSITIVE_INFINITY, forgeries: 1000 },
    { mode: 'Remus-N1', offlineCalls: 2 ** 60, forgeries: 2 ** 20 },
    { mode: 'Remus-N3', offlineCalls: 2 ** 60, target: -20 },
    { mode: 'TGIF-M2', offlineCalls: 2 ** 80, nonceUses: 5 },
  ])('is the last that the bounds allow: %o', (how) => {
    const { target, associatedData, plaintext, ...use } = { ...message, ...how };
    const limit = messageLimit({ ...message, ...how });
    expect(Number.isInteger(limit) && limit > 0).toBe(true);
    const boundOf = (encryptions: number) => {
      const forgeries = use.forgeries ?? encryptions;
      const one = effectiveBlocks(use.mode, { associatedData, plaintext });
      const nonceUses = Math.min(use.nonceUses ?? 1, encryptions);
      const sums = { blocks: encryptions * one, forgedBlocks: forgeries * one };
      const { privacy, authenticity } = advantage({ ...use, encryptions, forgeries, ...sums, nonceUses });
      return Math.max(privacy, authenticity);
    };
    expect(boundOf(limit)).toBeLessThanOrEqual(target);
    // Numbers nearer to the limit may round to the same logarithm.
    expect(boundOf(Math.max(limit + 1, Math.ceil(limit * (1 + 2 ** -40))))).toBeGreaterThan(target);
  });

  it('is infinite where no bound depends on it, and 0 where the target cannot be reached', () => {
    expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 30, ...message })).toBe(Number.POSITIVE_INFINITY);
    expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 100, ...message })).toBe(0);
    expect(messageLimit({ mode: 'Romulus-N', nonceUses: Number.POSITIVE_INFINITY, ...message })).toBe(1);
    expect(messageLimit({ mode: 'Remus-N1', offlineCalls: 2 ** 100, ...message })).toBe(0);
  });
});

/** CI has clang++. Without it, docs/estimates.md still checks the calls of six lengths for each mode. */
const isSkipped = !process.env.CI && spawnSync('sh', ['-c', packages.clang]).status !== 0;

/** The edges of blocks of 8, 12 and 16 bytes, and of pairs of 28 and 32. */
const edges = '0 1 7 8 9 11 12 13 15 16 17 27 28 29 31 32 33 47 48 49 56 63 64 65 95 96 97 1151 1152'
  .split(' ')
  .map(Number);
const random = () => Math.floor(2 ** (15 * Math.random()));

const lengths = [
  ...edges.flatMap((associatedData) => edges.map((plaintext) => ({ associatedData, plaintext }))),
  ...Array.from({ length: 1000 }, (_, i) => ({ associatedData: i % 2 === 0 ? 0 : random(), plaintext: random() })),
];
const modesOfFamily = [...Object.keys(boundedModes), 'Romulus-H', 'Romulus-T'];

/** The suites with modes of the family, and lengths for each of these with its number in its module. */
const families = (Object.keys(suites) as SuiteKey[]).flatMap((suite) => {
  const { modes, hash } = suites[suite];
  const rows = [...Object.values(modes), hash].filter((row) => row && modesOfFamily.includes(row.name)) as ModeRow[];
  const cases = rows.flatMap(({ name: mode, id }) =>
    lengths.flatMap((given) => (mode === 'Romulus-H' && given.associatedData > 0 ? [] : [{ mode, id, ...given }])),
  );
  return rows.length > 0 ? [{ suite, cases }] : [];
});

it('has a theorem for each mode, and each is a mode of a suite', () => {
  expect(new Set(theorems.map(({ mode }) => mode))).toEqual(new Set(Object.keys(boundedModes)));
  const modes = families.flatMap(({ cases }) => cases.map(({ mode }) => mode));
  expect(new Set(modes)).toEqual(new Set(modesOfFamily));
});

describe.skipIf(isSkipped).each(families)('the native module of $suite', ({ suite, cases }) => {
  it('makes the estimated number of calls, to encrypt, to decrypt and to hash', async () => {
    const input = cases.map(({ id, associatedData, plaintext }) => `${id} ${associatedData} ${plaintext}\n`).join('');
    const output = await inFolder(async (folder) => {
      const flags = [...optimisation, ...flagsOf(suite, 'portable'), '-DCIPHER_CALLS_COUNTED'];
      const sources = ['verify/native/call_counts.cpp', sourceOf(suite)];
      const program = await compile(join(folder, 'call-counts'), sources, flags);
      return (await run(program, [], { input: Buffer.from(input) })).stdout.toString();
    });
    const counted = output.trimEnd().split('\n');
    expect(counted).toHaveLength(cases.length);
    for (const [i, { mode, id, ...given }] of cases.entries()) {
      const expected = calls(mode as estimates.FamilyMode, given);
      expect(counted[i], JSON.stringify(cases[i])).toBe(`${expected} ${expected}`);
    }
  });
});

it.each<[mode: BoundedMode, blocks: (a: number, m: number) => number]>([
  ['Romulus-N', (a, m) => Math.floor(a / 2) + 1 + m],
  ['Romulus-M', (a, m) => Math.floor(a / 2) + Math.floor(m / 2) + 2 + m],
  ['Remus-N1', (a, m) => a + m],
  ['Remus-M1', (a, m) => a + 2 * m],
])('has the effective blocks of docs/estimates.md, section 3: %s', (mode, blocks) => {
  const blocksIn = (length: number) => Math.max(1, Math.ceil(length / 16));
  for (const { associatedData, plaintext } of lengths) {
    const expected = blocks(blocksIn(associatedData), blocksIn(plaintext));
    expect(effectiveBlocks(mode, { associatedData, plaintext })).toBe(expected);
  }
});

it('counts no associated data where none is given, and lengths beyond 32 bits', () => {
  for (const given of [{}, { associatedData: 0 }, { associatedData: undefined }])
    expect(calls('Romulus-N', { ...given, plaintext: 64 })).toBe(5);
  expect(calls('Romulus-N', { associatedData: 0, plaintext: 2 ** 52 })).toBe(2 ** 48 + 1);
  expect(calls('Remus-N3', { associatedData: 2 ** 52, plaintext: 0 })).toBe(2 ** 49 + 1);
  expect(calls('Romulus-N2', { associatedData: 28 * 2 ** 40 + 17, plaintext: 0 })).toBe(2 ** 40 + 3);
});
