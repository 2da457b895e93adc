/** The pair of streams: input in any pieces, back-pressure from the reader, and an end that both sides hear of. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decryptBlob, decryptStream, encryptBlob, encryptStream } from '../../../ts/stream/index.js';
import { concatenate, expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { deferred, Foreign, node, turns } from '../../fixtures/runtime.js';
import { allThrough, chunkLength, cut, headerLength, modes, readAll, reference, through, withSalt } from './files.js';

const batchLength = 32 * chunkLength;
const options = { key, chunkLength };

describe('input in any pieces', () => {
  const plaintext = text(70 * chunkLength + 3);
  const pieces = fc.array(fc.oneof(fc.nat(50), fc.nat(3 * chunkLength), fc.nat(2 * batchLength)), { maxLength: 40 });

  it.each(modes)('gives the same file, and the same text of it, mode %s', async (mode) => {
    const { header, chunks } = reference(mode, plaintext);
    const sealed = concatenate(header, ...chunks);
    const property = fc.asyncProperty(pieces, async (lengths) => {
      const encrypted = () => allThrough(encryptStream({ ...options, mode }), ...cut(plaintext, lengths));
      expectSame(await withSalt(encrypted), sealed);
      expectSame(await allThrough(decryptStream({ key }), ...cut(sealed, lengths)), plaintext);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('byte by byte', async () => {
    const short = text(2 * chunkLength + 1);
    const bytes = (whole: Uint8Array) => cut(whole, Array(whole.length).fill(1));
    const sealed = await allThrough(encryptStream(options), ...bytes(short));
    expectSame(await allThrough(decryptStream({ key }), ...bytes(sealed)), short);
  });

  it('with pieces of no length', async () => {
    const [none, one] = [text(0), text(1)];
    for (const input of [[none], [none, none], [none, one, none], [one, none]]) {
      const sealed = await allThrough(encryptStream(options), ...input);
      expectSame(await allThrough(decryptStream({ key }), none, sealed, none), concatenate(...input));
    }
  });

  it('of other kinds of Uint8Array', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(5));
    shared.set(text(5));
    const kinds = [text(9).subarray(2, 7), shared, new Foreign(text(5))];
    if (node) kinds.push(Buffer.from('a buffer'));
    const sealed = await allThrough(encryptStream(options), ...kinds);
    expectSame(await allThrough(decryptStream({ key }), sealed), concatenate(...kinds));
  });

  it.each([['text'], [null], [undefined], [5], [new Uint16Array(3)], [new ArrayBuffer(3)], [{}]])(
    'but not of another value: %o',
    async (chunk) => {
      for (const transform of [encryptStream(options), decryptStream({ key })]) {
        const { error } = await through(transform, [text(5), chunk as Uint8Array]);
        expect(error).toMatchObject({ name: 'ByteTypeError', argument: 'chunk' });
      }
    },
  );
});

it('reads keys, passphrases and associated data before it returns', async () => {
  for (const name of ['key', 'passphrase'] as const) {
    /** Opens with arrays that are overwritten at once. */
    const spoiled = <Transform>(open: (options: { key: Uint8Array; associatedData: Uint8Array }) => Transform) => {
      const [secret, associatedData] = [key.slice(), text(9)];
      const transform = open({ [name]: secret, associatedData } as never);
      secret.fill(0);
      associatedData.fill(0);
      return transform;
    };
    const cost = name === 'key' ? undefined : 1024;
    const sealed = await allThrough(
      spoiled((given) => encryptStream({ ...given, cost })),
      text(10),
    );
    expectSame(await allThrough(spoiled(decryptStream), sealed), text(10));
    const kept = { [name]: key, associatedData: text(9) } as never;
    expectSame(await allThrough(decryptStream(kept), sealed), text(10));
  }
});

describe('size', () => {
  it('is the length of the output', async () => {
    expect(encryptStream(options).size(0)).toBe(headerLength + 16);
    expect(encryptStream(options).size(1024)).toBe(headerLength + 1024 + 16);
    expect(encryptStream({ key }).size(5 * 2 ** 30)).toBe(headerLength + 5 * 2 ** 30 + 16 * 5 * 2 ** 14);
    expect(decryptStream({ key }).size(headerLength + 5 * 2 ** 30 + 16 * 5 * 2 ** 14)).toBe(5 * 2 ** 30);
    expect(decryptStream(options).size(headerLength + 1024 + 16)).toBe(1024);
  });

  it('follows the header once that is read', async () => {
    const { header, chunks } = reference('N', text(5000));
    const sealed = concatenate(header, ...chunks);
    const decryption = decryptStream({ key });
    expect(() => decryption.size(sealed.length + 65_600)).not.toThrow();
    expect(decryption.size(sealed.length)).toBe(sealed.length - headerLength - 16);
    await allThrough(decryption, sealed);
    expect(decryption.size(sealed.length)).toBe(5000);
  });

  it('is undefined for impossible lengths', () => {
    const rest = [0, 15, 1040 + 1, 1040 + 16].map((length) => headerLength + length);
    for (const length of [0, headerLength - 1, ...rest])
      expect(() => decryptStream(options).size(length), `${length}`).toThrow(
        expect.objectContaining({ code: 'ERR_ROMULUS_FORMAT' }),
      );
    for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5' as never, undefined as never])
      for (const transform of [encryptStream(options), decryptStream(options)])
        expect(() => transform.size(length)).toThrow(expect.objectContaining({ code: 'ERR_ROMULUS_USAGE' }));
    const most = 2 ** 42;
    expect(encryptStream(options).size(most)).toBe(headerLength + most + 16 * 2 ** 32);
    expect(() => encryptStream(options).size(most + 1)).toThrow(expect.objectContaining({ code: 'ERR_ROMULUS_USAGE' }));
  });
});

