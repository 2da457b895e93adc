/** The options of the functions for encrypted files, and their checks. */
import { type Bytes, checkBytes, checkLength, copyOf } from '../api/bytes.js';
import { UsageError } from '../api/errors.js';
import { checkFunction, checkNames, checkPlain, checkSignal } from '../api/options.js';
import type { AbortSignalLike } from '../api/platform.js';
import { keyLength } from '../engine/message.js';
import { emptyBytes } from '../messages/request.js';
import { type Mode, modes } from '../suites/romulus/modes.js';
import { chunkLogs, costLogs, defaultChunkLength, defaultCost, type FileHeader, isPower } from './format.js';
import { copyOfPassphrase } from './passphrase.js';

/** The key or the passphrase of a file. It is read when the function is called. */
export type StreamKey =
  | {
      /** 16 bytes. */
      key: Uint8Array;
      /** Left out. */
      passphrase?: undefined;
    }
  | {
      /**
       * A passphrase, not empty: a text, or its UTF-8 bytes, which unlike a text can be overwritten. It is brought to Unicode's form NFC
       * first, so that it does not matter how a keyboard composes an accent; bytes that are not UTF-8 are taken as they are.
       */
      passphrase: Uint8Array | string;
      /** Left out. */
      key?: undefined;
    };

/** The options of both directions. */
export interface StreamSettings {
  /** Any number of bytes that are authenticated but neither encrypted nor carried along; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** Stops the work; streams end with the signal's reason, and promises reject with it. */
  signal?: AbortSignalLike | undefined;
  /** Told after each batch of chunks how many bytes of the input are done, and of a Blob how many there are. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
  /** Told how much of a passphrase's key is derived, from 0 to 1. Node, Deno and Bun tell only that it is done. */
  onKeyProgress?: ((done: number) => void) | undefined;
}

export interface EncryptStreamSettings extends StreamSettings {
  /** The mode: `'N'` (if left out), `'M'` or `'T'`. */
  mode?: Mode | undefined;
  /** Bytes in each chunk, a power of two from 2^10 to 2^24; 65536 if left out. */
  chunkLength?: number | undefined;
  /**
   * scrypt's N, which makes guesses at a passphrase slow and big: a power of two from 2^10 to 2^20; 2^17 if left out. None with a key. It
   * takes 1024 times as many bytes of memory, to decrypt as well: whoever decrypts a file of 2^19 or 2^20 has to allow that by `maxMemory`.
   */
  cost?: number | undefined;
}

export interface DecryptStreamSettings extends StreamSettings {
  /** The chunk length that `size` reckons with until the header is read; 65536 if left out. */
  chunkLength?: number | undefined;
  /**
   * A file whose passphrase needs more bytes of memory is refused before any is taken; 2^28 (256 MiB, for a cost of 2^18) if left
   * out. The header is not authentic yet when it asks for them: a server that opens files of strangers should allow less, such as 2^27.
   */
  maxMemory?: number | undefined;
}

/** The options to encrypt a stream or a Blob. */
export type EncryptStreamOptions = StreamKey & EncryptStreamSettings;
/** The options to decrypt a stream or a Blob. */
export type DecryptStreamOptions = StreamKey & DecryptStreamSettings;

const defaultMaxMemory = 2 ** 28;

const commonNames = ['key', 'passphrase', 'associatedData', 'chunkLength', 'signal', 'onProgress', 'onKeyProgress'];
const encryptNames = [...commonNames, 'mode', 'cost'];
const decryptNames = [...commonNames, 'maxMemory'];

type Secret = { key: Bytes; passphrase: undefined } | { passphrase: Bytes; key: undefined };

/** @internal */
export interface CheckedFileOptions {
  readonly secret: Secret;
  readonly ad: Bytes;
  readonly signal: AbortSignalLike | undefined;
  readonly onProgress: StreamSettings['onProgress'];
  readonly onKeyProgress: StreamSettings['onKeyProgress'];
}

/** @internal */
export interface CheckedEncryptOptions extends CheckedFileOptions {
  readonly header: FileHeader;
}

/** @internal */
export interface CheckedDecryptOptions extends CheckedFileOptions {
  readonly chunkLength: number;
  readonly maxMemory: number;
}

/** @internal */
export function readEncryptOptions(options: EncryptStreamOptions): CheckedEncryptOptions {
  const { mode = 'N', chunkLength = defaultChunkLength, cost } = checkPlain('options', options);
  checkNames('options', options, encryptNames, decryptNames);
  // A list or an object is no letter, even if its text is one.
  if (typeof mode !== 'string' || !Object.hasOwn(modes, mode)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  checkChunkLength(chunkLength);
  if (cost !== undefined && !isPower(cost, costLogs))
    throw new UsageError('cost must be a power of two from 2^10 to 2^20');
  const checked = readBoth(options, cost);
  return { ...checked, header: { mode, chunkLength, cost: checked.secret.passphrase && (cost ?? defaultCost) } };
}

/** @internal */
export function readDecryptOptions(options: DecryptStreamOptions): CheckedDecryptOptions {
  const { chunkLength = defaultChunkLength, maxMemory = defaultMaxMemory } = checkPlain('options', options);
  checkNames('options', options, decryptNames, encryptNames);
  checkChunkLength(chunkLength);
  if (typeof maxMemory !== 'number' || !(maxMemory >= 0))
    throw new UsageError('maxMemory must be a number, zero or more');
  return { ...readBoth(options, undefined), chunkLength, maxMemory };
}

function checkChunkLength(chunkLength: number): void {
  if (!isPower(chunkLength, chunkLogs)) throw new UsageError('chunkLength must be a power of two from 2^10 to 2^24');
}

function readBoth(options: StreamKey & StreamSettings, cost: number | undefined): CheckedFileOptions {
  const { key, passphrase: given, associatedData = emptyBytes, signal, onProgress, onKeyProgress } = options;
  if (cost !== undefined && given === undefined) throw new UsageError('cost is for a passphrase, not for a key');
  if (key !== undefined && given !== undefined) throw new UsageError('give a key or a passphrase, not both');
  if (given === undefined) checkLength('key', key, keyLength);
  const adLength = checkBytes('associatedData', associatedData);
  checkSignal(signal);
  checkFunction('onProgress', onProgress);
  checkFunction('onKeyProgress', onKeyProgress);
  const secret: Secret =
    given === undefined
      ? { key: copyOf(key as Uint8Array, keyLength), passphrase: undefined }
      : { passphrase: copyOfPassphrase(given), key: undefined };
  return { secret, ad: copyOf(associatedData, adLength), signal, onProgress, onKeyProgress };
}
