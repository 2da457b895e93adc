/** Analyses the modules of all suites on both kernels, and the native programs, by the rules of config/clang-tidy.yml. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import { failuresOf, flagsOf, includedModule, kernels, main, root, run, sourceOf } from './compile.js';

const program = 'clang-tidy-14';

interface Unit {
  source: string;
  flags: readonly string[];
  /** True for a program that does not ship. The sanitizers run it, so the slow analysis of its paths is left out. */
  isNative?: boolean;
}

const keys = Object.keys(suites) as SuiteKey[];
const modulesOn = (kernel: keyof typeof kernels): Unit[] =>
  keys.map((key) => ({ source: sourceOf(key), flags: kernels[kernel] }));

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.cpp'))
    .map((file) => `${folder}/${file}`);

/** The flags of a native program that is compiled for a suite. */
const flagsFor = (suite: SuiteKey, kernel: keyof typeof kernels): string[] => [
  ...flagsOf(suite, kernel),
  '-DCIPHER_CALLS_COUNTED',
  includedModule(suite),
];

/** The units that take longest come first, so that no processor waits for one of them at the end. */
const units: Unit[] = [
  ...modulesOn('simd128'),
  ...['verify/native', 'verify/fuzz', 'verify/constant-time', 'bench/kernel'].flatMap(sourcesIn).map((source) => ({
    source,
    flags: flagsFor('romulus', 'simd128'),
    isNative: true,
  })),
  ...keys
    .filter((key) => suites[key].takesBatches)
    .map((key) => ({ source: 'verify/fuzz/reference.cpp', flags: flagsFor(key, 'portable'), isNative: true })),
  ...modulesOn('portable'),
];

async function check({ source, flags, isNative }: Unit): Promise<boolean> {
  const options = ['--quiet', `--config-file=${join(root, 'config/clang-tidy.yml')}`];
  if (isNative) options.push('--checks=-clang-analyzer-*');
  const args = [...options, source, '--', '-std=c++20', ...flags];
  const { status, stdout, stderr } = await run(program, args, { mayFail: true });
  if (status !== 0) console.error(`${source}\n${stdout}${stderr}`);
  return status === 0;
}

await main(async () => {
  if ((await run(program, ['--version'], { mayFail: true })).status === 'ENOENT') {
    console.error(`${program} is missing, so this checks nothing. On Debian 12: apt-get install clang-tidy`);
    return process.env.CI ? 1 : 0;
  }
  const failed = await failuresOf(units.map((unit) => () => check(unit)));
  if (failed === 0) console.log(`clang-tidy: no finding in ${units.length} units`);
  return failed;
});
