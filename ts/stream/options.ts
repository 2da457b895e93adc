/** The options of the functions for encrypted files, and their checks. */
import { type Bytes, checkBytes, checkLeast, checkLength, copyOf, isBytes } from '../base/bytes.js';
import { UsageError, wrongType } from '../base/errors.js';
import { checkFunction, checkNamed, checkSignal } from '../base/options.js';
import type { AbortSignalLike } from '../base/platform.js';
import { keyLength } from '../engine/message.js';
import { emptyBytes } from '../messages/request.js';
import { type Mode, modes } from '../suites/romulus/modes.js';
import { chunkLogs, costLogs, defaultChunkLength, defaultCost, type FileHeader, isPower } from './format.js';

/** The key or the passphrase of a file. The function copies the secret before it returns. */
export type StreamKey =
  | {
      /** 16 bytes. */
      key: Uint8Array;
      /** Left out, because a file has either a key or a passphrase. */
      passphrase?: undefined;
    }
  | {
      /**
       * A non-empty passphrase: a text, or its UTF-8 bytes, which unlike a text can be overwritten. It is first normalised to Unicode's
       * form NFC, so that all keyboards' ways to compose an accent are equal. Bytes that are not UTF-8 are used unchanged.
       */
      passphrase: Uint8Array | string;
      /** Left out, because a file has either a key or a passphrase. */
      key?: undefined;
    };

/** The options of both directions. */
export interface StreamSettings {
  /** Data that is authenticated but neither encrypted nor stored in the file, of any length. Empty if left out. */
  associatedData?: Uint8Array | undefined;
  /** Stops the work when the signal aborts. Streams fail and promises reject with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** Called after each batch of chunks with the number of input bytes done. For a Blob, also gets the total. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
  /** Called with the progress of a passphrase's key derivation, from 0 to 1. In Node, Deno and Bun it is called only at the end. */
  onKeyProgress?: ((done: number) => void) | undefined;
}

export interface EncryptStreamSettings extends StreamSettings {
  /** The mode: `'N'` (if left out), `'M'` or `'T'`. */
  mode?: Mode | undefined;
  /** The bytes of plaintext in each chunk: a power of two from 2^10 to 2^24. 65536 if left out. */
  chunkLength?: number | undefined;
  /**
   * scrypt's N: a power of two from 2^10 to 2^20. 2^17 if left out. Not allowed with a key. A larger N makes each guess take more time and
   * memory. Encryption and decryption each need 1024 N bytes. To decrypt a file with a cost of 2^19 or 2^20, raise `maxMemory`.
   */
  cost?: number | undefined;
}

export interface DecryptStreamSettings extends StreamSettings {
  /** The chunk length that `outputLength` assumes until the header is read. 65536 if left out. */
  chunkLength?: number | undefined;
  /**
   * The most bytes of memory that a passphrase may need. A file that needs more is refused before the memory is allocated. 2^28 (256 MiB,
   * for a cost of 2^18) if left out. The header that demands the memory is not authenticated yet, so a server that opens strangers' files
   * should allow less, such as 2^27.
   */
  maxMemory?: number | undefined;
}

/**
 * The options to encrypt. Encryption fails with an {@link ArgumentError}, {@link LengthError} or {@link UsageError} for wrong arguments, a
 * {@link LoadError}, a {@link MemoryError} if the runtime has too little memory for a passphrase, the input's own error, or the signal's reason.
 */
export type EncryptStreamOptions = StreamKey & EncryptStreamSettings;
/**
 * The options to decrypt. Decryption fails with the errors of {@link EncryptStreamOptions}, or with one of these:
 * - an {@link AuthenticationError} if the key, passphrase or associated data is wrong, or if the file was changed, cut or extended;
 * - a {@link FormatError} for anything but an encrypted file, and a {@link VersionError} for another version of the format;
 * - a {@link SecretKindError} for a key if the file opens with a passphrase, or the reverse;
 * - a {@link MemoryError} if the passphrase needs more memory than `maxMemory`.
 */
export type DecryptStreamOptions = StreamKey & DecryptStreamSettings;

const defaultMaxMemory = 2 ** 28;

const commonNames = ['key', 'passphrase', 'associatedData', 'chunkLength', 'signal', 'onProgress', 'onKeyProgress'];
const encryptNames = [...commonNames, 'mode', 'cost'];
const decryptNames = [...commonNames, 'maxMemory'];

type Secret = { key: Bytes; passphrase: undefined } | { passphrase: Bytes; key: undefined };

/** @internal */
export type CheckedFileOptions = Readonly<ReturnType<typeof readBoth>>;
/** @internal */
export type CheckedEncryptOptions = Readonly<ReturnType<typeof readEncryptOptions>>;
/** @internal */
export type CheckedDecryptOptions = Readonly<ReturnType<typeof readDecryptOptions>>;

/** @internal */
export function readEncryptOptions(given: EncryptStreamOptions) {
  const options = checkNamed('options', given, encryptNames, decryptNames);
  const { mode = 'N', chunkLength = defaultChunkLength, cost } = options;
  // An array or object whose string form is a letter is refused.
  if (typeof mode !== 'string' || !Object.hasOwn(modes, mode)) throw new UsageError("mode must be 'N', 'M' or 'T'");
  checkChunkLength(chunkLength);
  if (cost !== undefined && !isPower(cost, costLogs))
    throw new UsageError('cost must be a power of two from 2^10 to 2^20');
  const checked = readBoth(options, cost);
  const header: FileHeader = { mode, chunkLength, cost: checked.secret.passphrase && (cost ?? defaultCost) };
  return { ...checked, header };
}

/** @internal */
export function readDecryptOptions(given: DecryptStreamOptions) {
  const options = checkNamed('options', given, decryptNames, encryptNames);
  const { chunkLength = defaultChunkLength, maxMemory = defaultMaxMemory } = options;
  checkChunkLength(chunkLength);
  if (typeof maxMemory !== 'number' || !(maxMemory >= 0))
    throw new UsageError('maxMemory must be a number, zero or more');
  return { ...readBoth(options, undefined), chunkLength, maxMemory };
}

function checkChunkLength(chunkLength: number): void {
  if (!isPower(chunkLength, chunkLogs)) throw new UsageError('chunkLength must be a power of two from 2^10 to 2^24');
}

function readBoth(options: StreamKey & StreamSettings, cost: number | undefined) {
  const { key, passphrase: given, associatedData = emptyBytes, signal, onProgress, onKeyProgress } = options;
  if (cost !== undefined && given === undefined) throw new UsageError('cost is for a passphrase, not for a key');
  if (key !== undefined && given !== undefined) throw new UsageError('give a key or a passphrase, not both');
  if (key === undefined && given === undefined)
    throw wrongType('key', 'a Uint8Array', key, ', unless a passphrase is given');
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

/** UTF-8 encodes all halves of surrogate pairs as the same bytes, so a text with one is refused. */
function copyOfPassphrase(passphrase: string | Uint8Array): Bytes {
  if (typeof passphrase !== 'string') {
    if (!isBytes(passphrase)) throw wrongType('passphrase', 'text or a Uint8Array', passphrase);
    return copyOf(passphrase, checkLeast('passphrase', passphrase, 1));
  }
  if (/\p{Surrogate}/u.test(passphrase))
    throw new UsageError('passphrase must be well-formed text: it has half a surrogate pair');
  const bytes = new TextEncoder().encode(passphrase) as Bytes;
  checkLeast('passphrase', bytes, 1);
  return bytes;
}
