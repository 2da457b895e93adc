/**
 * `npm run fuzz -- --seconds=30` fuzzes the modules and the reader of encrypted files. Messages by pieces and messages
 * in lanes, of each suite on each kernel, are compared with the portable kernels. These are compared with the
 * definitions. Each target runs for the given time, and as many run at once as there are processors. Names after the
 * options choose targets. The native targets start from verify/fuzz/corpus.tar.gz, and --keep adds their new inputs to
 * it. An input that fails stays in verify/fuzz/found.
 */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import {
  type Check,
  compile,
  compileObject,
  eachInTurn,
  failuresOf,
  flagsOf,
  includedModule,
  inFolder,
  type Kernel,
  kernelsOf,
  main,
  need,
  root,
  run,
  sourceOf,
} from '../native/compile.js';
import { corpusOf, packCorpus, replaceCorpus, unpackCorpus } from './corpus.js';
import { fuzzDefinition } from './definition.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
  },
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
const lanes = 'verify/fuzz/lanes.cpp';

/** The native targets: one for each mode of Romulus, or for all modes of another suite, and one for the lanes. */
const targets: Record<string, Target> = {};
for (const suite of Object.keys(suites) as SuiteKey[]) {
  const { hash, modes, mostLanes } = suites[suite];
  if (hash)
    for (const mode of [...Object.keys(modes), 'H'].map((name) => name.toLowerCase()))
      targets[mode] = { suite, source: message, mode, kernels: kernelsOf(suite) };
  else targets[suite] = { suite, source: message, kernels: kernelsOf(suite) };
  if (mostLanes > 0) targets.lanes = { suite, source: lanes, kernels: ['simd128'] };
}
const [definition, stream] = ['definition', 'stream'];
const all = [...Object.keys(targets), definition, stream];
const names = positionals.length > 0 ? positionals : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`no target ${unknown.join()}; there are ${all.join()}`);

const common = ['-O2', '-g1', '-fno-sanitize-recover=all'];
const flagsFor = (suite: SuiteKey, kernel: Kernel): string[] => [
  ...common,
  '-fsanitize=fuzzer,address,undefined',
  ...flagsOf(suite, kernel),
];

const folderAt = (path: string): string => {
  mkdirSync(path, { recursive: true });
  return path;
};

const limits = ['-max_len=512', '-len_control=0'];

/** A target on a kernel, and the folder of its new inputs. */
interface Native {
  name: string;
  kernel: Kernel;
  program: string;
  fresh: string;
}

/** The objects that a target is linked with: the module, and the reference. */
type Parts = readonly Promise<string>[];

async function compileTarget(place: string, name: string, kernel: Kernel, parts: Parts): Promise<Native> {
  const { suite, source, mode } = targets[name]!;
  const flags = [...flagsFor(suite, kernel), ...(mode ? [`-DMODE=caller::${mode}`] : [])];
  const program = await compile(`${place}-${name}-${kernel}`, [source, ...(await Promise.all(parts))], flags);
  return { name, kernel, program, fresh: folderAt(`${program}-new`) };
}

async function fuzzNatively({ name, kernel, program, fresh }: Native): Promise<boolean> {
  const title = `${name}, ${kernel}`;
  const corpus = corpusOf(name);
  const found = folderAt(`${program}-found`);
  const time = ['-timeout=60', '-print_final_stats=1', `-max_total_time=${Math.ceil(seconds)}`];
  const { status, stderr } = await run(program, [...limits, ...time, `-artifact_prefix=${found}/`, fresh, corpus], {
    mayFail: true,
  });
  if (status !== 0) {
    const kept = folderAt(join(root, 'verify/fuzz/found', name));
    cpSync(found, kept, { recursive: true });
    console.error(`${title}: a finding; the input is in ${kept}\n${stderr.split('\n').slice(-60).join('\n')}`);
    return false;
  }
  const executed = /number_of_executed_units: (\d+)/.exec(stderr)?.[1];
  const [, edges, features] = /DONE\s+cov: (\d+) ft: (\d+)/.exec(stderr) ?? [];
  const size = readdirSync(corpus).length;
  console.log(
    `${title}: ${executed} executions, ${size} of them the corpus; ${edges} edges, ${features} features; no finding`,
  );
  return true;
}

/** Reduces a target's corpus to the fewest and smallest inputs with the same coverage, on each of its kernels. */
async function keep(name: string, natives: Native[]): Promise<void> {
  const own = natives.filter((native) => native.name === name);
  const fresh = own.map((native) => native.fresh);
  const merged = folderAt(`${own[0]!.program}-merged`);
  for (const { program } of own) await run(program, ['-merge=1', '-max_len=512', merged, corpusOf(name), ...fresh]);
  replaceCorpus(name, merged);
}

