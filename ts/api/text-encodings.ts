/** Bytes as text and back, in constant time. Engines, which promise none but are faster, write what is too long for a secret. */
import { type Bytes, checkBytes, copyOf } from './bytes.js';
import { ByteTypeError, mustBe, UsageError } from './errors.js';
import { checkNames, checkPlain } from './options.js';

/** Which letters stand for 62 and 63: `+` and `/`, or `-` and `_`, which need no escape in an address. */
export interface Base64Options {
  /** `'base64'` if left out. RFC 4648, sections 4 and 5. */
  alphabet?: 'base64' | 'base64url' | undefined;
}

interface Native {
  toHex?: (() => string) | undefined;
  toBase64?: ((options: { alphabet: 'base64' | 'base64url' }) => string) | undefined;
}

// Read when this file is loaded: an array may have another property of that name.
const native: Native = /* @__PURE__ */ (() => {
  const { toHex, toBase64 } = Uint8Array.prototype as Native;
  return { toHex, toBase64 };
})();
const longestSecret = 1024;

/** All bits set if low <= value <= high, else none. */
const within = (value: number, low: number, high: number): number =>
  ~((value - low) >> 31) & ((value - high - 1) >> 31);

/** All bits set if value > limit, else none. */
const above = (value: number, limit: number): number => (limit - value) >> 31;

/** Engines without a browser's or Node's globals have none. */
const letters = /* @__PURE__ */ (() => (typeof TextDecoder === 'function' ? new TextDecoder() : undefined))();

/**
 * The bytes as hexadecimal digits, two for each, in small letters.
 * Throws a {@link ByteTypeError} if they are no `Uint8Array`, a {@link UsageError} if they are too many for a text in this runtime.
 * @example
 * import { romulusH, toHex } from 'romulus-wasm';
 * console.log(toHex(await romulusH(new TextEncoder().encode('hello'))).length); // => 64
 */
export function toHex(bytes: Uint8Array): string {
  return textOf(bytes, (from) => {
    if (native.toHex && from.length > longestSecret) return native.toHex.call(from);
    const digits = new Uint8Array(2 * from.length);
    const digitOf = (value: number) => 48 + value + (above(value, 9) & 39);
    from.forEach((byte, i) => {
      digits[2 * i] = digitOf(byte >> 4);
      digits[2 * i + 1] = digitOf(byte & 15);
    });
    return digits;
  });
}

/**
 * The bytes that hexadecimal digits stand for; capital letters are the same.
 * Throws a {@link ByteTypeError} if it is no string, a {@link UsageError} if it has anything but digits, or an odd number of them.
 * @example
 * import { fromHex } from 'romulus-wasm';
 * const key = fromHex('000102030405060708090a0b0c0d0e0f');
 */
export function fromHex(text: string): Bytes {
  checkText(text);
  const bytes = new Uint8Array(text.length >> 1);
  let good = ~-(text.length & 1);
  const meaningOf = (i: number) => {
    const code = text.charCodeAt(i);
    const small = code | 32;
    const isDigit = within(code, 48, 57);
    const isLetter = within(small, 97, 102);
    good &= isDigit | isLetter;
    return (isDigit & (code - 48)) | (isLetter & (small - 87));
  };
  for (let i = 0; i < bytes.length; i++) bytes[i] = (meaningOf(2 * i) << 4) | meaningOf(2 * i + 1);
  return checked(bytes, good, 'an even number of hexadecimal digits');
}

/**
 * The bytes in base64, with `=` at the end.
 * Throws a {@link ByteTypeError} if they are no `Uint8Array`, a {@link UsageError} for an unknown alphabet, and if they are too many for a
 * text in this runtime.
 * @example
 * import { toBase64 } from 'romulus-wasm';
 * console.log(toBase64(new Uint8Array([255, 254, 253]))); // => //79
 */
