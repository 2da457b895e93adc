/** Romulus-H of a stream. */
import { waitingFor } from '../../abort.js';
import { type Bytes, checkBytes, copyOf, viewOf } from '../../bytes.js';
import { ByteTypeError } from '../../errors.js';
import { nextTurn, Slice, sliceBytes } from '../../event-loop.js';
import type { AbortSignalLike, BlobLike, ReadableStreamLike } from '../../platform.js';
import { pieces } from '../../slicing.js';
import { noOptions } from '../../work-options.js';
import { Hasher } from './hasher.js';
import { romulus } from './modes.js';

/** What `hashStream` takes besides its input. */
export interface HashStreamOptions {
  /** Stops the work and cancels the stream; the promise rejects with the signal's reason. */
  signal?: AbortSignalLike | undefined;
  /** Told after each chunk how many bytes are hashed, and of a Blob how many there are. */
  onProgress?: ((processed: number, total: number | undefined) => void) | undefined;
}

/**
 * Romulus-H of a `ReadableStream`, an `AsyncIterable` or a `Blob`, whose chunks are `Uint8Array`s: 32 bytes. One chunk is
 * held at a time. Rejects with a {@link ByteTypeError} for a source or chunk of another type, the source's own error, a
 * {@link LoadError}, or the signal's reason; the source is cancelled then.
 *
 * @param source the bytes.
 * @param options `signal` and `onProgress`.
 * @example
 * const digest = await hashStream(new Blob(['hello']));
 */
export async function hashStream(
  source: ReadableStreamLike | AsyncIterable<Uint8Array> | BlobLike,
  { signal, onProgress }: HashStreamOptions = noOptions,
): Promise<Bytes> {
  const chunks = open(source);
  const waiting = waitingFor(signal);
  let hasher: Hasher | undefined;
  try {
    signal?.throwIfAborted();
    const engine = await romulus.load();
    hasher = new Hasher(engine);
    let processed = 0;
    let slice = new Slice(sliceBytes);
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await waiting.until(chunks.next());
      if (done) break;
      const length = checkBytes('chunk', value);
      const chunk = value as Uint8Array;
      // A chunk that may see a pause is hashed from a copy, as all long inputs are.
      const copy = length > engine.pieceLimit ? copyOf(chunk, length) : undefined;
      try {
        for (const [start, pieceEnd] of pieces(length, engine.pieceLimit)) {
          hasher.update(viewOf(copy ?? chunk, start, pieceEnd));
          if (!slice.isOverAfter(pieceEnd - start)) continue;
          await nextTurn();
          signal?.throwIfAborted();
          slice = new Slice(sliceBytes);
        }
      } finally {
        copy?.fill(0);
      }
      processed += length;
      onProgress?.(processed, chunks.total);
    }
    signal?.throwIfAborted();
    chunks.release();
    return hasher.digest();
  } catch (error) {
    chunks.cancel(error);
    throw error;
  } finally {
    waiting.end();
    hasher?.dispose();
  }
}

/** @internal */
export interface ChunkSource {
  readonly total: number | undefined;
  next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>;
  /** Lets go of a source that was read to its end. */
  release(): void;
  /** Tells the source that no more is wanted; what it answers, or whether it does, does not matter. */
  cancel(reason: unknown): void;
}

type Source = Partial<ReadableStreamLike & AsyncIterable<Uint8Array> & BlobLike>;

/** @internal */
export function open(source: Source): ChunkSource {
  // By what each can do: a ReadableStream may be iterable, and a Readable may have any other property.
  if (typeof source?.getReader === 'function') {
    const reader = source.getReader();
    return {
      total: undefined,
      next: () => reader.read(),
      release: () => reader.releaseLock(),
      cancel: ignoring((reason) => reader.cancel(reason)),
    };
  }
  if (typeof source?.[Symbol.asyncIterator] === 'function') {
    const iterator = (source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    return {
      total: undefined,
      next: () => iterator.next(),
      release: () => {},
      cancel: ignoring(() => iterator.return?.()),
    };
  }
  if (typeof source?.stream === 'function') return { ...open(source.stream()), total: source.size };
  throw new ByteTypeError('source', source, 'a ReadableStream, an AsyncIterable or a Blob');
}

const ignoring = (act: (reason: unknown) => unknown) => (reason: unknown) => {
  try {
    Promise.resolve(act(reason)).catch(() => {});
  } catch {}
};
