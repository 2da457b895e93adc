/** Sealing: encryption that chooses a random nonce and carries it along. */
import { type Bytes, checkLeast, checkLength, viewOf } from '../../bytes.js';
import type { Engine } from '../../engine/engine.js';
import { keyLength, type Message } from '../../engine/message.js';
import { UsageError } from '../../errors.js';
import type { AeadMode } from '../../mode.js';
import { sealed as sealedFormat } from '../../output-format.js';
import type { WorkOptions } from '../../platform.js';
import { readDecrypt, readEncrypt } from '../../request.js';
import { decrypt, decryptSync, encrypt, encryptSync } from '../../single.js';
import { noOptions, type ReadOptions, readOptions } from '../../work-options.js';
import { type Mode, modes, nonceLength, tagLength } from './modes.js';
import { generateNonce } from './random.js';

/** What `seal` and `unseal` take besides key and bytes. */
export interface SealOptions extends WorkOptions {
  /** Any number of bytes that are authenticated but neither encrypted nor carried along; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** The mode: `'N'`, `'M'` (if left out) or `'T'`. */
  mode?: Mode | undefined;
}

/** @internal */
export interface ReadSeal {
  readonly mode: AeadMode;
  readonly message: Message;
  readonly options: ReadOptions;
}

const noSealOptions: SealOptions = { ...noOptions, associatedData: undefined, mode: undefined };

/** Options come first: when reading them has run code of the caller's, nothing else was read. */
function readSealOptions({ associatedData, mode: letter = 'M', signal, onProgress }: SealOptions = noSealOptions) {
  if (!Object.hasOwn(modes, letter)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  return { associatedData, mode: modes[letter], options: readOptions({ signal, onProgress }) };
}

/** @internal */
export function readSeal(key: Uint8Array, plaintext: Uint8Array, given: SealOptions | undefined): ReadSeal {
  const { associatedData, mode, options } = readSealOptions(given);
  const message = readEncrypt(mode, { key, nonce: generateNonce(), plaintext, associatedData });
  return { mode, message, options };
}

/** @internal */
export function readUnseal(key: Uint8Array, sealed: Uint8Array, given: SealOptions | undefined): ReadSeal {
  const { associatedData, mode, options } = readSealOptions(given);
  checkLength('key', key, keyLength);
  const length = checkLeast('sealed', sealed, nonceLength + tagLength);
  const nonce = viewOf(sealed, 0, nonceLength);
  const ciphertext = viewOf(sealed, nonceLength, length);
  return { mode, message: readDecrypt(mode, { key, nonce, ciphertext, associatedData }), options };
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
export async function seal(key: Uint8Array, plaintext: Uint8Array, given?: SealOptions): Promise<Bytes> {
  const { mode, message, options } = readSeal(key, plaintext, given);
  return encrypt(options, mode, message, sealedFormat);
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
export async function unseal(key: Uint8Array, sealed: Uint8Array, given?: SealOptions): Promise<Bytes> {
  const { mode, message, options } = readUnseal(key, sealed, given);
  return decrypt(options, mode, message);
}

/** @internal */
export function sealSync(engine: Engine, key: Uint8Array, plaintext: Uint8Array, options?: SealOptions): Bytes {
  const { mode, message } = readSeal(key, plaintext, options);
  return encryptSync(engine, mode, message, sealedFormat);
}

/** @internal */
export function unsealSync(engine: Engine, key: Uint8Array, sealed: Uint8Array, options?: SealOptions): Bytes {
  const { mode, message } = readUnseal(key, sealed, options);
  return decryptSync(engine, mode, message);
}
