/**
 * Runs the module under valgrind's memcheck with every secret marked as undefined: whatever branches on a secret, or
 * reads or writes at an address made of one, is reported. The sources are compiled natively, and the shipped modules by way of
 * wasm2c. Each is then done with leaks in it, which must be reported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callerFlags,
  compile,
  flagsOf,
  type Kernel,
  kernels,
  optimisation,
  root,
  run,
  suites,
} from '../native/compile.js';
import { leaks, leakyModuleOf, moduleOf, seenIn, wasm2c } from './modules.js';

const debugging = ['-g', '-gdwarf-4'];
const harness = 'constant-time/memcheck.cpp';

interface Place {
  function: string;
  file: string;
  line: number;
}

interface Report {
  what: string;
  /** From within outwards. */
  stack: Place[];
}

/** What valgrind's log tells. */
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

/**
 * The one thing that may decide a branch: whether a tag was right, in the decryption of T, which makes no plaintext
 * where it was not. It is what the caller is told.
 */
const verdicts = [
  { file: 'aead.hpp', text: 'if (!skinny::equal(skinny::load(at.tag), tag())) return 0;' },
  { file: 't.hpp', text: 'if (!encrypts && lane.authentic != 0) break;' },
];
const sources: Record<string, string[]> = {
  'aead.hpp': readFileSync(join(root, 'wasm-src/abi/aead.hpp'), 'utf8').split('\n'),
  't.hpp': readFileSync(join(root, 'wasm-src/romulus/t.hpp'), 'utf8').split('\n'),
};
const translatedVerdicts = ['w2c_romulus_aead_decrypt', 'w2c_romulus_lanes_run'];

/** The exported function of a translated module in which a place lies. */
const exportedIn = ({ stack }: Report) =>
  stack
    .map((place) => place.function.replace(/_\d+$/, ''))
    .filter((name) => name.startsWith('w2c_romulus_'))
    .at(-1);

function isVerdict(report: Report): boolean {
  const [place] = report.stack;
  if (!place || !report.what.startsWith('Conditional jump')) return false;
  const exported = exportedIn(report);
  if (exported) return place.function.startsWith('w2c_romulus_') && translatedVerdicts.includes(exported);
  return verdicts.some(({ file, text }) => place.file === file && sources[file]?.[place.line - 1]?.trim() === text);
}

interface Watched {
  /** How often memcheck saw something, by case. */
  counts: Map<string, number>;
  reports: Report[];
}

async function watch(program: string, mayFail = false): Promise<Watched> {
  const options = ['-q', '--read-inline-info=yes', '--error-limit=no', '--num-callers=8'];
  const { stdout, stderr } = await run('valgrind', [...options, program], { mayFail });
  const lines = stdout.toString().trim().split('\n');
  const counts = new Map(
    lines.map((line) => line.split('\t') as [string, string]).map(([name, count]) => [name, Number(count)]),
  );
  return { counts, reports: reportsOf(stderr) };
}

/** T's decryption looks at its verdict inside the module, but by pieces alone; 40 messages a case. */
const expectedOf = (name: string) => (/^Romulus-T decrypt/.test(name) && !name.endsWith('by pieces') ? 40 : 0);

/** The places where something was reported, by the exported function of a translated module or by that of the source. */
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

async function check(name: string, kernel: Kernel, program: string): Promise<number> {
  const { counts, reports } = await watch(program);
  const wrong = [...counts].filter(([what, count]) => count !== expectedOf(what));
  const leaking = reports.filter((report) => !isVerdict(report));
  const isShort = counts.size !== (kernel === 'simd128' ? 60 : 20);
  const isMany = [...placesIn(reports).values()].some((places) => places.size > 1);
  if (wrong.length === 0 && leaking.length === 0 && !isShort && !isMany) {
    console.log(`${name}: ${counts.size} cases of 40 messages, no secret decides a branch or an address`);
    return 0;
  }
  for (const [what, count] of wrong) console.error(`${name}: ${what}: ${count} reports, expected ${expectedOf(what)}`);
  for (const report of isMany ? reports : leaking) console.error(`${name}: ${describe(report)}`);
  if (isShort) console.error(`${name}: only ${counts.size} cases`);
  return 1;
}

/** Each leak must be reported. */
async function checkLeaky(
  name: string,
  program: string,
  leaksIn: (watched: Watched) => Map<string, boolean>,
): Promise<number> {
  const found = leaksIn(await watch(program, true));
  const missed = [...found].filter(([, isFound]) => !isFound);
  if (missed.length === 0 && found.size > 0) {
    console.log(`${name}: all ${found.size} leaks are reported`);
    return 0;
  }
  for (const [leak] of missed) console.error(`${name}: the leak at ${leak} is not reported`);
  return 1;
}

const leakyLines = readFileSync(join(root, 'constant-time/leaky.cpp'), 'utf8')
  .split('\n')
  .flatMap((text, i) => (text.endsWith('// leak') ? [{ line: i + 1, inLanes: text.includes('&blocks') }] : []));

async function checkSources(kernel: Kernel, folder: string): Promise<number> {
  const flags = [...optimisation, ...debugging, ...flagsOf('romulus', kernel)];
  const [right, leaky] = await Promise.all([
    compile(join(folder, `${kernel}-source`), [suites.romulus.source, harness], flags),
    compile(join(folder, `${kernel}-leaky`), ['constant-time/leaky.cpp', harness], flags),
  ]);
  const leaksIn = ({ reports }: Watched) => {
    const lines = leakyLines.filter(({ inLanes }) => kernel === 'simd128' || !inLanes);
    const isFound = (line: number) =>
      reports.some(({ stack }) => stack[0]?.file === 'leaky.cpp' && stack[0].line === line);
    return new Map(lines.map(({ line }) => [`leaky.cpp:${line}`, isFound(line)]));
  };
  return (
    (await check(`${kernel} source`, kernel, right)) + (await checkLeaky(`${kernel} source with leaks`, leaky, leaksIn))
  );
}

async function translate(bytes: Uint8Array, kernel: Kernel, folder: string): Promise<string> {
  await mkdir(folder);
  writeFileSync(join(folder, 'romulus.wasm'), bytes);
  const output = join(folder, 'romulus.c');
  await run(process.execPath, [wasm2c, join(folder, 'romulus.wasm'), '-n', 'romulus', '-o', output]);
  const flags = [...optimisation, ...debugging, '-msse4.2', '-I', 'constant-time/wasm2c', '-I', folder];
  const files = [output, 'constant-time/wasm2c/translated.c', harness];
  return compile(join(folder, 'program'), files, [...flags, ...callerFlags('romulus', kernel)]);
}

async function checkModule(kernel: Kernel, folder: string): Promise<number> {
  const [right, leaky] = await Promise.all([
    translate(moduleOf(kernel), kernel, join(folder, `${kernel}-module`)),
    translate(leakyModuleOf(kernel), kernel, join(folder, `${kernel}-leaky-module`)),
  ]);
  const leaksIn = ({ counts }: Watched) =>
    new Map(leaks[kernel].map((name) => [name, (counts.get(seenIn(name)) ?? 0) > expectedOf(seenIn(name))]));
  return (
    (await check(`${kernel} module`, kernel, right)) + (await checkLeaky(`${kernel} module with leaks`, leaky, leaksIn))
  );
}

export async function memcheck(folder: string): Promise<number> {
  let failures = 0;
  for (const kernel of Object.keys(kernels) as Kernel[]) {
    const both = await Promise.all([checkSources(kernel, folder), checkModule(kernel, folder)]);
    failures += both.reduce((sum, failed) => sum + failed, 0);
  }
  return failures;
}
