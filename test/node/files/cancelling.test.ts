/** An end from outside by a signal: all ends with its reason, and nobody listens. wiping.test.ts gives up streams at any time. */
import { describe, expect, it } from 'vitest';
import type { AbortSignalLike } from '../../../ts/base/platform.js';
import { localRunner } from '../../../ts/messages/job.js';
import * as stream from '../../../ts/stream/index.js';
import { openEncryptedWith } from '../../../ts/stream/random-access.js';
import { decryptStreamWith, encryptStreamWith } from '../../../ts/stream/transform.js';
import { expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { chunkRunner, workHere } from '../../fixtures/runners.js';
import { deferred, onNextTurn, turns, watchedSignal } from '../../fixtures/runtime.js';
import { allThrough, blobOf, chunkLength, sourceOf, through } from './files.js';

const { encryptBlob, encryptStream, openEncrypted } = stream;
const batchLength = 32 * chunkLength;
const plaintext = text(10 * batchLength + 5);
const options = { key, chunkLength };
const sealed = await allThrough(encryptStream(options), plaintext);
const blob = blobOf(sealed);

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

/**
 * Aborts after enough turns for everything that can happen without it. The work must end with the reason, and nobody may
 * listen any longer.
 */
async function expectAbortedLater(work: (options: object) => Promise<unknown>) {
  const { signal, abort, listeners, reason } = watchedSignal();
  const rejected = rejection(() => work({ signal }));
  await turns(20);
  abort();
  expect(await rejected).toBe(reason);
  expect(listeners.size).toBe(0);
  return reason;
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

describe.each(directions)('$name', ({ open, input }) => {
  it('while the reader has all but the end', async () => {
    const { signal, abort, listeners, reason } = watchedSignal();
    const { readable, writable, outputLength } = open({ signal, chunkLength });
    const [reader, writer] = [readable.getReader(), writable.getWriter()];
    const written = writer.write(input).then(() => writer.close());
    for (let length = outputLength(input.length); length > 0; ) length -= (await reader.read()).value!.length;
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
    await through(open({ signal }), [input, 'text']);
    expect(listeners.size).toBe(0);
    const transform = open({ signal });
    await allThrough(transform, input);
    expect(listeners.size).toBe(0);
    abort();
    expect((await transform.readable.getReader().read()).done).toBe(true);
  });
});

it('while the source of a Blob is silent, which hears of it', async () => {
  const { promise: cancelled, resolve: cancel } = deferred<unknown>();
  const silent = { size: 100, stream: () => new ReadableStream<Uint8Array>({ cancel }) };
  const reason = await expectAbortedLater((more) => encryptBlob(silent, { key, ...more }));
  expect(await cancelled).toBe(reason);
});

describe('random access', () => {
  it.each([0, 1, 2, 3])(
    'while the source is silent, after %i answers, and by a file that is closed then; nobody hears how the source fails',
    async (answers) => {
      const fails: ((error: Error) => void)[] = [];
      const silent = { arrayBuffer: () => new Promise<never>((_, reject) => fails.push(reject)) };
      const source = sourceOf(sealed, (asked) => (asked < answers ? undefined : [silent]));
      const file = answers < 2 ? undefined : await openEncrypted(source, { key });
      await expectAbortedLater((more) => file?.read(0, file.size, more) ?? openEncrypted(source, { key, ...more }));
      if (file) {
        const { signal, listeners } = watchedSignal();
        const closed = [undefined, signal].map((signal) => rejection(() => file.read(0, file.size, { signal })));
        file.dispose();
        for (const error of closed) expect(await error).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
        expect(listeners.size).toBe(0);
      }
      // A rejection that is not handled fails the run.
      for (const fail of fails) fail(new Error('of the source'));
      await turns(20);
    },
  );

  it('after opening or a read does nothing to later reads, and refuses to open', async () => {
    const { signal, abort, listeners, reason } = watchedSignal();
    const file = await openEncrypted(blob, { key, signal });
    expectSame(await file.read(0, file.size, { signal }), plaintext);
    expect(listeners.size).toBe(0);
    abort();
    expectSame(await file.read(5, 5000), plaintext.subarray(5, 5000));
    expect(await rejection(() => openEncrypted(blob, { key, signal }))).toBe(reason);
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
});
