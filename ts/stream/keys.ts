/** The keys of a sealed file: from the caller's secret, the header and the associated data to the file key. */
import { waitingFor } from '../abort.js';
import type { Bytes } from '../bytes.js';
import { digestLength, keyLength } from '../engine/message.js';
import { UsageError } from '../errors.js';
import type { AbortSignalLike } from '../platform.js';
import { blockLength, romulusH } from '../suites/romulus/hash.js';
import { commitmentOffset, type SealedHeader, saltOf } from './format.js';
import type { Secret } from './options.js';

/** What is derived; each is 16 bytes, and the first is secret. */
export interface FileKeys {
  readonly fileKey: Bytes;
  readonly commitment: Bytes;
}

/** For a header, of which the commitment is not read. */
export async function deriveKeys(
  { key, passphrase }: Secret,
  header: Uint8Array,
  { iterations }: SealedHeader,
  ad: Uint8Array,
  signal: AbortSignalLike,
): Promise<FileKeys> {
  const masterKey = key ?? (await stretched(passphrase, saltOf(header), iterations as number, signal));
  const message = new Uint8Array(commitmentOffset + 8 + ad.length);
  try {
    signal.throwIfAborted();
    message.set(header.subarray(0, commitmentOffset));
    new DataView(message.buffer).setBigUint64(commitmentOffset, BigInt(ad.length));
    message.set(ad, commitmentOffset + 8);
    const keys = await hmac(masterKey, message, signal);
    return { fileKey: keys.subarray(0, keyLength), commitment: keys.subarray(keyLength) };
  } finally {
    if (masterKey !== key) masterKey.fill(0);
    message.fill(0);
  }
}

/** PBKDF2-HMAC-SHA-256. Nobody can stop it, but nobody has to wait for it. */
async function stretched(
  passphrase: Bytes,
  salt: Uint8Array,
  iterations: number,
  signal: AbortSignalLike,
): Promise<Bytes> {
  // Pages have it only in secure contexts.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) throw new UsageError('passphrases need crypto.subtle, which pages have only over HTTPS or on localhost');
  const material = await subtle.importKey('raw', passphrase, 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations };
  signal.throwIfAborted();
  const waiting = waitingFor(signal);
  const derived = subtle.deriveBits(parameters, material, 8 * keyLength).then((bits) => {
    const key = new Uint8Array(bits);
    if (signal.aborted) key.fill(0);
    return key;
  });
  return waiting.until(derived).finally(waiting.end);
}

/** RFC 2104 with Romulus-H, under a key that is no longer than its block. */
async function hmac(key: Uint8Array, message: Uint8Array, signal: AbortSignalLike): Promise<Bytes> {
  const inner = new Uint8Array(blockLength + message.length);
  const outer = new Uint8Array(blockLength + digestLength);
  try {
    for (let i = 0; i < blockLength; i++) {
      inner[i] = (key[i] ?? 0) ^ 0x36;
      outer[i] = (key[i] ?? 0) ^ 0x5c;
    }
    inner.set(message, blockLength);
    const digest = await romulusH(inner, { signal });
    outer.set(digest, blockLength);
    digest.fill(0);
    return await romulusH(outer);
  } finally {
    inner.fill(0);
    outer.fill(0);
  }
}
