/** The input of scrypt in place of a passphrase: a digest of its normalised form, so that no two passphrases are the same to it. */
import { type Bytes, checkLeast, copyOf, isBytes } from '../api/bytes.js';
import { ByteTypeError, mustBe, UsageError } from '../api/errors.js';
import { romulusH } from '../suites/romulus/hash.js';

/** "ROMULUS 2 passphrase": no other hash of the format begins with it. */
const label = /* @__PURE__ */ new TextEncoder().encode('ROMULUS 2 passphrase');

/** A copy in UTF-8, to be wiped. UTF-8 cannot say half a surrogate pair: that would become the same as another. */
export function copyOfPassphrase(passphrase: string | Uint8Array): Bytes {
  if (typeof passphrase !== 'string') {
    if (!isBytes(passphrase)) throw new ByteTypeError('passphrase', mustBe('text or a Uint8Array', passphrase));
    return copyOf(passphrase, checkLeast('passphrase', passphrase, 1));
  }
  if (/\p{Surrogate}/u.test(passphrase))
    throw new UsageError('passphrase must be well-formed text: it has half a surrogate pair');
  const bytes = utf8Of(() => passphrase);
  checkLeast('passphrase', bytes, 1);
  return bytes;
}

/** The UTF-8 of a text. Engines differ in how long a text or an array may be, and in what they throw. */
function utf8Of(text: () => string): Bytes {
  try {
    return new TextEncoder().encode(text()) as Bytes;
  } catch {
    throw tooLong();
  }
}

const tooLong = () => new UsageError('passphrase is too long for this runtime');

export async function passphraseDigest(passphrase: Bytes): Promise<Bytes> {
  const normalised = inNfc(passphrase);
  let message: Bytes | undefined;
  try {
    message = new Uint8Array(label.length + normalised.length);
    message.set(label);
    message.set(normalised, label.length);
    return await romulusH(message);
  } finally {
    message?.fill(0);
    if (normalised !== passphrase) normalised.fill(0);
  }
}

/** Below U+0300 every text is in form NFC, and in UTF-8 all bytes of such a text are lower. */
const firstByteOfOthers = 0xcc;

/** The UTF-8 of a text in form NFC; what is not UTF-8 as it is. Most passphrases never become a string, which nothing can wipe. */
function inNfc(passphrase: Bytes): Bytes {
  // All bytes are looked at, so that the time does not say where the first of them is.
  let others = 0;
  for (const byte of passphrase) others |= firstByteOfOthers - 1 - byte;
  if (others >= 0) return passphrase;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(passphrase);
  } catch (error) {
    // That is what is thrown for bytes that are not UTF-8.
    if ((error as Error).name === 'TypeError') return passphrase;
    throw tooLong();
  }
  return utf8Of(() => text.normalize('NFC'));
}
