/** What calls of a pool take besides their input, a signal and a function that is told how far it is; and many calls at a time. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../ts/event-loop.js';
import { load } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { ad, expectSame, flipBit, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { modesOf } from '../../fixtures/modes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { expectAbortedBefore, expectAbortedUnderWay, expectProgress, type LongCall } from '../concurrency/work.js';
import { worker } from './workers.js';

const sync = await load();
const pool = await createPool({ size: 2, worker });
afterAll(() => pool.close());

const length = 2_200_001;
const message = text(length);
const request = { key, nonce, plaintext: message, associatedData: ad(70_001) };
const ciphertext = sync.romulusN.encrypt(request);
const apart = sync.romulusT.encryptDetached(request);
const sealed = sync.seal(key, message);
const both = length + 70_001;

const works: LongCall[] = [
  { name: 'encrypt', total: both, work: (options) => pool.romulusM.encrypt(request, options) },
  { name: 'decrypt', total: both + 16, work: (options) => pool.romulusN.decrypt({ ...request, ciphertext }, options) },
  { name: 'encryptDetached', total: both, work: (options) => pool.romulusN.encryptDetached(request, options) },
  {
    name: 'decryptDetached',
    total: both,
    work: (options) => pool.romulusT.decryptDetached({ ...request, ...apart }, options),
  },
  {
    name: 'encryptMany',
    total: 4 * both,
    work: (options) => pool.romulusN.encryptMany(new Array(4).fill(request), options),
  },
  {
    name: 'decryptMany',
    total: 4 * (both + 16),
    work: (options) => pool.romulusN.decryptMany(new Array(4).fill({ ...request, ciphertext }), options),
  },
  { name: 'seal', total: length, work: (options) => pool.seal(key, message, options) },
  { name: 'unseal', total: length + 16, work: (options) => pool.unseal(key, sealed, options) },
  { name: 'romulusH', total: length, work: (options) => pool.romulusH(message, options) },
  { name: 'hashMany', total: 10_000_000, work: (options) => pool.hashMany(new Array(5000).fill(text(2000)), options) },
];

describe('onProgress', () => {
  it.each(works)('is told by $name how much of all is done', expectProgress);

  it('is not called for short work', async () => {
    const onProgress = () => expect.fail('it was called');
    await pool.romulusN.encrypt({ key, nonce, plaintext: text(100) }, { onProgress });
    await pool.romulusH(text(16_384), { onProgress });
    // By a clock that stands still, as a busy machine may stop a short call for longer than a slice is.
    const still = vi.spyOn(clock, 'now').mockReturnValue(0);
    await pool.hashMany([text(10), text(20)], { onProgress }).finally(() => still.mockRestore());
  });

  it.each(works)('that throws rejects $name with its error', async ({ work }) => {
    const error = new Error('of the caller');
    const onProgress = () => {
      throw error;
    };
    expect(await rejection(() => work({ onProgress }))).toBe(error);
    expectSame(await pool.romulusH(message), sync.romulusH(message));
  });
});

describe('a signal', () => {
  const streamed = {
    name: 'hashStream',
    work: (options?: object) => pool.hashStream(new Blob([message, message]), options),
  };
  const file = {
    name: 'encryptBlob',
    work: (options?: object) => pool.encryptBlob(new Blob([message, message]), { key, ...options }),
  };
  const all = [...works, streamed, file];

  it.each(all)('aborted before rejects $name with its reason', expectAbortedBefore);

  it.each(all)('aborted while $name is under way rejects it with its reason', async (call) => {
    await expectAbortedUnderWay(call);
    expectSame(await pool.romulusH(message), sync.romulusH(message));
  });

  it.each(all)('aborted right after $name is called rejects it', async ({ work }) => {
    const controller = new AbortController();
    const rejected = rejection(() => work({ signal: controller.signal }));
    controller.abort('reason');
    expect(await rejected).toBe('reason');
  });

  it('aborted before rejects short work too', async () => {
    const signal = AbortSignal.abort('reason');
    const short = { key, nonce, plaintext: text(9) };
    expect(await rejection(() => pool.romulusN.encrypt(short, { signal }))).toBe('reason');
    expect(await rejection(() => pool.romulusN.encryptMany([short], { signal }))).toBe('reason');
    expect(await rejection(() => pool.romulusH(text(9), { signal }))).toBe('reason');
    expect(await rejection(() => pool.hashMany([text(9)], { signal }))).toBe('reason');
    expect(await rejection(() => pool.seal(key, text(9), { signal }))).toBe('reason');
  });

  it('stops its calls and not those beside them', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = works.map(({ work }) => rejection(() => work({ signal })));
    const others = works.map(() => pool.romulusH(message));
    await nextTurn();
    controller.abort('reason');
    for (const each of stopped) expect(await each).toBe('reason');
    for (const each of others) expectSame(await each, sync.romulusH(message));
  });

  it('of any number of calls has one listener, and none afterwards', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    let most = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...values: Parameters<typeof add>) => {
        most = Math.max(most, ++listeners);
        add(...values);
      },
      removeEventListener: (...values: Parameters<typeof remove>) => {
        listeners--;
        remove(...values);
      },
    });
    const calls = Array.from({ length: 50 }, (_, i) => (works[i % works.length] as (typeof works)[0]).work({ signal }));
    await Promise.all(calls);
    expect(most).toBe(1);
    expect(listeners).toBe(0);
    const aborted = calls.map(() => rejection(() => pool.romulusH(message, { signal })));
    controller.abort('reason');
    expect(await Promise.all(aborted)).toEqual(calls.map(() => 'reason'));
    expect(listeners).toBe(0);
  });
});

describe('many calls at a time', () => {
  const sizeOf = (i: number) => (i % 50 === 49 ? 1_100_000 : i % 10 === 9 ? 60_000 + i : (i * 37) % 9000);
  const twins = modesOf(pool, sync);

  async function call(i: number): Promise<void> {
    const { aead, twin, mode } = twins[i % 3] as (typeof twins)[0];
    const own = { key: flipBit(key, i % 128), nonce, plaintext: text(sizeOf(i)), associatedData: ad(i % 90) };
    const expected = twin.encrypt(own);
    const back = { key: own.key, nonce, ciphertext: expected, associatedData: own.associatedData };
    const forged = { ...back, ciphertext: flipBit(expected, i % (8 * expected.length)) };
    const kinds: (() => Promise<void>)[] = [
      async () => expectSame(await aead.encrypt(own), expected, `encrypt ${i}`),
      async () => expectSame(await aead.decrypt(back), own.plaintext, `decrypt ${i}`),
      async () => expect(await rejection(() => aead.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' }),
      async () => {
        for (const each of await aead.encryptMany(new Array(20).fill(own))) expectSame(each, expected, `many ${i}`);
      },
      async () => {
        const [right, wrong] = await aead.decryptMany([back, forged]);
        expectSame(right, own.plaintext, `decryptMany ${i}`);
        expect(wrong).toBeNull();
      },
      async () => {
        const { key, plaintext, associatedData } = own;
        const sealed = await pool.seal(key, plaintext, { mode, associatedData });
        expectSame(await pool.unseal(key, sealed, { mode, associatedData }), plaintext, `seal ${i}`);
      },
      async () => expectSame(await pool.romulusH(own.plaintext), sync.romulusH(own.plaintext), `romulusH ${i}`),
      async () => {
        const sealed = await pool.encryptBlob(new Blob([own.plaintext as Uint8Array<ArrayBuffer>]), {
          key: own.key,
          mode,
        });
        const opened = await pool.decryptBlob(sealed, { key: own.key });
        expectSame(new Uint8Array(await opened.arrayBuffer()), own.plaintext, `file ${i}`);
      },
      async () => expect(await rejection(() => aead.encrypt({ ...own, nonce: text(12) }))).toBeInstanceOf(RangeError),
    ];
    await (kinds[i % kinds.length] as () => Promise<void>)();
  }

  it('give what each would have given alone', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, i) => call(i)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('finish the short ones before the long ones', async () => {
    const order: string[] = [];
    const long = [1, 2, 3, 4].map(() => pool.romulusT.encrypt(request).then(() => order.push('long')));
    await nextTurn();
    await pool.romulusT.encrypt({ key, nonce, plaintext: text(10_000) });
    order.push('short');
    await Promise.all(long);
    expect(order).toEqual(['short', 'long', 'long', 'long', 'long']);
  });
});
