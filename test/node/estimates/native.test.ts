/** The number of calls of the cipher, beside the modes of wasm-src/ over a cipher that counts its calls. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, inFolder, optimisation, packages, run } from '../../../native/compile.js';
import { calls } from '../../../ts/estimates/index.js';

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

const edges = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 1151, 1152, 1153];
const random = () => Math.floor(2 ** (14 * Math.random()));

interface Case {
  letter: 'N' | 'M' | 'T' | 'H';
  associatedData: number;
  plaintext: number;
}

const cases: Case[] = [
  ...(['N', 'M', 'T'] as const).flatMap((letter) => [
    ...edges.flatMap((associatedData) => edges.map((plaintext) => ({ letter, associatedData, plaintext }))),
    ...Array.from({ length: 500 }, () => ({ letter, associatedData: random(), plaintext: random() })),
  ]),
  ...[...edges, ...Array.from({ length: 200 }, random)].map((plaintext) => ({
    letter: 'H' as const,
    associatedData: 0,
    plaintext,
  })),
];

describe.skipIf(isSkipped)('the native modes of Romulus', () => {
  it('make as many calls, to encrypt, to decrypt and to hash', async () => {
    const input = cases.map(({ letter, associatedData, plaintext }) => `${letter} ${associatedData} ${plaintext}\n`);
    const output = await inFolder(async (folder) => {
      const program = await compile(join(folder, 'call-counts'), ['native/call_counts.cpp'], optimisation);
      return (await run(program, [], { input: Buffer.from(input.join('')) })).stdout.toString();
    });
    const counted = output.trimEnd().split('\n');
    expect(counted).toHaveLength(cases.length);
    for (const [i, { letter, ...lengths }] of cases.entries()) {
      const expected = calls(`Romulus-${letter}`, lengths);
      expect(counted[i], JSON.stringify(cases[i])).toBe(`${expected} ${expected}`);
    }
  });
});
