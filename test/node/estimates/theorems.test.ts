/**
 * The bounds, compared with the theorems in exact fractions, the limits that follow from them, and the calls of the cipher,
 * compared with the suites' modules in a build that counts its calls.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import {
  advantage,
  type BoundedMode,
  calls,
  effectiveBlocks,
  type FamilyMode,
  messageLimit,
  type UseOfKey,
} from '../../../ts/estimates/index.js';
import { type ModeRow, type SuiteKey, suites } from '../../../ts/suites/table.js';
import { compile, flagsOf, inFolder, optimisation, packages, run, sourceOf } from '../../../verify/native/compile.js';

/** A sum of fractions whose denominators are powers of two. */
type Terms = [numerator: bigint, power: number][];
const sum = (a: bigint, ofA: number, b: bigint, ofB: number): Terms => [
  [a, ofA],
  [b, ofB],
];

/** The logarithm of the sum to base 2, at most 0, from its exact value. */
function logarithm(terms: Terms): number {
  const power = 300;
  const sum = terms.reduce((total, [numerator, exponent]) => total + (numerator << BigInt(power - exponent)), 0n);
  if (sum === 0n) return Number.NEGATIVE_INFINITY;
  const digits = sum.toString(2);
  const leading = Number.parseInt(digits.slice(0, 53), 2) / 2 ** (Math.min(53, digits.length) - 1);
  return Math.min(0, digits.length - 1 - power + Math.log2(leading));
}

/** The counts of a use under the paper's names. */
const countsOf = (use: Required<Record<Exclude<keyof UseOfKey, 'mode'>, number>>, n: number) => ({
  ...{ qe: BigInt(use.encryptions), qd: BigInt(use.forgeries), qp: BigInt(use.offlineCalls), r: BigInt(use.nonceUses) },
  ...{ priv: BigInt(use.blocks), auth: BigInt(use.blocks) + BigInt(use.forgedBlocks), n, t: use.tagBits },
});
type Counts = ReturnType<typeof countsOf>;

const hidden: Record<string, (s: bigint, counts: Counts) => Terms> = {
  none: () => [],
  X: (s, { qp, n }) => sum(9n * s * s + 4n * qp * s, n, 2n * qp, n),
  Y: (s, { qp, n }) => sum(9n * s * s + 4n * qp * s, 2 * n, 2n * qp, n),
  Z: (s, { qp }) => sum(s * s, 1 + 128 - 8, qp * s, 128),
};
const shapes: Record<string, Record<keyof ReturnType<typeof advantage>, (counts: Counts) => Terms>> = {
  N: { privacy: () => [], authenticity: ({ qd, n, t }) => sum(3n * qd, n, 2n * qd, t) },
  M: { privacy: () => [], authenticity: ({ qd, n }) => [[5n * qd, n]] },
  'M, nonces repeat': {
    privacy: ({ r, priv, n }) => [[4n * r * priv, n]],
    authenticity: ({ r, qe, qd, n }) => sum(4n * r * qe, n, 5n * r * qd, n),
  },
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

it('has a theorem for each mode', () =>
  expect(new Set(theorems.map(({ mode }) => mode))).toEqual(new Set(Object.keys(boundedModes))));

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
      const [counts, computed] = [countsOf(use, n), advantage({ mode, ...use })];
      for (const [goal, s] of [
        ['privacy', counts.priv],
        ['authenticity', counts.auth],
      ] as const) {
        const exact = logarithm([...shapes[shape]![goal](counts), ...hidden[keys]!(s, counts)]);
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
  const few = { encryptions: 2, forgeries: 0, blocks: 4, nonceUses: 2 };
  for (const [mode, counts, offlineCalls] of [
    ...(['Romulus-N', 'Romulus-N-Deoxys', 'Romulus-N3', 'Remus-N2', 'TGIF-N1'] as const).map((mode) => [mode, few, 0]),
    ...[['Romulus-M', use, 0] as const, ['Remus-M1', use, 0] as const, ['Remus-M2', use, 2 ** 128] as const],
  ] as [BoundedMode, typeof few, number][])
    expect(advantage({ mode, offlineCalls, ...counts })).toEqual({ privacy: 0, authenticity: 0 });
});

