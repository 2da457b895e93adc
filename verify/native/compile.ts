/** Compiles and runs native programs from the modules' sources, with the clang on which Emscripten 3.1.6 is based. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { kernelFlags } from '../../tools/build/emscripten.js';
import { type ModeRow, type SuiteKey, suites } from '../../ts/suites/table.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const version = 14;

/** The source of a suite's module. */
export const sourceOf = (suite: SuiteKey): string => `wasm-src/suites/${suite}/module.cpp`;
/** The flag for a source that includes the source of the module. */
export const includedModule = (suite: SuiteKey): string => `-DSUITE_MODULE="${join(root, sourceOf(suite))}"`;

/** The kernels of modules, and the portable kernels for words of 64 bits, which are in no module: others are compared with them. */
export type Kernel = keyof typeof kernelFlags;
type AnyKernel = Kernel | 'portable';
export const kernels: Readonly<Record<AnyKernel, readonly string[]>> = {
  portable: [],
  javascript: ['-DFOR_JAVASCRIPT'],
  simd128: ['-msse4.2', '-D__wasm_simd128__', '-isystem', 'verify/native/simde'],
};
/** The kernels of a suite's modules. JavaScript is made of a module of Romulus alone. */
export const kernelsOf = (suite: SuiteKey): readonly Kernel[] =>
  suite === 'romulus' ? ['javascript', 'simd128'] : ['simd128'];

/** An entry of `mode_infos` in verify/native/message.hpp. A hash has no tag, and takes pieces of any length. */
function modeInfo(mode: ModeRow, pieceUnit?: number): string {
  const { name, nonceLength, tagLength, readsTextFirst } = mode;
  const readsFirst = ['encrypt', 'decrypt'].map((direction) => pieceUnit !== undefined && readsTextFirst === direction);
  return `{"${name}",${nonceLength},${pieceUnit ? tagLength : 0},${pieceUnit ?? 32},{${readsFirst.join()}}}`;
}

/** The flags for code that calls a suite's module. They tell verify/native/message.hpp the suite's row of the table. */
export function callerFlags(suite: SuiteKey, kernel: AnyKernel): string[] {
  const { modes, hash, mostLanes, pieceUnits, takesBatches } = suites[suite];
  const rows = Object.entries(modes);
  const [[, first]] = rows as [[string, ModeRow]];
  const infos = rows.map(([name, mode]) => modeInfo(mode, pieceUnits[name]));
  const names = rows.map(([name]) => name.replaceAll('-', '').toLowerCase());
  const flags = {
    SUITE_MODES: [...names, ...(hash ? ['h'] : [])].join(),
    SUITE_MODE_INFOS: [...infos, ...(hash ? [modeInfo(hash)] : [])].join(),
    ...(hash ? { HASH: 1 } : {}),
    ...(takesBatches ? { BATCHES: 1 } : {}),
    ...(kernel === 'simd128' && mostLanes > 0 ? { LANES: first.laneCosts.map(([count]) => count).join() } : {}),
  };
  return Object.entries(flags).map(([name, value]) => `-D${name}=${value}`);
}

/** The flags for the source of a suite's module, and for the code that calls it. */
export const flagsOf = (suite: SuiteKey, kernel: AnyKernel) => [...kernels[kernel], ...callerFlags(suite, kernel)];

export const ofCpp = ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-Wall', '-Wextra', '-Wconversion', '-Werror'];

/** Runs a program from the root of the repository. A failure throws unless `mayFail` is true. */
export function run(
  command: string,
  args: readonly string[],
  { input, env, mayFail = false }: { input?: Buffer; env?: NodeJS.ProcessEnv; mayFail?: boolean } = {},
): Promise<{ status: number | string; stdout: Buffer; stderr: string }> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, env: env ?? process.env, encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const status = error ? (error.code ?? error.signal ?? 'error') : 0;
      if (error && !mayFail) reject(new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`));
      else resolve({ status, stdout, stderr: stderr.toString() });
    });
    // The program may end before it has read all input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Compiles one source. */
export async function compileObject(object: string, source: string, flags: readonly string[]): Promise<string> {
  const isC = source.endsWith('.c');
  await run(`clang${isC ? '' : '++'}-${version}`, [...(isC ? [] : ofCpp), ...flags, '-c', source, '-o', object]);
  return object;
}

/** Compiles sources side by side, and links a program from them and from the objects and libraries among the files. */
export async function compile(program: string, files: readonly string[], flags: readonly string[]): Promise<string> {
  const compiled = flags.filter((flag) => flag !== '-shared');
  const objects = await Promise.all(
    files.map((file, i) => (/\.(o|so)$/.test(file) ? file : compileObject(`${program}.${i}.o`, file, compiled))),
  );
  const linked = flags.filter((flag) => /^-(fsanitize|shared)/.test(flag));
  await run(`clang++-${version}`, [...linked, ...objects, '-o', program]);
  return program;
}

/**
 * Runs checks in order, as many at a time as there are processors, and returns the number of those that failed. A check
 * prints what it finds, and returns whether all is as it should be.
 */
export async function failuresOf(checks: readonly (() => Promise<boolean>)[]): Promise<number> {
  let failures = 0;
  const left = checks.values();
  const worker = async () => {
    for (const check of left) if (!(await check())) failures++;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failures;
}

/** Makes a folder that exists as long as the work runs. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-native-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `work` and sets the exit code. `work` returns the number of failed checks, which have printed their reasons. */
export async function main(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = (await work()) > 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
