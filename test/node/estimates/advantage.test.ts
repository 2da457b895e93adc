/** The bounds, compared with the same sums in exact fractions, and the limits that follow from them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundedMode, UseOfKey } from '../../../ts/estimates/index.js';
import { advantage, effectiveBlocks, messageLimit } from '../../../ts/estimates/index.js';

/** A sum of fractions whose denominators are powers of two. */
type Terms = readonly (readonly [numerator: bigint, power: number])[];

/** The logarithm of the sum to base 2, at most 0, from its exact value. */
function logarithm(terms: Terms): number {
  const power = 300;
  const sum = terms.reduce((total, [numerator, exponent]) => total + (numerator << BigInt(power - exponent)), 0n);
  if (sum === 0n) return Number.NEGATIVE_INFINITY;
  const digits = sum.toString(2);
  const leading = Number.parseInt(digits.slice(0, 53), 2) / 2 ** (Math.min(53, digits.length) - 1);
  return Math.min(0, digits.length - 1 - power + Math.log2(leading));
}

type Counted = { [Name in Exclude<keyof UseOfKey, 'mode'>]-?: number };

/** The counts of a use under the papers' names. */
const countsOf = (use: Counted) => ({
  qe: BigInt(use.encryptions),
  qd: BigInt(use.forgeries),
  qp: BigInt(use.offlineCalls),
  sigma: BigInt(use.blocks),
  longest: BigInt(use.longest),
  r: BigInt(use.nonceUses),
  tau: 8 * use.tagLength,
});
type Counts = ReturnType<typeof countsOf>;
type Bounds = Record<'privacy' | 'authenticity', (counts: Counts) => Terms>;

/** "Romulus v1.3", section 4.2. */
const romulusN: Bounds = {
  privacy: () => [],
  authenticity: ({ qd, tau }) => [
    [3n * qd, 128],
    [2n * qd, tau],
  ],
};
/** Section 4.3, nonces respected. */
const romulusM: Bounds = { privacy: () => [], authenticity: ({ qd }) => [[5n * qd, 128]] };
/** Section 4.3, nonces repeated. */
const romulusMRepeated: Bounds = {
  privacy: ({ r, sigma }) => [[4n * r * sigma, 128]],
  authenticity: ({ r, qe, qd }) => [
    [4n * r * qe, 128],
    [5n * r * qd, 128],
  ],
};
/** "Remus v1.0", section 4.2, of N1 with power 128 and of N2 with 256. */
const remusN = (power: number): Bounds => {
  const privacy = ({ sigma, qp }: Counts): Terms => [
    [9n * sigma * sigma + 4n * sigma * qp, power],
    [2n * qp, 128],
  ];
  return {
    privacy,
    authenticity: (counts) => [
      ...privacy(counts),
      [2n * counts.longest * counts.qd, 128],
      [2n * counts.qd, counts.tau],
    ],
  };
};
const remusN3: Bounds = {
  privacy: ({ sigma, qp }) => [[qp * sigma, 120]],
  authenticity: ({ sigma, qp, longest, qd, tau }) => [
    [qp * sigma, 120],
    [2n * longest * qd, 64],
    [2n * qd, tau],
  ],
};
/** Section 4.3. */
const remusM = (power: number): Bounds => ({
  privacy: remusN(power).privacy,
  authenticity: (counts) => [...remusN(power).privacy(counts), [2n * counts.longest * counts.qd, 128]],
});
const remusMRepeated = (power: number): Bounds => ({
  privacy: (counts) => [...remusN(power).privacy(counts), [4n * counts.r * counts.sigma, 128]],
  authenticity: (counts) => [...remusN(power).privacy(counts), [2n * counts.r * counts.longest * counts.qd, 128]],
});

const cases: { mode: BoundedMode; isRepeated?: boolean; bounds: Bounds; canCut?: boolean; bytes?: number }[] = [
  ...(['Romulus-N', 'Romulus-N-Deoxys', 'Romulus-N1', 'Romulus-N2', 'Romulus-N3'] as const).map((mode) => ({
    mode,
    bounds: romulusN,
    canCut: true,
  })),
  ...(['Romulus-M', 'Romulus-M-Deoxys', 'Romulus-M1', 'Romulus-M2', 'Romulus-M3'] as const).flatMap((mode) => [
    { mode, bounds: romulusM },
    { mode, isRepeated: true, bounds: romulusMRepeated },
  ]),
  ...(['Remus', 'TGIF'] as const).flatMap((name) => [
    { mode: `${name}-N1` as const, bounds: remusN(128), canCut: true },
    { mode: `${name}-N2` as const, bounds: remusN(256), canCut: true },
    { mode: `${name}-M1` as const, bounds: remusM(128) },
    { mode: `${name}-M2` as const, bounds: remusM(256) },
    { mode: `${name}-M1` as const, isRepeated: true, bounds: remusMRepeated(128) },
    { mode: `${name}-M2` as const, isRepeated: true, bounds: remusMRepeated(256) },
  ]),
  { mode: 'Remus-N3', bounds: remusN3, canCut: true, bytes: 8 },
];

