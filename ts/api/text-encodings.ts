/**
 * Converts bytes to text and back: in constant time, unless an array is too long to be a secret. Such arrays use the engine's own functions, which are faster but
 * promise no constant time.
 */
import { type Bytes, checkBytes, copyOf } from '../base/bytes.js';
import { ArgumentError, UsageError, wrongType } from '../base/errors.js';
import { checkNamed } from '../base/options.js';

/** The letters for the values 62 and 63 in base64: `+` and `/`, or `-` and `_`, which need no escape in a URL. */
export interface Base64Options {
  /** The alphabet of RFC 4648, section 4 (`'base64'`, the default) or section 5 (`'base64url'`). */
  alphabet?: 'base64' | 'base64url' | undefined;
}

interface Native {
  toHex?: (() => string) | undefined;
  toBase64?: ((options: { alphabet: 'base64' | 'base64url' }) => string) | undefined;
}

// A caller's array can have its own property of the same name, so the methods are read when this file is loaded.
const native: Native = /* @__PURE__ */ (() => {
  const { toHex, toBase64 } = Uint8Array.prototype as Native;
  return { toHex, toBase64 };
})();
const longestSecret = 1024;

/** Returns -1, which has all bits set, if low <= value <= high. Otherwise returns 0. */
const within = (value: number, low: number, high: number): number =>
  ~((value - low) >> 31) & ((value - high - 1) >> 31);

/** Runs of an alphabet. The values from `first` to `last` have the letters from the code `letter` on. */
type Alphabet = readonly (readonly [first: number, last: number, letter: number])[];
const hexDigits: Alphabet = [
  [0, 9, 48],
  [10, 15, 97],
];
const base64Letters = (letter62: number, letter63: number): Alphabet => [
  [0, 25, 65],
  [26, 51, 97],
  [52, 61, 48],
  [62, 62, letter62],
  [63, 63, letter63],
];

function letterOf(value: number, alphabet: Alphabet): number {
  let code = 0;
  for (const [first, last, letter] of alphabet) code |= within(value, first, last) & (value - first + letter);
  return code;
}

/** Returns -1 if the code is not that of a letter. */
function meaningOf(code: number, alphabet: Alphabet): number {
  let value = 0;
  let isLetter = 0;
  for (const [first, last, letter] of alphabet) {
    const isInRun = within(code, letter, letter + last - first);
    isLetter |= isInRun;
    value |= isInRun & (code - letter + first);
  }
  return value | ~isLetter;
}

/** Undefined in engines without the globals of a browser or of Node. */
const letters = /* @__PURE__ */ (() => (typeof TextDecoder === 'function' ? new TextDecoder() : undefined))();

/**
 * Encodes bytes as two lower-case hexadecimal digits each. Throws a {@link ArgumentError} if `bytes` is not a `Uint8Array`, and a {@link
 * UsageError} if the text would be too long for this runtime.
 * @example
 * import { romulusH, toHex } from 'romulus-wasm';
 * console.log(toHex(await romulusH(new TextEncoder().encode('hello'))).length); // => 64
 */
export function toHex(bytes: Uint8Array): string {
  return textOf(bytes, (from) => {
    if (native.toHex && from.length > longestSecret) return native.toHex.call(from);
    const digits = new Uint8Array(2 * from.length);
    writeHex(digits, from);
    return digits;
  });
}

/** @internal Writes two digits for each byte. */
export function writeHex(digits: Bytes, bytes: Uint8Array): void {
  bytes.forEach((byte, i) => {
    digits[2 * i] = letterOf(byte >> 4, hexDigits);
    digits[2 * i + 1] = letterOf(byte & 15, hexDigits);
  });
}

/**
 * Decodes hexadecimal digits in lower or upper case. Throws a {@link ArgumentError} if `text` is not a string, and a {@link UsageError} if
 * the text has any other character or an odd number of digits.
 * @example
 * import { fromHex } from 'romulus-wasm';
 * const key = fromHex('000102030405060708090a0b0c0d0e0f');
 */
export function fromHex(text: string): Bytes {
  checkText(text);
  const bytes = new Uint8Array(text.length >> 1);
  const wrong = readHex(bytes, (i) => text.charCodeAt(i)) | -(text.length & 1);
  return checked(bytes, wrong, 'pairs of hexadecimal digits');
}

