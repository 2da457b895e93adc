/**
 * Runs the module of each suite under valgrind's memcheck with every secret marked as undefined. memcheck reports each
 * branch on a secret, and each address that is computed from one. wasm2c translates the shipped modules to C, and copies
 * of them with planted leaks, which must be reported.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ModeRow } from '../../ts/suites/table.js';
import { callerFlags, compile, compileObject, failuresOf, type Kernel, run } from '../native/compile.js';
import { type Suite, suites } from './declarations.js';
import { leakyCopyOf } from './leaks.js';
import { moduleOf } from './modules.js';

/** The optimisation is that of the modules (tools/build/emscripten.ts). */
const flags = ['-O2', '-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize', '-g', '-gdwarf-4'];
const wasm2c = createRequire(import.meta.url).resolve('wabt/bin/wasm2c');

interface Build {
  title: string;
  suite: Suite;
  kernel: Kernel;
  folder: string;
  /** The program that calls the module. */
  harness: string;
}

/** The number of cases: each mode encrypts, decrypts, and decrypts forgeries, in every way. */
function casesOf({ suite: { modes, hash }, kernel }: Build): number {
  const waysOf = ({ laneCosts }: ModeRow) => 2 + (kernel === 'simd128' ? 2 * laneCosts.length : 0);
  const crypting = Object.values(modes).reduce((sum, mode) => sum + 3 * waysOf(mode), 0);
  return crypting + (hash ? waysOf(hash) : 0);
}

/** Runs a module, and returns the number of memcheck's reports in each case, the expected number, and the reports. */
async function watch(name: string, bytes: Uint8Array, build: Build, { mayFail = false } = {}) {
  const folder = join(build.folder, name);
  mkdirSync(folder);
  const [module, output] = [join(folder, 'suite.wasm'), join(folder, 'suite.c')];
  writeFileSync(module, bytes);
  await run(process.execPath, [wasm2c, module, '-n', 'suite', '-o', output]);
  const translated = ['-msse4.2', '-isystem', 'verify/constant-time/wasm2c', '-isystem', folder];
  const files = [output, 'verify/constant-time/wasm2c/translated.cpp', build.harness];
  const called = [...flags, ...translated, ...callerFlags(build.suite.key, build.kernel)];
  const program = await compile(join(folder, 'program'), files, called);
  const options = ['-q', '--read-inline-info=yes', '--error-limit=no', '--num-callers=8'];
  const { stdout, stderr } = await run('valgrind', [...options, program], { mayFail });
  const cases = stdout.toString().trim().split('\n');
  const counts = cases.map((line) => {
    const [what = '', seen, expected] = line.split('\t');
    return { what, seen: Number(seen), expected: Number(expected) };
  });
  return { counts, stderr };
}

async function checkModule(build: Build): Promise<boolean> {
  const { title, suite, kernel } = build;
  const { counts, stderr } = await watch('module', moduleOf(kernel, suite.key), build);
  const wrong = counts.filter(({ seen, expected }) => seen !== expected);
  for (const { what, seen, expected } of wrong)
    console.error(`${title}: ${what}: ${seen} reports, expected ${expected}`);
  if (wrong.length > 0) console.error(stderr);
  const isWhole = counts.length === casesOf(build);
  console[isWhole ? 'log' : 'error'](`${title}: ${counts.length} cases of 40 messages, ${wrong.length} with a leak`);
  return isWhole && wrong.length === 0;
}

/** Each leak must be reported. */
async function checkLeakyCopy(build: Build): Promise<boolean> {
  const { title, suite, kernel } = build;
  const { bytes, leaks } = leakyCopyOf(moduleOf(kernel, suite.key));
  const { counts } = await watch('leaky', bytes, build, { mayFail: true });
  const [first] = Object.values(suite.modes) as [ModeRow];
  const missed = leaks.filter(
    ([, { seenIn }]) =>
      !counts.some(({ what, seen, expected }) => what === `${first.name} ${seenIn}` && seen > expected),
  );
  for (const [name] of missed) console.error(`${title}: the leak in ${name} is not reported`);
  if (missed.length === 0) console.log(`${title} with leaks: all ${leaks.length} are reported`);
  return missed.length === 0;
}

async function check(suite: Suite, kernel: Kernel, place: string): Promise<boolean> {
  const folder = join(place, `${suite.key}-${kernel}`);
  mkdirSync(folder);
  const harness = join(folder, 'harness.o');
  const called = [...flags, ...callerFlags(suite.key, kernel)];
  await compileObject(harness, 'verify/constant-time/memcheck.cpp', called);
  const build = { title: `${suite.name}, ${kernel}`, suite, kernel, folder, harness };
  const outcomes = [await checkModule(build), await checkLeakyCopy(build)];
  return outcomes.every(Boolean);
}

export const memcheck = (place: string): Promise<number> =>
  failuresOf(suites.flatMap((suite) => suite.kernels.map((kernel) => () => check(suite, kernel, place))));
