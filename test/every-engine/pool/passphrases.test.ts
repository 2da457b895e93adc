/** Passphrases where the runtime has no scrypt: a worker derives the key, or the calling thread does it in slices. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool, type Pool } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { expectSame, rejection, text, throwing } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { collected, expectGone, pooled, poolOf, workerOf } from './workers.js';

const pool = await poolOf(1);

const passphrase = text(30);
const contents = text(5000);
const blob = new Blob([contents]);

describe.each([
  { who: 'a worker', functions: pool },
  { who: 'the calling thread', functions: stream },
])('$who', ({ functions }) => {
  const encrypt = (options: object) =>
    withoutNativeScrypt(() => functions.encryptBlob(blob, { passphrase, cost: 1024, ...options }));

  it('makes files that everybody opens, tells how far it is, and leaves the event loop free', async () => {
    const told: number[] = [];
    let turned = 0;
    let isOver = false;
    const turning = (async () => {
      for (; !isOver; turned++) await nextTurn();
    })();
    const sealed = await encrypt({ cost: 2 ** 15, onKeyProgress: (done: number) => told.push(done) });
    isOver = true;
    await turning;
    const opened = await stream.decryptBlob(sealed, { passphrase });
    expectSame(new Uint8Array(await opened.arrayBuffer()), contents);
    const file = await withoutNativeScrypt(() => functions.openEncrypted(sealed, { passphrase }));
    expectSame(await file.read(100, 200), contents.subarray(100, 200));
    expect(told.length).toBeGreaterThan(30);
    expect(told.length).toBeLessThanOrEqual(33);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(turned).toBeGreaterThan(3);
  });

  it('stops when it is aborted or its listener fails, and goes on with other work', async () => {
    const { signal, abort, listeners, reason } = watchedSignal();
    const told: number[] = [];
    const onKeyProgress = (done: number) => {
      told.push(done);
      abort();
    };
    expect(await rejection(() => encrypt({ cost: 2 ** 17, signal, onKeyProgress }))).toBe(reason);
    expect(listeners.size).toBe(0);
    const cause = new RangeError('of the caller');
    expect(await rejection(() => encrypt({ onKeyProgress: throwing(cause) }))).toBe(cause);
    // The worker answers after the piece that it works on.
    expectSame(await pool.romulusH(text(100_000)), await pool.romulusH(text(100_000)));
    expect(told).toHaveLength(1);
  });
});

describe('long work after a passphrase', () => {
  /** More than the 4 MiB after which a worker is replaced, and a batch of 2 MiB after these. */
  const long = text(7_000_000);
  const encrypt = (pool: Pool, bytes: Uint8Array<ArrayBuffer>) =>
    withoutNativeScrypt(() => pool.encryptBlob(new Blob([bytes]), { passphrase, cost: 1024 }));
  const expectOpens = async (encrypted: Blob, bytes: Uint8Array) => {
    const opened = await stream.decryptBlob(encrypted, { passphrase });
    expectSame(new Uint8Array(await opened.arrayBuffer()), bytes);
  };

  it('gives its memory back by a new worker, which goes on; short work keeps its worker, and the end leaves none', async () => {
    const { pool, workers } = await pooled({ threads: 1 });
    for (let i = 0; i < 3; i++) await encrypt(pool, contents);
    await pool.encryptBlob(new Blob([contents]), { key: text(16) });
    expect(workers).toHaveLength(1);
    await expectOpens(await encrypt(pool, long), long);
    await expectGone(workers.slice(0, 1));
    expectSame(await pool.romulusH(long), sync.romulusH(long));
    expect(workers).toHaveLength(2);
    const last = encrypt(pool, long);
    await pool.close();
    await expectOpens(await last, long);
    expect(workers).toHaveLength(3);
    await expectGone(workers);
  });

  it('goes on in the old worker if no new one can start, and tries that only once', async () => {
    const { workers, worker } = collected();
    let tries = 0;
    const make = () => (++tries === 1 ? worker() : workerOf("throw new Error('of the script')"));
    const pool = await createPool({ threads: 1, worker: make });
    onTestFinished(() => pool.close());
    for (let i = 0; i < 2; i++) await expectOpens(await encrypt(pool, long), long);
    expect(tries).toBe(2);
    await pool.close();
    await expectGone(workers);
  });

  it('leaves no worker if a signal ends the pool while the new one starts', async () => {
    const { workers, worker } = collected();
    const { signal, abort, reason } = watchedSignal();
    const make = () => {
      if (workers.length === 1) queueMicrotask(abort);
      return worker();
    };
    const pool = await createPool({ threads: 1, worker: make, signal });
    expect(await rejection(() => encrypt(pool, long))).toBe(reason);
    await pool.close();
    expect(workers).toHaveLength(2);
    await expectGone(workers);
  });
});
