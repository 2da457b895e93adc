/**
 * `npm run fuzz -- --minutes=10` (or --seconds): fuzzes each mode by pieces, many messages in lanes, and the reader of
 * sealed files, side by side; names after the options choose some of them. The native targets start from fuzz/corpus, and
 * with --keep what they find to be new goes there. An input that fails stays in fuzz/found.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, compileObject, flagsOf, inFolder, main, need, root, run } from '../native/compile.js';

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

/** The native targets, each with its source and the flags of its own. */
const targets: Record<string, { source: string; flags: string[] }> = {
  n: { source: 'fuzz/message.cpp', flags: ['-DMODE=0'] },
  m: { source: 'fuzz/message.cpp', flags: ['-DMODE=1'] },
  t: { source: 'fuzz/message.cpp', flags: ['-DMODE=2'] },
  h: { source: 'fuzz/message.cpp', flags: ['-DMODE=3'] },
  lanes: { source: 'fuzz/lanes.cpp', flags: [] },
};
const stream = 'stream';
const names = positionals.length > 0 ? positionals : [...Object.keys(targets), stream];
const unknown = names.filter((name) => name !== stream && !targets[name]);
if (unknown.length > 0)
  throw new Error(`no target ${unknown.join()}; there are ${Object.keys(targets).join()},${stream}`);

const sanitized = [
  '-O2',
  '-g',
  '-fsanitize=fuzzer,address,undefined',
  '-fno-sanitize-recover=all',
  ...flagsOf('romulus', 'simd128'),
];

const folderAt = (path: string): string => {
  mkdirSync(path, { recursive: true });
  return path;
};

async function fuzzNatively(name: string, object: string, folder: string): Promise<boolean> {
  const { source, flags } = targets[name]!;
  const program = await compile(join(folder, name), [source, object], [...sanitized, ...flags]);
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

async function fuzzStream(): Promise<boolean> {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const { status, stdout, stderr } = await run(process.execPath, [tsx, 'fuzz/stream.ts', `--seconds=${seconds}`], {
    mayFail: true,
  });
  if (status === 0) console.log(`${stream}: ${stdout.toString().trim()}`);
  else console.error(`${stream}: a finding\n${stderr}`);
  return status === 0;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (folder) => {
    const object = await compileObject(join(folder, 'abi.o'), 'wasm-src/abi/abi.cpp', sanitized);
    const all = names.map((name) => (name === stream ? fuzzStream() : fuzzNatively(name, object, folder)));
    const outcomes = await Promise.all(all);
    return outcomes.filter((isGood) => !isGood).length;
  });
});
