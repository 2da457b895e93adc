/** A pool tolerates careless callers: a worker given twice, early signals, inherited properties, reused buffers. */
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../ts/pool/index.js';
import { encryptBlob } from '../../../ts/stream/index.js';
import { bytesIn, concatenate, expectAllSame, expectSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { byteCalls, expectRight } from '../../fixtures/calls.js';
import { sync } from '../../fixtures/modes.js';
import { onNextTurn, watchedSignal } from '../../fixtures/runtime.js';
import { collected, poolOf, worker } from './workers.js';

const pool = await poolOf(2);

describe('a worker that a pool has already is refused', () => {
  const refused = { code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('a new worker at each call') };

  it('in the same pool', async () => {
    const only = worker();
    expect(await rejection(() => createPool({ threads: 2, worker: () => only }))).toMatchObject(refused);
  });

  it('in another pool, and the first still gives each caller their own', async () => {
    const first = worker();
    const one = await createPool({ threads: 1, worker: () => first });
    expect(await rejection(() => createPool({ threads: 1, worker: () => first }))).toMatchObject(refused);
    const messages = [text(10_000), text(20_000)];
    const digests = await Promise.all(messages.map((message) => one.romulusH(message)));
    expectAllSame(digests, messages.map(sync.romulusH), 'digests');
    await one.close();
  });
});

it.each([
  [
    'createScriptURL(address)',
    new TypeError("Failed to construct 'Worker': This document requires 'TrustedScriptURL' assignment."),
  ],
  ['come from the origin of the page', new DOMException('cannot be accessed from this origin', 'SecurityError')],
  ["exclude: ['romulus-wasm']", new Error('of another kind')],
])('a worker that cannot be made has the hint %s', async (hint, cause) => {
  const make = () => {
    throw cause;
  };
  const error = await rejection(() => createPool({ threads: 1, worker: make }));
  expect(error).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining(hint), cause });
});

it('messages of a worker that mean nothing to the pool are ignored', async () => {
  const before = "for (const message of [null, undefined, 1, 'text', {}]) (port ?? self).postMessage(message);";
  const own = await createPool({ threads: 1, worker: collected({ before }).worker });
  expectSame(await own.romulusH(text(100_000)), sync.romulusH(text(100_000)));
  await own.close();
});

it('a signal that aborts while a job is sent ends the call, nobody listens to it any more, and the pool closes', async () => {
  const only = worker();
  const own = await createPool({ threads: 1, worker: () => only });
  const { signal, abort, reason, listeners } = watchedSignal();
  const post = only.postMessage;
  only.postMessage = (order, transfer) => {
    abort();
    post.call(only, order, transfer);
  };
  expect(await rejection(() => own.romulusH(text(100_000), { signal }))).toBe(reason);
  expect(listeners.size).toBe(0);
  await own.close();
});

it('properties of Object.prototype change nothing', async () => {
  const requests = Array.from({ length: 40 }, (_, i) => ({ key, nonce, plaintext: text(60_000 + i) }));
  const messages = requests.map(({ plaintext }) => plaintext);
  const expected = { many: sync.romulusN.encryptMany(requests), hashes: sync.hashMany(messages) };
  const calls = [
    ...(await byteCalls(pool, sync, 20_000, 100)),
    ...(await byteCalls(sync, sync, 20_000, 100)),
    ...(await byteCalls(sync, sync, 100, 100)),
  ];
  const inherited = {
    ...{ tag: text(16), ad: text(3), adLength: 3, textLength: 5, text: text(7), state: text(80), short: text(9) },
    ...{ placeOf: () => text(9), stateAddress: () => 7, sliceBytes: 1, copies: false, converted: {} },
    ...{ error: new Error('inherited'), lock: 'inherited', locked: true, load: Number.NaN, forged: [0] },
    long: [text(3)],
  };
  for (const [name, value] of Object.entries(inherited))
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    for (const call of calls) expectRight(call, await bytesIn(await call.run(call.given)));
    for (const functions of [pool, sync]) {
      expectAllSame(await functions.romulusN.encryptMany(requests), expected.many, 'encryptMany');
      expectAllSame(await functions.hashMany(messages), expected.hashes, 'hashMany');
    }
  } finally {
    for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
  }
});

it("a buffer that the caller of openEncrypted keeps stays the caller's", async () => {
  const plaintext = text(300_000);
  const sealed = new Uint8Array(await (await encryptBlob(new Blob([plaintext]), { key })).arrayBuffer());
  const kept: ArrayBuffer[] = [];
  const slice = (start: number, end: number) => {
    const { buffer } = sealed.slice(start, end);
    kept.push(buffer);
    return { arrayBuffer: async () => buffer };
  };
  const file = await pool.openEncrypted({ size: sealed.length, slice }, { key });
  expectSame(await file.read(0), plaintext);
  expect(kept.map(({ byteLength }) => byteLength)).not.toContain(0);
  expect(kept.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeGreaterThanOrEqual(sealed.length);
  file.dispose();
});

it('a chunk of a hash may be overwritten once its first part is on its way', async () => {
  async function* chunks() {
    for (const length of [100, 3_000_000, 1_500_000]) {
      const chunk = text(length);
      onNextTurn(() => chunk.fill(0xa5));
      yield chunk;
    }
  }
  expectSame(await pool.hashStream(chunks()), sync.romulusH(concatenate(text(100), text(3_000_000), text(1_500_000))));
});
