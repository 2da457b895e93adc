/**
 * `npm run fuzz -- --seconds=30` fuzzes the modules. Messages by pieces and messages in lanes, of each suite on each
 * kernel, are compared with the portable kernels. Each target runs for the given time, and as many run at once as there
 * are processors. Names after the options choose targets. The targets start from verify/fuzz/corpus.tar.gz. An input
 * that fails stays in verify/fuzz/found.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { need } from '../../tools/build/emscripten.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import {
  compile,
  compileObject,
  failuresOf,
  flagsOf,
  includedModule,
  inFolder,
  type Kernel,
  kernelsOf,
  main,
  root,
  run,
  sourceOf,
} from '../native/compile.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '30' } },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new Error('how long each? --seconds=30');

interface Target {
  suite: SuiteKey;
  source: string;
  /** The mode. Without one, the inputs choose it. */
  mode?: string;
  kernels: readonly Kernel[];
}

const message = 'verify/fuzz/message.cpp';

/** The targets: one for each mode of Romulus, or for all modes of another suite, and one for the lanes. */
const targets: Record<string, Target> = {};
for (const suite of Object.keys(suites) as SuiteKey[]) {
  const { hash, modes, mostLanes } = suites[suite];
  const kernels = kernelsOf(suite);
  if (!hash) targets[suite] = { suite, source: message, kernels };
  else
    for (const name of [...Object.keys(modes), 'H'])
      targets[name.toLowerCase()] = { suite, source: message, mode: name.toLowerCase(), kernels };
  if (mostLanes > 0) targets.lanes = { suite, source: 'verify/fuzz/lanes.cpp', kernels: ['simd128'] };
}
const all = Object.keys(targets);
const names = positionals.length > 0 ? positionals : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no target ${unknown.join()}; there are ${all.join()}`);

const common = ['-O2', '-g1', '-fno-sanitize-recover=all'];
const folderAt = (...path: string[]): string => {
  mkdirSync(join(...path), { recursive: true });
  return join(...path);
};

/** Makes what several targets share once: the module of a suite, and its reference. */
const made = new Map<string, Promise<string>>();
function once(file: string, make: () => Promise<string>): Promise<string> {
  const promise = made.get(file) ?? make();
  made.set(file, promise);
  return promise;
}

/** The portable kernels to compare with. They have no coverage, so their branches do not count as new ones. */
function referenceOf(folder: string, suite: SuiteKey): Promise<string> {
  const hidden = ['-fPIC', '-fvisibility=hidden', '-shared', '-fsanitize=address,undefined'];
  const flags = [...common, ...hidden, ...flagsOf(suite, 'portable'), includedModule(suite)];
  const library = join(folder, `${suite}-reference.so`);
  return once(library, () => compile(library, ['verify/fuzz/reference.cpp'], flags));
}

/** Runs a target on a kernel for some seconds, on the suite's module, or on one with a planted fault. */
async function fuzzed(folder: string, name: string, kernel: Kernel, time: number, { isFaulty = false } = {}) {
  const { suite, source, mode } = targets[name]!;
  const flags = [...common, '-fsanitize=fuzzer,address,undefined', ...flagsOf(suite, kernel)];
  const object = join(folder, `${suite}-${kernel}${isFaulty ? '-faulty' : ''}.o`);
  const module = once(object, () =>
    isFaulty
      ? compileObject(object, 'verify/fuzz/faulty.cpp', [...flags, includedModule(suite)])
      : compileObject(object, sourceOf(suite), flags),
  );
  const place = folderAt(folder, `${name}-${kernel}${isFaulty ? '-faulty' : ''}`);
  const [fresh, found] = [folderAt(place, 'new'), folderAt(place, 'found')];
  const corpus = folderAt(root, 'verify/fuzz/corpus', name);
  const files = [source, ...(await Promise.all([module, referenceOf(folder, suite)]))];
  const program = await compile(join(place, 'target'), files, [...flags, ...(mode ? [`-DMODE=caller::${mode}`] : [])]);
  const limits = ['-max_len=512', '-len_control=0', '-timeout=60', '-print_final_stats=1', `-max_total_time=${time}`];
  const outcome = await run(program, [...limits, `-artifact_prefix=${found}/`, fresh, corpus], { mayFail: true });
  return { ...outcome, found, corpus };
}

async function fuzz(folder: string, name: string, kernel: Kernel): Promise<boolean> {
  const title = `${name}, ${kernel}`;
  const { status, stderr, found, corpus } = await fuzzed(folder, name, kernel, Math.ceil(seconds));
  if (status !== 0) {
    const kept = folderAt(root, 'verify/fuzz/found', name);
    cpSync(found, kept, { recursive: true });
    console.error(`${title}: a finding; the input is in ${kept}\n${stderr.split('\n').slice(-60).join('\n')}`);
    return false;
  }
  const executed = /number_of_executed_units: (\d+)/.exec(stderr)?.[1];
  console.log(`${title}: ${executed} executions, ${readdirSync(corpus).length} of them the corpus; no finding`);
  return true;
}

/** True if a target finds the planted fault: a comparison of half a tag (verify/fuzz/faulty.cpp). */
async function findsFault(folder: string, name: string, kernel: Kernel): Promise<boolean> {
  const { status, stderr } = await fuzzed(folder, name, kernel, 60, { isFaulty: true });
  const isFound = status !== 0 && stderr.includes('not as it should be');
  console[isFound ? 'log' : 'error'](`${name}, ${kernel}: what was planted is ${isFound ? '' : 'not '}found`);
  return isFound;
}

const onKernels = (names: readonly string[], check: typeof fuzz) => (folder: string) =>
  failuresOf(names.flatMap((name) => targets[name]!.kernels.map((kernel) => () => check(folder, name, kernel))));
const controls = onKernels(positionals.length > 0 ? [] : ['n', 'lanes'], findsFault);
const fuzzAll = onKernels(names, fuzz);

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  execFileSync('tar', ['-C', 'verify/fuzz', '-xzf', 'verify/fuzz/corpus.tar.gz'], { cwd: root });
  return inFolder(async (folder) => (await controls(folder)) || (await fuzzAll(folder)));
});
