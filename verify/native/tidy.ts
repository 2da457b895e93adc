/**
 * Analyses the C++ sources with clang-tidy by the rules of .clang-tidy: the modules of all suites on both kernels, and the
 * native programs. Where clang-tidy is missing it says so, and fails only in CI.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import { callerFlags, eachInTurn, type Kernel, kernels, main, root, run, sourceOf } from './compile.js';

const program = 'clang-tidy-14';

interface Unit {
  source: string;
  flags: readonly string[];
}

const keys = Object.keys(suites) as SuiteKey[];
const modulesOn = (kernel: Kernel): Unit[] => keys.map((key) => ({ source: sourceOf(key), flags: kernels[kernel] }));

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.cpp'))
    .map((file) => `${folder}/${file}`);

/** The flags of a native program that is compiled for a suite. */
const flagsFor = (suite: SuiteKey, kernel: Kernel): string[] => [
  ...kernels[kernel],
  '-DCIPHER_CALLS_COUNTED',
  ...callerFlags(suite, kernel),
  ...['SUITE', 'FAULTY'].map((word) => `-D${word}_MODULE="${join(root, sourceOf(suite))}"`),
];

/** The longest come first, so that no processor waits for one in the end. */
const units: Unit[] = [
  ...modulesOn('simd128'),
  ...['verify/native', 'verify/fuzz', 'verify/constant-time', 'bench/kernel'].flatMap(sourcesIn).map((source) => ({
    source,
    flags: flagsFor('romulus', 'simd128'),
  })),
  ...keys
    .filter((key) => suites[key].takesBatches)
    .map((key) => ({ source: 'verify/fuzz/reference.cpp', flags: flagsFor(key, 'portable') })),
  ...modulesOn('portable'),
];

/** Returns 1 if there is a finding. */
async function check({ source, flags }: Unit): Promise<number> {
  const args = ['--quiet', source, '--', '-std=c++20', ...flags];
  const { status, stdout, stderr } = await run(program, args, { mayFail: true });
  if (status === 'ENOENT') return process.env.CI ? 1 : 0;
  if (status !== 0) console.error(`${source}\n${stdout}${stderr}`);
  return status === 0 ? 0 : 1;
}

await main(async () => {
  const { status } = await run(program, ['--version'], { mayFail: true });
  if (status !== 0)
    console.error(`${program} is missing, so no C++ is analysed. On Debian 12: apt-get install clang-tidy`);
  const failed = (await eachInTurn(units, check)).filter((found) => found > 0).length;
  if (failed === 0 && status === 0) console.log(`clang-tidy: no finding in ${units.length} units`);
  return failed;
});
