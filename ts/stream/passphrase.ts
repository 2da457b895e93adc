/** Copies a passphrase, and makes the digest of it. file-keys.ts gives the digest to scrypt.ts, which makes the key. */
import { type Bytes, checkLeast, copyOf, isBytes } from '../base/bytes.js';
import { UsageError, wrongType } from '../base/errors.js';
import { romulusH } from '../suites/romulus/hash.js';

/** The caller wipes the copy. UTF-8 encodes all halves of surrogate pairs as the same bytes, so a text with one is refused. */
export function copyOfPassphrase(passphrase: string | Uint8Array): Bytes {
  if (typeof passphrase !== 'string') {
    if (!isBytes(passphrase)) throw wrongType('passphrase', 'text or a Uint8Array', passphrase);
    return copyOf(passphrase, checkLeast('passphrase', passphrase, 1));
  }
  if (/\p{Surrogate}/u.test(passphrase))
    throw new UsageError('passphrase must be well-formed text: it has half a surrogate pair');
  const bytes = utf8Of(() => passphrase);
  checkLeast('passphrase', bytes, 1);
  return bytes;
}

/** Encodes a text in UTF-8. Catches every error, because engines throw different errors for a text that is too long. */
function utf8Of(text: () => string): Bytes {
  try {
    return new TextEncoder().encode(text()) as Bytes;
  } catch {
    throw tooLong();
  }
}

const tooLong = () => new UsageError('passphrase is too long for this runtime');

/** The digest of a normalised passphrase. scrypt would treat some different passphrases as equal, but not their digests. */
export async function passphraseDigest(passphrase: Bytes): Promise<Bytes> {
  const normalised = inNfc(passphrase);
  try {
    return await labelledDigest('ROMULUS 2 passphrase', normalised);
  } finally {
    if (normalised !== passphrase) normalised.fill(0);
  }
}

/** Romulus-H of a label and bytes. Each kind of hash in the format has its own label (docs/stream-format.md). */
export async function labelledDigest(label: string, bytes: Uint8Array): Promise<Bytes> {
  const message = new Uint8Array(label.length + bytes.length);
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
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(passphrase);
  } catch (error) {
    // The bytes are not UTF-8.
    if ((error as Error).name === 'TypeError') return passphrase;
    throw tooLong();
  }
  return utf8Of(() => text.normalize('NFC'));
}
