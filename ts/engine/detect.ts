/** Detects what this engine supports of SIMD, which decides the form of a module. */
import type { Bytes } from '../base/bytes.js';
import { bytesOf, relaxed } from './module-text.js';

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
