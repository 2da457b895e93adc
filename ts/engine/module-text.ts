/** Modules as text. Nearly every byte is one character. Of the encodings that every engine can read, this one compresses best. */
import type { Bytes } from '../base/bytes.js';

/**
 * Decodes a text that tools/build/module-text.ts made. The characters from % to |, without the backslash, stand for the values 0 to 86.
 * After } they stand for the next 87 values, and after ~ for the last. A byte is its value minus 3, so that nearly all bytes of a module,
 * from -3 to 83, take one character each.
 */
export function bytesOf(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    // The loop calls no function of this package: it runs only once, so the engine interprets it.
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

/** Turns the simd128 module into the relaxed one. Only the swizzles differ, and tools/build/wasm.ts makes their text unique. */
export const relaxed = (simd128: string): string => simd128.replaceAll('%}`(', '%}Q*');
