/** Passphrases where the runtime has no scrypt: a worker derives the key, or the calling thread does it in slices. */
import { describe, expect, it } from 'vitest';
import * as stream from '../../../ts/stream/index.js';
import { expectSame, rejection, text, throwing } from '../../fixtures/bytes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { withoutNativeScrypt } from '../../fixtures/scrypt.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { poolOf } from './workers.js';

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

  it('makes files that everybody opens', async () => {
    const sealed = await encrypt({});
    for (const each of [pool, stream]) {
      const opened = await each.decryptBlob(sealed, { passphrase });
      expectSame(new Uint8Array(await opened.arrayBuffer()), contents);
      const file = await withoutNativeScrypt(() => each.openEncrypted(sealed, { passphrase }));
      expectSame(await file.read(100, 200), contents.subarray(100, 200));
    }
  });

  it('tells how far it is, and leaves the event loop free', async () => {
    const told: number[] = [];
    let turned = 0;
    let isOver = false;
    const turning = (async () => {
      for (; !isOver; turned++) await nextTurn();
    })();
    await encrypt({ cost: 2 ** 15, onKeyProgress: (done: number) => told.push(done) });
    isOver = true;
    await turning;
    expect(told.length).toBeGreaterThan(100);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(turned).toBeGreaterThan(3);
  });

  it('stops when it is aborted, and goes on with other work', async () => {
    const { signal, abort, listeners, reason } = watchedSignal();
    const told: number[] = [];
    const onKeyProgress = (done: number) => {
      told.push(done);
      abort();
    };
    expect(await rejection(() => encrypt({ cost: 2 ** 17, signal, onKeyProgress }))).toBe(reason);
    expect(listeners.size).toBe(0);
    // The worker answers after the piece that it works on.
    expectSame(await pool.romulusH(text(100_000)), await pool.romulusH(text(100_000)));
    expect(told).toHaveLength(1);
  });

  it('rejects with the error of its listener', async () => {
    const cause = new RangeError('of the caller');
    expect(await rejection(() => encrypt({ onKeyProgress: throwing(cause) }))).toBe(cause);
  });
});
