/** Modules as text: hexadecimal, which compresses best of what every engine can read. */
import type { Bytes } from '../bytes.js';

/** The bytes of a text of lower-case hexadecimal digits. */
export function bytesOf(hex: string): Bytes {
  // Newer engines do it by themselves.
  const { fromHex } = Uint8Array as { fromHex?: (hex: string) => Bytes };
  if (fromHex) return fromHex.call(Uint8Array, hex);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    // No call in the loop, as it runs once, interpreted: letters have bit 6, and their low bits lack 9.
    const high = hex.charCodeAt(2 * i);
    const low = hex.charCodeAt(2 * i + 1);
    bytes[i] = (((high & 15) + 9 * (high >> 6)) << 4) + (low & 15) + 9 * (low >> 6);
  }
  return bytes;
}

/**
 * The relaxed module, made of the simd128 one: they differ only in the opcode of the swizzles. Nothing else there has these
 * digits: build/wasm.mjs pads the swizzles so, and checks it.
 */
export const relaxed = (simd128: string): string => simd128.replaceAll('fd8e00', 'fd8002');