describe('progress', () => {
  it('counts the input after each batch, and has the size of a Blob', async () => {
    const plaintext = text(2 * batchLength + 5);
    const sealed = await allThrough(encryptStream(options), plaintext);
    const ofEncryption = [0, batchLength, 2 * batchLength, plaintext.length];
    const ofDecryption = [headerLength, headerLength + 32 * 1040, headerLength + 64 * 1040, sealed.length];
    for (const [convertStream, convertBlob, input, expected] of [
      [encryptStream, encryptBlob, plaintext, ofEncryption],
      [decryptStream, decryptBlob, sealed, ofDecryption],
    ] as const) {
      const told: unknown[][] = [];
      const watching = { ...options, onProgress: (...values: unknown[]) => told.push(values) };
      await allThrough(convertStream(watching), input);
      expect(told.splice(0)).toEqual(expected.map((bytes) => [bytes, undefined]));
      await convertBlob(new Blob([input]), watching);
      expect(told).toEqual(expected.map((bytes) => [bytes, input.length]));
    }
  });

  it('may throw: the streams end with that', async () => {
    const cause = new Error('of the caller');
    for (const at of [1, 2, 3]) {
      let calls = 0;
      const onProgress = () => {
        if (++calls === at) throw cause;
      };
      const { error } = await through(encryptStream({ ...options, onProgress }), [text(3 * batchLength)]);
      expect(error).toBe(cause);
      expect(calls).toBe(at);
    }
  });
});

describe('an end', () => {
  afterEach(() => vi.restoreAllMocks());
  const reason = new Error('enough');
  const sealed = allThrough(encryptStream(options), text(10 * batchLength));
  const transforms = [
    { name: 'encryptStream', open: () => encryptStream(options), input: async () => text(10 * batchLength) },
    { name: 'decryptStream', open: () => decryptStream({ key }), input: () => sealed },
  ];

  describe.each(transforms)('of $name', ({ open, input }) => {
    /** Writes everything that the reader is to have, and reads some of it. */
    const opened = async (reads: number) => {
      const { readable, writable } = open();
      const [writer, reader] = [writable.getWriter(), readable.getReader()];
      const written = rejection(async () => writer.write(await input()));
      for (let i = 0; i < reads; i++) await reader.read();
      return { writer, reader, written };
    };

    it.each([0, 1, 3])('by either side, after %i reads, reaches the other', async (reads) => {
      const cancelled = await opened(reads);
      await cancelled.reader.cancel(reason);
      expect(await cancelled.written).toBe(reason);
      expect(await rejection(() => cancelled.writer.closed)).toBe(reason);
      expect((await cancelled.reader.read()).done).toBe(true);

      const aborted = await opened(reads);
      await aborted.writer.abort(reason);
      await aborted.written;
      expect(await rejection(() => aborted.reader.read())).toBe(reason);
      expect(await rejection(() => aborted.reader.closed)).toBe(reason);
    });

    it('by the source of a pipe reaches its destination', async () => {
      const source = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(await input());
          controller.error(reason);
        },
      });
      const destination = new WritableStream();
      expect(await rejection(() => source.pipeThrough(open()).pipeTo(destination))).toBe(reason);
    });

    it('by the destination of a pipe reaches its source', async () => {
      const bytes = await input();
      const { promise: told, resolve: cancel } = deferred<unknown>();
      let start = 0;
      const pull = (controller: ReadableStreamDefaultController) => {
        controller.enqueue(bytes.slice(start, start + 100));
        start += 100;
      };
      const destination = new WritableStream({ write: () => Promise.reject(reason) });
      const pipe = new ReadableStream<Uint8Array>({ pull, cancel }).pipeThrough(open()).pipeTo(destination);
      pipe.catch(() => {});
      expect(await told).toBe(reason);
    });
  });
});

it('a stream without a writer or a reader waits', async () => {
  const { readable } = encryptStream(options);
  let ended = false;
  const end = () => {
    ended = true;
  };
  readAll(readable, []).then(end, end);
  await turns(50);
  expect(ended).toBe(false);
});
