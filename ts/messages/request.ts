/** The requests of modes, and the checks of each: names, types, lengths, the longest text, and no overlap with the output. */
import { checkBytes, checkLength, checkMost, overlap } from '../base/bytes.js';
import { ArgumentError, LengthError, wrongType } from '../base/errors.js';
import { checkNames, checkPlain, ofCaller } from '../base/options.js';
import { keyLength, type Message } from '../engine/message.js';
import type { AeadMode } from './mode.js';

/** A message to encrypt. Functions refuse other names: of an object with more fields, pick these. */
export interface EncryptRequest {
  /** 16 bytes, random: `generateKey()`. */
  key: Uint8Array;
  /**
   * The nonce. Its length is the mode's `nonceLength`: 16 bytes, or 12 in some suites. The nonce is not secret, but **never use a nonce
   * twice under the same key**. Use a counter or random nonces (`generateNonce()`). Romulus-M and the other modes M tolerate repeated
   * nonces.
   */
  nonce: Uint8Array;
  /** The plaintext, of any length. */
  plaintext: Uint8Array;
  /** Data that is authenticated but not encrypted, of any length. Empty if left out. */
  associatedData?: Uint8Array | undefined;
}

/** A message to decrypt. Functions refuse other names: of an object with more fields, pick these. */
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

/** An additional parameter of `encrypt` and `decrypt`. */
export interface WithOutput {
  /**
   * Your own array for the result, which the call returns. Its length must be that of the result: `tagLength` bytes more than the
   * plaintext, or `tagLength` bytes less than the ciphertext (else a {@link LengthError}). The array must not overlap an input (else a
   * {@link ArgumentError}). It is written only after all work is done and the message is authentic. The call fails if you shrink or
   * transfer the array before the promise settles.
   */
  output?: Uint8Array | undefined;
}

/** A message to decrypt, with a separate tag. */
export interface DetachedDecryptRequest extends DecryptRequest {
  /** The ciphertext without the tag, of any length. */
  ciphertext: Uint8Array;
  /** The tag. Its length is the mode's `tagLength`: 16 bytes, or 8 in some modes. */
  tag: Uint8Array;
}

/** The longest text, in bytes. `seal` adds at most 32 bytes, and the longest typed array that every engine supports has 2^32 - 1 bytes. */
const longestText = 2 ** 32 - 33;

/** @internal */
export const emptyBytes = /* @__PURE__ */ new Uint8Array(0);

/** @internal Reads all requests of a list. Errors name the index of the request. */
export function readMany<Request, Read>(
  argument: string,
  list: readonly Request[],
  read: (request: Request, at: string) => Read,
): Read[] {
  if (!Array.isArray(list)) throw wrongType(argument, 'an array', list);
  const all: Read[] = [];
  // A loop over the indices also visits holes in the array, unlike forEach.
  for (let i = 0; i < list.length; i++) {
    const request = list[i] as Request;
    try {
      all.push(read(request, ''));
    } catch {
      // Reads the request again for an error with the index. Making that name for every request would take longer than the reading.
      all.push(read(request, `${argument}[${i}].`));
    }
  }
  return all;
}

const allNames = ['key', 'nonce', 'plaintext', 'ciphertext', 'associatedData', 'tag', 'output'];

/**
 * True for nearly every request: an object that inherits from this realm's `Object.prototype`, while that has no name of a request. V8 reads
 * the constructor faster than the prototype, and constant names much faster than those of a list.
 */
function inheritsNone(request: object | undefined): boolean {
  const root = Object.prototype;
  const inherits = 'key' in root || 'nonce' in root || 'plaintext' in root || 'ciphertext' in root || 'tag' in root;
  return !(inherits || 'associatedData' in root || 'output' in root) && request?.constructor === Object;
}

/** @internal Reads and checks a request. `further` is another value that the call accepts. */
export function readRequest(
  mode: AeadMode,
  request: object,
  textName: 'plaintext' | 'ciphertext',
  further?: 'output' | 'tag',
  at = '',
): Message {
  const argument = at ? at.slice(0, -1) : 'request';
  const given = inheritsNone(request) ? request : ofCaller(checkPlain(argument, request), allNames);
  const values = given as EncryptRequest & DetachedDecryptRequest & WithOutput;
  const { key, nonce, associatedData: ad } = values;
  const isPlain = textName === 'plaintext';
  const text = isPlain ? values.plaintext : values.ciphertext;
  const tag = further === 'tag' ? values.tag : undefined;
  const output = further === 'output' ? values.output : undefined;
  // Counting names is faster than checking them.
  let unread = (ad === undefined ? 3 : 4) + (tag || output ? 1 : 0);
  for (const _ in request) unread--;
  if (unread) {
    const names = ['key', 'nonce', textName, 'associatedData', ...(further ? [further] : [])];
    checkNames(argument, request, names, isPlain ? ['ciphertext', 'tag'] : ['plaintext']);
  }
  // Most messages have no associated data. They skip the check, because checking an empty array would take long.
  const adLength = ad === undefined ? 0 : checkBytes('associatedData', ad, at);
  checkLength('key', key, keyLength, at);
  checkLength('nonce', nonce, mode.nonceLength, at);
  // A ciphertext ends with the tag, unless the tag is separate.
  const least = isPlain || further === 'tag' ? 0 : mode.tagLength;
  const textLength = checkBytes(textName, text, at);
  // The condition spares nearly all messages the joining of the name.
  if (textLength > longestText) checkMost(at + textName, textLength, longestText + least);
  const message = { key, nonce, ad: ad ?? emptyBytes, adLength, text, textLength, tag, output };
  mode.limit?.(message, at, textName, least);
  if (further === 'tag') checkLength('tag', tag, mode.tagLength);
  if (output !== undefined && textLength >= least)
    checkOutput(message, textLength + (isPlain ? mode.tagLength : -mode.tagLength), mode.nonceLength);
  return message;
}

/** Checks the output of a message. `length` is the length of the result. */
function checkOutput(message: Message, length: number, nonceLength: number): void {
  const { key, nonce, ad, adLength, text, textLength } = message;
  const output = message.output as Uint8Array;
  checkLength('output', output, length);
  // The result must overwrite nothing of the caller's except the output.
  if (
    overlap(output, length, text, textLength) ||
    overlap(output, length, key, keyLength) ||
    overlap(output, length, nonce, nonceLength) ||
    overlap(output, length, ad, adLength)
  )
    throw new ArgumentError('output', 'must not overlap another array');
}
