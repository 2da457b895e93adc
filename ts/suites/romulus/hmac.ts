/** Romulus-H under a key: HMAC (RFC 2104), and HKDF (RFC 5869) over it. */
import { type Bytes, bytesForSecret, checkBytes, copyInto, partOf, passwordHelp } from '../../base/bytes.js';
import { UsageError } from '../../base/errors.js';
import { checkNamed, readOptions } from '../../base/options.js';
import type { WorkOptions } from '../../base/platform.js';
import type { Section } from '../../engine/engine.js';
import { digestLength } from '../../engine/message.js';
import { emptyBytes } from '../../messages/request.js';
import { pieces, runSliced, runToEnd, type Work } from '../../messages/slicing.js';
import { blockLength, copyInOrder, type Input } from './hash.js';
import { romulus } from './modes.js';

/** A message to authenticate, and its key. */
export interface HmacRequest {
  /**
   * The key, of any length. Use a random key of at least 16 bytes. A key of more than 32 bytes is hashed first, and zeros fill up a shorter
   * one, so a key and the same key with a zero byte behind it give one result: let all keys of one purpose have one length.
   */
  key: Uint8Array;
  /** The message, of any length. */
  message: Uint8Array;
}

/** The input of a derivation, and the length to derive. */
export interface HkdfRequest {
  /** The secret input, of any length, such as the result of a key exchange. It need not be uniformly random. Do not use a passphrase. */
  key: Uint8Array;
  /** Random bytes that need not be secret. Empty if left out. */
  salt?: Uint8Array | undefined;
  /** The purpose of the derived bytes. Empty if left out. */
  info?: Uint8Array | undefined;
  /** The number of bytes to derive, from 0 to 8160. */
  length: number;
}

const inputOf = (argument: string, bytes: Uint8Array, help?: string): Input => ({
  bytes,
  length: checkBytes(argument, bytes, '', help),
});

// Each step yields the number of input bytes that it has hashed. The work that is not counted is a few blocks.
type Steps = Generator<number, Bytes>;

function* hash(section: Section, parts: readonly (Input | Bytes)[]): Steps {
  section.startHash();
  for (const part of parts) {
    if (ArrayBuffer.isView(part)) {
      section.feed('hash_update', part);
      continue;
    }
    for (const [start, end] of pieces(part.length, section.pieceLimit)) {
      section.feed('hash_update', partOf(part.bytes, start, end));
      // An empty piece makes no progress.
      if (end > 0) yield end - start;
    }
  }
  return section.finishHash();
}

function* hmac(section: Section, key: Input, message: readonly (Input | Bytes)[]): Steps {
  const pad = bytesForSecret(blockLength);
  const mask = (by: number) =>
    pad.forEach((byte, i) => {
      pad[i] = byte ^ by;
    });
  let inner: Bytes = emptyBytes;
  try {
    if (key.length <= blockLength) {
      copyInto(pad, 0, key.bytes, key.length);
    } else {
      const hashed = yield* hash(section, [key]);
      pad.set(hashed);
      hashed.fill(0);
    }
    mask(0x36);
    inner = yield* hash(section, [pad, ...message]);
    mask(0x36 ^ 0x5c);
    return yield* hash(section, [pad, inner]);
  } finally {
    pad.fill(0);
    inner.fill(0);
  }
}

function* hkdf(section: Section, key: Input, salt: Input, info: Input, length: number): Steps {
  const derived = new Uint8Array(length);
  let random: Bytes = emptyBytes;
  let block: Bytes = emptyBytes;
  let isDone = false;
  try {
    random = yield* hmac(section, salt, [key]);
    for (let at = 0; at < length; at += digestLength) {
      const count = Uint8Array.of(at / digestLength + 1);
      const next = yield* hmac(section, { bytes: random, length: digestLength }, [block, info, count]);
      block.fill(0);
      block = next;
      derived.set(block.subarray(0, length - at), at);
    }
    isDone = true;
    return derived;
  } finally {
    for (const secret of isDone ? [random, block] : [random, block, derived]) secret.fill(0);
  }
}

/** The work on some inputs, keys first. */
const workOn = (total: number, inputs: readonly Input[], steps: Work<Bytes>['steps']): Work<Bytes> => ({
  loader: romulus,
  total,
  state: 'hash',
  steps,
  leftovers: () => [],
  copyInputs: (copies) => copyInOrder(inputs, copies),
});

async function run<Request>(workOf: (request: Request) => Work<Bytes>, request: Request, given?: WorkOptions) {
  const options = readOptions(given);
  const work = workOf(request);
  const { engine } = romulus;
  return engine && work.total <= engine.pieceLimit ? runToEnd(engine, work) : runSliced(work, options);
}

/** The number of key bytes that are hashed first, because the key is longer than a block. */
const hashedOf = ({ length }: Input): number => (length > blockLength ? length : 0);

const hmacNames = ['key', 'message'];
const hkdfNames = ['key', 'salt', 'info', 'length'];

/** @internal */
export function hmacWork(request: HmacRequest): Work<Bytes> {
  const { key: keyBytes, message: messageBytes } = checkNamed('request', request, hmacNames);
  const key = inputOf('key', keyBytes, passwordHelp);
  const message = inputOf('message', messageBytes);
  return workOn(hashedOf(key) + message.length, [key, message], (section) => hmac(section, key, [message]));
}

/** @internal */
export function hkdfWork(request: HkdfRequest): Work<Bytes> {
  const given = checkNamed('request', request, hkdfNames);
  const { key: keyBytes, salt: saltBytes = emptyBytes, info: infoBytes = emptyBytes, length } = given;
  if (!Number.isInteger(length) || length < 0 || length > 255 * digestLength)
    throw new UsageError(`length must be a whole number from 0 to ${255 * digestLength}`);
  const key = inputOf('key', keyBytes, passwordHelp);
  const salt = inputOf('salt', saltBytes);
  const info = inputOf('info', infoBytes);
  const total = hashedOf(salt) + key.length + Math.ceil(length / digestLength) * info.length;
  return workOn(total, [key, salt, info], (section) => hkdf(section, key, salt, info, length));
}

/**
 * HMAC of RFC 2104 with Romulus-H. Returns 32 bytes that only a holder of the key can compute. Compare them with {@link timingSafeEqual}.
 * Rejects with a {@link ArgumentError} if an input is not a `Uint8Array`, a {@link LoadError}, or the signal's reason.
 * @example
 * import { generateKey, romulusHmac } from 'romulus-wasm';
 * const key = generateKey();
 * const tag = await romulusHmac({ key, message: new TextEncoder().encode('hello') });
 */
export function romulusHmac(request: HmacRequest, options?: WorkOptions): Promise<Bytes> {
  return run(hmacWork, request, options);
}

/**
 * HKDF of RFC 5869 with HMAC over Romulus-H: derives many keys from one. Returns `length` bytes. Rejects with a {@link ArgumentError} if an
 * input is not a `Uint8Array`, a {@link UsageError} if `length` is not a whole number from 0 to 8160, a {@link LoadError}, or the signal's
 * reason.
 * @example
 * import { generateKey, romulusHkdf } from 'romulus-wasm';
 * const key = generateKey();
 * const info = new TextEncoder().encode('of this program: logs');
 * const logKey = await romulusHkdf({ key, info, length: 16 });
 */
export function romulusHkdf(request: HkdfRequest, options?: WorkOptions): Promise<Bytes> {
  return run(hkdfWork, request, options);
}
