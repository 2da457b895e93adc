/** Romulus-H of a stream. */
import { type Bytes, checkBytes } from './bytes.js';
import { loadEngine } from './engine/loading.js';
import { ByteTypeError } from './errors.js';
import { Hasher } from './hasher.js';
import type { AbortSignalLike, BlobLike, ReadableStreamLike } from './platform.js';
import { nextTurn, pieces, sliceEnd } from './work.js';

/** What `hashStream` takes besides its input. */
export interface HashStreamOptions {
  /** Stops the work and cancels the stream; the promise rejects with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** Told after each chunk how many bytes are hashed, and of a Blob how many there are. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
}

/**
 * Romulus-H of a `ReadableStream`, an `AsyncIterable` or a `Blob`, whose chunks are `Uint8Array`s: 32 bytes. One chunk is held
 * at a time. Rejects with a {@link ByteTypeError} for a source or chunk of another type, the source's own error, a {@link LoadError},
 * or the signal's reason; the source is cancelled then.
 *
 * @example
 * const digest = await hashStream(new Blob(['hello']));
 */
export async function hashStream(
  source: ReadableStreamLike | AsyncIterable<Uint8Array> | BlobLike,
  { signal, onProgress }: HashStreamOptions = {},
): Promise<Bytes> {
  signal?.throwIfAborted();
  const chunks = open(source);
  let hasher: Hasher | undefined;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  aborted.catch(() => {});
  signal?.addEventListener('abort', abort);
  try {
    const engine = await loadEngine();
    hasher = new Hasher(engine);
    let processed = 0;
    let end = sliceEnd();
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), aborted]);
      if (done) return hasher.digest();
      const length = checkBytes('chunk', value);
      // A chunk that may see a pause is worked as a copy, as all long inputs are.
      const given = value as Uint8Array;
      const chunk = length > engine.pieceLimit ? new Uint8Array(given) : given;
      for (const [start, pieceEnd] of pieces(length, engine.pieceLimit)) {
        hasher.update(chunk.subarray(start, pieceEnd));
        if (performance.now() < end) continue;
        await nextTurn();
        signal?.throwIfAborted();
        end = sliceEnd();
      }
      if (chunk !== given) chunk.fill(0);
      processed += length;
      onProgress?.(processed, chunks.total);
    }
  } catch (error) {
    chunks.cancel(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    hasher?.dispose();
  }
}

interface Chunks {
  readonly total: number | undefined;
  next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  /** Tells the source that no more is wanted, without waiting for it. */
  cancel(reason: unknown): void;
}

function open(source: ReadableStreamLike | AsyncIterable<Uint8Array> | BlobLike): Chunks {
  if (typeof source === 'object' && source !== null) {
    if ('stream' in source) return { ...open(source.stream()), total: source.size };
    if ('getReader' in source) {
      const reader = source.getReader();
      return {
        total: undefined,
        next: () => reader.read(),
        cancel: (reason) => void reader.cancel(reason).catch(() => {}),
      };
    }
    if (Symbol.asyncIterator in source) {
      const iterator = source[Symbol.asyncIterator]();
      return {
        total: undefined,
        next: () => iterator.next(),
        cancel: () => void Promise.resolve(iterator.return?.()).catch(() => {}),
      };
    }
  }
  throw new ByteTypeError('source', source, 'a ReadableStream, an AsyncIterable or a Blob');
}
