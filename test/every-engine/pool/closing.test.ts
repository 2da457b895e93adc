/** The end of a pool: what has begun is finished, or given up where a signal wants it; nothing begins; no worker stays. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { load, UsageError } from '../../../ts/index.js';
import { createPool, type Pool } from '../../../ts/pool/index.js';
import { expectSame, key, nonce, rejection, text, thrown } from '../../fixtures/bytes.js';
import { nextTurn, turns } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { loadModes } from '../../fixtures/suites.js';
import { collected, expectGone, pooled, type TestWorker, worker, workerOf } from './workers.js';

const sync = await load();
const { aead: ofOther } = (await loadModes()).at(-1)!;
const long = text(3_000_000);
const request = { key, nonce, plaintext: long };

/** Every function, with arguments that are long and right, short and right, and wrong. */
const calls: Record<string, (pool: Pool) => Promise<unknown>> = {
  romulusH: (pool) => pool.romulusH(long),
  hashMany: (pool) => pool.hashMany([long, text(5)]),
  hashStream: (pool) => pool.hashStream(new Blob([long])),
  seal: (pool) => pool.seal({ key, plaintext: long }),
  unseal: (pool) => pool.unseal({ key, sealed: long }),
  encryptBlob: (pool) => pool.encryptBlob(new Blob([long]), { key }),
  decryptBlob: (pool) => pool.decryptBlob(new Blob([long]), { key }),
  openEncrypted: (pool) => pool.openEncrypted(new Blob([long]), { key }),
  "another suite's encrypt": async (pool) => pool.aead(ofOther).encrypt(request),
};
const toDecrypt = { ...request, ciphertext: long };
for (const name of ['romulusN', 'romulusM', 'romulusT'] as const)
  Object.assign(calls, {
    [`${name}.encrypt`]: (pool: Pool) => pool[name].encrypt(request),
    [`${name}.encrypt of a short one`]: (pool: Pool) => pool[name].encrypt({ ...request, plaintext: text(3) }),
    [`${name}.encrypt of nothing`]: (pool: Pool) => pool[name].encrypt({} as never),
    [`${name}.decrypt`]: (pool: Pool) => pool[name].decrypt(toDecrypt),
    [`${name}.encryptDetached`]: (pool: Pool) => pool[name].encryptDetached(request),
    [`${name}.decryptDetached`]: (pool: Pool) => pool[name].decryptDetached({ ...toDecrypt, tag: nonce }),
    [`${name}.encryptMany`]: (pool: Pool) => pool[name].encryptMany([request, request]),
    [`${name}.decryptMany`]: (pool: Pool) => pool[name].decryptMany([toDecrypt]),
  });

async function expectClosed(pool: Pool): Promise<void> {
  for (const [name, call] of Object.entries(calls))
    expect(await rejection(() => call(pool)), name).toBeInstanceOf(UsageError);
  expect(thrown(() => pool.encryptStream({ key }))).toBeInstanceOf(UsageError);
  expect(thrown(() => pool.decryptStream({ key }))).toBeInstanceOf(UsageError);
}

