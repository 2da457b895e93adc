/** Encrypts and decrypts whole Blobs. */
import type { Bytes } from '../api/bytes.js';
import { ByteTypeError, mustBe } from '../api/errors.js';
import type { BlobLike, SliceableBlobLike } from '../api/platform.js';
import { localRunner, type Runner } from '../messages/job.js';
import { pump } from '../runtime/pump.js';
import type { DecryptStreamOptions, EncryptStreamOptions } from './options.js';
import { type ByteTransform, decryptStreamWith, encryptStreamWith, type WholeInput } from './transform.js';

/** The platform's `Blob`. */
export type ResultBlob = Blob & BlobLike & SliceableBlobLike;

type StreamsWith<Options> = (runner: Runner, options: Options, whole: WholeInput) => ByteTransform;

const convertWith =
  <Options>(streamsWith: StreamsWith<Options>) =>
  async (runner: Runner, blob: BlobLike, options: Options): Promise<ResultBlob> => {
    if (typeof blob?.stream !== 'function') throw new ByteTypeError('blob', mustBe('a Blob', blob));
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
export const encryptBlobWith = /* @__PURE__ */ convertWith(encryptStreamWith);
/** @internal */
export const decryptBlobWith = /* @__PURE__ */ convertWith(decryptStreamWith);

/**
 * Encrypts a `Blob` or `File`, as `encryptStream` does. Rejects with a {@link ByteTypeError} if `blob` is not a Blob, with the read error
 * of a file that cannot be read, and with the errors of `encryptStream`.
 * @example
 * import { encryptBlob } from 'romulus-wasm/stream';
 * const encrypted = await encryptBlob(new Blob(['hello']), { passphrase: 'correct horse' });
 */
export const encryptBlob = (blob: BlobLike, options: EncryptStreamOptions): Promise<ResultBlob> =>
  encryptBlobWith(localRunner, blob, options);

/**
 * Decrypts the result of `encryptBlob` or `encryptStream`. Rejects with the errors of `encryptBlob` and of `decryptStream`. No Blob exists
 * then.
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
