/** Romulus-H of streams of every kind and in any pieces; and streams that are given up. */
import { describe, expect, it } from 'vitest';
import { hashStream } from '../../../ts/index.js';
import { concatenate, expectSame, rejection, text, throwing } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, node, onNextTurn, queued, watchedSignal } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';

type Source = Parameters<typeof hashStream>[0];

async function* generate(chunks: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk as Uint8Array;
}

/** An AsyncIterable that records its ends. After its chunks it stays open; it reports its silence once. */
function watchedIterable(chunks: readonly unknown[], onSilence = () => {}) {
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
function watched(chunks: readonly unknown[], onSilence = () => {}) {
  const { given, iterator } = watchedIterable(chunks, onSilence);
  const pull = async (controller: ReadableStreamDefaultController) => controller.enqueue((await iterator.next()).value);
  const cancel = async (reason: unknown) => void (await iterator.return(reason));
  const source: ReadableStream<Uint8Array> = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return { source, given };
}

type Chunks = readonly Uint8Array<ArrayBuffer>[];

const kinds: Record<string, (chunks: Chunks) => Source> = {
  'a ReadableStream': queued,
  'a ReadableStream of bytes': (chunks) =>
    new ReadableStream({
      type: 'bytes',
      start(controller) {
        // A stream of bytes takes over the buffers of its chunks, and refuses empty chunks.
        for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk.slice());
        controller.close();
      },
    }),
  ...(node && {
    'a Node Readable': (chunks) => node!.stream.Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    'a Node Readable with a property named stream, as those of HTTP/2 have': (chunks) =>
      Object.assign(node!.stream.Readable.from(chunks), { stream: {} }) as Source,
  }),
  'an async generator': generate,
  'an AsyncIterable without return()': (chunks) => ({
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.iterator]();
      return { next: async () => iterator.next() };
    },
  }),
  // A FileHandle of Node 20 gives such chunks.
  'a ReadableStream of buffers': (chunks) => queued(chunks.map((chunk) => chunk.slice().buffer as never)),
  'a Blob': (chunks) => new Blob([...chunks]),
};

const nothing = text(0);
const chunkings: Record<string, Chunks> = {
  'no chunk': [],
  'an empty chunk': [nothing],
  'empty chunks': [nothing, nothing],
  'empty chunks among others': [nothing, text(40), nothing, text(7), nothing],
  'chunks around the edges': [1, 31, 32, 33, 16_383, 16_384, 16_385, 32_768, 5].map(text),
  'chunks of more than a slice': [text((1 << 20) + 16_385), text(10), text((1 << 20) + 17)],
};

describe.each(Object.entries(kinds))('%s', (_, open) => {
  it.each(Object.entries(chunkings))('with %s, and tells its progress', async (_, chunks) => {
    const told: [processed: number, total: number | undefined][] = [];
    const message = concatenate(...chunks);
    const source = open(chunks);
    const onProgress = (...values: (typeof told)[0]) => told.push(values);
    expectSame(await hashStream(source, { onProgress }), sync.romulusH(message));
    expect(told).toEqual([...told].sort(([a], [b]) => a - b));
    const total = source instanceof Blob ? message.length : undefined;
    // Some kinds leave empty chunks out.
    if (message.length > 0) expect(told.at(-1)).toEqual([message.length, total]);
    if (source instanceof ReadableStream) expect(source.locked).toBe(false);
  });
});

const pool = await poolOf(1);

it.each([0, 524_287, 524_288, 1_100_001])('a pool hashes %i bytes in parts, and tells its progress', async (length) => {
  const message = text(length);
  const digest = sync.romulusH(message);
  // A chunk may be overwritten once its first part is on its way.
  async function* chunks(size: number) {
    for (let start = 0; start < length; start += size) {
      const chunk = message.slice(start, start + size);
      onNextTurn(() => chunk.fill(0xa5));
      yield chunk;
    }
  }
  for (const size of [5000, 700_000]) {
    const told: unknown[][] = [];
    expectSame(await pool.hashStream(chunks(size), { onProgress: (...each) => told.push(each) }), digest);
    expect(told.at(-1)).toEqual(length > 0 ? [length, undefined] : undefined);
    const numbers = told.map(([processed]) => processed as number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  }
  for (const source of [new Blob([message]), new Blob([message]).stream()])
    expectSame(await pool.hashStream(source), digest);
});

if (node)
  it('holds on to no chunk that it has hashed', async () => {
    node!.v8.setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = node!.vm.runInNewContext('gc');
    const chunks: WeakRef<Uint8Array>[] = [];
    let alive = 0;
    async function* source() {
      for (let i = 0; i < 100; i++) {
        const chunk = new Uint8Array(1000);
        chunks.push(new WeakRef(chunk));
        yield chunk;
      }
      await nextTurn();
      collectGarbage();
      alive = chunks.filter((chunk) => chunk.deref()).length;
    }
    await hashStream(source(), { signal: new AbortController().signal });
    expect(chunks.length).toBe(100);
    expect(alive).toBeLessThan(5);
  });

it.each([undefined, null, 'text', 5, text(5), [text(5)], {}, Promise.resolve(new Blob())].map((value) => [value]))(
  'refuses what is no source: %o',
  async (value) => {
    const error = await rejection(() => hashStream(value as never));
    expect(error).toMatchObject({ name: 'ArgumentError', code: 'ERR_ROMULUS_TYPE', argument: 'source' });
  },
);

describe.each([
  ['a ReadableStream, with the reason', watched],
  ['an AsyncIterable', watchedIterable],
])('%s, is given up', (_, watched) => {
  const cause = new Error('of the caller');
  it.each<[why: string, chunks: unknown[], taken: number, error?: unknown, options?: object]>([
    ['a chunk that is no Uint8Array', [text(5), 'text', text(5)], 2, { code: 'ERR_ROMULUS_TYPE', argument: 'chunk' }],
    ['an onProgress that throws', [text(10), text(3)], 1, cause, { onProgress: throwing(cause) }],
    ['a signal while the first read is pending', [], 0],
    ['a signal while a later read is pending', [text(100_000), text(3)], 2],
  ])('for %s', async (_, chunks, taken, expected, options) => {
    // At the read that finds the silence, before anybody listens, and in a later turn, when that is pending.
    for (const when of [(abort: () => void) => abort(), onNextTurn]) {
      const { signal, abort, reason } = watchedSignal();
      const { source, given } = watched(chunks, () => when(abort));
      const error = await rejection(() => hashStream(source, { signal, ...options }));
      if (expected === undefined || expected === cause) expect(error).toBe(expected ?? reason);
      else expect(error).toMatchObject(expected as object);
      expect(given).toEqual({ ends: [watched === watchedIterable ? undefined : error], chunks: taken });
    }
  });
});

it('a source whose cancellation fails, or throws, or never ends, hides no error', async () => {
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

const cause = new Error('of the source');
const failing: Record<string, () => Source> = {
  'a ReadableStream': () => new ReadableStream({ pull: (controller) => controller.error(cause) }),
  'an async generator': async function* () {
    yield text(10);
    throw cause;
  },
  'an AsyncIterable that cannot start': () => ({ [Symbol.asyncIterator]: throwing(cause) }),
  'a Blob that cannot be read': () => ({ size: 5, stream: throwing(cause) }),
};

it.each(Object.entries(failing))('a source that fails rejects with its error: %s', async (_, open) => {
  expect(await rejection(() => hashStream(open()))).toBe(cause);
  expectSame(await hashStream(generate([text(9)])), referenceHash(text(9)));
});
