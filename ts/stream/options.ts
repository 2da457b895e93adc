/** What the functions for sealed files take, and the checks that it passes. */
import { type Bytes, checkBytes, checkLeast, checkLength, copyOf } from '../bytes.js';
import { keyLength } from '../engine/message.js';
import { UsageError } from '../errors.js';
import type { AbortSignalLike } from '../platform.js';
import { checkObject, none } from '../request.js';
import { type Mode, modes } from '../suites/romulus/modes.js';
import { defaultChunkLength, defaultIterations, isPower, type SealedHeader } from './format.js';

/** What a file is sealed with: a key or a passphrase. Both are read when the function is called. */
export type StreamKey =
  | {
      /** 16 bytes. */
      key: Uint8Array;
      /** Left out. */
      passphrase?: undefined;
    }
  | {
      /** A passphrase's UTF-8 bytes, at least one. */
      passphrase: Uint8Array;
      /** Left out. */
      key?: undefined;
    };

/** What both directions take. */
export interface StreamSettings {
  /** Any number of bytes that are authenticated but neither encrypted nor carried along; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** Stops the work; streams end with the signal's reason, and promises reject with it. */
  signal?: AbortSignalLike | undefined;
  /** Told after each batch of chunks how many bytes of the input are done, and of a Blob how many there are. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
}

export interface EncryptStreamSettings extends StreamSettings {
  /** The mode: `'N'` (if left out), `'M'` or `'T'`. */
  mode?: Mode | undefined;
  /** Bytes in each chunk, a power of two from 2^10 to 2^24; 65536 if left out. */
  chunkLength?: number | undefined;
  /** Of PBKDF2, which makes guesses at a passphrase slow: a power of two from 2^10 to 2^24; 2^20 if left out. None with a key. */
  iterations?: number | undefined;
}

export interface DecryptStreamSettings extends StreamSettings {
  /** The chunk length that `size` reckons with until the header is read; 65536 if left out. */
  chunkLength?: number | undefined;
  /** A file that asks for more iterations of PBKDF2 is refused before any is computed; 2^22 if left out. */
  maxIterations?: number | undefined;
}

/** How to encrypt a stream or a Blob. */
export type EncryptStreamOptions = StreamKey & EncryptStreamSettings;
/** How to decrypt a stream or a Blob. */
export type DecryptStreamOptions = StreamKey & DecryptStreamSettings;

const defaultMaxIterations = 2 ** 22;

/**
 * A copy of what the caller gave, to be wiped.
 *
 * @internal
 */
export type Secret = { key: Bytes; passphrase: undefined } | { passphrase: Bytes; key: undefined };

/** @internal */
export interface Read {
  readonly secret: Secret;
  readonly ad: Bytes;
  readonly signal: AbortSignalLike | undefined;
  readonly onProgress: StreamSettings['onProgress'];
}

/** @internal */
export interface ReadEncrypt extends Read {
  readonly header: SealedHeader;
}

/** @internal */
export interface ReadDecrypt extends Read {
  readonly chunkLength: number;
  readonly maxIterations: number;
}

/** @internal */
export function readEncryptOptions(options: EncryptStreamOptions): ReadEncrypt {
  const { mode = 'N', chunkLength = defaultChunkLength, iterations } = checkObject(options, 'options.');
  if (!Object.hasOwn(modes, mode)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  checkChunkLength(chunkLength);
  if (iterations !== undefined && !isPower(iterations))
    throw new UsageError('iterations must be a power of two from 2^10 to 2^24');
  if (iterations !== undefined && options.passphrase === undefined)
    throw new UsageError('iterations are for a passphrase, not for a key');
  const read = readBoth(options);
  return {
    ...read,
    header: { mode, chunkLength, iterations: read.secret.passphrase && (iterations ?? defaultIterations) },
  };
}

/** @internal */
export function readDecryptOptions(options: DecryptStreamOptions): ReadDecrypt {
  const { chunkLength = defaultChunkLength, maxIterations = defaultMaxIterations } = checkObject(options, 'options.');
  checkChunkLength(chunkLength);
  if (typeof maxIterations !== 'number' || !(maxIterations >= 0))
    throw new UsageError('maxIterations must be a number, zero or more');
  return { ...readBoth(options), chunkLength, maxIterations };
}

function checkChunkLength(chunkLength: number): void {
  if (!isPower(chunkLength)) throw new UsageError('chunkLength must be a power of two from 2^10 to 2^24');
}

function readBoth({ key, passphrase, associatedData = none, signal, onProgress }: StreamKey & StreamSettings): Read {
  if (key !== undefined && passphrase !== undefined) throw new UsageError('give a key or a passphrase, not both');
  const passphraseLength = passphrase === undefined ? 0 : checkLeast('passphrase', passphrase, 1);
  if (passphrase === undefined) checkLength('key', key, keyLength);
  const adLength = checkBytes('associatedData', associatedData);
  const secret: Secret = passphrase
    ? { passphrase: copyOf(passphrase, passphraseLength), key: undefined }
    : { key: copyOf(key as Uint8Array, keyLength), passphrase: undefined };
  return { secret, ad: copyOf(associatedData, adLength), signal, onProgress };
}
