/**
 * Runs the module of each suite under valgrind's memcheck with every secret marked as undefined. memcheck reports each
 * branch on a secret, and each address that is computed from one. The sources are compiled natively, and wasm2c
 * translates the shipped modules to C. Each program also runs with planted leaks, which must be reported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  callerFlags,
  compile,
  compileObject,
  eachInTurn,
  failuresOf,
  flagsOf,
  includedModule,
  type Kernel,
  optimisation,
  root,
  run,
  sourceOf,
} from '../native/compile.js';
import { commonVerdictLine } from './declaration.js';
import { leakyFunctions, leakyModuleOf, moduleOf, wasm2c } from './modules.js';
import { casesOf, declaredFor, leakySource, type Suite, suites } from './suite.js';

const flags = [...optimisation, '-g', '-gdwarf-4'];

interface Place {
  function: string;
  file: string;
  line: number;
}

interface Report {
  what: string;
  /** The calling functions, the innermost first. */
  stack: Place[];
}

/** The reports in valgrind's log. */
function reportsOf(log: string): Report[] {
  const reports: Report[] = [];
  for (const line of log.split('\n')) {
    const text = line.replace(/^==\d+== ?/, '');
    const frame = /^ +(?:at|by) 0x\w+: (.*) \((?:.*\/)?([\w.-]+):(\d+)\)$/.exec(text);
    if (frame) reports.at(-1)?.stack.push({ function: frame[1]!, file: frame[2]!, line: Number(frame[3]) });
    else if (/^\S/.test(text)) reports.push({ what: text, stack: [] });
  }
  return reports;
}

const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n');

/** The exported function of a translated module from which a report comes. */
const exportedIn = ({ stack }: Report) =>
  stack
    .map((place) => /^w2c_suite_(\w+?)(_\d+)?$/.exec(place.function)?.[1])
    .filter((name) => name !== undefined)
    .at(-1);

/** True at the only secret that may decide a branch: the verdict on a tag, which the caller learns anyway. */
function isVerdict(suite: Suite, kernel: Kernel, report: Report): boolean {
  const [place] = report.stack;
  if (!place || !report.what.startsWith('Conditional jump')) return false;
  const exported = exportedIn(report);
  if (exported)
    return (
      place.function.startsWith('w2c_suite_') &&
      declaredFor(suite, kernel).verdicts.some((known) => known.function === exported)
    );
  return [commonVerdictLine, ...(suite.declaration.verdictLines ?? [])].some(
    ([file, text]) => file.endsWith(`/${place.file}`) && linesOf(file)[place.line - 1]?.trim() === text,
  );
}

interface Watched {
  /** The number of reports in each case, and the expected number. */
  counts: Map<string, { seen: number; expected: number }>;
  reports: Report[];
}

async function watch(program: string, { mayFail = false } = {}): Promise<Watched> {
  const options = ['-q', '--read-inline-info=yes', '--error-limit=no', '--num-callers=8'];
  const { stdout, stderr } = await run('valgrind', [...options, program], { mayFail });
  const lines = stdout.toString().trim().split('\n');
  const counts = lines.map((line) => {
    const [name, seen, expected] = line.split('\t');
    return [name!, { seen: Number(seen), expected: Number(expected) }] as const;
  });
  return { counts: new Map(counts), reports: reportsOf(stderr) };
}

/** The places of reports, by the exported function of a translated module or by the function of the source. */
function placesIn(reports: Report[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const report of reports) {
    const [place] = report.stack;
    const name = exportedIn(report) ?? `${place?.file}:${place?.line}`;
    all.set(name, (all.get(name) ?? new Set()).add(`${place?.file}:${place?.line}`));
  }
  return all;
}

const describe = ({ what, stack }: Report) =>
  `${what}\n${stack
    .slice(0, 4)
    .map((place) => `    ${place.function} (${place.file}:${place.line})`)
    .join('\n')}`;

async function check(name: string, suite: Suite, kernel: Kernel, program: string): Promise<boolean> {
  const { counts, reports } = await watch(program);
  const wrong = [...counts].filter(([, { seen, expected }]) => seen !== expected);
  const leaking = reports.filter((report) => !isVerdict(suite, kernel, report));
  const isShort = counts.size !== casesOf(suite, kernel);
  const most = (place: string) =>
    declaredFor(suite, kernel).verdicts.filter((verdict) => verdict.function === place).length || 1;
  const isMany = [...placesIn(reports)].some(([place, places]) => places.size > most(place));
  if (wrong.length === 0 && leaking.length === 0 && !isShort && !isMany) {
    console.log(`${name}: ${counts.size} cases of 40 messages, no secret decides a branch or an address`);
    return true;
  }
  for (const [what, { seen, expected }] of wrong)
    console.error(`${name}: ${what}: ${seen} reports, expected ${expected}`);
  for (const report of isMany ? reports : leaking) console.error(`${name}: ${describe(report)}`);
  if (isShort) console.error(`${name}: only ${counts.size} cases`);
  return false;
}

