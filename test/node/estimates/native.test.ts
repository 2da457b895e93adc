/** The number of calls of the cipher, beside the suites' modules in a build that counts its calls. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import { calls, type FamilyMode } from '../../../ts/estimates/index.js';
import { type ModeRow, type SuiteKey, suites } from '../../../ts/suites/table.js';
import { compile, flagsOf, inFolder, optimisation, packages, run, sourceOf } from '../../../verify/native/compile.js';

/** Where clang++ is missing, the references are compared with alone; CI has it. */
const isSkipped = !process.env.CI && !hasClang();

function hasClang(): boolean {
  try {
    execFileSync('sh', ['-c', packages.clang], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** About the ends of blocks of 8, 12 and 16 bytes, and of pairs of 28 and 32. */
const edges = [
  0, 1, 7, 8, 9, 15, 16, 17, 27, 28, 29, 31, 32, 33, 47, 48, 49, 56, 63, 64, 65, 95, 96, 97, 1151, 1152, 1153,
];
const random = () => Math.floor(2 ** (15 * Math.random()));

interface Case {
  mode: FamilyMode;
  /** The mode's number in its module. */
  id: number;
  associatedData: number;
  plaintext: number;
}

const isOfFamily = (name: string): name is FamilyMode =>
  Object.hasOwn(boundedModes, name) || /^Romulus-[TH]$/.test(name);

function casesOf({ name, id }: ModeRow, isHash: boolean): Case[] {
  const some = isHash ? [0] : edges;
  const lengths = [
    ...some.flatMap((associatedData) => edges.map((plaintext) => ({ associatedData, plaintext }))),
    ...Array.from({ length: 500 }, () => ({ associatedData: isHash ? 0 : random(), plaintext: random() })),
  ];
  return isOfFamily(name) ? lengths.map((each) => ({ mode: name, id, ...each })) : [];
}

const families = (Object.keys(suites) as SuiteKey[]).flatMap((suite) => {
  const { modes, hash } = suites[suite];
  const cases = [...Object.values(modes).flatMap((mode) => casesOf(mode, false)), ...(hash ? casesOf(hash, true) : [])];
  return cases.length > 0 ? [{ suite, cases }] : [];
});

it('is for modes that some suite has', () => {
  const modes = new Set(families.flatMap(({ cases }) => cases.map(({ mode }) => mode)));
  expect([...modes].sort()).toEqual([...Object.keys(boundedModes), 'Romulus-H', 'Romulus-T'].sort());
});

describe.skipIf(isSkipped).each(families)('the native module of $suite', ({ suite, cases }) => {
  it('makes as many calls, to encrypt, to decrypt and to hash', async () => {
    const input = cases.map(({ id, associatedData, plaintext }) => `${id} ${associatedData} ${plaintext}\n`);
    const output = await inFolder(async (folder) => {
      const flags = [...optimisation, ...flagsOf(suite, 'portable'), '-DCIPHER_CALLS_COUNTED'];
      const program = await compile(
        join(folder, 'call-counts'),
        ['verify/native/call_counts.cpp', sourceOf(suite)],
        flags,
      );
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
