/** Random keys and nonces, from the platform's cryptographic generator. */
import type { Bytes } from '../../bytes.js';
import { keyLength } from '../../engine/message.js';
import { nonceLength } from './modes.js';

/**
 * A random key, 16 bytes.
 *
 * @example
 * const key = generateKey();
 */
export const generateKey = (): Bytes => crypto.getRandomValues(new Uint8Array(keyLength));

/**
 * A random nonce, 16 bytes. Two of 2^48 random nonces are the same with a probability of about 2^-33.
 *
 * @example
 * const nonce = generateNonce();
 */
export const generateNonce = (): Bytes => crypto.getRandomValues(new Uint8Array(nonceLength));
