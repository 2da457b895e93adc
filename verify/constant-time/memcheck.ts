/**
 * Runs the module of each suite under valgrind's memcheck with every secret marked as undefined. memcheck reports each
 * branch on a secret, and each address that is computed from one. wasm2c translates the shipped modules to C, and copies
 * of them with planted leaks, which must be reported.
 */
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callerFlags,
  compile,
  compileObject,
  eachInTurn,
  failuresOf,
  type Kernel,
  optimisation,
  run,
} from '../native/compile.js';
import { leakyFunctions, leakyModuleOf, moduleOf, wasm2c } from './modules.js';
import { casesOf, declaredFor, type Suite, suites } from './suite.js';

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

/** The exported function of the translated module from which a report comes. */
const exportedIn = ({ stack }: Report) =>
  stack
    .map((place) => /^w2c_suite_(\w+?)(_\d+)?$/.exec(place.function)?.[1])
    .filter((name) => name !== undefined)
    .at(-1);

/** True at the only secret that may decide a branch: the verdict on a tag, which the caller learns anyway. */
function isVerdict(suite: Suite, kernel: Kernel, report: Report): boolean {
  const [place] = report.stack;
  const exported = exportedIn(report);
  return (
    report.what.startsWith('Conditional jump') &&
    place?.function.startsWith('w2c_suite_') === true &&
    declaredFor(suite, kernel).verdicts.some((known) => known.function === exported)
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

/** The places of reports, by the exported function of the module. */
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

interface Build {
  title: string;
  suite: Suite;
  kernel: Kernel;
  folder: string;
  /** The program that calls the module. */
  harness: string;
}

async function translate(name: string, bytes: Uint8Array, { suite, kernel, ...build }: Build): Promise<string> {
  const folder = join(build.folder, name);
  await mkdir(folder);
  writeFileSync(join(folder, 'suite.wasm'), bytes);
  const output = join(folder, 'suite.c');
  await run(process.execPath, [wasm2c, join(folder, 'suite.wasm'), '-n', 'suite', '-o', output]);
  const translated = ['-msse4.2', '-I', 'verify/constant-time/wasm2c', '-I', folder, ...callerFlags(suite.key, kernel)];
  const files = [output, 'verify/constant-time/wasm2c/translated.c', build.harness];
  return compile(join(folder, 'program'), files, [...flags, ...translated]);
}

async function checkModule(build: Build): Promise<boolean> {
  const { title, suite, kernel } = build;
  const { counts, reports } = await watch(await translate('module', moduleOf(suite, kernel), build));
  const wrong = [...counts].filter(([, { seen, expected }]) => seen !== expected);
  const leaking = reports.filter((report) => !isVerdict(suite, kernel, report));
  const isShort = counts.size !== casesOf(suite, kernel);
  const most = (place: string) =>
    declaredFor(suite, kernel).verdicts.filter((verdict) => verdict.function === place).length || 1;
  const isMany = [...placesIn(reports)].some(([place, places]) => places.size > most(place));
  if (wrong.length === 0 && leaking.length === 0 && !isShort && !isMany) {
    console.log(`${title}: ${counts.size} cases of 40 messages, no secret decides a branch or an address`);
    return true;
  }
  for (const [what, { seen, expected }] of wrong)
    console.error(`${title}: ${what}: ${seen} reports, expected ${expected}`);
  for (const report of isMany ? reports : leaking) console.error(`${title}: ${describe(report)}`);
  if (isShort) console.error(`${title}: only ${counts.size} cases`);
  return false;
}

/** Each leak must be reported. */
async function checkLeakyModule(build: Build): Promise<boolean> {
  const { title, suite, kernel } = build;
  const { counts } = await watch(await translate('leaky', leakyModuleOf(suite, kernel), build), { mayFail: true });
  const leaks = leakyFunctions(suite, kernel);
  const missed = leaks.filter((name) => {
    const { seen, expected } = counts.get(suite.leaks[name]!.seenIn) ?? { seen: 0, expected: 0 };
    return seen <= expected;
  });
  if (missed.length === 0 && leaks.length > 0) {
    console.log(`${title} with leaks: all ${leaks.length} are reported`);
    return true;
  }
  for (const name of missed) console.error(`${title}: the leak in ${name} is not reported`);
  return false;
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
  return failuresOf(builds.flatMap((build) => [() => checkModule(build), () => checkLeakyModule(build)]));
}
