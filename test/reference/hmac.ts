/** HMAC (RFC 2104, section 2) and HKDF (RFC 5869, section 2) with Romulus-H, in plain form. */
import { concatenate } from './bytes.js';
import { referenceHash } from './romulus.js';

const BLOCK_LENGTH = 32;
const DIGEST_LENGTH = 32;

export function referenceHmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_LENGTH);
  block.set(key.length > BLOCK_LENGTH ? referenceHash(key) : key);
  const pad = (byte: number) => block.map((value) => value ^ byte);
  return referenceHash(concatenate([pad(0x5c), referenceHash(concatenate([pad(0x36), message]))]));
}

export function referenceHkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const extracted = referenceHmac(salt.length > 0 ? salt : new Uint8Array(DIGEST_LENGTH), key);
  const blocks: Uint8Array[] = [new Uint8Array(0)];
  for (let n = 1; DIGEST_LENGTH * (n - 1) < length; n++)
    blocks.push(referenceHmac(extracted, concatenate([blocks[n - 1]!, info, Uint8Array.of(n)])));
  return concatenate(blocks).subarray(0, length);
}
