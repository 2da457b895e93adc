/**
 * Makes the tests of a vitest project run on the build that it names, by hiding from the package what the engine could do
 * beyond it. The package still chooses by itself, so its choice is tested too.
 */
import { inject } from 'vitest';

export type Build = 'portable' | 'simd128' | 'relaxed';

declare module 'vitest' {
  interface ProvidedContext {
    build: Build;
    /** In browsers, the package as one module. */
    packageText?: string | undefined;
    /** The script of a pool's workers. */
    poolWorkerText: string;
  }
}

/** The opcode of i8x16.relaxed_swizzle. */
const relaxedSwizzle = [0xfd, 0x80, 0x02];

const hides: Record<Build, (bytes: Uint8Array) => boolean> = {
  portable: () => true,
  simd128: (bytes) => bytes.some((_, start) => relaxedSwizzle.every((byte, i) => bytes[start + i] === byte)),
  relaxed: () => false,
};

const hidden = hides[inject('build')];
const { validate } = WebAssembly;
WebAssembly.validate = (bytes) => !hidden(new Uint8Array(bytes as ArrayBuffer)) && validate(bytes);
