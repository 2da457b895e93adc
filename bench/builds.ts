/** The builds by their names, and the bare kernels that belong to them. */

import { bytesOf, relaxed } from '../ts/engine/module-text.js';
import { text as simd128 } from '../ts/suites/romulus/simd128.generated.js';
import { text as simd128Kernel } from './kernel/simd128.generated.js';

const buildNames = ['simd128', 'relaxed'] as const;
export type BuildName = (typeof buildNames)[number];

const modules = { simd128, relaxed: relaxed(simd128) };
const kernels = { simd128: simd128Kernel, relaxed: relaxed(simd128Kernel) };

/** The module of a build, for load(). */
export const moduleOf = (build: BuildName) => bytesOf(modules[build]);

/** The builds that this engine runs. */
export const availableBuilds = () => buildNames.filter((build) => WebAssembly.validate(moduleOf(build)));

export interface Kernel {
  chain_of_one(calls: number): void;
  chain_of_pairs(pairs: number): void;
  /** The place of the state of the functions below: a text and the words TK1 to TK3, or the state of a permutation. */
  state_address(): number;
  readonly memory: WebAssembly.Memory;
  skinny_tbc(times: number): void;
  ascon_permutation(rounds: number, times: number): void;
  keccak_permutation(rounds: number, times: number): void;
  spongent_permutation(width: number, rounds: number, times: number): void;
}

export async function kernelOf(build: BuildName): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(bytesOf(kernels[build]));
  return instance.exports as unknown as Kernel;
}
