/** Random access to an encrypted file. Reading a range of bytes decrypts only the chunks that contain the range. */
import { type Bytes, viewOf } from '../base/bytes.js';
import { ArgumentError, AuthenticationError, UsageError, wrongType } from '../base/errors.js';
import { readOptions } from '../base/options.js';
import type { DisposableLike, SliceableBlobLike, WorkOptions } from '../base/platform.js';
import { localRunner, type Runner } from '../messages/job.js';
import { waitingFor, withSignals } from '../runtime/abort.js';
import { type Mode, tagLength } from '../suites/romulus/modes.js';
import { type ChunkedFile, chunksJob } from './chunks.js';
import { batchCount, forged, openHeader, wipeSecrets } from './file-cipher.js';
import { encryptedLength, headerLength, openedLength } from './format.js';
import { type DecryptStreamSettings, readDecryptOptions, type StreamKey } from './options.js';

/** The options to open an encrypted file. */
export type OpenEncryptedOptions = StreamKey & Omit<DecryptStreamSettings, 'onProgress'>;

/** Lets `using file = await openEncrypted(blob, { key })` call `dispose()`. */
export interface EncryptedFile extends DisposableLike {}

/** An open encrypted file. This object holds the file's key, but no contents. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the class has the method, whose name older libraries lack
export class EncryptedFile {
  /** The length of the plaintext, in bytes. */
  readonly size: number;
  /** The mode of the file's chunks. */
  readonly mode: Mode;
  /** The bytes of plaintext in each chunk except the last. */
  readonly chunkLength: number;
  readonly #blob: SliceableBlobLike;
  readonly #runner: Runner;
  #file: ChunkedFile | undefined;
  /** Ends all running reads, even while the source does not answer. */
  readonly #closing = new AbortController();

  /** @internal */
  constructor(blob: SliceableBlobLike, runner: Runner, file: ChunkedFile, size: number) {
    this.#blob = blob;
    this.#runner = runner;
    this.#file = file;
    this.size = size;
    this.mode = file.mode;
    this.chunkLength = file.chunkLength;
  }

  /**
   * Reads the bytes from `start` to before `end`, or to the end of the file. Chunks outside this range are neither read nor decrypted.
   * Rejects with an {@link AuthenticationError} if a chunk in the range is not authentic, a {@link UsageError} for a range outside the file
   * or after `dispose()`, the read error of a file, the signal's reason, or a {@link ArgumentError} if the Blob's `slice()` returns no
   * Blob. The signal and `dispose()` end the read even while the file does not answer.
   * @example
   * import { generateKey } from 'romulus-wasm';
   * import { encryptBlob, openEncrypted } from 'romulus-wasm/stream';
   * const key = generateKey();
   * const file = await openEncrypted(await encryptBlob(new Blob(['hello world']), { key }), { key });
   * console.log(new TextDecoder().decode(await file.read(6))); // => world
   */
  async read(start: number, end = this.size, options?: WorkOptions): Promise<Bytes> {
    const { signal, onProgress } = readOptions(options);
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start || end > this.size)
      throw new UsageError(`the range must be in the file, from 0 to ${this.size}`);
    this.#opened();
    const result = new Uint8Array(end - start);
    let next = Math.floor(start / this.chunkLength);
    let processed = 0;
    const readBatches = async (stop: AbortSignal) => {
      while (next * this.chunkLength < end && start < end) {
        const first = next;
        const count = Math.min(batchCount(this.chunkLength), Math.ceil(end / this.chunkLength) - first);
        next += count;
        const bytes = await this.#decrypt(first, count, stop);
        try {
          stop.throwIfAborted();
          const offset = first * this.chunkLength;
          const from = Math.max(start, offset);
          const to = Math.min(end, offset + bytes.length);
          result.set(viewOf(bytes, from - offset, to - offset), from - start);
          processed += to - from;
        } finally {
          bytes.fill(0);
        }
        onProgress?.(processed, result.length);
        stop.throwIfAborted();
      }
    };
    try {
      const { parallel, ending } = this.#runner;
      await withSignals([signal, this.#closing.signal, ending], (stop) =>
        Promise.all(Array.from({ length: parallel }, () => readBatches(stop))),
      );
      return result;
    } catch (error) {
      result.fill(0);
      throw error;
    }
  }

  /** Overwrites the file's key with zeros. All running and later reads reject with a {@link UsageError}. */
  dispose(): void {
    this.#file?.key.fill(0);
    this.#file = undefined;
    this.#closing.abort(new UsageError('this file is closed: dispose() was called'));
  }

  /** @internal Calls `dispose()`, for `using file = await openEncrypted(blob, { key })`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal Decrypts the last chunk by this runner, which proves that the file has not been cut. */
  async checkEnd(signal: AbortSignal, runner: Runner): Promise<void> {
    const last = Math.max(0, Math.ceil(this.size / this.chunkLength) - 1);
    (await this.#decrypt(last, 1, signal, runner)).fill(0);
  }

  async #decrypt(firstIndex: number, count: number, signal: AbortSignal, runner = this.#runner): Promise<Bytes> {
    const { chunkLength } = this;
    const start = headerLength + firstIndex * (chunkLength + tagLength);
    const end = Math.min(start + count * (chunkLength + tagLength), encryptedLength(this.size, chunkLength));
    const text = await bytesOf(this.#blob, start, end, signal);
    // The file was cut since it was opened.
    if (text.length !== end - start) throw forged(firstIndex);
    const isLast = (firstIndex + count) * chunkLength >= this.size;
    const batch = { ...this.#opened(), direction: 'decrypt', firstIndex, isLast, text } as const;
    const work = { signal, onProgress: undefined };
    const { bytes, authentic } = await runner.run(chunksJob(batch), work);
    try {
      this.#opened();
      if (authentic < count) throw forged(firstIndex + authentic);
      return bytes;
    } catch (error) {
      bytes.fill(0);
      throw error;
    }
  }

  #opened(): ChunkedFile {
    if (!this.#file) throw this.#closing.signal.reason;
    return this.#file;
  }
}

/** @internal Opens a file by one runner, which reads it by another. */
export async function openEncryptedWith(
  runner: Runner,
  blob: SliceableBlobLike,
  options: OpenEncryptedOptions,
  reader = runner,
) {
  const checked = readDecryptOptions(options);
  const open = async (signal: AbortSignal) => {
    // Strings and arrays have slice() too, so the size is checked as well.
    const encryptedSize = blob?.size;
    if (typeof blob?.slice !== 'function' || !Number.isSafeInteger(encryptedSize) || encryptedSize < 0)
      throw wrongType('blob', 'a Blob that has slice() and a size', blob);
    signal.throwIfAborted();
    const file = await openHeader(await bytesOf(blob, 0, headerLength, signal), checked, runner, signal);
    const size = openedLength(encryptedSize, file.chunkLength);
    if (size === undefined) {
      file.key.fill(0);
      throw new AuthenticationError('the file is not authentic: it is not whole');
    }
    const opened = new EncryptedFile(blob, reader, file, size);
    try {
      await opened.checkEnd(signal, runner);
    } catch (error) {
      opened.dispose();
      throw error;
    }
    return opened;
  };
  return withSignals([checked.signal, runner.ending], open).finally(() => wipeSecrets(checked));
}

/**
 * Opens an encrypted `Blob` or `File` for random access. Checks the key, the associated data and the length by reading the header and the
 * last chunk.
 * @throws The errors of {@link DecryptStreamOptions}.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { encryptBlob, openEncrypted } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const file = await openEncrypted(await encryptBlob(new Blob(['hello world']), { key }), { key });
 * const first = await file.read(0, 5);
 */
export const openEncrypted = (blob: SliceableBlobLike, options: OpenEncryptedOptions): Promise<EncryptedFile> =>
  openEncryptedWith(localRunner, blob, options);

/** Reads bytes of a Blob into memory that can be transferred. The signal ends the wait, because the Blob may never answer. */
async function bytesOf(blob: SliceableBlobLike, start: number, end: number, signal: AbortSignal): Promise<Bytes> {
  const part: { arrayBuffer(): unknown } | undefined = blob.slice(start, end);
  if (typeof part?.arrayBuffer !== 'function') throw wrongType('blob', 'a Blob whose slice() gives a Blob', part);
  const waiting = waitingFor(signal);
  try {
    const buffer = await waiting.until(part.arrayBuffer());
    signal.throwIfAborted();
    if (!isBuffer(buffer)) throw wrongType('blob', 'a Blob whose arrayBuffer() gives an ArrayBuffer', buffer);
    return isPlatformBlob(blob) ? new Uint8Array(buffer) : new Uint8Array(buffer).slice();
  } finally {
    waiting.end();
  }
}

/** True if a value is an ArrayBuffer of any realm. A SharedArrayBuffer is accepted too, and its bytes are copied. */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));

/** True if this is the platform's own Blob, whose reads always return new memory. */
const isPlatformBlob = (blob: SliceableBlobLike): boolean =>
  typeof Blob === 'function' && blob instanceof Blob && blob.slice === (Blob.prototype as SliceableBlobLike).slice;
