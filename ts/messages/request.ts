/** The requests of modes, and the checks that each request passes. */
import { bufferOf, checkBytes, checkLeast, checkLength, overlap } from '../api/bytes.js';
import { ByteLengthError, ByteTypeError, mustBe } from '../api/errors.js';
import { checkNames, checkPlain, nameCount } from '../api/options.js';
import { keyLength, type Message } from '../engine/message.js';
import type { AeadMode } from './mode.js';

/** A message to encrypt. */
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

/** A message to decrypt. */
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

/** A further parameter of `encrypt` and `decrypt` for one message. */
export interface WithOutput {
  /**
   * Your own array for the result; the call returns it. Its length is that of the result: the plaintext and `tagLength` more, or the
   * ciphertext and `tagLength` less (else a {@link ByteLengthError}). It overlaps no input (else a {@link ByteTypeError}). It is written
   * when all is done and authentic. If you shrink or transfer it before the promise settles, the call fails.
   */
  output?: Uint8Array | undefined;
}

/** A message to decrypt, with the tag by itself. */
export interface DetachedDecryptRequest extends DecryptRequest {
  /** The ciphertext alone, any number of bytes. */
  ciphertext: Uint8Array;
  /** The mode's `tagLength` in bytes: 16, in some modes 8. */
  tag: Uint8Array;
}

const encryptNames = ['key', 'nonce', 'plaintext', 'associatedData'];
const decryptNames = ['key', 'nonce', 'ciphertext', 'associatedData'];
const detachedNames = ['key', 'nonce', 'ciphertext', 'tag', 'associatedData'];

/** @internal */
export const encryptOutputNames = /* @__PURE__ */ [...encryptNames, 'output'];
/** @internal */
export const decryptOutputNames = /* @__PURE__ */ [...decryptNames, 'output'];

/** The longest text. `seal` adds at most 32 bytes to it, and the longest typed array that every engine supports has 2^32 - 1. */
const longestText = 2 ** 32 - 33;

/** @internal */
export const emptyBytes = /* @__PURE__ */ new Uint8Array(0);

/** @internal Reads a request that has no other names than these. `output` is the one of the request, for a call that takes it. */
export function readEncrypt(
  mode: AeadMode,
  request: EncryptRequest,
  at = '',
  names = encryptNames,
  output?: Uint8Array,
): Message {
  const { key, nonce, plaintext: text, associatedData } = checkRequest(request, at);
  const ad = associatedData === undefined ? emptyBytes : associatedData;
  const count = (associatedData === undefined ? 3 : 4) + (output ? 1 : 0);
  if (nameCount(request) !== count) checkNames(argumentAt(at), request, names, detachedNames);
  const adLength = adLengthOf(associatedData, at);
  const message = { key, nonce, ad, adLength, text, textLength: 0, tag: undefined, output };
  return checked(mode, message, at, 'plaintext', 0);
}

/** @internal */
export function readDecrypt(
  mode: AeadMode,
  request: DecryptRequest,
  at = '',
  names = decryptNames,
  output?: Uint8Array,
): Message {
  const { key, nonce, ciphertext: text, associatedData } = checkRequest(request, at);
  const ad = associatedData === undefined ? emptyBytes : associatedData;
  const count = (associatedData === undefined ? 3 : 4) + (output ? 1 : 0);
  if (nameCount(request) !== count) checkNames(argumentAt(at), request, names, encryptNames);
  const adLength = adLengthOf(associatedData, at);
  const message = { key, nonce, ad, adLength, text, textLength: 0, tag: undefined, output };
  return checked(mode, message, at, 'ciphertext', mode.tagLength);
}

/** @internal */
export function readDecryptDetached(mode: AeadMode, request: DetachedDecryptRequest): Message {
  const { key, nonce, ciphertext: text, tag, associatedData } = checkRequest(request, '');
  const ad = associatedData === undefined ? emptyBytes : associatedData;
  checkNames(argumentAt(''), request, detachedNames, encryptNames);
  const adLength = adLengthOf(associatedData, '');
  const message = { key, nonce, ad, adLength, text, textLength: 0, tag, output: undefined };
  checked(mode, message, '', 'ciphertext', 0);
  checkLength('tag', tag, mode.tagLength);
  return message;
}

/** @internal Reads all of a list; errors name the index. */
export function readMany<Request, Read>(
  argument: string,
  list: readonly Request[],
  read: (request: Request, at: string) => Read,
): Read[] {
  if (!Array.isArray(list)) throw new ByteTypeError(argument, mustBe('an array', list));
  const all: Read[] = [];
  // A loop by number comes to the holes too, unlike forEach.
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

const checkRequest = <Request extends object>(request: Request, at: string) => checkPlain(argumentAt(at), request);

/** Checks associated data. Most messages have none, and to check an empty array would take long. */
const adLengthOf = (associatedData: Uint8Array | undefined, at: string): number =>
  associatedData === undefined ? 0 : checkBytes(`${at}associatedData`, associatedData);

/** Checks the rest of a message and notes the text's length. `least` is the minimum length of the text: the tag at its end. */
function checked(mode: AeadMode, message: Message, at: string, textName: string, least: number): Message {
  checkLength(`${at}key`, message.key, keyLength);
  checkLength(`${at}nonce`, message.nonce, mode.nonceLength);
  message.textLength = checkLeast(at + textName, message.text, least);
  const longest = longestText + least;
  if (message.textLength > longest) throw new ByteLengthError(at + textName, longest, message.textLength, 'at most ');
  mode.limit?.(message, at, textName, least);
  const { output } = message;
  if (output !== undefined) {
    checkLength('output', output, message.textLength + (least > 0 ? -least : mode.tagLength));
    // A result overwrites nothing of the caller's but what is there for it.
    const { text, key, nonce, ad } = message;
    const buffer = bufferOf(output);
    const overlaps = (input: Uint8Array) => overlap(output, buffer, input);
    if (overlaps(text) || overlaps(key) || overlaps(nonce) || overlaps(ad))
      throw new ByteTypeError('output', 'must not overlap an input');
  }
  return message;
}
