/** The keys of a sealed file: from the caller's secret, the header and the associated data to the file key. */
import type { Bytes } from '../bytes.js';
import { digestLength, keyLength } from '../engine/message.js';
import type { AbortSignalLike } from '../platform.js';
import { blockLength, romulusH } from '../suites/romulus/hash.js';
import { commitmentOffset, type SealedHeader, saltOf } from './format.js';
import type { Read } from './options.js';
import { passphraseDigest } from './passphrase.js';
import type { Stretch } from './scrypt.js';

/** What is derived; the file key, 16 bytes, is secret, and the commitment, 32 bytes, is not. */
export interface FileKeys {
  readonly fileKey: Bytes;
  readonly commitment: Bytes;
}

/** For a header, of which the commitment is not read. */
export async function deriveKeys(
  header: Uint8Array,
  { cost }: Pick<SealedHeader, 'cost'>,
  { secret, ad, onKeyProgress }: Pick<Read, 'secret' | 'ad' | 'onKeyProgress'>,
  stretch: Stretch,
  signal: AbortSignalLike,
): Promise<FileKeys> {
  const { key, passphrase } = secret;
  const message = new Uint8Array(commitmentOffset + 8 + ad.length);
  let masterKey: Uint8Array | undefined;
  let root: Uint8Array | undefined;
  try {
    if (passphrase) {
      const password = await passphraseDigest(passphrase);
      const derivation = { password, salt: saltOf(header), cost: cost as number };
      masterKey = await stretch(derivation, { signal, onProgress: onKeyProgress }).finally(() => {
        // What was transferred to a worker has no length left.
        if (password.length > 0) password.fill(0);
      });
    }
    signal.throwIfAborted();
    message.set(header.subarray(0, commitmentOffset));
    new DataView(message.buffer).setBigUint64(commitmentOffset, BigInt(ad.length));
    message.set(ad, commitmentOffset + 8);
    root = await hmac(masterKey ?? (key as Bytes), message, signal);
    const fileKey = await hmac(root, Uint8Array.of(1), signal);
    const commitment = await hmac(root, Uint8Array.of(2), signal);
    fileKey.fill(0, keyLength);
    return { fileKey: fileKey.subarray(0, keyLength), commitment };
  } finally {
    masterKey?.fill(0);
    root?.fill(0);
    message.fill(0);
  }
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
