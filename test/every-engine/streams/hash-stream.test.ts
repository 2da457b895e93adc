/** Romulus-H of streams of every kind, however they come, and what becomes of a stream that is given up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashStream, load } from '../../../ts/index.js';
import { concatenate, expectSame, rejection, text } from '../../fixtures/bytes.js';
import { nextTurn, node, onNextTurn } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';

const sync = await load();

type Source = Parameters<typeof hashStream>[0];
type Chunks = readonly Uint8Array<ArrayBuffer>[];

async function* generate(chunks: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk as Uint8Array;
}

/** Gives a chunk when it is asked for one. */
const pulled = (chunks: readonly unknown[]) => {
  const left = [...chunks];
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      if (left.length === 0) controller.close();
      else controller.enqueue(left.shift());
    },
  });
};

/** Has all of its chunks from the start. */
const queued = (chunks: readonly unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

interface Kind {
  kind: string;
  open: (chunks: Chunks) => Source;
}

const readables = (Readable: typeof import('node:stream').Readable): Kind[] => [
  { kind: 'a Node Readable', open: (chunks) => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) },
  {
    kind: 'a Node Readable that is no object stream',
    open: (chunks) => {
      // Such a stream stands still when it is pushed nothing.
      const left = [...chunks.filter(({ length }) => length > 0), null];
      return new Readable({
        read() {
          this.push(left.shift());
        },
      });
    },
  },
  {
    kind: 'a Node Readable with a property named stream, as those of HTTP/2 have',
    open: (chunks) => Object.assign(Readable.from(chunks), { stream: {} }) as Source,
  },
];

const kinds: Kind[] = [
  { kind: 'a ReadableStream', open: pulled },
  { kind: 'a ReadableStream with all of its chunks queued', open: queued },
  {
    kind: 'a ReadableStream of bytes',
    open: (chunks) =>
      new ReadableStream({
        type: 'bytes',
        start(controller) {
          // A stream of bytes takes the buffer of what it is given, and refuses what is empty.
          for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk.slice());
          controller.close();
        },
      }),
  },
  {
    kind: 'a TransformStream’s readable side',
    open: (chunks) => queued(chunks).pipeThrough(new TransformStream()) as Source,
  },
  { kind: 'a Response’s body', open: (chunks) => new Response(new Blob([...chunks])).body as Source },
  ...(node ? readables(node.stream.Readable) : []),
  { kind: 'an async generator', open: generate },
  {
    kind: 'an AsyncIterable without return()',
    open: (chunks) => ({
      [Symbol.asyncIterator]() {
        const iterator = chunks[Symbol.iterator]();
        return { next: async () => iterator.next() };
      },
    }),
  },
  { kind: 'a Blob', open: (chunks) => new Blob([...chunks]) },
  { kind: 'a File', open: (chunks) => new File([...chunks], 'name') },
];

describe.each(kinds)('$kind', ({ open }) => {
  it('that is empty', async () => {
    expectSame(await hashStream(open([])), referenceHash(text(0)));
  });

  it('with chunks of no length', async () => {
    for (const chunks of [[text(0)], [text(0), text(0)], [text(0), text(40), text(0), text(7), text(0)]])
      expectSame(await hashStream(open(chunks)), referenceHash(concatenate(...chunks)));
  });

  it('with chunks around the edges', async () => {
    const chunks = [1, 31, 32, 33, 16_383, 16_384, 16_385, 32_768, 5].map(text);
    expectSame(await hashStream(open(chunks)), sync.romulusH(concatenate(...chunks)));
  });

  it('with chunks of 3 MiB', async () => {
    const chunks = [text(3 << 20), text(10), text((3 << 20) + 17)];
    expectSame(await hashStream(open(chunks)), sync.romulusH(concatenate(...chunks)));
  });

  it('with random chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), async (chunks) => {
        const given = chunks.map((chunk) => new Uint8Array(chunk));
        expectSame(await hashStream(open(given)), referenceHash(concatenate(...given)));
      }),
      { numRuns: 20 },
    );
  });
});

