/** Key files, as `romulus keygen` writes them: one line with `romulus-key-1` and the 16 bytes in hexadecimal. */

import { readHex, writeHex } from '../api/text-encodings.js';
import { type Bytes, bytesForSecret, checkBytes, checkLength, copyOf, isBytes } from '../base/bytes.js';
import { wrongType } from '../base/errors.js';
import { keyLength } from '../engine/message.js';
import { FormatError } from './file-errors.js';

const header = 'romulus-key-1 ';
const contentLength = header.length + 2 * keyLength;

/**
 * Gives the contents of a key file: the line that `romulus keygen` writes and `romulus encrypt --key` reads, 47 bytes of ASCII with its
 * line end. It is bytes and no string, so that you can `wipe` it.
 * @param key 16 bytes.
 * @throws {@link ArgumentError} if `key` is not a `Uint8Array`; {@link LengthError} if it does not have 16 bytes.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { formatKeyFile } from 'romulus-wasm/stream';
 * const line = formatKeyFile(generateKey());
 * console.log(line.length); // => 47
 */
export function formatKeyFile(key: Uint8Array): Bytes {
  checkLength('key', key, keyLength);
  const copy = copyOf(key, keyLength);
  const line = new Uint8Array(contentLength + 1).fill(0x0a);
  for (let i = 0; i < header.length; i++) line[i] = header.charCodeAt(i);
  writeHex(line.subarray(header.length), copy);
  copy.fill(0);
  return line;
}

/**
 * Reads the key from the contents of a key file. The digits may be capitals, and white space may follow them, such as a line end of
 * Windows.
 * @param text The contents: a text, or its bytes, which unlike a text can be overwritten.
 * @returns The key, 16 bytes.
 * @throws {@link FormatError} if this is not a key file; its message contains nothing of the text. {@link ArgumentError} if `text` is
 *   neither a string nor a `Uint8Array`.
 * @example
 * import { parseKeyFile } from 'romulus-wasm/stream';
 * const key = parseKeyFile('romulus-key-1 000102030405060708090a0b0c0d0e0f\n');
 * console.log(key.length); // => 16
 */
export function parseKeyFile(text: string | Uint8Array): Bytes {
  if (typeof text !== 'string' && !isBytes(text)) throw wrongType('text', 'text or a Uint8Array', text);
  const copy = typeof text === 'string' ? new TextEncoder().encode(text) : copyOf(text, checkBytes('text', text));
  const key = bytesForSecret(keyLength);
  try {
    let isRight = copy.length >= contentLength;
    for (let i = 0; isRight && i < header.length; i++) isRight = copy[i] === header.charCodeAt(i);
    for (let i = contentLength; isRight && i < copy.length; i++) isRight = isSpace(copy[i] as number);
    if (isRight && readHex(key, (i) => copy[header.length + i] as number) >= 0) return key;
    key.fill(0);
    throw new FormatError('this is not a key file of romulus keygen');
  } finally {
    copy.fill(0);
  }
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);
