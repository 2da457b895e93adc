/** Romulus-H of streams of every kind and in any pieces; and streams that are given up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashStream } from '../../../ts/index.js';
import { concatenate, expectSame, rejection, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, node } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { generate, pulled, queued, type Source } from './sources.js';

type Chunks = readonly Uint8Array<ArrayBuffer>[];

type Kinds = Record<string, (chunks: Chunks) => Source>;

const readables = (Readable: typeof import('node:stream').Readable): Kinds => ({
  'a Node Readable': (chunks) => Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
  'a Node Readable that is no object stream': (chunks) => {
    // A Node stream stops when it is pushed nothing.
    const left = [...chunks.filter(({ length }) => length > 0), null];
    return new Readable({
      read() {
        this.push(left.shift());
      },
    });
  },
  'a Node Readable with a property named stream, as those of HTTP/2 have': (chunks) =>
    Object.assign(Readable.from(chunks), { stream: {} }) as Source,
});

const kinds: Kinds = {
  'a ReadableStream': pulled,
  'a ReadableStream with all of its chunks queued': queued,
  'a ReadableStream of bytes': (chunks) =>
    new ReadableStream({
      type: 'bytes',
      start(controller) {
        // A stream of bytes takes over the buffers of its chunks, and refuses empty chunks.
        for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk.slice());
        controller.close();
      },
    }),
  'a TransformStream’s readable side': (chunks) => queued(chunks).pipeThrough(new TransformStream()) as Source,
  'a Response’s body': (chunks) => new Response(new Blob([...chunks])).body as Source,
  ...(node && readables(node.stream.Readable)),
  'an async generator': generate,
  'an AsyncIterable without return()': (chunks) => ({
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.iterator]();
      return { next: async () => iterator.next() };
    },
  }),
  'a Blob': (chunks) => new Blob([...chunks]),
  'a File': (chunks) => new File([...chunks], 'name'),
};
const _openings = Object.values(kinds);

const nothing = text(0);
const chunkings: Record<string, Chunks> = {
  'no chunk': [],
  'an empty chunk': [nothing],
  'empty chunks': [nothing, nothing],
  'empty chunks among others': [nothing, text(40), nothing, text(7), nothing],
  'chunks around the edges': [1, 31, 32, 33, 16_383, 16_384, 16_385, 32_768, 5].map(text),
  'chunks of 3 MiB': [text(3 << 20), text(10), text((3 << 20) + 17)],
};

describe.each(Object.entries(kinds))('%s', (_, open) => {
  it.each(Object.entries(chunkings))('with %s', async (_, chunks) => {
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

  it('reports its progress', async () => {
    const told: number[] = [];
    const source = open([text(10), nothing, text(2_000_000), text(77)]);
    const total = source instanceof Blob ? 2_000_087 : undefined;
    await hashStream(source, {
      onProgress: (processed, of) => {
        expect(of).toBe(total);
        told.push(processed);
      },
    });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(2_000_087);
  });
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

it('unlocks a stream that it has read to its end', async () => {
  const stream = queued([text(5)]);
  await hashStream(stream);
  expect(stream.locked).toBe(false);
});

it.each([[undefined], [null], ['text'], [5], [text(5)], [[text(5)]], [{}], [Promise.resolve(new Blob())]])(
  'refuses what is no source: %o',
  async (value) => {
    const error = await rejection(() => hashStream(value as never));
    expect(error).toMatchObject({ name: 'ByteTypeError', code: 'ERR_ROMULUS_TYPE', argument: 'source' });
  },
);
