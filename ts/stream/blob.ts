/** Encrypts and decrypts whole Blobs. */
import type { Bytes } from '../base/bytes.js';
import { ArgumentError, wrongType } from '../base/errors.js';
import type { BlobLike, PlatformBlob, SliceableBlobLike } from '../base/platform.js';
import { localRunner, type Runner } from '../messages/job.js';
import { pump } from '../runtime/pump.js';
import type { DecryptStreamOptions, EncryptStreamOptions } from './options.js';
import { decryptStreamWith, encryptStreamWith, type StreamsWith } from './transform.js';

/** The platform's `Blob`. */
export type ResultBlob = PlatformBlob & BlobLike & SliceableBlobLike;

const convertWith =
  <Options>(streamsWith: StreamsWith<Options>, helpWithText = '') =>
  async (runner: Runner, blob: BlobLike, options: Options): Promise<ResultBlob> => {
    if (typeof blob?.stream !== 'function')
      throw wrongType('blob', 'a Blob that has stream()', blob, typeof blob === 'string' ? helpWithText : '');
    const streams = streamsWith(runner, options, { total: blob.size, ending: runner.ending });
    const parts: Blob[] = [];
    const take = (bytes: Bytes) => {
      // Bytes are kept as Blobs, because browsers move large Blobs to disk.
      parts.push(new Blob([bytes]));
      bytes.fill(0);
    };
    await pump(() => blob.stream().getReader(), streams, take);
    return new Blob(parts);
  };

/** @internal */
export const encryptBlobWith = /* @__PURE__ */ convertWith(encryptStreamWith, ': for a text, new Blob([text])');
/** @internal */
export const decryptBlobWith = /* @__PURE__ */ convertWith(decryptStreamWith);

/**
 * Encrypts a `Blob` or `File` of any length, in the format of docs/stream-format.md. Rejects with one of these errors:
 * - a {@link ArgumentError} if `blob` is not a Blob;
 * - a {@link ArgumentError}, {@link LengthError} or {@link UsageError} for wrong options;
 * - a {@link LoadError};
 * - a {@link MemoryError} if the runtime has too little memory for a passphrase;
 * - the read error of a file that cannot be read;
 * - the signal's reason.
 * @example
 * import { encryptBlob } from 'romulus-wasm/stream';
 * const encrypted = await encryptBlob(new Blob(['hello']), { passphrase: 'correct horse' });
 */
export const encryptBlob = (blob: BlobLike, options: EncryptStreamOptions): Promise<ResultBlob> =>
  encryptBlobWith(localRunner, blob, options);

/**
 * Decrypts the result of `encryptBlob` or `encryptStream`. Rejects with an {@link AuthenticationError} if the key, passphrase or associated
 * data is wrong, or if the file was changed, cut or extended. No Blob exists then. Also rejects with one of these errors:
 * - a {@link FormatError} if `blob` is not an encrypted file;
 * - a {@link VersionError} for another version of the format;
 * - a {@link SecretKindError} for a key if the file opens with a passphrase, or the reverse;
 * - a {@link MemoryError} if the passphrase needs more memory than `maxMemory`, or than the runtime has;
 * - a {@link ArgumentError}, {@link LengthError} or {@link UsageError} for wrong arguments;
 * - a {@link LoadError};
 * - the read error of a file;
 * - the signal's reason.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBlob(new Blob(['hello']), { key });
 * const opened = await decryptBlob(encrypted, { key });
 * console.log(await opened.text()); // => hello
 */
export const decryptBlob = (blob: BlobLike, options: DecryptStreamOptions): Promise<ResultBlob> =>
  decryptBlobWith(localRunner, blob, options);
