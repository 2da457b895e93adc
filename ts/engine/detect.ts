/** Detects the fastest build of a module that this engine can run. The builds are stored as text. */
import type { Bytes } from '../api/bytes.js';
import { bytesOf, relaxed } from './module-text.js';

/** True if the engine supports an instruction on two vectors. Validates a module with one function that contains only that instruction. */
const knows = (...opcode: number[]): boolean => {
  const body = [0, 0x20, 0, 0x20, 1, 0xfd, ...opcode, 0x0b];
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const type = [1, 7, 1, 0x60, 2, 0x7b, 0x7b, 1, 0x7b];
  const code = [10, body.length + 2, 1, body.length, ...body];
  return WebAssembly.validate(Uint8Array.from([...header, ...type, 3, 2, 1, 0, ...code]));
};

export const hasSimd128 = (): boolean => knows(0x0e);

export const hasRelaxedSimd = (): boolean => knows(0x80, 0x02);

export function fastestOf(portable: string, simd128: string): Bytes {
  if (!hasSimd128()) return bytesOf(portable);
  return bytesOf(hasRelaxedSimd() ? relaxed(simd128) : simd128);
}
