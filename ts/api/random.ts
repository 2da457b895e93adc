/** Random bytes, from the platform's cryptographic generator. */
import type { Bytes } from './bytes.js';

/** @internal */
export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
