/**
 * The number of calls of the cipher, compared with the suites' modules in a build that counts its calls.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import { type BoundedMode, calls, effectiveBlocks, type FamilyMode } from '../../../ts/estimates/index.js';
import { type ModeRow, type SuiteKey, suites } from '../../../ts/suites/table.js';
import { compile, flagsOf, inFolder, optimisation, packages, run, sourceOf } from '../../../verify/native/compile.js';

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
