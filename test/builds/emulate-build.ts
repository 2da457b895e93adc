/**
 * Makes the package run on a build that is named, by hiding from it what the engine could do beyond. The package still chooses by
 * itself, so its choice is tested too.
 */

/** From the one that runs everywhere to the fastest. */
export const builds = ['portable', 'simd128', 'relaxed'] as const;

export type Build = (typeof builds)[number];

/** The opcode of i8x16.relaxed_swizzle. */
const relaxedSwizzle = [0xfd, 0x80, 0x02];

const hides: Record<Build, (bytes: Uint8Array) => boolean> = {
  portable: () => true,
  simd128: (bytes) => bytes.some((_, start) => relaxedSwizzle.every((byte, i) => bytes[start + i] === byte)),
  relaxed: () => false,
};

export function hideBeyond(build: Build): void {
  const hidden = hides[build];
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => !hidden(new Uint8Array(bytes as ArrayBuffer)) && validate(bytes);
}
