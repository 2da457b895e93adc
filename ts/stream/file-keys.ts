/** Makes the salt of an encrypted file, and derives its keys from the caller's secret, the header and the associated data. */
import { type Bytes, bytesForSecret, randomBytes } from '../base/bytes.js';
import type { AbortSignalLike } from '../base/platform.js';
import { keyLength } from '../engine/message.js';
import type { Runner } from '../messages/job.js';
import { clock } from '../runtime/event-loop.js';
import { romulusH } from '../suites/romulus/hash.js';
import { romulusHmac } from '../suites/romulus/hmac.js';
import { commitmentOffset, type FileHeader, saltOf } from './format.js';
import type { CheckedFileOptions } from './options.js';
import { deriveKeyJob } from './scrypt.js';

const saltLength = 16;
const randomLength = 32;

let count = 0;

/** A digest of random bytes, two clocks and a counter: a salt repeats only if all of them do, and not if the random generator alone does. */
async function makeSalt(): Promise<Bytes> {
  const others = Float64Array.of(Date.now(), clock.now(), count++);
  const message = new Uint8Array(randomLength + others.byteLength);
  const random = randomBytes(randomLength);
  message.set(random);
  message.set(new Uint8Array(others.buffer), randomLength);
  random.fill(0);
  try {
    const digest = await labelledDigest('ROMULUS 2 salt', message);
    const salt = digest.slice(0, saltLength);
    digest.fill(0);
    return salt;
  } finally {
    message.fill(0);
  }
}

/** Tests replace this function by one with known salts. */
export const salts = { make: makeSalt };

/** Derives the file key (16 bytes, secret) and the commitment (32 bytes, public). Does not read the commitment in the header. */
export async function deriveKeys(
  header: Uint8Array,
  { cost }: Pick<FileHeader, 'cost'>,
  { secret, ad, onKeyProgress }: Pick<CheckedFileOptions, 'secret' | 'ad' | 'onKeyProgress'>,
  runner: Runner,
  signal: AbortSignalLike,
): Promise<{ readonly fileKey: Bytes; readonly commitment: Bytes }> {
  const { key, passphrase } = secret;
  const message = new Uint8Array(commitmentOffset + 8 + ad.length);
  let masterKey: Uint8Array | undefined;
  let root: Uint8Array | undefined;
  let fileKey: Bytes | undefined;
  try {
    if (passphrase) {
      const password = await passphraseDigest(passphrase);
      const job = deriveKeyJob({ password, salt: saltOf(header), cost: cost as number });
      try {
        masterKey = await runner.run(job, { signal, onProgress: onKeyProgress && ((done) => onKeyProgress(done)) });
      } finally {
        // An array that was transferred to a worker has the length 0.
        if (password.length > 0) password.fill(0);
      }
    }
    signal.throwIfAborted();
    message.set(header.subarray(0, commitmentOffset));
    new DataView(message.buffer).setBigUint64(commitmentOffset, BigInt(ad.length));
    message.set(ad, commitmentOffset + 8);
    root = await romulusHmac({ key: masterKey ?? (key as Bytes), message }, { signal });
    fileKey = await romulusHmac({ key: root, message: Uint8Array.of(1) }, { signal });
    const commitment = await romulusHmac({ key: root, message: Uint8Array.of(2) }, { signal });
    fileKey.fill(0, keyLength);
    return { fileKey: fileKey.subarray(0, keyLength), commitment };
  } catch (error) {
    // The second derivation may fail after the file key was made.
    fileKey?.fill(0);
    throw error;
  } finally {
    masterKey?.fill(0);
    root?.fill(0);
    message.fill(0);
  }
}

/** The digest of a normalised passphrase. scrypt would treat some different passphrases as equal, but not their digests. */
async function passphraseDigest(passphrase: Bytes): Promise<Bytes> {
  const normalised = inNfc(passphrase);
  try {
    return await labelledDigest('ROMULUS 2 passphrase', normalised);
  } finally {
    if (normalised !== passphrase) normalised.fill(0);
  }
}

/** Romulus-H of a label and bytes. Each kind of hash in the format has its own label (docs/stream-format.md). */
async function labelledDigest(label: string, bytes: Uint8Array): Promise<Bytes> {
  const message = bytesForSecret(label.length + bytes.length);
  try {
    new TextEncoder().encodeInto(label, message);
    message.set(bytes, label.length);
    return await romulusH(message);
  } finally {
    message.fill(0);
  }
}

/** The first UTF-8 byte of U+0300. A text of characters below U+0300 is in form NFC. */
const firstByteOfOthers = 0xcc;

/** Normalises UTF-8 bytes to form NFC. Most passphrases never become a string, because strings cannot be wiped. */
function inNfc(passphrase: Bytes): Bytes {
  // The loop reads all bytes, so that the time does not reveal the position of the first high byte.
  let others = 0;
  for (const byte of passphrase) others |= firstByteOfOthers - 1 - byte;
  if (others >= 0) return passphrase;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(passphrase);
    return new TextEncoder().encode(text.normalize('NFC')) as Bytes;
  } catch (error) {
    // The bytes are not UTF-8.
    if ((error as Error).name === 'TypeError') return passphrase;
    throw error;
  }
}
