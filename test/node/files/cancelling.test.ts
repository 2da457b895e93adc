/** A signal that aborts at every stage: everything ends with its reason, nothing more comes out, nobody listens. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AbortSignalLike } from '../../../ts/base/platform.js';
import { localRunner } from '../../../ts/messages/job.js';
import {
  decryptBlob,
  decryptBytes,
  encryptBlob,
  encryptBytes,
  encryptStream,
  openEncrypted,
} from '../../../ts/stream/index.js';
import { openEncryptedWith } from '../../../ts/stream/random-access.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { chunkRunner, workHere } from '../../fixtures/runners.js';
import { deferred, onNextTurn, turns, watchedSignal } from '../../fixtures/runtime.js';
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
async function expectAborted(work: (watched: Watched) => Promise<unknown>, watched = watchedSignal()) {
  expect(await rejection(() => work(watched))).toBe(watched.reason);
  expect(watched.listeners.size).toBe(0);
  return watched.reason;
}
/** Aborts after enough turns for everything that can happen without it. */
async function expectAbortedLater(work: (watched: Watched) => Promise<unknown>) {
  const watched = watchedSignal();
  const aborted = expectAborted(work, watched);
  await turns(20);
  watched.abort();
  return aborted;
}

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

interface Ends {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  writer: WritableStreamDefaultWriter<Uint8Array>;
}

describe.each(directions)('$name', ({ open, input }) => {
  it('with a signal that is aborted ends at once', async () => {
    const { signal, listeners, abort, reason } = watchedSignal();
    abort();
    expect(await through(open({ signal }), [input])).toEqual({ bytes: text(0), error: reason });
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

  /** Each begins some work, and gives the promises that an abort rejects. An encryption has its header by then. */
  it.each<[when: string, begin: (ends: Ends) => Promise<Promise<unknown>[]>]>([
    ['before anything is written', async ({ reader, writer }) => [reader.read(), writer.closed]],
    ['while a write waits for the reader', async ({ writer }) => [writer.write(input)]],
    [
      'while the end of an encryption waits for the reader',
      async ({ writer }) => {
        if (input === sealed) return [];
        writer.write(text(5000)).catch(() => {});
        return [writer.close()];
      },
    ],
    [
      'while the reader has all but the end',
      async ({ reader, writer }) => {
        const written = writer.write(input).then(() => writer.close());
        for (let length = open({ chunkLength }).outputLength(input.length); length > 0; )
          length -= (await reader.read()).value!.length;
        await written;
        return [];
      },
    ],
  ])('%s', async (_, begin) => {
    const { signal, abort, listeners, reason } = watchedSignal();
    const { readable, writable } = open({ signal });
    const [reader, writer] = [readable.getReader(), writable.getWriter()];
    const ended = (await begin({ reader, writer })).map((end) => rejection(() => end));
    await turns(20);
    abort();
    for (const end of [...ended, rejection(() => reader.read())]) expect(await end).toBe(reason);
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

describe('Blobs and bytes', () => {
  const works: [name: string, work: (more: object) => Promise<unknown>][] = [
    ['encryptBlob', (more) => encryptBlob(new Blob([plaintext]), { ...options, ...more })],
    ['decryptBlob', (more) => decryptBlob(new Blob([sealed]), { ...options, ...more })],
    ['encryptBytes', (more) => encryptBytes(plaintext, { ...options, ...more })],
    ['decryptBytes', (more) => decryptBytes(sealed, { ...options, ...more })],
  ];

  it.each(works)('%s, before and at every batch', async (_, work) => {
    expect(await rejection(() => work({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    for (const at of [1, 2, 7]) await expectAborted((watched) => work(watched.options), watchedSignal(at));
  });

  it.each([encryptBlob, decryptBlob])('while the source is silent', async (convert) => {
    const { promise: cancelled, resolve: cancel } = deferred<unknown>();
    const silent = { size: 100, stream: () => new ReadableStream<Uint8Array>({ cancel }) };
    const reason = await expectAbortedLater(({ signal }) => convert(silent, { key, signal }));
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
    for (const at of [1, 3])
      await expectAborted((watched) => file.read(0, file.size, watched.options), watchedSignal(at));
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
      await expectAbortedLater(({ signal }) => openEncrypted(silentAfter(answers), { key, signal }));
    });

    it.each([2, 3])('and a range is being read, after %i answers', async (answers) => {
      const file = await openEncrypted(silentAfter(answers), { key });
      await expectAbortedLater(({ signal }) => file.read(0, file.size, { signal }));
    });

    it('and the file is closed: every read ends', async () => {
      const file = await openEncrypted(silentAfter(2), { key });
      const { signal, listeners } = watchedSignal();
      const readings = [file.read(0), file.read(0, 5), file.read(0, file.size, { signal })];
      const errors = readings.map((reading) => rejection(() => reading));
      await turns(20);
      file.dispose();
      const closed = { code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('closed') };
      for (const error of errors) expect(await error).toMatchObject(closed);
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
      await expectAbortedLater(({ signal }) => openEncrypted(source, { key, signal }));
      fail(new Error('of the source'));
      await turns(20);
      expect(unheard).toEqual([]);
    });
  });
});
