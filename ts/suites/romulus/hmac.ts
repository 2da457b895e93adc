/** Romulus-H under a key: HMAC (RFC 2104), and HKDF (RFC 5869) over it. */
import { type Bytes, checkBytes, copyInto, copyOf, partOf } from '../../bytes.js';
import type { Engine, Section } from '../../engine/engine.js';
import { digestLength } from '../../engine/message.js';
import { UsageError } from '../../errors.js';
import { mostCopied, sliceBytes } from '../../event-loop.js';
import { checkNames, checkPlain } from '../../named-parameters.js';
import type { WorkOptions } from '../../platform.js';
import { none } from '../../request.js';
import { pieces, runSliced, runToEnd, type Work } from '../../slicing.js';
import { type ReadOptions, readOptions } from '../../work-options.js';
import { blockLength } from './hash.js';
import { romulus } from './modes.js';

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

/** Bytes of the caller, of a length that was checked, or a copy of them. */
interface HashInput {
  bytes: Uint8Array;
  readonly length: number;
}

const inputOf = (argument: string, bytes: Uint8Array): HashInput => ({ bytes, length: checkBytes(argument, bytes) });

/** HMAC and HKDF in a section. Their steps yield how many bytes of the caller are hashed; those between are a few blocks. */
class Hashing {
  readonly #section: Section;
  #done = 0;

  constructor(section: Section) {
    this.#section = section;
  }

  *hash(...parts: readonly (HashInput | Bytes)[]): Generator<number, Bytes> {
    const section = this.#section;
    section.startHash();
    for (const part of parts) {
      if (!('bytes' in part)) {
        section.feed('hash_update', part);
        continue;
      }
      for (const [start, end] of pieces(part.length, section.pieceLimit)) {
        section.feed('hash_update', partOf(part.bytes, start, end));
        this.#done += end - start;
        // Nothing is done by an empty piece.
        if (end > 0) yield this.#done;
      }
    }
    return section.finishHash();
  }

  *hmac(key: HashInput, ...message: readonly (HashInput | Bytes)[]): Generator<number, Bytes> {
    const pad = new Uint8Array(blockLength);
    const secrets: Bytes[] = [pad];
    try {
      if (key.length > blockLength) {
        const hashed = yield* this.hash(key);
        secrets.push(hashed);
        pad.set(hashed);
      } else {
        copyInto(pad, 0, key.bytes, key.length);
      }
      for (let i = 0; i < blockLength; i++) pad[i]! ^= 0x36;
      const inner = yield* this.hash(pad, ...message);
      secrets.push(inner);
      for (let i = 0; i < blockLength; i++) pad[i]! ^= 0x36 ^ 0x5c;
      return yield* this.hash(pad, inner);
    } finally {
      for (const secret of secrets) secret.fill(0);
    }
  }

  *hkdf(key: HashInput, salt: HashInput, info: HashInput, length: number): Generator<number, Bytes> {
    const derived = new Uint8Array(length);
    let secrets: Bytes[] = [derived];
    try {
      const random = yield* this.hmac(salt, key);
      secrets.push(random);
      let block: Bytes = none;
      for (let at = 0; at < length; at += digestLength) {
        const count = Uint8Array.of(at / digestLength + 1);
        block = yield* this.hmac({ bytes: random, length: digestLength }, block, info, count);
        secrets.push(block);
        derived.set(block.subarray(0, length - at), at);
      }
      secrets = secrets.slice(1);
      return derived;
    } finally {
      for (const secret of secrets) secret.fill(0);
    }
  }
}

/** Work on inputs that are copied before the first pause, keys first, as far as all copies are not too long. */
const workOn = (
  total: number,
  inputs: readonly HashInput[],
  steps: (hashing: Hashing) => Generator<number, Bytes>,
): Work<Bytes> => ({
  loader: romulus,
  total,
  sliceBytes,
  state: (section) => section.hashState,
  steps: (section) => steps(new Hashing(section)),
  copyInputs(copies) {
    let left = mostCopied;
    for (const input of inputs) {
      left -= input.length;
      if (left < 0) return;
      input.bytes = copyOf(input.bytes, input.length);
      copies.push(input.bytes as Bytes);
    }
  },
});

/** How many bytes HMAC hashes of a key by itself. */
const hashedOf = ({ length }: HashInput): number => (length > blockLength ? length : 0);

/** What is short is done here and now. */
async function run(work: Work<Bytes>, options: ReadOptions): Promise<Bytes> {
  const engine = romulus.loaded();
  return engine && work.total <= engine.pieceLimit ? runToEnd(engine, work) : runSliced(work, options);
}

const hmacNames = ['key', 'message'];
const hkdfNames = ['key', 'salt', 'info', 'length'];

function hmacWork(request: HmacRequest): Work<Bytes> {
  const { key: givenKey, message: givenMessage } = checkPlain('request', request);
  checkNames('request', request, hmacNames, []);
  const key = inputOf('key', givenKey);
  const message = inputOf('message', givenMessage);
  return workOn(hashedOf(key) + message.length, [key, message], (hashing) => hashing.hmac(key, message));
}

function hkdfWork(request: HkdfRequest): Work<Bytes> {
  const { key: givenKey, salt: givenSalt = none, info: givenInfo = none, length } = checkPlain('request', request);
  checkNames('request', request, hkdfNames, []);
  if (!Number.isInteger(length) || length < 0 || length > 255 * digestLength)
    throw new UsageError(`length must be a whole number from 0 to ${255 * digestLength}`);
  const key = inputOf('key', givenKey);
  const salt = inputOf('salt', givenSalt);
  const info = inputOf('info', givenInfo);
  const total = hashedOf(salt) + key.length + Math.ceil(length / digestLength) * info.length;
  return workOn(total, [key, salt, info], (hashing) => hashing.hkdf(key, salt, info, length));
}

/**
 * HMAC of RFC 2104 with Romulus-H: 32 bytes that only who has the key can compute. Compare them by {@link timingSafeEqual}. Leave a key or a
 * message of more than 8 MiB as it is until the promise settles: it is not copied. Rejects with a
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
  const read = readOptions(options);
  return run(hmacWork(request), read);
}

/**
 * HKDF of RFC 5869 with HMAC over Romulus-H: many keys from one. Leave inputs of more than 8 MiB in all as they are until the promise settles.
 * Rejects as {@link romulusHmac}, and with a {@link UsageError} for a length
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
  const read = readOptions(options);
  return run(hkdfWork(request), read);
}

/** @internal */
export const romulusHmacSync = (engine: Engine, request: HmacRequest): Bytes => runToEnd(engine, hmacWork(request));

/** @internal */
export const romulusHkdfSync = (engine: Engine, request: HkdfRequest): Bytes => runToEnd(engine, hkdfWork(request));
