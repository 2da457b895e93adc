/** The end of a pool and of its workers: it finishes its work, or gives it up at a signal or when a worker crashes. No worker stays. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../ts/index.js';
import { createPool, type Pool, WorkerError } from '../../../ts/pool/index.js';
import type { EncryptedFile } from '../../../ts/stream/index.js';
import { bytesIn, expectSame, key, nonce, outcomeOf, rejection, text } from '../../fixtures/bytes.js';
import { byteCalls, expectRight } from '../../fixtures/calls.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, turns, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf, loadModes } from '../../fixtures/suites.js';
import { atNextJob, collected, endingBy, endOf, expectGone, pooled, type TestWorker, tell } from './workers.js';

const { aead: ofOther } = (await loadModes()).at(-1)!;
const long = text(3_000_000);
const request = { key, nonce, plaintext: long };

async function expectClosed(pool: Pool): Promise<void> {
  const calls = [
    ...(await byteCalls(pool, sync, 40, 5)),
    ...(await byteCalls(pool, sync, 5000, 5)),
    { name: 'wrong arguments', given: {}, run: () => pool.romulusN.encrypt({} as never) },
    { name: 'another suite', given: {}, run: async () => pool.aead(ofOther).encrypt(request) },
  ];
  for (const { name, given, run } of calls)
    expect(await rejection(async () => run(given)), name).toBeInstanceOf(UsageError);
}

async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}

describe('close()', () => {
  it('lets running work end, and nothing begin, called once or again, and ends workers that have done nothing', async () => {
    const { signal, abort, listeners } = watchedSignal();
    const { pool, workers } = await pooled({ threads: 8, signal });
    const encrypted = await pool.encryptBlob(new Blob([long]), { key });
    const order: string[] = [];
    const begin = <Result>(promise: Promise<Result>) => promise.finally(() => order.push('call'));
    const digests = Array.from({ length: 5 }, () => begin(pool.romulusH(long)));
    const blob = begin(pool.encryptBlob(new Blob([long, long]), { key }));
    const many = begin(pool.hashMany([long, long, long]));
    const file = begin(pool.openEncrypted(encrypted, { key }));
    const closing = pool.close().then(() => order.push('closed'));
    await Promise.all([pool.close(), expectClosed(pool)]);
    for (const digest of [...(await Promise.all(digests)), ...(await many)]) expectSame(digest, sync.romulusH(long));
    expect((await blob).size).toBeGreaterThan(6_000_000);
    expect((await file).size).toBe(long.length);
    await closing;
    expect(order).toEqual([...new Array(8).fill('call'), 'closed']);
    await pool.close();
    await expectGone(workers);
    expect(listeners.size).toBe(0);
    abort();
    await expectClosed(pool);
  });

  it('ends streams that are not at their end, and files that are open, with a UsageError', async () => {
    const { pool } = await pooled({ threads: 1 });
    const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(text(1 << 20)) });
    const reader = source.pipeThrough(pool.encryptStream({ key })).getReader();
    await reader.read();
    const file = await pool.openEncrypted(await pool.encryptBlob(new Blob([long]), { key }), { key });
    await pool.close();
    for (const call of [() => readToEnd(reader), () => file.read(0, 10)])
      expect(await rejection(call)).toBeInstanceOf(UsageError);
  });
});

const silence = new Promise<never>(() => {});
const silentBlob = {
  size: 1000,
  slice: () => ({ arrayBuffer: () => silence }),
  stream: () => new ReadableStream({ pull: () => silence }),
};

describe('the signal of createPool', () => {
  it.each<[name: string, call: (pool: Pool, file: EncryptedFile) => Promise<unknown>]>([
    ['hashStream', (pool) => pool.hashStream(silentBlob.stream())],
    ['openEncrypted', (pool) => pool.openEncrypted(silentBlob, { key })],
    ['encryptBlob', (pool) => pool.encryptBlob(silentBlob as never, { key })],
    ['decryptBlob', (pool) => pool.decryptBlob(silentBlob as never, { key })],
    ['a read of a file', (_, file) => file.read(0, 10)],
  ])('ends %s while its source is silent, and then the pool closes', async (_, call) => {
    const { signal, abort, reason, listeners } = watchedSignal();
    const { pool, workers } = await pooled({ threads: 1, signal });
    const encrypted = await pool.encryptBlob(new Blob([long]), { key });
    let isSilent = false;
    const slice = (...range: number[]) => (isSilent ? silentBlob.slice() : (encrypted.slice(...range) as never));
    const file = await pool.openEncrypted({ size: encrypted.size, slice }, { key });
    isSilent = true;
    const begun = rejection(() => call(pool, file));
    await turns(5);
    abort();
    expect(await begun).toBe(reason);
    await pool.close();
    await expectGone(workers);
    expect(listeners.size).toBe(0);
  });

  it('ends the pool at once, with its reason', async () => {
    const controller = new AbortController();
    const { pool, workers } = await pooled({ threads: 2, signal: controller.signal });
    const calls = (await byteCalls(pool, sync, 1_000_000, 0)).filter(
      ({ of, input }) => of !== 'file' || input !== 'chunks',
    );
    const begun = calls.map((call) => ({ ...call, outcome: outcomeOf(() => call.run(call.given)) }));
    controller.abort('reason');
    await expectClosed(pool);
    for (const { outcome, ...call } of begun) {
      // A hasher works in its own thread, so it needs no worker.
      if (call.of === 'hasher') expectRight(call, await bytesIn(await outcome));
      else expect(await outcome, call.name).toBe('reason');
    }
    await pool.close();
    await expectGone(workers);
  });

  it('ends streams whose batch a worker has, and the next one too', async () => {
    const { signal, abort, reason } = watchedSignal();
    const { pool, workers } = await pooled({ threads: 1, signal });
    atNextJob(workers[0]!, () => queueMicrotask(abort));
    const reader = new Blob([text(20_000_000)]).stream().pipeThrough(pool.encryptStream({ key })).getReader();
    expect(await rejection(() => readToEnd(reader))).toBe(reason);
  });

  it.each([0, 2])('aborted when createPool has made %i workers rejects it, and leaves none', async (count) => {
    const { workers, worker } = collected();
    const controller = new AbortController();
    const rejected = rejection(() => createPool({ threads: 2, signal: controller.signal, worker }));
    while (workers.length < count) await nextTurn();
    controller.abort('reason');
    expect(await rejected).toBe('reason');
    expect(workers).toHaveLength(count);
    await expectGone(workers);
    expect(await rejection(() => createPool({ signal: controller.signal, worker }))).toBe('reason');
    expect(workers).toHaveLength(count);
  });

  it('aborted while it closes cuts that short, which waits for a file that is being opened', async () => {
    const { signal, abort, reason } = watchedSignal();
    const { pool } = await pooled({ threads: 1, signal });
    const order: string[] = [];
    const opening = rejection(() => pool.openEncrypted(silentBlob, { key })).finally(() => order.push('opened'));
    const closing = pool.close().then(() => order.push('closed'));
    await turns(20);
    abort();
    expect(await opening).toBe(reason);
    await closing;
    expect(order).toEqual(['opened', 'closed']);
  });
});

it('a worker of the caller whose terminate() throws fails close(), and all others end too, also after a signal', async () => {
  const { workers, worker } = collected();
  const { signal, abort } = watchedSignal();
  const error = new Error('of terminate');
  const pool = await createPool({ threads: 3, worker: () => endingBy(worker(), error), signal });
  // The test runner fails if a rejection stays unhandled.
  abort();
  await expectGone(workers);
  await turns(5);
  expect(await rejection(() => pool.close())).toBe(error);
});

const longest = text(4 << 20);
/** A worker may have done some parts of these when it ends. */
const inParts: Record<string, (pool: Pool) => Promise<unknown>> = {
  hashMany: (pool) => pool.hashMany(new Array(16).fill(longest.subarray(0, 1 << 20))),
  hashStream: (pool) => pool.hashStream(new Blob([longest])),
  encryptBlob: (pool) => pool.encryptBlob(new Blob(new Array(4).fill(longest)), { key, chunkLength: 1 << 23 }),
};

