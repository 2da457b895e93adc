/** A signal that aborts at every stage: everything ends with its reason, nothing more comes out, nobody listens. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AbortSignalLike } from '../../../ts/api/platform.js';
import { localRunner } from '../../../ts/messages/job.js';
import { openEncryptedWith } from '../../../ts/stream/encrypted-file.js';
import { decryptBlob, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { chunkRunner, workHere } from '../../fixtures/runners.js';
import { deferred, nextTurn, onNextTurn, turns } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { allThrough, chunkLength, through } from './files.js';

const reason = new Error('enough');
const batchLength = 32 * chunkLength;
const plaintext = text(10 * batchLength + 5);
const options = { key, chunkLength };
const sealed = await allThrough(encryptStream(options), plaintext);

const directions = [
  {
    name: 'encryptStream',
    open: (more: object, runner = localRunner) => encryptStreamWith(runner, { ...options, ...more }),
    input: plaintext,
  },
  {
    name: 'decryptStream',
    open: (more: object, runner = localRunner) => decryptStreamWith(runner, { key, ...more }),
    input: sealed,
  },
];

type Watched = ReturnType<typeof watchedSignal>;

/** Expects that the work ends with the reason of its signal, and that nobody listens any longer. */
async function expectAborted(
  work: (watched: Watched) => Promise<unknown>,
  at = 0,
  abort?: (watched: Watched) => unknown,
) {
  const watched = watchedSignal(at);
  const refused = rejection(() => work(watched));
  await abort?.(watched);
  expect(await refused).toBe(watched.reason);
  expect(watched.listeners.size).toBe(0);
  return watched.reason;
}
/** Aborts after enough turns for everything that can happen without it. */
const later = async ({ abort }: Watched) => {
  await turns(20);
  abort();
};

/** Works on a batch until it is told to stop. Reports its beginning, and the reason of its stop. */
const endless =
  (onBegin: () => void, onStop: (reason: unknown) => void) =>
  (_: unknown, stop: AbortSignalLike): Promise<never> =>
    new Promise((_, reject) => {
      stop.addEventListener('abort', () => {
        onStop(stop.reason);
        reject(stop.reason);
      });
      onNextTurn(onBegin);
    });

