/**
 * `npm run fuzz -- --minutes=10` (or --seconds): fuzzes messages by pieces and many in lanes, of each suite, and the reader of
 * sealed files, side by side; names after the options choose some of them. The native targets start from fuzz/corpus, and
 * with --keep what they find to be new goes there. An input that fails stays in fuzz/found.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, compileObject, flagsOf, inFolder, main, need, root, run, sourceOf } from '../native/compile.js';
import { type SuiteKey, suites } from '../suites.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const seconds = values.seconds === undefined ? 60 * Number(values.minutes) : Number(values.seconds);
if (!(seconds > 0)) throw new Error('how long? --minutes=10, or --seconds=10');

interface Target {
  suite: SuiteKey;
  source: string;
  /** The mode, unless the inputs say it. */
  mode?: string;
}

const message = 'fuzz/message.cpp';
const lanes = 'fuzz/lanes.cpp';

/** The native targets: of Romulus each mode, as they differ; of the other suites all modes at once; and the lanes, where there are some. */
const targets: Record<string, Target> = {};
for (const suite of Object.keys(suites) as SuiteKey[]) {
  const { hash, modes, mostLanes } = suites[suite];
  if (hash)
    for (const mode of [...Object.keys(modes), 'H'].map((name) => name.toLowerCase()))
      targets[mode] = { suite, source: message, mode };
  else targets[suite] = { suite, source: message };
  if (mostLanes > 0) targets[hash ? 'lanes' : `${suite}-lanes`] = { suite, source: lanes };
}
const stream = 'stream';
const names = positionals.length > 0 ? positionals : [...Object.keys(targets), stream];
const unknown = names.filter((name) => name !== stream && !targets[name]);
if (unknown.length > 0)
  throw new Error(`no target ${unknown.join()}; there are ${Object.keys(targets).join()},${stream}`);

const flagsFor = (suite: SuiteKey): string[] => [
  ...['-O2', '-g1', '-fsanitize=fuzzer,address,undefined', '-fno-sanitize-recover=all'],
  ...flagsOf(suite, 'simd128'),
  `-DSUITE_REFERENCE="suites/${suite}/reference.hpp"`,
];

const folderAt = (path: string): string => {
  mkdirSync(path, { recursive: true });
  return path;
};

function flagsOfTarget(name: string): string[] {
  const { suite, mode } = targets[name]!;
  return [...flagsFor(suite), ...(mode ? [`-DMODE=caller::${mode}`] : [])];
}

async function fuzzNatively(name: string, module: Promise<string>, folder: string): Promise<boolean> {
  const program = await compile(join(folder, name), [targets[name]!.source, await module], flagsOfTarget(name));
  const corpus = folderAt(join(root, 'fuzz/corpus', name));
  const found = folderAt(join(folder, `${name}-found`));
  const fresh = folderAt(join(folder, `${name}-new`));
  const limits = ['-max_len=512', '-len_control=0', '-timeout=60', '-print_final_stats=1'];
  const time = `-max_total_time=${Math.ceil(seconds)}`;
  const { status, stderr } = await run(program, [...limits, time, `-artifact_prefix=${found}/`, fresh, corpus], {
    mayFail: true,
  });
  if (status !== 0) {
    const kept = folderAt(join(root, 'fuzz/found', name));
    cpSync(found, kept, { recursive: true });
    console.error(`${name}: a finding; the input is in ${kept}\n${stderr.split('\n').slice(-60).join('\n')}`);
    return false;
  }
  const executed = /number_of_executed_units: (\d+)/.exec(stderr)?.[1];
  const [, edges, features] = /DONE\s+cov: (\d+) ft: (\d+)/.exec(stderr) ?? [];
  const size = readdirSync(corpus).length;
  console.log(
    `${name}: ${executed} executions, ${size} of them the corpus; ${edges} edges, ${features} features; no finding`,
  );
  if (values.keep) await keep(program, corpus, fresh, folderAt(join(folder, `${name}-merged`)));
  return true;
}

/** Leaves in the corpus as few and as small inputs as reach all that was reached. */
async function keep(program: string, corpus: string, fresh: string, merged: string): Promise<void> {
  await run(program, ['-merge=1', '-max_len=512', merged, corpus, fresh]);
  rmSync(corpus, { recursive: true });
  cpSync(merged, corpus, { recursive: true });
}

const runStream = (...options: string[]) =>
  run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'fuzz/stream.ts', ...options], { mayFail: true });

async function fuzzStream(): Promise<boolean> {
  const { status, stdout, stderr } = await runStream(`--seconds=${seconds}`);
  if (status === 0) console.log(`${stream}: ${stdout.toString().trim()}`);
  else console.error(`${stream}: a finding\n${stderr}`);
  return status === 0;
}

/** Whether the targets find what is planted: a comparison of half a tag (fuzz/faulty.cpp), a reader that accepts too much. */
async function checkControls(folder: string): Promise<boolean> {
  const suite = 'romulus';
  const source = `-DFAULTY_MODULE="${join(root, sourceOf(suite))}"`;
  const module = await compileObject(join(folder, 'faulty.o'), 'fuzz/faulty.cpp', [...flagsFor(suite), source]);
  const finds = async (name: string) => {
    const program = await compile(join(folder, `faulty-${name}`), [targets[name]!.source, module], flagsOfTarget(name));
    const options = ['-max_len=512', '-len_control=0', '-max_total_time=60', `-artifact_prefix=${folder}/`];
    const { status, stderr } = await run(program, [...options, join(root, 'fuzz/corpus', name)], { mayFail: true });
    return status !== 0 && stderr.includes('not as by the reference');
  };
  const streams = async () => {
    const { status, stderr } = await runStream('--faulty', '--seconds=60');
    return status === 1 && stderr.includes('is accepted');
  };
  const outcomes = [
    ['n', await finds('n')] as const,
    ['lanes', await finds('lanes')] as const,
    [stream, await streams()] as const,
  ];
  for (const [name, isFound] of outcomes) if (!isFound) console.error(`${name}: what was planted is not found`);
  const isAwake = outcomes.every(([, isFound]) => isFound);
  if (isAwake) console.log(`${outcomes.map(([name]) => name).join(', ')}: what was planted is found`);
  return isAwake;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (folder) => {
    const modules = new Map<SuiteKey, Promise<string>>();
    const moduleOf = (suite: SuiteKey) => {
      const module = modules.get(suite) ?? compileObject(join(folder, `${suite}.o`), sourceOf(suite), flagsFor(suite));
      modules.set(suite, module);
      return module;
    };
    const all = names.map((name) =>
      name === stream ? fuzzStream() : fuzzNatively(name, moduleOf(targets[name]!.suite), folder),
    );
    if (positionals.length === 0) all.push(checkControls(folder));
    const outcomes = await Promise.all(all);
    return outcomes.filter((isGood) => !isGood).length;
  });
});
