/** Encrypts and decrypts whole inputs: Blobs, and messages in memory. */
import { type Bytes, checkBytes, copyOf } from '../base/bytes.js';
import { wrongType } from '../base/errors.js';
import type { BlobLike, PlatformBlob, ReadableStreamLike, SliceableBlobLike } from '../base/platform.js';
import { localRunner, type Runner } from '../messages/job.js';
import type { DecryptStreamOptions, EncryptStreamOptions } from './options.js';
import { decryptStreamWith, encryptStreamWith, type StreamsWith } from './transform.js';

/** The platform's `Blob`. */
export type ResultBlob = PlatformBlob & BlobLike & SliceableBlobLike;

/** The platform's stream of a Blob, which may be another's. */
function streamOf(blob: BlobLike): ReadableStream<Uint8Array | ArrayBuffer> {
  let reader: ReturnType<ReadableStreamLike['getReader']> | undefined;
  const source: UnderlyingDefaultSource<Uint8Array | ArrayBuffer> = {
    async pull(controller) {
      reader ??= blob.stream().getReader();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array | ArrayBuffer);
    },
    cancel: (reason) => reader?.cancel(reason),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

const blobWith =
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
    await streamOf(blob)
      .pipeThrough(streams)
      .pipeTo(new WritableStream({ write: take }));
    return new Blob(parts);
  };

/** @internal */
export const encryptBlobWith = /* @__PURE__ */ blobWith(encryptStreamWith, ': for a text, new Blob([text])');
/** @internal */
export const decryptBlobWith = /* @__PURE__ */ blobWith(decryptStreamWith);

/**
 * Encrypts a `Blob` or `File` of any length, in the format of docs/stream-format.md.
 * @throws The errors of {@link EncryptStreamOptions}.
 * @example
 * import { encryptBlob } from 'romulus-wasm/stream';
 * const encrypted = await encryptBlob(new Blob(['hello']), { passphrase: 'correct horse' });
 */
export const encryptBlob = (blob: BlobLike, options: EncryptStreamOptions): Promise<ResultBlob> =>
  encryptBlobWith(localRunner, blob, options);

/**
 * Decrypts an encrypted file as a whole: after any error, no Blob exists.
 * @throws The errors of {@link DecryptStreamOptions}.
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

const bytesWith =
  <Options>(streamsWith: StreamsWith<Options>) =>
  async (runner: Runner, bytes: Uint8Array, options: Options): Promise<Bytes> => {
    const length = checkBytes('bytes', bytes);
    const streams = streamsWith(runner, options, { total: length, ending: runner.ending });
    const copy = copyOf(bytes, length);
    const parts: Bytes[] = [];
    try {
      // The platform's streams would wait for ever if the stack ended within them, so they begin on a new one.
      await undefined;
      const source = new ReadableStream<Bytes>({
        start(controller) {
          controller.enqueue(copy);
          controller.close();
        },
      });
      await source.pipeThrough(streams).pipeTo(new WritableStream({ write: (part) => void parts.push(part) }));
      const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let filled = 0;
      for (const part of parts) {
        result.set(part, filled);
        filled += part.length;
      }
      return result;
    } finally {
      for (const each of [copy, ...parts]) each.fill(0);
    }
  };

/** @internal */
export const encryptBytesWith = /* @__PURE__ */ bytesWith(encryptStreamWith);
/** @internal */
export const decryptBytesWith = /* @__PURE__ */ bytesWith(decryptStreamWith);

/**
 * Encrypts a short message as an encrypted file, in the format of docs/stream-format.md: 80 bytes longer, and 16 more for each further
 * chunk. The file commits to its key or passphrase. Copies `bytes` before it returns.
 * @throws The errors of {@link EncryptStreamOptions}.
 * @example
 * import { encryptBytes } from 'romulus-wasm/stream';
 * const encrypted = await encryptBytes(new TextEncoder().encode('hello'), { passphrase: 'correct horse' });
 * console.log(encrypted.length); // => 85
 */
export const encryptBytes = (bytes: Uint8Array, options: EncryptStreamOptions): Promise<Bytes> =>
  encryptBytesWith(localRunner, bytes, options);

/**
 * Decrypts a whole encrypted file in memory. Copies `bytes` before it returns.
 * @throws The errors of {@link DecryptStreamOptions}.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBytes, encryptBytes } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBytes(new TextEncoder().encode('hello'), { key });
 * console.log(new TextDecoder().decode(await decryptBytes(encrypted, { key }))); // => hello
 */
export const decryptBytes = (bytes: Uint8Array, options: DecryptStreamOptions): Promise<Bytes> =>
  decryptBytesWith(localRunner, bytes, options);