/** Whole numbers below 2^power that a double can hold, of any magnitude. */
const count = (power: number) =>
  fc.tuple(fc.nat({ max: 2 ** 31 - 1 }), fc.nat({ max: power - 31 })).map(([digits, shift]) => digits * 2 ** shift);

describe.each(cases)('$mode, repeated: $isRepeated', ({ mode, isRepeated = false, bounds, canCut, bytes = 16 }) => {
  it('has the bounds of its specification', () => {
    const uses = fc.record({
      encryptions: count(80),
      forgeries: count(80),
      blocks: count(90),
      offlineCalls: count(120),
      longest: count(50),
      nonceUses: isRepeated ? fc.integer({ min: 2, max: 2 ** 40 }) : fc.constant(1),
      tagLength: canCut ? fc.integer({ min: 1, max: bytes }) : fc.constant(bytes),
    });
    fc.assert(
      fc.property(uses, (use) => {
        const computed = advantage({ mode, ...use });
        for (const goal of ['privacy', 'authenticity'] as const) {
          const exact = logarithm(bounds[goal](countsOf(use)));
          if (exact === Number.NEGATIVE_INFINITY) expect(computed[goal]).toBe(exact);
          else expect(computed[goal]).toBeCloseTo(exact, 9);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes a whole tag, and the longest message for all blocks, where they are left out', () => {
    const use = { mode, encryptions: 2 ** 20, forgeries: 2 ** 10, blocks: 2 ** 22, offlineCalls: 2 ** 30 };
    const nonceUses = isRepeated ? 3 : 1;
    expect(advantage({ ...use, nonceUses })).toEqual(
      advantage({ ...use, nonceUses, tagLength: bytes, longest: 2 ** 22 }),
    );
  });
});

it('promises nothing for a mode N whose nonce repeats', () => {
  for (const mode of ['Romulus-N', 'Romulus-N-Deoxys', 'Romulus-N3', 'Remus-N2', 'TGIF-N1'] as const) {
    const use: UseOfKey = { mode, encryptions: 2, forgeries: 0, blocks: 4, offlineCalls: 0, nonceUses: 2 };
    expect(advantage(use)).toEqual({ privacy: 0, authenticity: 0 });
  }
});

it('is never more than a chance of 1', () => {
  const most = { encryptions: 2 ** 130, forgeries: 2 ** 130, blocks: 2 ** 140, nonceUses: 2 ** 100 };
  expect(advantage({ mode: 'Romulus-M', ...most })).toEqual({ privacy: 0, authenticity: 0 });
  expect(advantage({ mode: 'Remus-M1', offlineCalls: 2 ** 128, ...most })).toEqual({ privacy: 0, authenticity: 0 });
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
    const request = { ...message, ...how };
    const limit = messageLimit(request);
    expect(Number.isInteger(limit)).toBe(true);
    expect(limit).toBeGreaterThan(0);
    const { target, associatedData, plaintext, ...use } = request;
    const boundOf = (messages: number) => {
      const forgeries = request.forgeries ?? messages;
      const one = effectiveBlocks(request.mode, { associatedData, plaintext });
      const { privacy, authenticity } = advantage({
        ...use,
        encryptions: messages,
        forgeries,
        blocks: (messages + forgeries) * one,
        longest: one,
        nonceUses: Math.min(request.nonceUses ?? 1, messages),
      });
      return Math.max(privacy, authenticity);
    };
    expect(boundOf(limit)).toBeLessThanOrEqual(target);
    // Numbers nearer to the limit may round to the same logarithm.
    const more = Math.max(limit + 1, Math.ceil(limit * (1 + 2 ** -40)));
    expect(boundOf(more)).toBeGreaterThan(target);
  });

  it('is infinite where no bound depends on it, and 0 where the target cannot be reached', () => {
    expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 30, ...message })).toBe(Number.POSITIVE_INFINITY);
    expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 100, ...message })).toBe(0);
    expect(messageLimit({ mode: 'Romulus-N', nonceUses: Number.POSITIVE_INFINITY, ...message })).toBe(1);
    expect(messageLimit({ mode: 'Remus-N1', offlineCalls: 2 ** 100, ...message })).toBe(0);
  });
});
