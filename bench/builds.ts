/** The builds, each to be had by name, and the bare kernels that belong to them. */

import * as portable from '../ts/engine/portable.generated.js';
import * as relaxed from '../ts/engine/relaxed.generated.js';
import * as simd128 from '../ts/engine/simd128.generated.js';
import * as kernelPortable from './kernel/portable.generated.js';
import * as kernelRelaxed from './kernel/relaxed.generated.js';
import * as kernelSimd128 from './kernel/simd128.generated.js';

const decode = ({ base64 }: { base64: string }) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export const buildNames = ['portable', 'simd128', 'relaxed'] as const;
export type BuildName = (typeof buildNames)[number];

const modules = { portable, simd128, relaxed };
const kernels = { portable: kernelPortable, simd128: kernelSimd128, relaxed: kernelRelaxed };

/** The module of a build, for load(). */
export const moduleOf = (build: BuildName) => decode(modules[build]);

/** The builds that this engine runs. */
export const availableBuilds = () => buildNames.filter((build) => WebAssembly.validate(moduleOf(build)));

export interface Kernel {
  chain_of_one(calls: number): void;
  chain_of_pairs(pairs: number): void;
}

export async function kernelOf(build: BuildName): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(decode(kernels[build]));
  return instance.exports as unknown as Kernel;
}
