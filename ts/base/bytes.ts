/** Byte arrays of the caller: their type, their checks, copies that no later change can harm, and zeroing. Also random bytes. */
import { LengthError, UsageError, wrongType } from './errors.js';

/** The byte arrays that this package returns: a `Uint8Array` over its own `ArrayBuffer`. The type works with TypeScript 5.4 and later. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** An encrypted message with a separate tag. */
export interface Detached {
  /** The ciphertext, as long as the plaintext. */
  ciphertext: Bytes;
  /** The tag. Its length is the mode's `tagLength`: 16 bytes, or 8 in some modes. */
  tag: Bytes;
}

const prototype: object = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype);
const getter = <Value>(name: string | symbol) => Object.getOwnPropertyDescriptor(prototype, name)?.get as () => Value;
/**
 * Makes a function of a getter of the platform. These getters accept typed arrays of every realm, and no subclass or property can replace
 * them. A constant of a function is fast: bundlers turn a module's constants into variables, and V8 inlines no getter in a variable.
 */
const calling =
  <Value>(get: () => Value): ((value: unknown) => Value) =>
  (value) =>
    get.call(value);
const nameOf = /* @__PURE__ */ calling(getter(Symbol.toStringTag));
const offsetOf = /* @__PURE__ */ calling(getter<number>('byteOffset'));
const bufferOf = /* @__PURE__ */ calling(getter<ArrayBuffer>('buffer'));
/** A variable, because Node 22 may return the old length of a detached array where it inlines this getter. */
const lengthGetter = /* @__PURE__ */ getter<number>('length');
/** The current length of an array. The length of an array over a growable buffer can change at any time. */
const lengthOf = (bytes: Uint8Array): number => lengthGetter.call(bytes);
const { fill, set } = Uint8Array.prototype;

/** @internal True if a value is a Uint8Array, of any realm. */
export const isBytes = (value: unknown): value is Uint8Array => nameOf(value) === 'Uint8Array';

/** @internal Advice for a text in the place of a key or of other bytes of a fixed length. Its letters would be a weak key. */
export const passwordHelp = 'a password, a passphrase of romulus-wasm/stream';

/**
 * @internal The length of a Uint8Array. Throws ArgumentError for any other value. Also throws ArgumentError if the array's buffer was
 * detached, or has shrunk so far that the array lies beyond its end. `at` comes before the argument's name in the error: the checks of a
 * good message join no texts, which would take as long as the checks. `other` says what a text may be that is neither hex nor base64.
 */
export function checkBytes(argument: string, value: unknown, at = '', other = 'a text, TextEncoder'): number {
  const length = isBytes(value) && lengthOf(value);
  return length || checkEmpty(at + argument, value, other);
}

/** Throws for any value but an empty array. This is apart from `checkBytes`, because V8 inlines only short functions. */
function checkEmpty(argument: string, value: unknown, other: string): 0 {
  if (!isBytes(value)) {
    const help = typeof value === 'string' ? `: use fromHex or fromBase64; for ${other}` : '';
    throw wrongType(argument, 'a Uint8Array', value, help);
  }
  try {
    // This call fills no byte. Like every method, it throws for an unusable array. It is `fill` because Hermes has no `at`.
    fill.call(value, 0, 0, 0);
    return 0;
  } catch {
    throw wrongType(argument, 'a Uint8Array whose buffer is not detached', value);
  }
}

/** @internal A chunk of a stream. Some streams give each as an ArrayBuffer. Returns any other value as it is. */
export function readChunk(chunk: unknown): Uint8Array {
  try {
    // The constructor of DataView tells buffers of all realms from other values, and runs no code of the caller's.
    return isBytes(chunk) ? chunk : new Uint8Array(new DataView(chunk as ArrayBuffer).buffer);
  } catch {
    return chunk as Uint8Array;
  }
}

/** @internal A part of an array, as a plain Uint8Array of a fixed length. `subarray` would call the constructor of a subclass. */
export const viewOf = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  new Uint8Array(bufferOf(bytes), offsetOf(bytes) + start, end - start);

const changed = 'an array changed during the call';

/**
 * @internal Copies the first `length` bytes of a caller's array to `target`. The bytes of `target` from `at` on must still be unused. The
 * length was read when the arguments were checked, and another thread may have made the array longer since. The function uses only the
 * platform's getters, because a property of the array could run the caller's code while a module's window holds a key.
 */
