/** Random keys and nonces of Romulus. */
import type { Bytes } from '../../api/bytes.js';
import { randomBytes } from '../../api/random.js';
import { keyLength } from '../../engine/message.js';
import { nonceLength } from './modes.js';

/**
 * A random key, 16 bytes.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * const key = generateKey();
 */
export const generateKey = (): Bytes => randomBytes(keyLength);

/**
 * A random nonce, 16 bytes. Two of 2^48 random nonces are the same with a probability of about 2^-33.
 * @example
 * import { generateNonce } from 'romulus-wasm';
 * const nonce = generateNonce();
 */
export const generateNonce = (): Bytes => randomBytes(nonceLength);
