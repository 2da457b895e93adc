/** Sealing: encryption that chooses a random nonce and carries it along. */
import { type Bytes, checkLeast, checkLength, viewOf } from '../../bytes.js';
import type { Engine } from '../../engine/engine.js';
import type { Message } from '../../engine/message.js';
import { UsageError } from '../../errors.js';
import type { AeadMode } from '../../mode.js';
import { checkNames, checkPlain } from '../../named-parameters.js';
import { sealed as sealedFormat } from '../../output-format.js';
import type { WorkOptions } from '../../platform.js';
import { readDecrypt, readEncrypt } from '../../request.js';
import { decrypt, decryptSync, encrypt, encryptSync } from '../../single.js';
import { readOptions } from '../../work-options.js';
import { type Mode, modes, nonceLength, tagLength } from './modes.js';
import { generateNonce } from './random.js';

/** What to seal. */
export interface SealRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** Any number of bytes. */
  plaintext: Uint8Array;
  /** Any number of bytes that are authenticated but neither encrypted nor carried along; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** The mode: `'N'`, `'M'` (if left out) or `'T'`. */
  mode?: Mode | undefined;
}

/** What to unseal. */
export interface UnsealRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** What `seal` gave: nonce || ciphertext || tag, at least 32 bytes. */
  sealed: Uint8Array;
  /** The associated data that it was sealed with. */
  associatedData?: Uint8Array | undefined;
  /** The mode that it was sealed in. */
  mode?: Mode | undefined;
}

/** @internal */
export interface ReadSeal {
  readonly mode: AeadMode;
  readonly message: Message;
}

const sealNames = ['key', 'plaintext', 'associatedData', 'mode'];
const unsealNames = ['key', 'sealed', 'associatedData', 'mode'];

function modeOfLetter(letter: Mode): AeadMode {
  if (!Object.hasOwn(modes, letter)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  return modes[letter];
}

/** @internal */
export function readSeal(request: SealRequest): ReadSeal {
  const { key, plaintext, associatedData, mode: letter = 'M' } = checkPlain('request', request);
  checkNames('request', request, sealNames, unsealNames);
  const mode = modeOfLetter(letter);
  return { mode, message: readEncrypt(mode, { key, nonce: generateNonce(), plaintext, associatedData }) };
}

/** @internal */
export function readUnseal(request: UnsealRequest): ReadSeal {
  const { key, sealed, associatedData, mode: letter = 'M' } = checkPlain('request', request);
  checkNames('request', request, unsealNames, sealNames);
  const mode = modeOfLetter(letter);
  checkLength('key', key, mode.keyLength);
  const length = checkLeast('sealed', sealed, nonceLength + tagLength);
  const nonce = viewOf(sealed, 0, nonceLength);
  const ciphertext = viewOf(sealed, nonceLength, length);
  return { mode, message: readDecrypt(mode, { key, nonce, ciphertext, associatedData }) };
}

/**
 * Encrypts under a random nonce: the short way to encrypt, and the result is all that `unseal` needs besides the key.
 * Rejects as {@link Aead.encrypt}, and with a {@link UsageError} for an unknown mode.
 *
 * @returns nonce || ciphertext || tag, 32 bytes longer than the plaintext.
 * @example
 * const key = generateKey();
 * const sealed = await seal({ key, plaintext: new TextEncoder().encode('hello') });
 * const plaintext = await unseal({ key, sealed });
 */
export async function seal(request: SealRequest, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  const { mode, message } = readSeal(request);
  return encrypt(read, mode, message, sealedFormat);
}

/**
 * Decrypts what `seal` gave, with the same key, associated data and mode. Rejects as {@link Aead.decrypt}, and with a
 * {@link UsageError} for an unknown mode.
 *
 * @returns the plaintext.
 * @example
 * const key = generateKey();
 * const sealed = await seal({ key, plaintext: new Uint8Array([1, 2, 3]), mode: 'T' });
 * const plaintext = await unseal({ key, sealed, mode: 'T' });
 */
export async function unseal(request: UnsealRequest, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  const { mode, message } = readUnseal(request);
  return decrypt(read, mode, message);
}

/** @internal */
export function sealSync(engine: Engine, request: SealRequest): Bytes {
  const { mode, message } = readSeal(request);
  return encryptSync(engine, mode, message, sealedFormat);
}

/** @internal */
export function unsealSync(engine: Engine, request: UnsealRequest): Bytes {
  const { mode, message } = readUnseal(request);
  return decryptSync(engine, mode, message);
}
