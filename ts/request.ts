/** What the modes are asked to do, and the checks that every request passes. */
import { checkBytes, checkLeast, checkLength } from './bytes.js';
import { keyLength, type Message } from './engine/message.js';
import { ByteLengthError, ByteTypeError, mustBe } from './errors.js';
import type { AeadMode } from './mode.js';
import { checkNames, checkPlain, nameCount } from './named-parameters.js';

/** What to encrypt. */
export interface EncryptRequest {
  /** 16 bytes, random: `generateKey()`. */
  key: Uint8Array;
  /**
   * As many bytes as the mode's `nonceLength`: 16, in some suites 12. It is no secret, but **must never be used for two messages under one
   * key**: count them, or take random ones (`generateNonce()`). Romulus-M and its relatives M keep their promises where a nonce repeats.
   */
  nonce: Uint8Array;
  /** Any number of bytes. */
  plaintext: Uint8Array;
  /** Any number of bytes that are authenticated but not encrypted; none if left out. */
  associatedData?: Uint8Array | undefined;
}

/** What to decrypt. */
export interface DecryptRequest {
  /** 16 bytes, random: `generateKey()`. */
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

const encryptNames = ['key', 'nonce', 'plaintext', 'associatedData'];
const decryptNames = ['key', 'nonce', 'ciphertext', 'associatedData'];
const detachedNames = ['key', 'nonce', 'ciphertext', 'tag', 'associatedData'];

/** What `seal` gives for it is 32 bytes longer, and must fit into an array: in some engines these have at most so many elements. */
const longestText = 2 ** 32 - 33;

/** @internal */
export const none = /* @__PURE__ */ new Uint8Array(0);

/** @internal */
export function readEncrypt(mode: AeadMode, request: EncryptRequest, at = ''): Message {
  const { key, nonce, plaintext: text, associatedData: ad = none } = checkRequest(request, at);
  if (nameCount(request) !== (ad === none ? 3 : 4)) checkNames(argumentAt(at), request, encryptNames, detachedNames);
  return checked(mode, { key, nonce, ad, adLength: 0, text, textLength: 0, tag: undefined }, at, 'plaintext', 0);
}

/** @internal */
export function readDecrypt(mode: AeadMode, request: DecryptRequest, at = ''): Message {
  const { key, nonce, ciphertext: text, associatedData: ad = none } = checkRequest(request, at);
  if (nameCount(request) !== (ad === none ? 3 : 4)) checkNames(argumentAt(at), request, decryptNames, encryptNames);
  const message = { key, nonce, ad, adLength: 0, text, textLength: 0, tag: undefined };
  return checked(mode, message, at, 'ciphertext', mode.tagLength);
}

/** @internal */
export function readDecryptDetached(mode: AeadMode, request: DetachedDecryptRequest): Message {
  const { key, nonce, ciphertext: text, tag, associatedData: ad = none } = checkRequest(request, '');
  checkNames(argumentAt(''), request, detachedNames, encryptNames);
  const message = checked(mode, { key, nonce, ad, adLength: 0, text, textLength: 0, tag }, '', 'ciphertext', 0);
  checkLength('tag', tag, mode.tagLength);
  return message;
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
  if (!Array.isArray(list)) throw new ByteTypeError(argument, mustBe('an array', list));
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

const argumentAt = (at: string) => at.slice(0, -1) || 'request';

const checkRequest = <Request extends object>(request: Request, at: string): Request =>
  checkPlain(argumentAt(at), request);

/** The message with its lengths; a text has at least so many bytes. */
function checked(mode: AeadMode, message: Message, at: string, textName: string, least: number): Message {
  checkLength(`${at}key`, message.key, keyLength);
  checkLength(`${at}nonce`, message.nonce, mode.nonceLength);
  message.textLength = checkLeast(at + textName, message.text, least);
  const longest = longestText + least;
  if (message.textLength > longest) throw new ByteLengthError(at + textName, longest, message.textLength, 'at most ');
  // An empty array takes long to check, and most messages have none.
  if (message.ad !== none) message.adLength = checkBytes(`${at}associatedData`, message.ad);
  mode.limit?.(message, at, textName, least);
  return message;
}
