/** A stream that fails or is given up while it is hashed. */
import { describe, expect, it } from 'vitest';
import { hashStream } from '../../../ts/index.js';
import { expectSame, rejection, text, throwing } from '../../fixtures/bytes.js';
import { node, onNextTurn } from '../../fixtures/runtime.js';
import { sourceThatAborts, watchedSignal } from '../../fixtures/signals.js';
import { referenceHash } from '../../reference/romulus.js';
import { generate, queued, type Source, watched, watchedIterable } from './sources.js';

describe('a source that is given up', () => {
  it.each([['text'], [null], [undefined], [5], [new Uint16Array(3)], [new ArrayBuffer(3)], [[1, 2]], [{}]])(
    'for a chunk that is no Uint8Array: %o',
    async (chunk) => {
      const wrong = { code: 'ERR_ROMULUS_TYPE', argument: 'chunk' };
      const { source, given } = watched([text(5), chunk, text(5)]);
      const error = await rejection(() => hashStream(source));
      expect(error).toMatchObject(wrong);
      expect(given).toEqual({ cancelled: [error], chunks: 2 });
      const iterable = watchedIterable([text(5), chunk]);
      expect(await rejection(() => hashStream(iterable.source))).toMatchObject(wrong);
      expect(iterable.given.returned).toBe(1);
    },
  );

  it('while a read is pending, for a signal', async () => {
    for (const chunks of [[], [text(5)], [text(100_000), text(3)]]) {
      // Runs in a later turn: the read that found the silence is pending by then.
      const { signal, abort, reason } = watchedSignal();
      const { source, given } = watched(chunks, () => onNextTurn(abort));
      expect(await rejection(() => hashStream(source, { signal }))).toBe(reason);
      expect(given).toEqual({ cancelled: [reason], chunks: chunks.length });

      const second = watchedSignal();
      const iterable = watchedIterable(chunks, () => onNextTurn(second.abort));
      expect(await rejection(() => hashStream(iterable.source, { signal: second.signal }))).toBe(second.reason);
      expect(iterable.given.returned).toBe(1);
    }
  });

  it('for an onProgress that throws, with which the call rejects', async () => {
    const cause = new Error('of the caller');
    const { source, given } = watched([text(10), text(0), text(2_000_000), text(77)]);
    expect(await rejection(() => hashStream(source, { onProgress: throwing(cause) }))).toBe(cause);
    expect(given.cancelled).toEqual([cause]);
  });

  it('whose cancellation fails, or throws, or never ends', async () => {
    const cancelledBy = (cancel: () => Promise<void>) =>
      new ReadableStream({ start: (controller) => controller.enqueue('text'), cancel });
    const fails = cancelledBy(() => Promise.reject(new Error('of the cancellation')));
    const never = cancelledBy(() => new Promise(() => {}));
    const throws = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: 'text' as never }),
        return: throwing(new Error('of the cancellation')),
      }),
    };
    for (const source of [fails, never, throws])
      expect(await rejection(() => hashStream(source as Source))).toMatchObject({ code: 'ERR_ROMULUS_TYPE' });
  });
});

const cause = new Error('of the source');
const failing: Record<string, () => Source> = {
  'a ReadableStream': () => new ReadableStream({ pull: (controller) => controller.error(cause) }),
  'a ReadableStream after a chunk': () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(text(40_000)),
      pull: () => Promise.reject(cause),
    }),
  'an async generator': async function* () {
    yield text(10);
    throw cause;
  },
  ...(node && { 'a Node Readable': () => new node!.stream.Readable({ read: () => {} }).destroy(cause) }),
  'an AsyncIterable that cannot start': () => ({ [Symbol.asyncIterator]: throwing(cause) }),
  'a Blob that cannot be read': () => ({ size: 5, stream: throwing(cause) }),
};

it.each(Object.entries(failing))('a source that fails rejects with its error: %s', async (_, open) => {
  expect(await rejection(() => hashStream(open()))).toBe(cause);
  expectSame(await hashStream(generate([text(9)])), referenceHash(text(9)));
});

it('a source that is locked is refused', async () => {
  const stream = queued([text(5)]);
  stream.getReader();
  expect(await rejection(() => hashStream(stream))).toBeInstanceOf(TypeError);
});

it.each<[when: string, source: (abort: () => void) => Source]>([
  ['the source is opened', sourceThatAborts],
  [
    'a chunk is asked for',
    (abort) => ({
      [Symbol.asyncIterator]: () => ({
        next: () => {
          abort();
          return new Promise<never>(() => {});
        },
      }),
    }),
  ],
])('a signal that aborts before anybody listens, while %s, ends the call', async (_, source) => {
  const { signal, abort, reason } = watchedSignal();
  expect(await rejection(() => hashStream(source(abort), { signal }))).toBe(reason);
});
