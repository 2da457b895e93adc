/** A signal that aborts, at every stage: everything ends with its reason, nothing more comes out, nobody listens any longer. */
import { describe, expect, it, vi } from 'vitest';
import { type ChunkCrypter, localChunkCrypter } from '../../../ts/stream/crypter.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream, openSealed } from '../../../ts/stream/index.js';
import { openSealedWith } from '../../../ts/stream/sealed-file.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { allThrough, chunkLength, through } from './files.js';

const reason = new Error('enough');
const batchLength = 32 * chunkLength;
const plaintext = text(10 * batchLength + 5);
const options = { key, chunkLength };
const sealed = await allThrough(encryptStream(options), plaintext);

/** A signal that knows who listens to it. */
function listened() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return { signal, abort: () => controller.abort(reason), listeners };
}

const directions = [
  { name: 'encryptStream', open: (more: object) => encryptStream({ ...options, ...more }), input: plaintext },
  { name: 'decryptStream', open: (more: object) => decryptStream({ key, ...more }), input: sealed },
];

describe.each(directions)('$name', ({ open, input }) => {
  it('with a signal that is aborted ends at once', async () => {
    const { signal, listeners } = { ...listened(), signal: AbortSignal.abort(reason) };
    const { bytes, error } = await through(open({ signal }), [input]);
    expect(error).toBe(reason);
    expect(bytes.length).toBe(0);
    expect(listeners.size).toBe(0);
  });

  it('before anything is written', async () => {
    const { signal, abort, listeners } = listened();
    const { readable, writable } = open({ signal });
    const reader = readable.getReader();
    const read = rejection(() => reader.read());
    await nextTurn();
    abort();
    expect(await read).toBe(reason);
    expect(await rejection(() => writable.getWriter().closed)).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it('between any two batches', async () => {
    const whole = await allThrough(open({}), input);
    for (const at of [1, 2, 5, 11, 12]) {
      const { signal, abort, listeners } = listened();
      let calls = 0;
      const onProgress = () => {
        if (++calls === at) abort();
      };
      const { bytes, error } = await through(open({ signal, onProgress }), [input]);
      expect(error, `after ${at}`).toBe(reason);
      expect(calls).toBe(at);
      expect(bytes.length).toBeLessThanOrEqual(whole.length);
      // An encrypted file begins with a salt of its own.
      if (input === sealed) expectSame(bytes, whole.subarray(0, bytes.length));
      expect(listeners.size).toBe(0);
    }
  });

  it('while a write waits for the reader', async () => {
    const { signal, abort, listeners } = listened();
    const { readable, writable } = open({ signal });
    const written = rejection(() => writable.getWriter().write(input));
    for (let i = 0; i < 20; i++) await nextTurn();
    abort();
    expect(await written).toBe(reason);
    expect(await rejection(() => readable.getReader().read())).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it('while the end waits for the reader', async () => {
    const { signal, abort, listeners } = listened();
    const { readable, writable } = open({ signal });
    const writer = writable.getWriter();
    const written = writer.write(input.subarray(0, 5000));
    const closed = rejection(() => writer.close());
    // For the header of a file that is encrypted; what is decrypted here ends too early, and not well.
    for (let i = 0; i < 20; i++) await nextTurn();
    abort();
    await written.catch(() => {});
    const error = await closed;
    if (input === plaintext) expect(error).toBe(reason);
    expect(await rejection(() => readable.getReader().read())).toBe(error === reason ? reason : error);
    expect(listeners.size).toBe(0);
  });

  it('while the reader has all but the end', async () => {
    const { signal, abort, listeners } = listened();
    const { readable, writable } = open({ signal });
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const written = writer.write(input).then(() => writer.close());
    for (let length = open({ chunkLength }).size(input.length); length > 0; )
      length -= (await reader.read()).value!.length;
    await written;
    abort();
    expect(await rejection(() => reader.read())).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it('after the end changes nothing, and nobody listens then', async () => {
    const { signal, abort, listeners } = listened();
    const transform = open({ signal });
    await allThrough(transform, input);
    expect(listeners.size).toBe(0);
    abort();
    expect((await transform.readable.getReader().read()).done).toBe(true);
  });

  it('nobody listens after an end that is not good', async () => {
    const { signal, listeners } = listened();
    await through(open({ signal }), [input, 'text' as never]);
    expect(listeners.size).toBe(0);
    const { readable } = open({ signal });
    expect(listeners.size).toBe(1);
    await readable.cancel();
    expect(listeners.size).toBe(0);
  });
});

describe('while a passphrase is stretched', () => {
  const passphrase = text(5);

  /** While PBKDF2 takes as long as `during` takes. */
  async function whilePending(during: (called: () => boolean) => Promise<void>): Promise<ArrayBuffer> {
    const key = new ArrayBuffer(16);
    let finish = () => {};
    const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(
      () =>
        new Promise((resolve) => {
          finish = () => {
            new Uint8Array(key).fill(5);
            resolve(key);
          };
        }),
    );
    try {
      await during(() => deriveBits.mock.calls.length > 0);
    } finally {
      deriveBits.mockRestore();
    }
    finish();
    await nextTurn();
    return key;
  }

  const expectZeros = (buffer: ArrayBuffer) => expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);

  it('a stream ends without waiting for it', async () => {
    const derived = await whilePending(async (called) => {
      const { signal, abort, listeners } = listened();
      const { readable, writable } = encryptStream({ passphrase, signal });
      const written = rejection(() => writable.getWriter().write(text(5)));
      while (!called()) await nextTurn();
      abort();
      expect(await written).toBe(reason);
      expect(await rejection(() => readable.getReader().read())).toBe(reason);
      expect(listeners.size).toBe(0);
    });
    expectZeros(derived);
  });

  it('a file is not opened, and nobody waits for that', async () => {
    const blob = await encryptBlob(new Blob(['text']), { passphrase, iterations: 1024 });
    const derived = await whilePending(async (called) => {
      const { signal, abort, listeners } = listened();
      const opened = rejection(() => openSealed(blob, { passphrase, signal }));
      while (!called()) await nextTurn();
      abort();
      expect(await opened).toBe(reason);
      expect(listeners.size).toBe(0);
    });
    expectZeros(derived);
  });
});

it('while a batch is under way, which is told to who works it', async () => {
  for (const direction of ['encrypt', 'decrypt'] as const) {
    const { signal, abort } = listened();
    let told: unknown;
    const pending: ChunkCrypter = {
      ...localChunkCrypter,
      [direction]: (_batch: unknown, stop: AbortSignal) =>
        new Promise((_, reject) => {
          stop.addEventListener('abort', () => {
            told = stop.reason;
            reject(stop.reason);
          });
          setTimeout(abort, 5);
        }),
    };
    const transform =
      direction === 'encrypt'
        ? encryptStreamWith(pending, { ...options, signal })
        : decryptStreamWith(pending, { key, signal });
    const { error } = await through(transform, [direction === 'encrypt' ? plaintext : sealed]);
    expect(error).toBe(reason);
    expect(told).toBe(reason);
  }
});

it('in the middle of a long batch, which is given up at once', async () => {
  // Sixteen megabytes in a single chunk go in many slices.
  const long = text(2 ** 24);
  const { signal, abort } = listened();
  let slices = 0;
  const stepped: ChunkCrypter = {
    ...localChunkCrypter,
    encrypt: async (batch, stop) => {
      const work = localChunkCrypter.encrypt(batch, stop);
      await nextTurn();
      await nextTurn();
      slices++;
      abort();
      return work;
    },
  };
  const start = performance.now();
  const transform = encryptStreamWith(stepped, { key, chunkLength: 2 ** 24, signal });
  expect((await through(transform, [long])).error).toBe(reason);
  expect(slices).toBe(1);
  const taken = performance.now() - start;
  const again = performance.now();
  await allThrough(encryptStream({ key, chunkLength: 2 ** 24 }), long);
  expect(taken).toBeLessThan(performance.now() - again);
});

describe('Blobs', () => {
  const blob = new Blob([plaintext]);
  const works = [
    { name: 'encryptBlob', work: (more: object) => encryptBlob(blob, { ...options, ...more }) },
    { name: 'decryptBlob', work: (more: object) => decryptBlob(new Blob([sealed]), { key, ...more }) },
  ];

  it.each(works)('$name, before and at every batch', async ({ work }) => {
    expect(await rejection(() => work({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const at of [1, 2, 7]) {
      const { signal, abort, listeners } = listened();
      let calls = 0;
      const onProgress = () => {
        if (++calls === at) abort();
      };
      expect(await rejection(() => work({ signal, onProgress }))).toBe(reason);
      expect(listeners.size).toBe(0);
    }
  });

  it.each(works)('$name, while the source is silent', async ({ name }) => {
    const { signal, abort, listeners } = listened();
    let cancelled: unknown;
    const silent = {
      size: 100,
      stream: () =>
        new ReadableStream<Uint8Array>({
          cancel(why) {
            cancelled = why;
          },
        }),
    };
    const work = rejection(() => (name === 'encryptBlob' ? encryptBlob : decryptBlob)(silent, { key, signal }));
    await nextTurn();
    abort();
    expect(await work).toBe(reason);
    for (let i = 0; i < 10; i++) await nextTurn();
    expect(cancelled).toBe(reason);
    expect(listeners.size).toBe(0);
  });
});

describe('random access', () => {
  const blob = new Blob([sealed]);

  it('before the file is opened, and while it is', async () => {
    expect(await rejection(() => openSealed(blob, { key, signal: AbortSignal.abort(reason) }))).toBe(reason);
    const { signal, abort, listeners } = listened();
    const slow = {
      size: blob.size,
      slice: (start: number, end: number) => {
        if (start > 0) abort();
        return blob.slice(start, end);
      },
    };
    expect(await rejection(() => openSealed(slow, { key, signal }))).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it('after it is opened does nothing to what reads without a signal', async () => {
    const { signal, abort, listeners } = listened();
    const file = await openSealed(blob, { key, signal });
    expect(listeners.size).toBe(0);
    abort();
    expectSame(await file.read(5, 5000), plaintext.subarray(5, 5000));
  });

  it('before, between and after the batches of a range', async () => {
    const file = await openSealed(blob, { key });
    expect(await rejection(() => file.read(0, 5, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const at of [1, 3]) {
      const { signal, abort, listeners } = listened();
      let calls = 0;
      const onProgress = () => {
        if (++calls === at) abort();
      };
      expect(await rejection(() => file.read(0, file.size, { signal, onProgress }))).toBe(reason);
      expect(listeners.size).toBe(0);
    }
    const { signal, abort, listeners } = listened();
    expectSame(await file.read(0, file.size, { signal }), plaintext);
    expect(listeners.size).toBe(0);
    abort();
    expectSame(await file.read(0, 10), plaintext.subarray(0, 10));
  });

  it('while several batches of a range are under way', async () => {
    const { signal, abort } = listened();
    let told = 0;
    const file = await openSealedWith({ ...localChunkCrypter, parallel: 3 }, blob, { key });
    const pending: ChunkCrypter = {
      parallel: 3,
      encrypt: localChunkCrypter.encrypt,
      decrypt: (batch, stop) =>
        batch.isLast
          ? localChunkCrypter.decrypt(batch, stop)
          : new Promise((_, reject) => {
              stop.addEventListener('abort', () => {
                told++;
                reject(stop.reason);
              });
              setTimeout(abort, 5);
            }),
    };
    const other = await openSealedWith(pending, blob, { key });
    expect(await rejection(() => other.read(0, other.size, { signal }))).toBe(reason);
    expect(told).toBe(3);
    expectSame(await file.read(0, file.size), plaintext);
  });
});