export function toBase64(bytes: Uint8Array, options?: Base64Options): string {
  const isForUrls = readIsForUrls(options);
  return textOf(bytes, (from) => {
    if (native.toBase64 && from.length > longestSecret)
      return native.toBase64.call(from, { alphabet: isForUrls ? 'base64url' : 'base64' });
    const letters = new Uint8Array(4 * Math.ceil(from.length / 3)).fill(61);
    const [from62, from63] = isForUrls ? [13, 49] : [15, 3];
    const letterOf = (value: number) =>
      65 +
      value +
      (above(value, 25) & 6) -
      (above(value, 51) & 75) -
      (above(value, 61) & from62) +
      (above(value, 62) & from63);
    for (let i = 0, at = 0; i < from.length; i += 3, at += 4) {
      const [first = 0, second = 0, third = 0] = from.subarray(i, i + 3);
      const bits = (first << 16) | (second << 8) | third;
      const count = Math.min(from.length - i, 3);
      for (let j = 0; j <= count; j++) letters[at + j] = letterOf((bits >> (18 - 6 * j)) & 63);
    }
    return letters;
  });
}

/**
 * The bytes that a text in base64 stands for, with `=` at its end or without.
 * Throws a {@link ByteTypeError} if it is no string, a {@link UsageError} for an unknown alphabet and for what `toBase64` would not write:
 * other letters, spaces, bits that stand for nothing.
 * @example
 * import { fromBase64 } from 'romulus-wasm';
 * console.log(fromBase64('//79').join()); // => 255,254,253
 */
export function fromBase64(text: string, options?: Base64Options): Bytes {
  const isForUrls = readIsForUrls(options);
  checkText(text);
  // The place of its end is public, because its length is.
  const padding = text.length % 4 > 0 ? 0 : text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const end = text.length - padding;
  const bytes = new Uint8Array(Math.floor((3 * end) / 4));
  const [letter62, letter63] = isForUrls ? [45, 95] : [43, 47];
  let good = ~-Number(end % 4 === 1);
  const meaningOf = (i: number) => {
    const code = text.charCodeAt(i);
    const ranges = [
      [within(code, 65, 90), code - 65],
      [within(code, 97, 122), code - 71],
      [within(code, 48, 57), code + 4],
      [within(code, letter62, letter62), 62],
      [within(code, letter63, letter63), 63],
    ] as const;
    good &= ranges.reduce((any, [mask]) => any | mask, 0);
    return ranges.reduce((value, [mask, meant]) => value | (mask & meant), 0);
  };
  for (let i = 0, at = 0; i < end; i += 4, at += 3) {
    let bits = 0;
    for (let j = 0; j < 4; j++) bits = (bits << 6) | (i + j < end ? meaningOf(i + j) : 0);
    for (let j = 0; j < 3; j++)
      if (at + j < bytes.length) bytes[at + j] = bits >> (16 - 8 * j);
      else good &= ~-((bits >> (16 - 8 * j)) & 255);
  }
  return checked(bytes, good, 'base64');
}

function readIsForUrls(options: Base64Options = {}): boolean {
  const { alphabet = 'base64' } = checkPlain('options', options);
  checkNames('options', options, ['alphabet'], []);
  if (alphabet !== 'base64' && alphabet !== 'base64url')
    throw new UsageError("alphabet must be 'base64' or 'base64url'");
  return alphabet === 'base64url';
}

function checkText(text: unknown): void {
  if (typeof text !== 'string') throw new ByteTypeError('text', mustBe('a string', text));
}

/** The decoded bytes, if all of them were good. No branch depends on them before. */
function checked(bytes: Bytes, good: number, what: string): Bytes {
  if (good === -1) return bytes;
  bytes.fill(0);
  throw new UsageError(`text must be ${what}`);
}

/** The text that `write` gives for a copy of the bytes, as a text or in ASCII. */
function textOf(bytes: Uint8Array, write: (copy: Bytes) => string | Bytes): string {
  const length = checkBytes('bytes', bytes);
  if (!letters) throw new UsageError('this runtime has no TextDecoder, which toHex and toBase64 need');
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