it('many streams at a time', async () => {
  const chunks = [text(100), text(100_000), text(3)];
  const expected = sync.romulusH(concatenate(...chunks));
  const digests = await Promise.all(
    Array.from({ length: 60 }, (_, i) => hashStream((kinds[i % kinds.length] as (typeof kinds)[0]).open(chunks))),
  );
  for (const digest of digests) expectSame(digest, expected);
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

describe('onProgress', () => {
  const chunks = [text(10), text(0), text(2_000_000), text(77)];

  it.each(kinds)('is told what is hashed of $kind', async ({ open }) => {
    const told: [processed: number, total: number | undefined][] = [];
    const source = open(chunks);
    await hashStream(source, { onProgress: (processed, total) => told.push([processed, total]) });
    expect(told.length).toBeGreaterThan(0);
    const total = source instanceof Blob ? 2_000_087 : undefined;
    let before = 0;
    for (const [processed, of] of told) {
      expect(of).toBe(total);
      expect(processed).toBeGreaterThanOrEqual(before);
      before = processed;
    }
    expect(before).toBe(2_000_087);
  });

  it('may throw: the call rejects with that and cancels the source', async () => {
    const cause = new Error('of the caller');
    const { source, given } = watched(chunks);
    const onProgress = () => {
      throw cause;
    };
    expect(await rejection(() => hashStream(source, { onProgress }))).toBe(cause);
    expect(given.cancelled).toEqual([cause]);
  });
});

/** A ReadableStream that says why it was cancelled; after its chunks it stays open, silent, once it has told so. */
function watched(chunks: readonly unknown[], onSilence = () => {}) {
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

/** The same as an AsyncIterable. */
function watchedIterable(chunks: readonly unknown[], onSilence = () => {}) {
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

describe('a source that is given up', () => {
  it.each([['text'], [null], [undefined], [5], [new Uint16Array(3)], [new ArrayBuffer(3)], [[1, 2]], [{}]])(
    'for a chunk that is no Uint8Array: %o',
    async (chunk) => {
      const { source, given } = watched([text(5), chunk, text(5)]);
      const error = await rejection(() => hashStream(source));
      expect(error).toMatchObject({ name: 'ByteTypeError', code: 'ERR_ROMULUS_TYPE', argument: 'chunk' });
      expect(given.cancelled).toEqual([error]);
      expect(given.chunks).toBe(2);
      const iterable = watchedIterable([text(5), chunk]);
      expect(await rejection(() => hashStream(iterable.source))).toMatchObject({ code: 'ERR_ROMULUS_TYPE' });
      expect(iterable.given.returned).toBe(1);
    },
  );

  it('while a read is pending, for a signal', async () => {
    const reason = new Error('enough');
    for (const chunks of [[], [text(5)], [text(100_000), text(3)]]) {
      const controller = new AbortController();
      // In a later turn: the read that found the silence is pending then.
      const abortLater = () => onNextTurn(() => controller.abort(reason));
      const { source, given } = watched(chunks, abortLater);
      const rejected = rejection(() => hashStream(source, { signal: controller.signal }));
      expect(await rejected).toBe(reason);
      expect(given).toEqual({ cancelled: [reason], chunks: chunks.length });

      const second = new AbortController();
      const iterable = watchedIterable(chunks, () => onNextTurn(() => second.abort(reason)));
      const alsoRejected = rejection(() => hashStream(iterable.source, { signal: second.signal }));
      expect(await alsoRejected).toBe(reason);
      expect(iterable.given.returned).toBe(1);
    }
  });

  it('within a long chunk, for a signal', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const { source, given } = watched([text(3 << 20), text(3 << 20)]);
    const rejected = rejection(() => hashStream(source, { signal: controller.signal }));
    onNextTurn(() => controller.abort(reason));
    expect(await rejected).toBe(reason);
    expect(given.cancelled).toEqual([reason]);
    expect(given.chunks).toBe(1);
  });

  it('for a signal that was aborted before', async () => {
    const reason = new Error('enough');
    const { source, given } = watched([text(5)]);
    expect(await rejection(() => hashStream(source, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(given).toEqual({ cancelled: [reason], chunks: 0 });
  });

  it.each([
    { of: 'with all of its chunks queued', open: queued },
    { of: 'that gives them one by one', open: pulled },
    { of: 'that is a generator', open: generate },
  ])('between two chunks, for a signal, $of', async ({ open }) => {
    const reason = new Error('enough');
    for (const at of [1, 2, 3]) {
      const controller = new AbortController();
      let told = 0;
      const onProgress = () => {
        if (++told === at) controller.abort(reason);
      };
      const source = open([text(5), text(6), text(7)]);
      expect(await rejection(() => hashStream(source, { signal: controller.signal, onProgress }))).toBe(reason);
      expect(told).toBe(at);
    }
  });

  it('whose cancellation fails, or throws, or never ends', async () => {
    const fails = new ReadableStream({
      start: (controller) => controller.enqueue('text'),
      cancel: () => Promise.reject(new Error('of the cancellation')),
    });
    const never = new ReadableStream({
      start: (controller) => controller.enqueue('text'),
      cancel: () => new Promise(() => {}),
    });
    const throws = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: 'text' as never }),
        return: () => {
          throw new Error('of the cancellation');
        },
      }),
    };
    for (const source of [fails, never, throws])
      expect(await rejection(() => hashStream(source as Source))).toMatchObject({ code: 'ERR_ROMULUS_TYPE' });
  });
});

describe('a source that fails', () => {
  const cause = new Error('of the source');
  const failingReadable = (Readable: typeof import('node:stream').Readable) => ({
    of: 'a Node Readable',
    open: () =>
      new Readable({
        read() {
          this.destroy(cause);
        },
      }),
  });

  it.each<{ of: string; open: () => Source }>([
    { of: 'a ReadableStream', open: () => new ReadableStream({ pull: (controller) => controller.error(cause) }) },
    {
      of: 'a ReadableStream after a chunk',
      open: () =>
        new ReadableStream({
          start: (controller) => controller.enqueue(text(40_000)),
          pull: () => Promise.reject(cause),
        }),
    },
    {
      of: 'an async generator',
      open: async function* () {
        yield text(10);
        throw cause;
      },
    },
    ...(node ? [failingReadable(node.stream.Readable)] : []),
    {
      of: 'an AsyncIterable that cannot start',
      open: () => ({
        [Symbol.asyncIterator]() {
          throw cause;
        },
      }),
    },
    {
      of: 'a Blob that cannot be read',
      open: () => ({
        size: 5,
        stream() {
          throw cause;
        },
      }),
    },
  ])('rejects with its error: $of', async ({ open }) => {
    expect(await rejection(() => hashStream(open()))).toBe(cause);
    expectSame(await hashStream(generate([text(9)])), referenceHash(text(9)));
  });

  it('for being locked rejects', async () => {
    const stream = queued([text(5)]);
    stream.getReader();
    expect(await rejection(() => hashStream(stream))).toBeInstanceOf(TypeError);
  });
});

it('unlocks a stream that it has read to its end', async () => {
  const stream = queued([text(5)]);
  await hashStream(stream);
  expect(stream.locked).toBe(false);
});

it.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['text', 'string'],
  [5, 'number'],
  [text(5), 'Uint8Array'],
  [[text(5)], 'Array'],
  [{}, 'an object'],
  [Promise.resolve(new Blob()), 'Promise'],
])('refuses what is no source: %o', async (value, received) => {
  const error = await rejection(() => hashStream(value as never));
  expect(error).toMatchObject({
    name: 'ByteTypeError',
    code: 'ERR_ROMULUS_TYPE',
    argument: 'source',
    message: `source must be a ReadableStream, an AsyncIterable or a Blob, received ${received}`,
  });
});

describe('a signal that aborts before anybody listens', () => {
  const endless = () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const reason = new Error('enough');

  it('while the source is opened', async () => {
    const controller = new AbortController();
    const stream = endless();
    const source = {
      getReader() {
        controller.abort(reason);
        return stream.getReader();
      },
    };
    expect(await rejection(() => hashStream(source as Source, { signal: controller.signal }))).toBe(reason);
  });

  it('while a chunk is asked for', async () => {
    const controller = new AbortController();
    const source = {
      [Symbol.asyncIterator]: () => ({
        next() {
          controller.abort(reason);
          return new Promise<never>(() => {});
        },
      }),
    };
    expect(await rejection(() => hashStream(source, { signal: controller.signal }))).toBe(reason);
  });
});
