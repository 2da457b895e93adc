/** Romulus-H under a key: HMAC (RFC 2104), and HKDF (RFC 5869) over it. */
import { type Bytes, checkBytes, copyOf } from '../../api/bytes.js';
import { UsageError } from '../../api/errors.js';
import { type CheckedOptions, checkNames, checkPlain, readOptions } from '../../api/options.js';
import type { WorkOptions } from '../../api/platform.js';
import type { Engine } from '../../engine/engine.js';
import { digestLength } from '../../engine/message.js';
import { emptyBytes } from '../../messages/request.js';
import { blockLength, romulusH, romulusHSync } from './hash.js';

/** What to authenticate. */
export interface HmacRequest {
  /** Any number of bytes; at least 16, of a random key. One that is longer than 32 bytes is hashed first. */
  key: Uint8Array;
  /** Any number of bytes. */
  message: Uint8Array;
}

/** What to derive. */
export interface HkdfRequest {
  /** Any number of bytes, in which a key's randomness may be spread: such as what a key exchange gives. No passphrase. */
  key: Uint8Array;
  /** Random bytes that need not be secret; none if left out. */
  salt?: Uint8Array | undefined;
  /** What the derived bytes are for; none if left out. */
  info?: Uint8Array | undefined;
  /** How many bytes to derive, from 0 to 8160. */
  length: number;
}

/** Messages to hash one after the other, each for its digest. All are wiped, digests too. */
type Steps = Generator<Bytes, Bytes, Bytes>;

function* hmacSteps(key: Uint8Array, ...message: Uint8Array[]): Steps {
  const inner = new Uint8Array(blockLength + message.reduce((length, part) => length + part.length, 0));
  const outer = new Uint8Array(blockLength + digestLength);
  let hashed: Bytes | undefined;
  try {
    hashed = key.length > blockLength ? yield copyOf(key, key.length) : undefined;
    const used = hashed ?? key;
    for (let i = 0; i < blockLength; i++) {
      inner[i] = (used[i] ?? 0) ^ 0x36;
      outer[i] = (used[i] ?? 0) ^ 0x5c;
    }
    let at = blockLength;
    for (const part of message) {
      inner.set(part, at);
      at += part.length;
    }
    const digest = yield inner;
    outer.set(digest, blockLength);
    digest.fill(0);
    return yield outer;
  } finally {
    for (const each of [inner, outer, hashed]) each?.fill(0);
  }
}

function* hkdfSteps(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Steps {
  const derived = new Uint8Array(length);
  const random = yield* hmacSteps(salt, key);
  let block: Bytes = emptyBytes;
  try {
    for (let at = 0; at < length; at += digestLength) {
      const next: Bytes = yield* hmacSteps(random, block, info, Uint8Array.of(at / digestLength + 1));
      block.fill(0);
      block = next;
      derived.set(block.subarray(0, length - at), at);
    }
    return derived;
  } finally {
    random.fill(0);
    block.fill(0);
  }
}

async function run(steps: Steps, options: CheckedOptions): Promise<Bytes> {
  try {
    let next = steps.next();
    while (!next.done) {
      const message = next.value;
      next = steps.next(await romulusH(message, options).finally(() => message.fill(0)));
    }
    return next.value;
  } finally {
    steps.return(emptyBytes);
  }
}

function runSync(steps: Steps, engine: Engine): Bytes {
  const hash = romulusHSync(engine);
  try {
    let next = steps.next();
    while (!next.done) {
      const digest = hash(next.value);
      next.value.fill(0);
      next = steps.next(digest);
    }
    return next.value;
  } finally {
    steps.return(emptyBytes);
  }
}

/** Gives copies of bytes to `steps`, and wipes them. */
function* ofCopies(inputs: readonly [string, Uint8Array][], steps: (...copies: Bytes[]) => Steps): Steps {
  const lengths = inputs.map(([argument, bytes]) => checkBytes(argument, bytes));
  const copies = inputs.map(([, bytes], i) => copyOf(bytes, lengths[i]!));
  try {
    return yield* steps(...copies);
  } finally {
    for (const copy of copies) copy.fill(0);
  }
}

const hmacNames = ['key', 'message'];
const hkdfNames = ['key', 'salt', 'info', 'length'];

function* hmacOf(request: HmacRequest): Steps {
  const { key, message } = checkPlain('request', request);
  checkNames('request', request, hmacNames, []);
  return yield* ofCopies(
    [
      ['key', key],
      ['message', message],
    ],
    hmacSteps,
  );
}

function* hkdfOf(request: HkdfRequest): Steps {
  const { key, salt = emptyBytes, info = emptyBytes, length } = checkPlain('request', request);
  checkNames('request', request, hkdfNames, []);
  if (!Number.isInteger(length) || length < 0 || length > 255 * digestLength)
    throw new UsageError(`length must be a whole number from 0 to ${255 * digestLength}`);
  return yield* ofCopies(
    [
      ['key', key],
      ['salt', salt],
      ['info', info],
    ],
    (key, salt, info) => hkdfSteps(key as Bytes, salt as Bytes, info as Bytes, length),
  );
}

/**
 * HMAC of RFC 2104 with Romulus-H: 32 bytes that only who has the key can compute. Compare them by {@link timingSafeEqual}. Rejects with a
 * {@link ByteTypeError} for what is no `Uint8Array`, a {@link LoadError} if the module cannot be loaded, the signal's reason if it is
 * aborted.
 *
 * @example
 * import { generateKey, romulusHmac } from 'romulus-wasm';
 *
 * const key = generateKey();
 * const tag = await romulusHmac({ key, message: new TextEncoder().encode('hello') });
 */
export async function romulusHmac(request: HmacRequest, options?: WorkOptions): Promise<Bytes> {
  const checked = readOptions(options);
  return run(hmacOf(request), checked);
}

/**
 * HKDF of RFC 5869 with HMAC over Romulus-H: many keys from one. Rejects as {@link romulusHmac}, and with a {@link UsageError} for a length
 * out of range.
 *
 * @example
 * import { generateKey, romulusHkdf } from 'romulus-wasm';
 *
 * const key = generateKey();
 * const info = new TextEncoder().encode('of this program: logs');
 * const logKey = await romulusHkdf({ key, info, length: 16 });
 */
export async function romulusHkdf(request: HkdfRequest, options?: WorkOptions): Promise<Bytes> {
  const checked = readOptions(options);
  return run(hkdfOf(request), checked);
}

/** @internal */
export const romulusHmacSync = (engine: Engine, request: HmacRequest): Bytes => runSync(hmacOf(request), engine);

/** @internal */
export const romulusHkdfSync = (engine: Engine, request: HkdfRequest): Bytes => runSync(hkdfOf(request), engine);
