/** Modules as text. Nearly every byte is one character. Of the encodings that every engine can read, this one compresses best. */
import type { Bytes } from '../base/bytes.js';

/**
 * The characters for the numbers from 0, and two more. Characters that are common in code have numbers that are common in modules, since
 * a compressor has one code for the text and what follows. None ends a string, or has a meaning where a tool inserts text.
 */
export const alphabet = "nNat()si#cd;0[=yg1Lux{&OU8T>kP]m*|B,}o2HCWplI'43A<7?V/EZ_fMbv-YQz^@:rw%GSX`jJ~KFD+qRh659e.";

/**
 * Decodes a text that tools/build/module-text.ts made. A character stands for its number, which is a byte plus 3, so that nearly all bytes
 * of a module, from -3 to 84, take one character each. After one of the last two, it stands for a greater number.
 */
export function bytesOf(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  const values = alphabet.length - 2;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    // The loop calls no function of this package: it runs only once, so the engine interprets it.
    let value = alphabet.indexOf(text[i] as string);
    if (value >= values) value = (value - values + 1) * values + alphabet.indexOf(text[++i] as string);
    bytes[length++] = value - 3;
  }
  return bytes.slice(0, length);
}

/** Turns the simd128 module into the relaxed one. Only the swizzles differ, and tools/build/wasm.ts makes their text unique. */
export const relaxed = (simd128: string): string => simd128.replaceAll('neft', 'nel)');