describe('close()', () => {
  it('lets what has begun end, and nothing begin', async () => {
    const { pool, workers } = await pooled({ size: 2 });
    const order: string[] = [];
    const digests = Array.from({ length: 5 }, () => pool.romulusH(long).finally(() => order.push('call')));
    const blob = pool.encryptBlob(new Blob([long, long]), { key }).finally(() => order.push('call'));
    const many = pool.hashMany([long, long, long]).finally(() => order.push('call'));
    const closing = pool.close().then(() => order.push('closed'));
    await expectClosed(pool);
    for (const digest of digests) expectSame(await digest, sync.romulusH(long));
    expect(await many).toHaveLength(3);
    expect((await blob).size).toBeGreaterThan(6_000_000);
    await closing;
    expect(order).toEqual([...new Array(7).fill('call'), 'closed']);
    await expectGone(workers);
    await expectClosed(pool);
  });

  it('may be called again and again', async () => {
    const pool = await createPool({ size: 1, worker });
    const digest = pool.romulusH(long);
    await Promise.all([pool.close(), pool.close()]);
    await digest;
    await pool.close();
  });

  it('of a pool that has done nothing', async () => {
    const { pool, workers } = await pooled({ size: 3 });
    await pool.close();
    await expectGone(workers);
  });

  it('waits for the opening of a file whose source is silent until its signal aborts', async () => {
    const { pool, workers } = await pooled({ size: 1 });
    const { signal, abort, reason } = watchedSignal();
    const silent = { size: 1000, slice: () => ({ arrayBuffer: () => new Promise<never>(() => {}) }) };
    const opening = rejection(() => pool.openEncrypted(silent, { key, signal }));
    let isClosed = false;
    const closing = pool.close().then(() => {
      isClosed = true;
    });
    for (let i = 0; i < 20; i++) await nextTurn();
    expect(isClosed).toBe(false);
    abort();
    expect(await opening).toBe(reason);
    await closing;
    await expectGone(workers);
  });

  it('ends streams that are not at their end with a UsageError', async () => {
    const pool = await createPool({ size: 1, worker });
    const source = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(text(1 << 20)) });
    const reader = source.pipeThrough(pool.encryptStream({ key })).getReader();
    await reader.read();
    const file = await pool.openEncrypted(await pool.encryptBlob(new Blob([long]), { key }), { key });
    await pool.close();
    const error = await rejection(async () => {
      for (;;) await reader.read();
    });
    expect(error).toBeInstanceOf(UsageError);
    expect(await rejection(() => file.read(0, 10))).toBeInstanceOf(UsageError);
  });
});

/** Each call that reads a source, with one that never gives anything. */
const silence = new Promise<never>(() => {});
const silentBlob = { size: 1000, slice: () => ({ arrayBuffer: () => silence }) };
const waiting: [name: string, call: (pool: Pool) => Promise<unknown>][] = [
  ['hashStream', (pool) => pool.hashStream(new ReadableStream({ pull: () => silence }))],
  ['openEncrypted', (pool) => pool.openEncrypted(silentBlob, { key })],
  ...(['encryptBlob', 'decryptBlob'] as const).map((name): (typeof waiting)[number] => [
    name,
    (pool) => pool[name]({ size: 1000, stream: () => new ReadableStream({ pull: () => silence }) } as never, { key }),
  ]),
];

describe('the signal of createPool', () => {
  it.each(waiting)('ends %s while its source is silent, and then the pool closes', async (_name, call) => {
    const { signal, abort, reason, listeners } = watchedSignal();
    const { pool, workers } = await pooled({ size: 1, signal });
    const begun = rejection(() => call(pool));
    await turns(5);
    abort();
    expect(await begun).toBe(reason);
    await pool.close();
    await expectGone(workers);
    expect(listeners.size).toBe(0);
  });

  it('ends a read of a file whose source has fallen silent', async () => {
    const { signal, abort, reason } = watchedSignal();
    const { pool, workers } = await pooled({ size: 1, signal });
    const encrypted = await pool.encryptBlob(new Blob([long]), { key });
    let isSilent = false;
    const slice = (from: number, to: number) =>
      isSilent ? { arrayBuffer: () => silence } : (encrypted.slice(from, to) as never);
    const file = await pool.openEncrypted({ size: encrypted.size, slice }, { key });
    isSilent = true;
    const read = rejection(() => file.read(0, 10));
    abort();
    expect(await read).toBe(reason);
    await pool.close();
    await expectGone(workers);
  });

  it('ends the pool at once, with its reason', async () => {
    const controller = new AbortController();
    const { pool, workers } = await pooled({ size: 2, signal: controller.signal });
    const begun = Object.entries(calls)
      .filter(([name]) => !/short|nothing|decryptBlob|openEncrypted/.test(name))
      .map(([, call]) => rejection(() => call(pool)));
    controller.abort('reason');
    await expectClosed(pool);
    for (const each of begun) expect(await each).toBe('reason');
    await pool.close();
    await expectGone(workers);
  });

  it('aborted before or while it starts rejects createPool, and leaves no worker', async () => {
    expect(await rejection(() => createPool({ signal: AbortSignal.abort('reason'), worker }))).toBe('reason');
    const early = new AbortController();
    const none = collected();
    const refused = rejection(() => createPool({ size: 2, signal: early.signal, worker: none.worker }));
    // The module is still to be had.
    early.abort('reason');
    expect(await refused).toBe('reason');
    expect(none.workers).toEqual([]);
    const { workers, worker: made } = collected();
    const controller = new AbortController();
    const rejected = rejection(() => createPool({ size: 2, signal: controller.signal, worker: made }));
    while (workers.length < 2) await nextTurn();
    controller.abort('reason');
    expect(await rejected).toBe('reason');
    await expectGone(workers);
  });

  it('aborted while it closes cuts that short', async () => {
    const controller = new AbortController();
    const pool = await createPool({ size: 1, signal: controller.signal, worker });
    const rejected = rejection(() => pool.romulusT.encrypt({ ...request, plaintext: text(30_000_000) }));
    const closing = pool.close();
    await nextTurn();
    controller.abort('reason');
    expect(await rejected).toBe('reason');
    await closing;
  });

  it('aborted afterwards does nothing, and has no listener then', async () => {
    const { signal, abort, listeners } = watchedSignal();
    const pool = await createPool({ size: 1, signal, worker });
    await pool.romulusH(long);
    await pool.close();
    expect(listeners.size).toBe(0);
    abort();
    await expectClosed(pool);
  });
});

