/**
 * Converts bytes to text and back: in constant time, unless an array is too long to be a secret. Such arrays use the engine's own
 * functions, which are faster but promise no constant time.
 */
import { type Bytes, checkBytes, copyOf, zero } from '../base/bytes.js';
import { ArgumentError, EncodingError, UsageError, wrongType } from '../base/errors.js';
import { checkNamed } from '../base/options.js';

/** The options of base64, by the names of the platform's own functions. One object may serve both directions. */
export interface Base64Options {
  /** The alphabet of RFC 4648: `'base64'` (if left out, section 4) or `'base64url'` (section 5), whose `-` and `_` need no escape in a URL. */
  alphabet?: 'base64' | 'base64url' | undefined;
  /** True to write no `=` at the end. Only for `toBase64`. */
  omitPadding?: boolean | undefined;
  /**
   * The reading of a last group of fewer than four letters. Only for `fromBase64`. `'loose'` (if left out) takes it with `=` or without,
   * and ignores its unused bits. `'strict'` needs the `=`, and unused bits of zero. `'stop-before-partial'` leaves it out, unless it has
   * its `=`.
   */
  lastChunkHandling?: 'loose' | 'strict' | 'stop-before-partial' | undefined;
}

// A caller's array can have its own property of the same name, so the methods are read when this file is loaded.
const native = /* @__PURE__ */ (() => {
  const { toHex, toBase64 } = Uint8Array.prototype as Partial<Record<'toHex' | 'toBase64', () => string>>;
  return { toHex, toBase64 };
})();
const longestSecret = 1024;
/** The most bytes whose text certainly fits an engine. */
const surelyFit = 2 ** 26;

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
const equalsSign = 61;
/** The white space that the platform skips: TAB, LF, FF, CR and the space. */
const spaces = [9, 10, 12, 13, 32];
/** The letters of both alphabets are behind it. So a comparison with it tells nothing about a letter. */
const lastSpace = 32;

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
 * UsageError} if this runtime has no `TextDecoder`, or the text would be too long for it.
 * @example
 * import { romulusH, toHex } from 'romulus-wasm';
 * console.log(toHex(await romulusH(new TextEncoder().encode('hello'))).length); // => 64
 */
