/**
 * The benchmarks that three C++ libraries of Romulus, Elephant and ISAP have (itzmeanjan/romulus, elephant and isap),
 * by this package: under their names and at their sizes. library-figures.tsv has the nanoseconds that they print.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AeadSync, load } from 'romulus-wasm';
import type { Kernel } from './builds.js';
import { otherModes } from './peers.js';

export interface LibraryCase {
  name: string;
  /** The bytes of one call: of associated data and message, of a hashed message, or of a state. */
  bytes: number;
  /** The nanoseconds that the library prints, by the machine. */
  printed: ReadonlyMap<string, number>;
  /** The calls of a run that is measured. */
  calls: number;
  /** Makes this many calls, each of which takes the result of the call before it if it permutes a state. */
  run(calls: number): Uint8Array;
}

const [[, ...machines] = [], ...rows] = readFileSync(new URL('library-figures.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

/** The bytes of an input: key, nonce, associated data, text or state. */
const inputOf = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, i) => 7 * i);

const adLength = 32;

/** Delirium, of which the libraries print nothing, at the same sizes. */
const unprinted = rows.flatMap(([name = '']) => (name.includes('dumbo') ? [[name.replace('dumbo', 'delirium')]] : []));

export async function libraryCases(kernel: Kernel): Promise<LibraryCase[]> {
  const romulus = await load();
  const modes = new Map((await otherModes()).map(({ aead }) => [nameOf(aead), aead]));
  for (const mode of [romulus.romulusN, romulus.romulusM, romulus.romulusT]) modes.set(nameOf(mode), mode);

  /** The bytes and the work of the benchmark with this name. */
  function work(name: string): Pick<LibraryCase, 'bytes' | 'calls' | 'run'> {
    const [, primitive = '', parameters = ''] = /^\w+::(\w+_permutation|skinny_tbc)(?:<(.*)>)?$/.exec(name) ?? [];
    if (primitive) return primitiveWork(kernel, primitive, parameters.split(', ').map(Number));
    const length = Number(name.split('/').at(-1));
    const [, mode = '', direction] = /::(?:isap_)?(\w+?)(?:_aead)?_(encrypt|decrypt)\//.exec(name) ?? [];
    if (!direction) {
      const message = inputOf(length);
      return { bytes: length, calls: 1, run: () => romulus.romulusH(message) };
    }
    const twin = modes.get(mode.replaceAll('_', '')) as AeadSync;
    const context = { key: inputOf(16), nonce: inputOf(twin.nonceLength), associatedData: inputOf(adLength) };
    const toEncrypt = { ...context, plaintext: inputOf(length) };
    const toDecrypt = { ...context, ciphertext: twin.encrypt(toEncrypt) };
    const run = direction === 'encrypt' ? () => twin.encrypt(toEncrypt) : () => twin.decrypt(toDecrypt);
    return { bytes: adLength + length, calls: 1, run };
  }

  return [...rows, ...unprinted].map(([name = '', ...figures]) => {
    const printed = machines.flatMap((machine, i) => (figures[i] ? [[machine, Number(figures[i])] as const] : []));
    return { name, printed: new Map(printed), ...work(name) };
  });
}

/** The name of a mode as the libraries write it: romulusn, dumbo, a128a. */
const nameOf = ({ name }: AeadSync) => name.toLowerCase().replace(/^isap/, '').replaceAll('-', '');

const stateBytes: Readonly<Record<string, number>> = { ascon_permutation: 40, keccak_permutation: 50, skinny_tbc: 64 };

function primitiveWork(kernel: Kernel, name: string, parameters: number[]) {
  const [width = 0] = parameters;
  const length = stateBytes[name] ?? width / 8;
  const state = new Uint8Array(kernel.memory.buffer, kernel.state_address(), length);
  const call = kernel[name as 'skinny_tbc'] as (...numbers: number[]) => void;
  return {
    // A block cipher's bytes are those of its block.
    bytes: name === 'skinny_tbc' ? 16 : length,
    calls: 1000,
    run(calls: number) {
      state.set(inputOf(length));
      call(...(name === 'skinny_tbc' ? [calls] : [...parameters, calls]));
      return state.slice(0, name === 'skinny_tbc' ? 16 : length);
    },
  };
}

/** The number of times that both sides are measured where they stand beside each other. */
export const repetitions = 20;

/** Runs the benchmarks of such a library on this machine. Returns the nanoseconds of each, the least of repetitions. */
export function nativeTimes(program: string): Map<string, number> {
  const options = { format: 'json', min_time: 0.005, repetitions };
  const words = Object.entries(options).map(([name, value]) => `--benchmark_${name}=${value}`);
  const maxBuffer = 2 ** 26;
  const text = execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer });
  const times = new Map<string, number>();
  // The form of Google Benchmark, whose times are nanoseconds.
  const { benchmarks }: { benchmarks: { run_name: string; run_type: string; cpu_time: number }[] } = JSON.parse(text);
  for (const { run_name, run_type, cpu_time } of benchmarks) {
    const name = run_name.replace(/bench_|_bench/, '');
    if (run_type === 'iteration') times.set(name, Math.min(cpu_time, times.get(name) ?? cpu_time));
  }
  return times;
}