/** The rejections that nobody handles, from now on. */
function unhandled(): unknown[] {
  const reasons: unknown[] = [];
  if (typeof document === 'undefined') {
    const hear = (reason: unknown) => void reasons.push(reason);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
  } else {
    const hear = (event: PromiseRejectionEvent) => void reasons.push(event.reason);
    addEventListener('unhandledrejection', hear);
    onTestFinished(() => removeEventListener('unhandledrejection', hear));
  }
  return reasons;
}

describe.each<[how: string, fail: (error: Error) => unknown]>([
  ['rejects', async (error) => Promise.reject(error)],
  [
    'throws',
    (error) => {
      throw error;
    },
  ],
])('a worker of the caller whose terminate() ends it and %s', (_, fail) => {
  const error = new Error('of terminate');
  const failing = (make: () => TestWorker) => {
    const workers: TestWorker[] = [];
    return {
      workers,
      worker: () => {
        const one = make();
        const { terminate } = one;
        one.terminate = () => {
          terminate.call(one);
          return fail(error);
        };
        workers.push(one);
        return one;
      },
    };
  };

  it('fails close(), which terminates all others too', async () => {
    const reasons = unhandled();
    const { workers, worker: source } = failing(worker);
    const pool = await createPool({ size: 3, worker: source });
    expect(await rejection(() => pool.close())).toBe(error);
    await expectGone(workers);
    await turns(5);
    expect(reasons).toEqual([]);
  });

  it('leaves no rejection unhandled where a signal ends the pool', async () => {
    const reasons = unhandled();
    const watched = watchedSignal();
    const { workers, worker: source } = failing(worker);
    const pool = await createPool({ size: 2, worker: source, signal: watched.signal });
    const call = rejection(() => pool.romulusH(long));
    watched.abort();
    expect(await call).toBe(watched.reason);
    await expectGone(workers);
    await turns(5);
    expect(reasons).toEqual([]);
    expect(await rejection(() => pool.close())).toBe(error);
  });

  it('does not hide why a pool could not start', async () => {
    const reasons = unhandled();
    let count = 0;
    const { worker: source } = failing(() => (++count === 2 ? workerOf("throw new Error('of the script')") : worker()));
    expect(await rejection(() => createPool({ size: 2, worker: source }))).toMatchObject({ code: 'ERR_ROMULUS_LOAD' });
    await turns(5);
    expect(reasons).toEqual([]);
  });
});
