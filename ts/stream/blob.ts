/** Encrypting and decrypting whole Blobs. */
import { ByteTypeError, mustBe } from '../errors.js';
import type { BlobLike, SliceableBlobLike } from '../platform.js';
import { type ChunkCrypter, localChunkCrypter } from './crypter.js';
import type { DecryptStreamOptions, EncryptStreamOptions } from './options.js';
import { pump } from './pump.js';
import { type ByteTransform, decryptStreamWith, encryptStreamWith } from './transform.js';

/** The platform's `Blob`. */
export type ResultBlob = Blob & BlobLike & SliceableBlobLike;

/** @internal */
export const encryptBlobWith = async (
  crypter: ChunkCrypter,
  blob: BlobLike,
  options: EncryptStreamOptions,
): Promise<ResultBlob> => convert(blob, encryptStreamWith(crypter, options, sizeOf(blob)));

/** @internal */
export const decryptBlobWith = async (
  crypter: ChunkCrypter,
  blob: BlobLike,
  options: DecryptStreamOptions,
): Promise<ResultBlob> => convert(blob, decryptStreamWith(crypter, options, sizeOf(blob)));

/**
 * Encrypts a `Blob` or `File`, as `encryptStream` does. Rejects with a {@link ByteTypeError} if it is not one, with the error of a file
 * that cannot be read, and with those of `encryptStream`.
 *
 * @example
 * import { encryptBlob } from 'romulus-wasm/stream';
 *
 * const sealed = await encryptBlob(new Blob(['hello']), { passphrase: new TextEncoder().encode('correct horse') });
 */
export const encryptBlob = (blob: BlobLike, options: EncryptStreamOptions): Promise<ResultBlob> =>
  encryptBlobWith(localChunkCrypter, blob, options);

/**
 * Decrypts what `encryptBlob` or `encryptStream` gave. Rejects as `encryptBlob`, and with the errors of `decryptStream`; then there is
 * no Blob.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';
 *
 * const key = generateKey();
 * const sealed = await encryptBlob(new Blob(['hello']), { key });
 * const opened = await decryptBlob(sealed, { key });
 * console.log(await opened.text()); // => hello
 */
export const decryptBlob = (blob: BlobLike, options: DecryptStreamOptions): Promise<ResultBlob> =>
  decryptBlobWith(localChunkCrypter, blob, options);

function sizeOf(blob: BlobLike): number {
  if (typeof blob?.stream !== 'function') throw new ByteTypeError('blob', mustBe('a Blob', blob));
  return blob.size;
}

async function convert(blob: BlobLike, streams: ByteTransform): Promise<ResultBlob> {
  const parts: Blob[] = [];
  await pump(
    () => blob.stream().getReader(),
    streams,
    (bytes) => {
      // Browsers keep Blobs of some size on disk.
      parts.push(new Blob([bytes]));
      bytes.fill(0);
    },
  );
  return new Blob(parts);
}