async function expectWorks(pool: Pool): Promise<void> {
  const digest = sync.romulusH(text(100_000));
  const digests = await Promise.all(Array.from({ length: 4 * pool.threads }, () => pool.romulusH(text(100_000))));
  for (const each of digests) expectSame(each, digest);
}

describe.each<[how: string, end: (worker: TestWorker) => void, cause?: string]>([
  ['is terminated from outside', (worker) => void worker.terminate()],
  ['ends itself', (worker) => tell(worker, 'exit')],
  ['throws', (worker) => tell(worker, 'throw'), 'of the test'],
])('a worker that %s', (_, end, cause) => {
  const workerError = {
    ...{ constructor: WorkerError, name: 'WorkerError', code: 'ERR_ROMULUS_WORKER' },
    cause: expect.objectContaining({ message: expect.stringContaining(cause ?? '') }),
  };

  // The pool hears of each end by the same event.
  it.each(Object.entries(casesOf({ usual: cause ? inParts : {}, all: inParts })))('rejects %s', async (_, call) => {
    const { pool, workers } = await pooled({ threads: 1 });
    const [first] = workers as [TestWorker];
    // On a busy machine a worker may finish a job before it hears of its end.
    tell(first, 'silence');
    atNextJob(first, () => end(first));
    expect(await rejection(() => call(pool))).toMatchObject(workerError);
    await expectWorks(pool);
    expect(workers).toHaveLength(2);
  });

  it('rejects its jobs, and leaves alone those of the others, and those that wait', async () => {
    const { pool, workers } = await pooled({ threads: 2 });
    tell(workers[0]!, 'silence');
    // Each worker has two of the jobs, in turns.
    const outcomes = Promise.allSettled(Array.from({ length: 7 }, () => pool.romulusH(longest)));
    end(workers[0]!);
    const digest = sync.romulusH(longest);
    for (const [i, outcome] of (await outcomes).entries())
      if (i === 0 || i === 2) expect((outcome as PromiseRejectedResult).reason).toMatchObject(workerError);
      else expectSame((outcome as PromiseFulfilledResult<Uint8Array>).value, digest);
    expect(workers).toHaveLength(3);
  });

  it('while it is idle is replaced at the next job', async () => {
    const { pool, workers } = await pooled({ threads: 1 });
    end(workers[0]!);
    await endOf(workers[0]!);
    await nextTurn();
    expect(workers).toHaveLength(1);
    await expectWorks(pool);
    expect(workers).toHaveLength(2);
  });
});
