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

/** An AsyncIterable that records its ends. After its chunks it stays open; it reports its silence once. */
export function watchedIterable(chunks: readonly unknown[], onSilence = () => {}) {
  const given: { ends: unknown[]; chunks: number } = { ends: [], chunks: 0 };
  const iterator = {
    next: async () => {
      if (given.chunks < chunks.length) return { done: false as const, value: chunks[given.chunks++] as Uint8Array };
      onSilence();
      return new Promise<never>(() => {});
    },
    return: async (reason?: unknown) => {
      given.ends.push(reason);
      return { done: true as const, value: undefined };
    },
  };
  return { source: { [Symbol.asyncIterator]: () => iterator }, given, iterator };
}

/** A ReadableStream that records why it was cancelled, otherwise as `watchedIterable`. */
export function watched(chunks: readonly unknown[], onSilence = () => {}) {
  const { given, iterator } = watchedIterable(chunks, onSilence);
  const pull = async (controller: ReadableStreamDefaultController) => controller.enqueue((await iterator.next()).value);
  const cancel = async (reason: unknown) => void (await iterator.return(reason));
  const source: ReadableStream<Uint8Array> = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return { source, given };
}
