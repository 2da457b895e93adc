/** What the modes are asked to do, and the checks that every request passes. */
import { checkBytes, checkLeast, checkLength } from './bytes.js';
import { keyLength, type Message } from './engine/message.js';
import { ByteTypeError } from './errors.js';
import type { AeadMode } from './mode.js';

/** What to encrypt. */
export interface EncryptRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** As many bytes as the mode's `nonceLength`: 16, in some suites 12. */
  nonce: Uint8Array;
  /** Any number of bytes. */
  plaintext: Uint8Array;
  /** Any number of bytes that are authenticated but not encrypted; none if left out. */
  associatedData?: Uint8Array | undefined;
}

/** What to decrypt. */
export interface DecryptRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** The nonce that the message was encrypted with. */
  nonce: Uint8Array;
  /** Ciphertext || tag. */
  ciphertext: Uint8Array;
  /** The associated data that the message was encrypted with. */
  associatedData?: Uint8Array | undefined;
}

/** What to decrypt, with the tag by itself. */
export interface DetachedDecryptRequest extends DecryptRequest {
  /** The ciphertext alone, any number of bytes. */
  ciphertext: Uint8Array;
  /** As many bytes as the mode's `tagLength`: 16, in some modes 8. */
  tag: Uint8Array;
}

/** @internal */
export const none = /* @__PURE__ */ new Uint8Array(0);

/** @internal */
export function readEncrypt(mode: AeadMode, request: EncryptRequest, at = ''): Message {
  const { key, nonce, plaintext: text, associatedData: ad = none } = checkObject(request, at);
  checkKeyAndNonce(mode, key, nonce, at);
  const textLength = checkBytes(`${at}plaintext`, text);
  return { key, nonce, ad, adLength: checkAd(ad, at), text, textLength, tag: undefined };
}

/** @internal */
export function readDecrypt(mode: AeadMode, request: DecryptRequest, at = ''): Message {
  const { key, nonce, ciphertext: text, associatedData: ad = none } = checkObject(request, at);
  checkKeyAndNonce(mode, key, nonce, at);
  const textLength = checkLeast(`${at}ciphertext`, text, mode.tagLength);
  return { key, nonce, ad, adLength: checkAd(ad, at), text, textLength, tag: undefined };
}

/** @internal */
export function readDecryptDetached(mode: AeadMode, request: DetachedDecryptRequest): Message {
  const { key, nonce, ciphertext: text, tag, associatedData: ad = none } = checkObject(request, '');
  checkKeyAndNonce(mode, key, nonce, '');
  const textLength = checkBytes('ciphertext', text);
  checkLength('tag', tag, mode.tagLength);
  return { key, nonce, ad, adLength: checkAd(ad, ''), text, textLength, tag };
}

/**
 * Reads all of a list; errors name the index.
 *
 * @internal
 */
export function readMany<Request, Read>(
  argument: string,
  list: readonly Request[],
  read: (request: Request, at: string) => Read,
): Read[] {
  if (!Array.isArray(list)) throw new ByteTypeError(argument, list, 'an array');
  const all: Read[] = [];
  // By number, which unlike forEach comes to the holes too.
  for (let i = 0; i < list.length; i++) {
    const request = list[i] as Request;
    try {
      all.push(read(request, ''));
    } catch {
      // Read again for an error that tells the place: making that name for each would take longer than the reading.
      all.push(read(request, `${argument}[${i}].`));
    }
  }
  return all;
}

/** @internal */
export function checkObject<Request extends object>(request: Request, at: string): Request {
  if (typeof request === 'object' && request !== null) return request;
  throw new ByteTypeError(at.slice(0, -1) || 'request', request, 'an object');
}

function checkKeyAndNonce({ nonceLength }: AeadMode, key: Uint8Array, nonce: Uint8Array, at: string): void {
  checkLength(`${at}key`, key, keyLength);
  checkLength(`${at}nonce`, nonce, nonceLength);
}

/** An empty array takes long to check, and most messages have none. */
const checkAd = (ad: Uint8Array, at: string): number => (ad === none ? 0 : checkBytes(`${at}associatedData`, ad));