export function toHex(bytes: Uint8Array): string {
  return textOf(bytes, native.toHex, undefined, (from) => {
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
 * Decodes hexadecimal digits in lower or upper case. Throws a {@link ArgumentError} if `text` is not a string, and an {@link
 * EncodingError} if the text has any other character or an odd number of digits.
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
 * Encodes bytes in base64, with `=` padding at the end unless `omitPadding` is true. Throws a {@link ArgumentError} if `bytes` is not a
 * `Uint8Array`, and a {@link UsageError} for an unknown alphabet, no `TextDecoder`, or a text too long for this runtime.
 * @example
 * import { toBase64 } from 'romulus-wasm';
 * console.log(toBase64(new Uint8Array([255, 254]), { alphabet: 'base64url', omitPadding: true })); // => __4
 */
export function toBase64(bytes: Uint8Array, options?: Base64Options): string {
  const { alphabet, runs, omitPadding } = readBase64Options(options);
  return textOf(bytes, native.toBase64, { alphabet, omitPadding }, (from) => {
    const groups = from.length / 3;
    const letters = new Uint8Array(omitPadding ? Math.ceil(4 * groups) : 4 * Math.ceil(groups)).fill(equalsSign);
    for (let i = 0, at = 0; i < from.length; i += 3, at += 4) {
      const [first = 0, second = 0, third = 0] = from.subarray(i, i + 3);
      const bits = (first << 16) | (second << 8) | third;
      const count = Math.min(from.length - i, 3);
      for (let j = 0; j <= count; j++) letters[at + j] = letterOf((bits >> (18 - 6 * j)) & 63, runs);
    }
    return letters;
  });
}

/**
 * Decodes base64, as the platform's `Uint8Array.fromBase64` does. Throws a {@link ArgumentError} if `text` is not a string, an {@link
 * EncodingError} if it is not base64, and a {@link UsageError} for an unknown `alphabet` or `lastChunkHandling`.
 * @example
 * import { fromBase64 } from 'romulus-wasm';
 * console.log(fromBase64('//79\n').join()); // => 255,254,253
 */
export function fromBase64(text: string, options?: Base64Options): Bytes {
  const { runs, lastChunkHandling } = readBase64Options(options);
  checkText(text);
  const bytes = new Uint8Array(Math.ceil((3 * text.length) / 4));
  let count = 0;
  let padding = 0;
  // This number becomes negative if the text is wrong.
  let wrong = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0, at = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === equalsSign) {
      padding++;
    } else if (code > lastSpace) {
      const value = meaningOf(code, runs);
      wrong |= value | -padding;
      bits = (bits << 6) | value;
      held = (held + 6) % 8;
      count++;
      // A group has four letters and three bytes, and no byte ends with its first letter.
      if (held !== 6) bytes[at++] = bits >> held;
    } else if (!spaces.includes(code)) {
      wrong = -1;
    }
  }
  const rest = count % 4;
  if (rest === 1 || padding !== (-count & 3)) {
    const isPartial = padding === 0 || (padding === 1 && rest === 2);
    if (isPartial && lastChunkHandling === 'stop-before-partial') count -= rest;
    else if (padding > 0 || rest === 1 || lastChunkHandling !== 'loose') wrong = -1;
  }
  if (lastChunkHandling === 'strict') wrong |= -(bits & ((1 << held) - 1));
  const decoded = bytes.slice(0, (3 * count) / 4);
  zero(bytes);
  return checked(decoded, wrong, 'base64');
}

function readBase64Options(options: Base64Options = {}) {
  const given = checkNamed('options', options, ['alphabet', 'omitPadding', 'lastChunkHandling']);
  const { alphabet = 'base64', omitPadding = false, lastChunkHandling = 'loose' } = given;
  checkChoice('alphabet', alphabet, ['base64', 'base64url']);
  checkChoice('omitPadding', omitPadding, [true, false]);
  checkChoice('lastChunkHandling', lastChunkHandling, ['loose', 'strict', 'stop-before-partial']);
  const runs = alphabet === 'base64' ? base64Letters(43, 47) : base64Letters(45, 95);
  return { alphabet, runs, omitPadding, lastChunkHandling };
}

function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (!choices.includes(value)) throw new UsageError(`${name} must be ${choices.join(' or ')}`);
}

/** @internal Returns a text, and throws ArgumentError for any other value. */
export function checkText(text: string): string {
  if (typeof text !== 'string') throw wrongType('text', 'a string', text);
  return text;
}

/** Returns the decoded bytes if all letters were valid. No earlier branch depends on the bytes. */
function checked(bytes: Bytes, wrong: number, what: string): Bytes {
  if (wrong >= 0) return bytes;
  zero(bytes);
  throw new EncodingError(`text must be ${what}`);
}

/** Returns the text of a copy of the bytes: by the engine's own function if they are no secret, or by `write`, in ASCII. */
function textOf(
  bytes: Uint8Array,
  own: ((options?: Base64Options) => string) | undefined,
  options: Base64Options | undefined,
  write: (copy: Bytes) => Bytes,
): string {
  const length = checkBytes('bytes', bytes);
  if (!letters) throw new UsageError('this runtime has no TextDecoder');
  const made: Bytes[] = [];
  try {
    const copy = copyOf(bytes, length);
    made.push(copy);
    if (own && length > longestSecret) return own.call(copy, options);
    made.push(write(copy));
    return letters.decode(made[1]);
  } catch (cause) {
    // Engines differ in how long a text or an array may be, and in what they throw.
    throw length > surelyFit ? new UsageError('bytes are too many for a text') : cause;
  } finally {
    made.forEach(zero);
  }
}