describe.each(directions)('$name', ({ open, input }) => {
  /** A stream with a signal of its own, and its two ends. */
  const opened = () => {
    const watched = watchedSignal();
    const { readable, writable } = open({ signal: watched.signal });
    return { ...watched, reader: readable.getReader(), writer: writable.getWriter() };
  };

  it('with a signal that is aborted ends at once', async () => {
    const { signal, listeners, abort, reason } = watchedSignal();
    abort();
    expect(await through(open({ signal }), [input])).toEqual({ bytes: text(0), error: reason });
    expect(listeners.size).toBe(0);
  });

  it('before anything is written', async () => {
    const { abort, listeners, reason, reader, writer } = opened();
    const read = rejection(() => reader.read());
    await nextTurn();
    abort();
    expect(await read).toBe(reason);
    expect(await rejection(() => writer.closed)).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it.each([1, 2, 5, 11, 12])('after batch %i', async (at) => {
    const whole = await allThrough(open({}), input);
    const watched = watchedSignal(at);
    const { bytes, error } = await through(open(watched.options), [input]);
    expect(error).toBe(watched.reason);
    expect(watched.told).toBe(at);
    expect(bytes.length).toBeLessThanOrEqual(whole.length);
    // An encrypted file begins with a salt of its own.
    if (input === sealed) expectSame(bytes, whole.subarray(0, bytes.length));
    expect(watched.listeners.size).toBe(0);
  });

  it.each([
    ['a write', (writer: WritableStreamDefaultWriter) => writer.write(input)],
    [
      'the end',
      (writer: WritableStreamDefaultWriter) => {
        writer.write(input.subarray(0, 5000)).catch(() => {});
        return writer.close();
      },
    ],
  ])('while %s waits for the reader', async (what, begin) => {
    const { abort, listeners, reason, reader, writer } = opened();
    const ended = rejection(() => begin(writer));
    // An encrypted file has its header by then; a cut file has failed before.
    await turns(20);
    abort();
    const error = await ended;
    if (what === 'a write' || input === plaintext) expect(error).toBe(reason);
    expect(await rejection(() => reader.read())).toBe(error);
    expect(listeners.size).toBe(0);
  });

  it('while the reader has all but the end', async () => {
    const { abort, listeners, reason, reader, writer } = opened();
    const written = writer.write(input).then(() => writer.close());
    for (let length = open({ chunkLength }).outputLength(input.length); length > 0; )
      length -= (await reader.read()).value!.length;
    await written;
    abort();
    expect(await rejection(() => reader.read())).toBe(reason);
    expect(listeners.size).toBe(0);
  });

  it('while a batch is under way, whose runner hears of it', async () => {
    const { signal, abort, reason } = watchedSignal();
    const told: unknown[] = [];
    const work = endless(abort, (why) => told.push(why));
    const { error } = await through(open({ signal }, chunkRunner(1, work)), [input]);
    expect(error).toBe(reason);
    expect(told).toEqual([reason]);
  });

  it('after the end changes nothing, and nobody listens after a good or a bad end', async () => {
    const { signal, abort, listeners } = watchedSignal();
    await through(open({ signal }), [input, 'text' as never]);
    expect(listeners.size).toBe(0);
    const { readable } = open({ signal });
    expect(listeners.size).toBe(1);
    await readable.cancel();
    expect(listeners.size).toBe(0);
    const transform = open({ signal });
    await allThrough(transform, input);
    expect(listeners.size).toBe(0);
    abort();
    expect((await transform.readable.getReader().read()).done).toBe(true);
  });
});

it('in the middle of a long batch gives it up at once', async () => {
  // A chunk of sixteen megabytes takes far more slices than the turns below.
  const long = text(2 ** 24);
  const { signal, abort, reason } = watchedSignal();
  let ended = false;
  const endedSoon = deferred<boolean>();
  const stepped = chunkRunner(1, async (job, stop) => {
    const work = workHere(job, stop).finally(() => {
      ended = true;
    });
    await turns(2);
    const endedBefore = ended;
    abort();
    turns(5).then(() => endedSoon.resolve(!endedBefore && ended));
    return work;
  });
  const transform = encryptStreamWith(stepped, { key, chunkLength: 2 ** 24, signal });
  expect((await through(transform, [long])).error).toBe(reason);
  expect(await endedSoon.promise).toBe(true);
});

describe('Blobs', () => {
  const works = [
    { name: 'encryptBlob', convert: encryptBlob, blob: new Blob([plaintext]) },
    { name: 'decryptBlob', convert: decryptBlob, blob: new Blob([sealed]) },
  ];

  it.each(works)('$name, before and at every batch', async ({ convert, blob }) => {
    const work = (more: object) => convert(blob, { ...options, ...more });
    expect(await rejection(() => work({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const at of [1, 2, 7]) await expectAborted((watched) => work(watched.options), at);
  });

  it.each(works)('$name, while the source is silent', async ({ convert }) => {
    const { promise: cancelled, resolve: cancel } = deferred<unknown>();
    const silent = { size: 100, stream: () => new ReadableStream<Uint8Array>({ cancel }) };
    const reason = await expectAborted(({ signal }) => convert(silent, { key, signal }), 0, later);
    expect(await cancelled).toBe(reason);
  });
});

describe('random access', () => {
  const blob = new Blob([sealed]);

  it('before the file is opened, and while it is', async () => {
    expect(await rejection(() => openEncrypted(blob, { key, signal: AbortSignal.abort(reason) }))).toBe(reason);
    await expectAborted(({ signal, abort }) => {
      const slice = (start: number, end: number) => {
        if (start > 0) abort();
        return blob.slice(start, end);
      };
      return openEncrypted({ size: blob.size, slice }, { key, signal });
    });
  });

  it('after opening does nothing to reads without a signal', async () => {
    const { signal, abort, listeners } = watchedSignal();
    const file = await openEncrypted(blob, { key, signal });
    expect(listeners.size).toBe(0);
    abort();
    expectSame(await file.read(5, 5000), plaintext.subarray(5, 5000));
  });

  it('before, between and after the batches of a range', async () => {
    const file = await openEncrypted(blob, { key });
    expect(await rejection(() => file.read(0, 5, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const at of [1, 3]) await expectAborted((watched) => file.read(0, file.size, watched.options), at);
    const { signal, abort, listeners } = watchedSignal();
    expectSame(await file.read(0, file.size, { signal }), plaintext);
    expect(listeners.size).toBe(0);
    abort();
    expectSame(await file.read(0, 10), plaintext.subarray(0, 10));
  });

  it('while several batches of a range are under way', async () => {
    const { signal, abort, reason } = watchedSignal();
    let told = 0;
    const work = endless(abort, () => told++);
    const runner = chunkRunner(3, (job, stop) => (job.batch.isLast ? workHere(job, stop) : work(job, stop)));
    const file = await openEncryptedWith(runner, blob, { key });
    expect(await rejection(() => file.read(0, file.size, { signal }))).toBe(reason);
    expect(told).toBe(3);
  });

  describe('while the source is silent', () => {
    /** Answers this number of times, and then never again. */
    const silentAfter = (answers: number) => {
      let asked = 0;
      const slice = (start: number, end: number) =>
        asked++ < answers ? blob.slice(start, end) : { arrayBuffer: () => new Promise<never>(() => {}) };
      return { size: blob.size, slice };
    };

    it.each([0, 1])('and the file is being opened, after %i answers', async (answers) => {
      await expectAborted(({ signal }) => openEncrypted(silentAfter(answers), { key, signal }), 0, later);
    });

    it.each([2, 3])('and a range is being read, after %i answers', async (answers) => {
      const file = await openEncrypted(silentAfter(answers), { key });
      await expectAborted(({ signal }) => file.read(0, file.size, { signal }), 0, later);
    });

    it('and the file is closed: every read ends', async () => {
      const file = await openEncrypted(silentAfter(2), { key });
      const { signal, listeners } = watchedSignal();
      const readings = [[0], [0, 5], [0, file.size, { signal }]].map((range) =>
        rejection(() => file.read(...(range as [number]))),
      );
      await turns(20);
      file.dispose();
      for (const reading of readings) {
        const error = await reading;
        expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('closed') });
      }
      expect(listeners.size).toBe(0);
    });

    it('and then fails: nobody hears of it any more', async () => {
      let fail = (_: unknown) => {};
      const arrayBuffer = () => new Promise<never>((_, reject) => (fail = reject));
      const source = { size: blob.size, slice: () => ({ arrayBuffer }) };
      const unheard: unknown[] = [];
      const hear = (error: unknown) => void unheard.push(error);
      process.on('unhandledRejection', hear);
      onTestFinished(() => void process.off('unhandledRejection', hear));
      await expectAborted(({ signal }) => openEncrypted(source, { key, signal }), 0, later);
      fail(new Error('of the source'));
      await turns(20);
      expect(unheard).toEqual([]);
    });
  });
});
