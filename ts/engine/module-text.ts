/** Modules as text, and the form of a module that this engine can run. Nearly every byte is one character. Of the encodings that every engine can read, this one compresses best. */
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

/** True if the engine supports an instruction on two vectors. Validates a module with one function that contains only that instruction. */
const knows = (...opcode: number[]): boolean =>
  WebAssembly.validate(
    Uint8Array.of(
      // The header, and a type of functions from two vectors to one.
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...[1, 7, 1, 0x60, 2, 0x7b, 0x7b, 1, 0x7b],
      // One function of this type, and its code: seven bytes and the opcode, with their length before them.
      ...[3, 2, 1, 0],
      ...[10, opcode.length + 9, 1, opcode.length + 7, 0, 0x20, 0, 0x20, 1, 0xfd, ...opcode, 0x0b],
    ),
  );

export const hasSimd128 = (): boolean => knows(0x0e);

export const hasRelaxedSimd = (): boolean => knows(0x80, 0x02);

/** The module in the fastest form that this engine can run, from its text. */
export const fastestOf = (simd128: string): Bytes => bytesOf(hasRelaxedSimd() ? relaxed(simd128) : simd128);