const runStream = (...options: string[]) =>
  run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'verify/fuzz/stream.ts', ...options], {
    mayFail: true,
  });

async function fuzzStream(): Promise<boolean> {
  const { status, stdout, stderr } = await runStream(`--seconds=${seconds}`);
  if (status === 0) console.log(`${stream}: ${stdout.toString().trim()}`);
  else console.error(`${stream}: a finding\n${stderr}`);
  return status === 0;
}

/** Compiles once the objects that several targets share: the module of a suite, and its reference. */
class Build {
  readonly #made = new Map<string, Promise<string>>();

  constructor(readonly folder: string) {}

  #once(name: string, make: () => Promise<string>): Promise<string> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }

  moduleOf(suite: SuiteKey, kernel: Kernel): Promise<string> {
    const object = join(this.folder, `${suite}-${kernel}.o`);
    return this.#once(object, () => compileObject(object, sourceOf(suite), flagsFor(suite, kernel)));
  }

  /** The portable kernels to compare with. They have no coverage, so their branches do not count as new ones. */
  referenceOf(suite: SuiteKey): Promise<string> {
    const hidden = ['-fPIC', '-fvisibility=hidden', '-shared', '-fsanitize=address,undefined'];
    const flags = [...common, ...hidden, ...flagsOf(suite, 'portable'), includedModule(suite)];
    const library = join(this.folder, `${suite}-reference.so`);
    return this.#once(library, () => compile(library, ['verify/fuzz/reference.cpp'], flags));
  }
}

/** True if a target finds the planted fault: a comparison of half a tag (verify/fuzz/faulty.cpp). */
async function findsFault(build: Build, name: string, kernel: Kernel): Promise<boolean> {
  const { suite } = targets[name]!;
  const { folder } = build;
  const place = join(folder, 'faulty');
  const flags = [...flagsFor(suite, kernel), includedModule(suite)];
  const module = compileObject(`${place}-${name}-${kernel}.o`, 'verify/fuzz/faulty.cpp', flags);
  const { program, fresh } = await compileTarget(place, name, kernel, [module, build.referenceOf(suite)]);
  const options = [...limits, '-max_total_time=60', `-artifact_prefix=${program}-found-`];
  const { status, stderr } = await run(program, [...options, fresh, corpusOf(name)], { mayFail: true });
  return status !== 0 && stderr.includes('not as it should be');
}

/** True if fuzzing finds a reader that accepts too much. */
async function streamFindsFault(): Promise<boolean> {
  const { status, stderr } = await runStream('--faulty', '--seconds=60');
  return status === 1 && stderr.includes('is accepted');
}

/** Makes checks that every kind of target finds its planted fault. */
function controls(build: Build): Check[] {
  const control = (title: string, finds: Check) => async () => {
    const isFound = await finds();
    if (isFound) console.log(`${title}: what was planted is found`);
    else console.error(`${title}: what was planted is not found`);
    return isFound;
  };
  return [
    ...kernelsOf('romulus').map((kernel) => control(`n, ${kernel}`, () => findsFault(build, 'n', kernel))),
    control('lanes', () => findsFault(build, 'lanes', 'simd128')),
    control(stream, streamFindsFault),
  ];
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  unpackCorpus();
  return inFolder(async (folder) => {
    const build = new Build(folder);
    const natives: Native[] = [];
    const fuzz = async (name: string, kernel: Kernel) => {
      const { suite } = targets[name]!;
      const parts = [build.moduleOf(suite, kernel), build.referenceOf(suite)];
      const native = await compileTarget(join(folder, 'target'), name, kernel, parts);
      natives.push(native);
      return fuzzNatively(native);
    };
    if (positionals.length === 0) {
      const blind = await failuresOf(controls(build));
      if (blind > 0) return blind;
    }
    const checks = names.flatMap((name): Check[] => {
      if (name === stream) return [fuzzStream];
      if (name === definition) return [() => fuzzDefinition(folder, seconds)];
      return targets[name]!.kernels.map((kernel) => () => fuzz(name, kernel));
    });
    const failed = await failuresOf(checks);
    if (values.keep && failed === 0) {
      await eachInTurn([...new Set(natives.map(({ name }) => name))], (name) => keep(name, natives));
      packCorpus();
    }
    return failed;
  });
});
