/** Modules as text: a character for nearly every byte, which compresses best of what every engine can read. */
import type { Bytes } from '../api/bytes.js';

/**
 * The bytes of a text that tools/build/module-text.ts made. The characters from % to |, but for the backslash, are the 87 values
 * from 0; behind } they are the next 87, behind ~ the last. A byte is its value less 3, so that the bytes from -3 to 83, nearly
 * all of a module, have a character each.
 */
export function bytesOf(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    // No call of a function of ours in the loop, as it runs once, interpreted.
    let code = text.charCodeAt(i);
    let value = -40;
    if (code > 124) {
      value += 87 * (code - 124);
      code = text.charCodeAt(++i);
    }
    bytes[length++] = value + code - (code > 92 ? 1 : 0);
  }
  return bytes.slice(0, length);
}

/** The relaxed module, made of the simd128 one: they differ only in the swizzles, which tools/build/wasm.ts makes unique. */
export const relaxed = (simd128: string): string => simd128.replaceAll('%}`(', '%}Q*');