/** @internal Fills `bytes` from the codes of their digits. Returns a negative number if a code is not that of a digit. */
export function readHex(bytes: Bytes, codeAt: (i: number) => number): number {
  const digits: Alphabet = [...hexDigits, [10, 15, 65]];
  let wrong = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = (meaningOf(codeAt(2 * i), digits) << 4) | meaningOf(codeAt(2 * i + 1), digits);
    wrong |= byte;
    bytes[i] = byte;
  }
  return wrong;
}

/**
 * Encodes bytes in base64, with `=` padding at the end. Throws a {@link ArgumentError} if `bytes` is not a `Uint8Array`. Throws a {@link
 * UsageError} for an unknown alphabet, or if the text would be too long for this runtime.
 * @example
 * import { toBase64 } from 'romulus-wasm';
 * console.log(toBase64(new Uint8Array([255, 254, 253]))); // => //79
 */
export function toBase64(bytes: Uint8Array, options?: Base64Options): string {
  const [name, alphabet] = alphabetOf(options);
  return textOf(bytes, (from) => {
    if (native.toBase64 && from.length > longestSecret) return native.toBase64.call(from, { alphabet: name });
    const letters = new Uint8Array(4 * Math.ceil(from.length / 3)).fill(61);
    for (let i = 0, at = 0; i < from.length; i += 3, at += 4) {
      const [first = 0, second = 0, third = 0] = from.subarray(i, i + 3);
      const bits = (first << 16) | (second << 8) | third;
      const count = Math.min(from.length - i, 3);
      for (let j = 0; j <= count; j++) letters[at + j] = letterOf((bits >> (18 - 6 * j)) & 63, alphabet);
    }
    return letters;
  });
}

/**
 * Decodes base64, with or without `=` padding at the end. Throws a {@link ArgumentError} if `text` is not a string, and a {@link
 * UsageError} for an unknown alphabet, or for text that `toBase64` never writes: other letters, spaces, or unused bits other than zero.
 * @example
 * import { fromBase64 } from 'romulus-wasm';
 * console.log(fromBase64('//79').join()); // => 255,254,253
 */
export function fromBase64(text: string, options?: Base64Options): Bytes {
  const [, alphabet] = alphabetOf(options);
  checkText(text);
  // The length of the text is public, so the position of its padding is public too.
  const padding = text.length % 4 > 0 ? 0 : text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const end = text.length - padding;
  const bytes = new Uint8Array(Math.floor((3 * end) / 4));
  // This number becomes negative if the text is wrong.
  let wrong = -Number(end % 4 === 1);
  for (let i = 0, at = 0; i < end; i += 4, at += 3) {
    let bits = 0;
    for (let j = 0; j < 4; j++) {
      const value = i + j < end ? meaningOf(text.charCodeAt(i + j), alphabet) : 0;
      wrong |= value;
      bits = (bits << 6) | value;
    }
    for (let j = 0; j < 3; j++)
      if (at + j < bytes.length) bytes[at + j] = bits >> (16 - 8 * j);
      else wrong |= -((bits >> (16 - 8 * j)) & 255);
  }
  return checked(bytes, wrong, 'base64');
}

function alphabetOf(options: Base64Options = {}): [name: 'base64' | 'base64url', letters: Alphabet] {
  const { alphabet = 'base64' } = checkNamed('options', options, ['alphabet']);
  if (alphabet === 'base64') return [alphabet, base64Letters(43, 47)];
  if (alphabet === 'base64url') return [alphabet, base64Letters(45, 95)];
  throw new UsageError("alphabet must be 'base64' or 'base64url'");
}

function checkText(text: unknown): void {
  if (typeof text !== 'string') throw wrongType('text', 'a string', text);
}

/** Returns the decoded bytes if all letters were valid. No earlier branch depends on the bytes. */
function checked(bytes: Bytes, wrong: number, what: string): Bytes {
  if (wrong >= 0) return bytes;
  bytes.fill(0);
  throw new UsageError(`text must be ${what}`);
}

/** Calls `write` with a copy of the bytes and returns the text. `write` returns either a string or ASCII bytes. */
function textOf(bytes: Uint8Array, write: (copy: Bytes) => string | Bytes): string {
  const length = checkBytes('bytes', bytes);
  if (!letters) throw new UsageError('this runtime has no TextDecoder');
  const made: Bytes[] = [];
  try {
    const copy = copyOf(bytes, length);
    made.push(copy);
    const written = write(copy);
    if (typeof written === 'string') return written;
    made.push(written);
    return letters.decode(written);
  } catch {
    // Engines differ in how long a text or an array may be, and in what they throw.
    throw new UsageError('bytes are too many for a text');
  } finally {
    for (const each of made) each.fill(0);
  }
}