/** Each leak must be reported. */
async function checkLeaky(
  name: string,
  program: string,
  leaksIn: (watched: Watched) => Map<string, boolean>,
): Promise<boolean> {
  const found = leaksIn(await watch(program, { mayFail: true }));
  const missed = [...found].filter(([, isFound]) => !isFound);
  if (missed.length === 0 && found.size > 0) {
    console.log(`${name}: all ${found.size} leaks are reported`);
    return true;
  }
  for (const [leak] of missed) console.error(`${name}: the leak at ${leak} is not reported`);
  return false;
}

/** The lines with leaks in a source, and in the files of this check that it includes. */
function leakyLines(file: string, kernel: Kernel): string[] {
  const lines = linesOf(file);
  return lines.flatMap((text, i) => {
    const included = /^#include "(.+)"/.exec(text)?.[1];
    const path = join(dirname(file), included ?? '');
    if (included && path.startsWith('verify/constant-time/')) return leakyLines(path, kernel);
    const isLeak = text.endsWith('// leak') || (kernel === 'simd128' && text.endsWith('// leak in lanes'));
    return isLeak ? [`${file.split('/').at(-1)}:${i + 1}`] : [];
  });
}

interface Build {
  title: string;
  suite: Suite;
  kernel: Kernel;
  folder: string;
  /** The program that calls the module. */
  harness: string;
}

async function checkSource({ title, suite, kernel, folder, harness }: Build): Promise<boolean> {
  const program = await compile(
    join(folder, 'source'),
    [sourceOf(suite.key), harness],
    [...flags, ...flagsOf(suite.key, kernel)],
  );
  return check(`${title} source`, suite, kernel, program);
}

async function checkLeakySource({ title, suite, kernel, folder, harness }: Build): Promise<boolean> {
  const file = leakySource(suite);
  const all = [...flags, ...flagsOf(suite.key, kernel), includedModule(suite.key)];
  const program = await compile(join(folder, 'leaky'), [file, harness], all);
  return checkLeaky(`${title} source with leaks`, program, ({ reports }) => {
    const reported = new Set(reports.map(({ stack: [place] }) => `${place?.file}:${place?.line}`));
    return new Map(leakyLines(file, kernel).map((line) => [line, reported.has(line)]));
  });
}

async function translate(bytes: Uint8Array, { suite, kernel, harness }: Build, folder: string): Promise<string> {
  await mkdir(folder);
  writeFileSync(join(folder, 'suite.wasm'), bytes);
  const output = join(folder, 'suite.c');
  await run(process.execPath, [wasm2c, join(folder, 'suite.wasm'), '-n', 'suite', '-o', output]);
  const translated = ['-msse4.2', '-I', 'verify/constant-time/wasm2c', '-I', folder, ...callerFlags(suite.key, kernel)];
  const files = [output, 'verify/constant-time/wasm2c/translated.c', harness];
  return compile(join(folder, 'program'), files, [...flags, ...translated]);
}

async function checkModule(build: Build): Promise<boolean> {
  const { title, suite, kernel, folder } = build;
  const program = await translate(moduleOf(suite, kernel), build, join(folder, 'module'));
  return check(`${title} module`, suite, kernel, program);
}

async function checkLeakyModule(build: Build): Promise<boolean> {
  const { title, suite, kernel, folder } = build;
  const program = await translate(leakyModuleOf(suite, kernel), build, join(folder, 'leaky-module'));
  const isSeen = ({ counts }: Watched, name: string) => {
    const { seen, expected } = counts.get(suite.leaks[name]!.seenIn) ?? { seen: 0, expected: 0 };
    return seen > expected;
  };
  return checkLeaky(
    `${title} module with leaks`,
    program,
    (watched) => new Map(leakyFunctions(suite, kernel).map((name) => [name, isSeen(watched, name)])),
  );
}

export async function memcheck(folder: string): Promise<number> {
  const builds = await eachInTurn(
    suites.flatMap((suite) => suite.kernels.map((kernel) => ({ suite, kernel }))),
    async ({ suite, kernel }): Promise<Build> => {
      const place = join(folder, `${suite.key}-${kernel}`);
      await mkdir(place);
      const harness = join(place, 'harness.o');
      const called = [...flags, ...callerFlags(suite.key, kernel)];
      await compileObject(harness, 'verify/constant-time/memcheck.cpp', called);
      return { title: `${suite.name}, ${kernel}`, suite, kernel, folder: place, harness };
    },
  );
  const checks = [checkSource, checkLeakySource, checkModule, checkLeakyModule];
  return failuresOf(builds.flatMap((build) => checks.map((check) => () => check(build))));
}
