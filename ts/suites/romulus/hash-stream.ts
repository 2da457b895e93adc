/** Romulus-H of a stream. */
import { type Bytes, checkBytes, readChunk } from '../../base/bytes.js';
import { ArgumentError, wrongType } from '../../base/errors.js';
import { checkOptions, noOptions } from '../../base/options.js';
import type { AbortSignalLike, BlobLike, ReadableStreamLike } from '../../base/platform.js';
import { localRunner } from '../../messages/job.js';
import { emptyBytes } from '../../messages/request.js';
import { waitingFor } from '../../runtime/abort.js';
import { turnIfDue } from '../../runtime/event-loop.js';
import { type HashPart, hashJob } from './hash.js';
import { romulus } from './modes.js';

/** The options of `hashStream`. */
export interface HashStreamOptions {
  /** Stops the work and cancels the stream when the signal aborts. The promise rejects with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** Called after each chunk with the number of bytes hashed. For a Blob, also gets the total. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
}

/**
 * Romulus-H of a `ReadableStream`, an `AsyncIterable` or a `Blob`, whose chunks are `Uint8Array`s or `ArrayBuffer`s. The digest has 32
 * bytes. One chunk is in memory at a time. Rejects with a {@link ArgumentError} for a source or chunk of another type, the source's own
 * error, a {@link LoadError}, or the signal's reason. After an error the source is cancelled.
 * @example
 * import { hashStream } from 'romulus-wasm';
 * const digest = await hashStream(new Blob(['hello']));
 */
export const hashStream = async (
  source: ReadableStreamLike | AsyncIterable<Uint8Array | ArrayBuffer> | BlobLike,
  options: HashStreamOptions = noOptions,
): Promise<Bytes> => {
  const { signal, onProgress } = checkOptions(options);
  let state: Bytes | undefined;
  const hash = (text: Uint8Array, length: number, part: HashPart) =>
    localRunner.run(hashJob(text, length, part), { signal, onProgress: undefined });
  try {
    let processed = 0;
    const takeChunk: TakeChunk = async (chunk, length, total) => {
      const next = await hash(chunk, length, { state, isLast: false });
      state?.fill(0);
      state = next;
      await turnIfDue(length);
      processed += length;
      onProgress?.(processed, total);
    };
    await eachChunk(source, signal, takeChunk);
    return await hash(emptyBytes, 0, { state, isLast: true });
  } finally {
    state?.fill(0);
  }
};

type TakeChunk = (chunk: Uint8Array, length: number, total: number | undefined) => Promise<void>;

/** @internal Passes the chunks of a source to `take`, one after another. Cancels the source after any error. */
export async function eachChunk(
  source: Parameters<typeof hashStream>[0],
  signal: AbortSignalLike | undefined,
  take: TakeChunk,
): Promise<void> {
  const chunks = open(source);
  const waiting = waitingFor(signal);
  try {
    signal?.throwIfAborted();
    // The module is loaded first, so that a load error is reported even if the source gives no chunk.
    await romulus.load();
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await waiting.until(chunks.next());
      if (done) break;
      const chunk = readChunk(value);
      await take(chunk, checkBytes('chunk', chunk), chunks.total);
    }
    chunks.release();
  } catch (error) {
    // Nothing waits for the cancellation, and its result is ignored.
    new Promise((resolve) => resolve(chunks.cancel(error))).catch(() => {});
    throw error;
  } finally {
    waiting.end();
  }
}

/** Each has all properties itself, because those of Object.prototype must change nothing. */
interface ChunkSource {
  readonly total: number | undefined;
  next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | ArrayBuffer | undefined }>;
  /** Releases a source that was read to its end. */
  release(): void;
  cancel(reason: unknown): unknown;
}

type Source = Partial<ReadableStreamLike & AsyncIterable<Uint8Array | ArrayBuffer> & BlobLike>;

function open(source: Source): ChunkSource {
  // The methods tell the sources apart in this order, because a ReadableStream may be iterable too.
  if (typeof source?.getReader === 'function') {
    const reader = source.getReader();
    return {
      total: undefined,
      next: () => reader.read(),
      release: () => reader.releaseLock(),
      cancel: (reason) => reader.cancel(reason),
    };
  }
  if (typeof source?.[Symbol.asyncIterator] === 'function') {
    const iterator = (source as AsyncIterable<Uint8Array | ArrayBuffer>)[Symbol.asyncIterator]();
    return { total: undefined, next: () => iterator.next(), release() {}, cancel: () => iterator.return?.() };
  }
  if (typeof source?.stream === 'function') return { ...open(source.stream()), total: source.size };
  throw wrongType('source', 'a ReadableStream, an AsyncIterable or a Blob that has stream()', source);
}
