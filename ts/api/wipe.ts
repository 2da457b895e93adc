/** Overwriting secrets. */
import { checkBytes, zero } from './bytes.js';

/**
 * Overwrites byte arrays with zeros. This function cannot reach registers, swap, or copies that the JavaScript engine made when it moved an
 * array.
 * @throws {@link ByteTypeError} if an argument is not a `Uint8Array`. No array is overwritten then.
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
