/** Streams to hash, and streams that record how they end. */
import type { hashStream } from '../../../ts/index.js';
import { nextTurn } from '../../fixtures/runtime.js';

export type Source = Parameters<typeof hashStream>[0];

export async function* generate(chunks: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk as Uint8Array;
}

/** A stream that gives a chunk when it is asked for one. */
export const pulled = (chunks: readonly unknown[]) => {
  const left = [...chunks];
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      if (left.length === 0) controller.close();
      else controller.enqueue(left.shift());
    },
  });
};

/** A stream that has all of its chunks from the start. */
export const queued = (chunks: readonly unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

/** A ReadableStream that records why it was cancelled. After its chunks it stays open; it reports its silence once. */
export function watched(chunks: readonly unknown[], onSilence = () => {}) {
  const given: { cancelled: unknown[]; chunks: number } = { cancelled: [], chunks: 0 };
  const source = new ReadableStream(
    {
      pull(controller) {
        if (given.chunks < chunks.length) controller.enqueue(chunks[given.chunks++]);
        else {
          onSilence();
          return new Promise<void>(() => {});
        }
      },
      cancel(reason) {
        given.cancelled.push(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { source: source as ReadableStream<Uint8Array>, given };
}

/** A watched AsyncIterable, otherwise as `watched`. */
export function watchedIterable(chunks: readonly unknown[], onSilence = () => {}) {
  const given = { returned: 0, chunks: 0 };
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (given.chunks < chunks.length) return { done: false as const, value: chunks[given.chunks++] as Uint8Array };
        onSilence();
        return new Promise<never>(() => {});
      },
      return: () => {
        given.returned++;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  return { source, given };
}
