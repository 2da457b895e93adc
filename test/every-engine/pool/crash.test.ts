/** Workers that end too early: their jobs reject with a reason, the other jobs go on, and new workers take new jobs. */
import { describe, expect, it } from 'vitest';
import { type Pool, WorkerError } from '../../../ts/pool/index.js';
import { expectSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { atNextJob, endOf, pooled, type TestWorker, tell } from './workers.js';

const long = text(8 << 20);

const endings: { how: string; end: (worker: TestWorker) => void; cause?: RegExp }[] = [
  { how: 'is terminated from outside', end: (worker) => void worker.terminate() },
  { how: 'ends itself', end: (worker) => tell(worker, 'exit') },
  { how: 'throws', end: (worker) => tell(worker, 'throw'), cause: /of the test/ },
];

async function expectWorks(pool: Pool): Promise<void> {
  const digest = sync.romulusH(text(100_000));
  const digests = await Promise.all(Array.from({ length: 4 * pool.threads }, () => pool.romulusH(text(100_000))));
  for (const each of digests) expectSame(each, digest);
}

const calls: Record<string, (pool: Pool) => Promise<unknown>> = {
  encrypt: (pool) => pool.romulusN.encrypt({ key, nonce, plaintext: long }),
  seal: (pool) => pool.seal({ key, plaintext: long }),
  hashMany: (pool) => pool.hashMany(new Array(16).fill(long.subarray(0, 1 << 20))),
  hashStream: (pool) => pool.hashStream(new Blob([long])),
  encryptBlob: (pool) => pool.encryptBlob(new Blob(new Array(4).fill(long)), { key, chunkLength: 1 << 24 }),
  encryptStream: (pool) => {
    const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(text(1 << 20)) });
    return source.pipeThrough(pool.encryptStream({ key })).pipeTo(new WritableStream());
  },
};

describe.each(endings)('a worker that $how', ({ end, cause }) => {
  it.each(Object.entries(calls))('rejects %s', async (name, call) => {
    const { pool, workers } = await pooled({ threads: 1 });
    const [first] = workers as [TestWorker];
    // A worker may have done part of a stream before it ends; the next part would go to another worker.
    atNextJob(first, () => end(first), name === 'hashStream' ? 'before' : 'after');
    const error = await rejection(() => call(pool));
    expect(error).toBeInstanceOf(WorkerError);
    expect(error).toMatchObject({ name: 'WorkerError', code: 'ERR_ROMULUS_WORKER', cause: expect.any(Error) });
    if (cause) expect(String(error.cause)).toMatch(cause);
    await expectWorks(pool);
    expect(workers).toHaveLength(2);
  });

  it('leaves the jobs of the others alone', async () => {
    const { pool, workers } = await pooled({ threads: 2 });
    // One job goes to the first worker, the other to the second.
    const outcomes = Promise.allSettled([pool.romulusH(long), pool.romulusH(long)]);
    end(workers[0]!);
    const [first, second] = await outcomes;
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'ERR_ROMULUS_WORKER' } });
    expectSame((second as PromiseFulfilledResult<Uint8Array>).value, sync.romulusH(long));
    expect(workers).toHaveLength(2);
    await expectWorks(pool);
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

  it('does not keep the pool from closing', async () => {
    const { pool, workers } = await pooled({ threads: 2 });
    const rejected = rejection(() => pool.romulusH(long));
    end(workers[0]!);
    await pool.close();
    expect(await rejected).toBeInstanceOf(WorkerError);
  });
});
