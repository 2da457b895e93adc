/** The builds that a module comes in as text, and which of them an engine runs. */
import type { Bytes } from '../api/bytes.js';
import { hasRelaxedSimd, hasSimd128 } from './features.js';
import { bytesOf, relaxed } from './module-text.js';

export function fastestOf(portable: string, simd128: string): Bytes {
  if (!hasSimd128()) return bytesOf(portable);
  return bytesOf(hasRelaxedSimd() ? relaxed(simd128) : simd128);
}
