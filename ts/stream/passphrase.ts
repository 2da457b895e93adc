/** What scrypt is given in place of a passphrase: a digest of its normalised form, so that no two passphrases are the same to it. */
import type { Bytes } from '../api/bytes.js';
import { romulusH } from '../suites/romulus/hash.js';

/** "ROMULUS 2 passphrase": no other hash of the format begins with it. */
const label = /* @__PURE__ */ new TextEncoder().encode('ROMULUS 2 passphrase');

export async function passphraseDigest(passphrase: Bytes): Promise<Bytes> {
  const normalised = inNfc(passphrase);
  const message = new Uint8Array(label.length + normalised.length);
  message.set(label);
  message.set(normalised, label.length);
  try {
    return await romulusH(message);
  } finally {
    message.fill(0);
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
  } catch {
    return passphrase;
  }
  return new TextEncoder().encode(text.normalize('NFC')) as Bytes;
}
