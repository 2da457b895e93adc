/** Modules as text: hexadecimal, which compresses best of what every engine can read. */

import type { Bytes } from '../bytes.js';

const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87);

/** The bytes of a text of lower-case hexadecimal digits. */
export function bytesOf(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = 16 * digitOf(hex.charCodeAt(2 * i)) + digitOf(hex.charCodeAt(2 * i + 1));
  return bytes;
}

/**
 * The relaxed module, made of the simd128 one: they differ only in the opcode of the swizzles. Nothing else there has these
 * digits: build/wasm.mjs pads the swizzles so, and checks it.
 */
export const relaxed = (simd128: string): string => simd128.replaceAll('fd8e00', 'fd8002');
