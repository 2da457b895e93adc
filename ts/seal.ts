/** Sealing: encryption that chooses a random nonce and carries it along. */
import { type Bytes, checkBytes, checkLeast, checkLength, viewOf } from './bytes.js';
import { type Engine, keyLength, type Message } from './engine/engine.js';
import { UsageError } from './errors.js';
import { sealed as sealedForm } from './form.js';
import { decrypt, decryptSync, encrypt, encryptSync } from './message.js';
import type { AeadMode } from './mode.js';
import type { WorkOptions } from './platform.js';
import { generateNonce } from './random.js';
import { type Mode, modes, nonceLength, tagLength } from './romulus.js';

/** What `seal` and `unseal` take besides key and bytes. */
export interface SealOptions extends WorkOptions {
  /** Any number of bytes that are authenticated but neither encrypted nor carried along; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** The mode: `'N'`, `'M'` (if left out) or `'T'`. */
  mode?: Mode | undefined;
}

function read(key: Uint8Array, { associatedData: ad = new Uint8Array(0), mode = 'M' }: SealOptions) {
  checkLength('key', key, keyLength);
  checkBytes('associatedData', ad);
  if (!Object.hasOwn(modes, mode)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  return { ad, mode: modes[mode] };
}

/** @internal */
export function readSeal(
  key: Uint8Array,
  plaintext: Uint8Array,
  options: SealOptions,
): { mode: AeadMode; message: Message } {
  const { ad, mode } = read(key, options);
  checkBytes('plaintext', plaintext);
  return { mode, message: { key, nonce: generateNonce(), ad, text: plaintext } };
}

/** @internal */
export function readUnseal(
  key: Uint8Array,
  sealed: Uint8Array,
  options: SealOptions,
): { mode: AeadMode; message: Message } {
  const { ad, mode } = read(key, options);
  checkLeast('sealed', sealed, nonceLength + tagLength);
  const nonce = viewOf(sealed, 0, nonceLength);
  return { mode, message: { key, nonce, ad, text: viewOf(sealed, nonceLength, sealed.length) } };
}

/**
 * Encrypts under a random nonce: the short way to encrypt, and the result is all that `unseal` needs besides the key.
 * Rejects as {@link Aead.encrypt}, and with a {@link UsageError} for an unknown mode.
 *
 * @param key 16 bytes.
 * @param plaintext any number of bytes.
 * @returns nonce || ciphertext || tag, 32 bytes longer than the plaintext.
 * @example
 * const key = generateKey();
 * const sealed = await seal(key, new TextEncoder().encode('hello'));
 * const plaintext = await unseal(key, sealed);
 */
export async function seal(key: Uint8Array, plaintext: Uint8Array, options: SealOptions = {}): Promise<Bytes> {
  const { mode, message } = readSeal(key, plaintext, options);
  return encrypt(mode, message, sealedForm, options);
}

/**
 * Decrypts what `seal` gave, with the same key, associated data and mode. Rejects as {@link Aead.decrypt}, and with a
 * {@link UsageError} for an unknown mode.
 *
 * @param key 16 bytes.
 * @param sealed nonce || ciphertext || tag, at least 32 bytes.
 * @returns the plaintext.
 * @example
 * const key = generateKey();
 * const sealed = await seal(key, new Uint8Array([1, 2, 3]), { mode: 'T' });
 * const plaintext = await unseal(key, sealed, { mode: 'T' });
 */
export async function unseal(key: Uint8Array, sealed: Uint8Array, options: SealOptions = {}): Promise<Bytes> {
  const { mode, message } = readUnseal(key, sealed, options);
  return decrypt(mode, message, options);
}

/** @internal */
export function sealSync(engine: Engine, key: Uint8Array, plaintext: Uint8Array, options: SealOptions = {}): Bytes {
  const { mode, message } = readSeal(key, plaintext, options);
  return encryptSync(engine, mode, message, sealedForm);
}

/** @internal */
export function unsealSync(engine: Engine, key: Uint8Array, sealed: Uint8Array, options: SealOptions = {}): Bytes {
  const { mode, message } = readUnseal(key, sealed, options);
  return decryptSync(engine, mode, message);
}