describe('the limit of messages', () => {
  const message = { associatedData: 20, plaintext: 100, target: -40 };

  it.each<{ mode: BoundedMode; nonceUses?: number; forgeries?: number; offlineCalls?: number; target?: number }>([
    { mode: 'Romulus-N' },
    { mode: 'Romulus-M' },
    { mode: 'Romulus-M', nonceUses: 2 },
    { mode: 'Romulus-M', nonceUses: Number.POSITIVE_INFINITY },
    { mode: 'Romulus-M', nonceUses: Number.POSITIVE_INFINITY, forgeries: 1000 },
    { mode: 'Remus-N1', offlineCalls: 2 ** 60, forgeries: 2 ** 20 },
    { mode: 'Remus-N3', offlineCalls: 2 ** 60, target: -20 },
    { mode: 'TGIF-M2', offlineCalls: 2 ** 80, nonceUses: 5 },
  ])('is the last that the bounds allow: %o', (how) => {
    const { target, associatedData, plaintext, ...use } = { ...message, ...how };
    const limit = messageLimit({ ...message, ...how });
    expect(Number.isInteger(limit)).toBe(true);
    expect(limit).toBeGreaterThan(0);
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
const edges = [
  0, 1, 7, 8, 9, 11, 12, 13, 15, 16, 17, 27, 28, 29, 31, 32, 33, 47, 48, 49, 56, 63, 64, 65, 95, 96, 97, 1151, 1152,
];
const random = () => Math.floor(2 ** (15 * Math.random()));

/** Lengths for each mode of the family, with the mode's number in its module. */
function casesOf({ name, id }: ModeRow, isHash: boolean) {
  const isOfFamily = Object.hasOwn(boundedModes, name) || name === 'Romulus-T' || name === 'Romulus-H';
  const some = isHash ? [0] : edges;
  const lengths = [
    ...some.flatMap((associatedData) => edges.map((plaintext) => ({ associatedData, plaintext }))),
    ...Array.from({ length: 500 }, () => ({ associatedData: isHash ? 0 : random(), plaintext: random() })),
  ];
  return isOfFamily ? lengths.map((each) => ({ mode: name as FamilyMode, id, ...each })) : [];
}

const families = (Object.keys(suites) as SuiteKey[]).flatMap((suite) => {
  const { modes, hash } = suites[suite];
  const cases = [...Object.values(modes).flatMap((mode) => casesOf(mode, false)), ...(hash ? casesOf(hash, true) : [])];
  return cases.length > 0 ? [{ suite, cases }] : [];
});

it('is for modes that some suite has', () => {
  const modes = families.flatMap(({ cases }) => cases.map(({ mode }) => mode));
  expect(new Set(modes)).toEqual(new Set([...Object.keys(boundedModes), 'Romulus-H', 'Romulus-T']));
});

describe.skipIf(isSkipped).each(families)('the native module of $suite', ({ suite, cases }) => {
  it('makes the estimated number of calls, to encrypt, to decrypt and to hash', async () => {
    const input = cases.map(({ id, associatedData, plaintext }) => `${id} ${associatedData} ${plaintext}\n`);
    const output = await inFolder(async (folder) => {
      const flags = [...optimisation, ...flagsOf(suite, 'portable'), '-DCIPHER_CALLS_COUNTED'];
      const sources = ['verify/native/call_counts.cpp', sourceOf(suite)];
      const program = await compile(join(folder, 'call-counts'), sources, flags);
      return (await run(program, [], { input: Buffer.from(input.join('')) })).stdout.toString();
    });
    const counted = output.trimEnd().split('\n');
    expect(counted).toHaveLength(cases.length);
    for (const [i, { mode, id, ...lengths }] of cases.entries()) {
      const expected = calls(mode, lengths);
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
  for (const associatedData of edges)
    for (const plaintext of edges)
      expect(effectiveBlocks(mode, { associatedData, plaintext })).toBe(
        blocks(blocksIn(associatedData), blocksIn(plaintext)),
      );
});

it('counts no associated data where none is given, and lengths beyond 32 bits', () => {
  for (const given of [{}, { associatedData: 0 }, { associatedData: undefined }])
    expect(calls('Romulus-N', { ...given, plaintext: 64 })).toBe(5);
  expect(calls('Romulus-N', { associatedData: 0, plaintext: 2 ** 52 })).toBe(2 ** 48 + 1);
  expect(calls('Remus-N3', { associatedData: 2 ** 52, plaintext: 0 })).toBe(2 ** 49 + 1);
  expect(calls('Romulus-N2', { associatedData: 28 * 2 ** 40 + 17, plaintext: 0 })).toBe(2 ** 40 + 3);
});