export function copyInto(target: Uint8Array, at: number, bytes: Uint8Array, length: number): void {
  if (!copyWhole(target, at, bytes, length)) target.set(partOf(bytes, 0, length), at);
}

/**
 * @internal Does what `copyInto` does, but leaves the bytes behind the copy alone. Throws if another thread makes the array longer
 * meanwhile.
 */
export function copyBetween(target: Uint8Array, at: number, bytes: Uint8Array, length: number): void {
  if (lengthOf(bytes) === length) copyExact(target, at, bytes, length);
  else target.set(partOf(bytes, 0, length), at);
}

/** @internal Copies an array that must still have this length. Otherwise it throws, and wipes the target from `at` on. */
export function copyExact(target: Uint8Array, at: number, bytes: Uint8Array, length: number): void {
  if (!copyWhole(target, at, bytes, length)) throw new UsageError(changed);
}

/**
 * Copies an array. Returns false if the array has another length now. The copy may have overwritten bytes behind its place then, so all
 * bytes from there on are wiped.
 */
function copyWhole(target: Uint8Array, at: number, bytes: Uint8Array, length: number): boolean {
  // Copying a whole array is several times as fast as making a view first. If the length is right after the copy, it was right before.
  // Nothing shrinks or detaches a buffer during the copy, and an array that another thread makes longer never gets shorter.
  if (length === 0) return true;
  let failure: unknown;
  try {
    target.set(bytes, at);
    if (lengthOf(bytes) === length) return true;
  } catch (error) {
    failure = error;
  }
  target.fill(0, at);
  // The array has become too long for the target, unless the stack has ended.
  if (failure && lengthOf(bytes) === length) throw failure;
  return false;
}

/** @internal A part of a caller's array, which may have shrunk or lost its buffer since its length was read. Use the part at once. */
export function partOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  // A detached array reports the length 0, and even an empty view of a detached array throws.
  checkRoom(bytes, end);
  return end === start ? new Uint8Array(0) : viewOf(bytes, start, end);
}

/** @internal A new array for a secret. V8 moves the bytes of short arrays about its heap, unless they have a buffer from the beginning. */
export const bytesForSecret = (length: number): Bytes => new Uint8Array(new ArrayBuffer(length));

/** @internal */
export function copyOf(bytes: Uint8Array, length: number): Bytes {
  const copy = bytesForSecret(length);
  copyInto(copy, 0, bytes, length);
  return copy;
}

/** Throws if a caller's array has become too short. */
function checkRoom(bytes: Uint8Array, least: number): void {
  if (lengthOf(bytes) < least) throw new UsageError(changed);
}

/** @internal Copies bytes of the module's memory to the caller's array. Throws if the array has become too short. */
export function copyOut(bytes: Uint8Array, output: Uint8Array): Bytes {
  checkRoom(output, bytes.length);
  set.call(output, bytes);
  return output as Bytes;
}

/** @internal True if two arrays of these lengths share bytes. */
export function overlap(one: Uint8Array, ofOne: number, other: Uint8Array, ofOther: number): boolean {
  const [start, startOfOther] = [offsetOf(one), offsetOf(other)];
  if (Math.max(start, startOfOther) >= Math.min(start + ofOne, startOfOther + ofOther)) return false;
  // The buffers come last, because V8 moves a new short array off its heap when its buffer is read.
  return bufferOf(one) === bufferOf(other);
}

/** @internal Random bytes. They come only from the platform's cryptographic generator. */
export function randomBytes(length: number): Bytes {
  if (!globalThis.crypto?.getRandomValues) throw new UsageError('this runtime has no crypto.getRandomValues');
  return crypto.getRandomValues(new Uint8Array(length));
}

/** @internal */
export const zero = (bytes: Uint8Array): void => {
  fill.call(bytes, 0);
};

/** @internal Throws the errors of `checkBytes`, and a LengthError for any other length. */
export function checkLength(argument: string, value: unknown, expected: number, at = ''): void {
  const received = checkBytes(argument, value, at, passwordHelp);
  if (received !== expected) throw new LengthError(at + argument, expected, received);
}

/** @internal */
export function checkMost(argument: string, length: number, most: number): void {
  if (length > most) throw new LengthError(argument, most, length, 'at most ');
}

/** @internal Returns the length. Throws the errors of `checkBytes`, and a LengthError for a shorter array. */
export function checkLeast(argument: string, value: unknown, least: number, at = ''): number {
  const received = checkBytes(argument, value, at);
  if (received < least) throw new LengthError(at + argument, least, received, 'at least ');
  return received;
}
