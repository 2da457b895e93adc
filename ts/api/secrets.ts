/** Comparing and overwriting secrets. */
import { checkBytes, zero } from '../base/bytes.js';

/**
 * Compares two byte arrays in a time that depends only on their lengths. Arrays of different lengths are not equal.
 * @throws {@link ArgumentError} if an argument is not a `Uint8Array`.
 * @example
 * import { romulusH, timingSafeEqual } from 'romulus-wasm';
 * const digest = await romulusH(new Uint8Array([1, 2, 3]));
 * console.log(timingSafeEqual(digest, await romulusH(new Uint8Array([1, 2, 4])))); // => false
 */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  const length = checkBytes('a', a);
  if (checkBytes('b', b) !== length) return false;
  let difference = 0;
  for (let i = 0; i < length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

/**
 * Overwrites byte arrays with zeros. This function cannot reach registers, swap, or copies that the JavaScript engine made when it moved an
 * array.
 * @throws {@link ArgumentError} if an argument is not a `Uint8Array`. No array is overwritten then.
 * @example
 * import { generateKey, seal, wipe } from 'romulus-wasm';
 * const key = generateKey();
 * const sealed = await seal({ key, plaintext: new Uint8Array([1, 2, 3]) });
 * wipe(key);
 */
export function wipe(...buffers: Uint8Array[]): void {
  for (const [i, buffer] of buffers.entries()) checkBytes(`buffers[${i}]`, buffer);
  for (const buffer of buffers) zero(buffer);
}
