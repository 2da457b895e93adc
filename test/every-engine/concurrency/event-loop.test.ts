/** Long work leaves the event loop free, also of hundreds of calls at a time: the loop turns between slices, and no slice is long. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { clock } from '../../../ts/runtime/event-loop.js';
import * as stream from '../../../ts/stream/index.js';
import {
  ad,
  bytesIn,
  concatenate,
  expectSame,
  flipBit,
  key,
  nonce,
  rejection,
  text,
  throwing,
} from '../../fixtures/bytes.js';
import { byteCalls, expectRight, type Promises } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modes, modesOf, sync } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn, watchedSignal } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';

const { hashMany, hashStream, romulusH, romulusM, romulusN, romulusT, seal } = romulus;
const { encryptBlob } = stream;

const length = 1 << 20;
const message = text(length);
const request = { key, nonce, plaintext: message, associatedData: ad(1 << 18) };

/** The time that the clock shows in these tests. It never goes back, as later slices compare with it. */
let time = performance.now() + 60_000;

/** Counts the turns of the event loop while `work` runs, the looks at the clock, and the most looks in one turn. */
async function watch(
  work: () => unknown,
  // Each look at the clock adds a millisecond, whatever else the machine does.
  look = () => ++time,
): Promise<{ turns: number; looks: number; most: number }> {
  let turns = 0;
  let looks = 0;
  let since = 0;
  let most = 0;
  let watching = true;
  const turn = () => {
    turns++;
    since = 0;
    if (watching) onNextTurn(turn);
  };
  const counting = vi.spyOn(clock, 'now').mockImplementation(() => {
    looks++;
    most = Math.max(most, ++since);
    return look();
  });
  onNextTurn(turn);
  await Promise.resolve(work()).finally(() => counting.mockRestore());
  watching = false;
  return { turns, looks, most };
}

async function* manyChunks(bytes = message) {
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}

const short = (count: number) => Array.from({ length: count }, () => ({ key, nonce, plaintext: text(500) }));
const manyShort = short(4_000);
const ciphertexts = manyShort.map((each) => ({ key, nonce, ciphertext: sync.romulusN.encrypt(each) }));
// Side by side, a slice takes four times as much.
const blob = new Blob([message, message, message, message]);
const encryptedBlob = await encryptBlob(blob, { key });
const encryptedFile = await stream.openEncrypted(encryptedBlob, { key });

const works: [name: string, work: () => unknown][] = [
  ...(await byteCalls(romulus, sync, length, 1 << 18))
    .filter(({ options }) => options !== 'none')
    .map(({ name, given, run }): [string, () => unknown] => [name, () => run(given)]),
  ['hashMany of many short messages', () => hashMany(manyShort.map(({ plaintext }) => plaintext))],
  ['encryptMany of many short messages', () => romulusN.encryptMany(manyShort)],
  ['decryptMany of many short messages', () => romulusN.decryptMany(ciphertexts)],
  ['hashStream of many short chunks', () => hashStream(manyChunks())],
  ['encryptBlob', () => encryptBlob(blob, { key })],
  ['decryptBlob', () => stream.decryptBlob(encryptedBlob, { key })],
  ['a range of an encrypted file', () => encryptedFile.read(0)],
];

it.each(works)('the event loop turns during %s', async (_, work) => {
  const { turns, looks, most } = await watch(work);
  // A step takes at most 16 KiB of the 1 MiB; side by side, 64 KiB of 4 MiB. A look at the clock follows each step.
  expect(looks).toBeGreaterThanOrEqual(64);
  // A slice ends 5 ms after its start, at its sixth look. The seventh may be the start of the next slice.
  expect(most).toBeLessThanOrEqual(7);
  expect(turns).toBeGreaterThan(looks / 8);
});

it('short work is done in the call, without a turn', async () => {
  let turned = false;
  onNextTurn(() => {
    turned = true;
  });
  await romulusH(text(16_384));
  await romulusT.encrypt({ key, nonce, plaintext: text(16_000), associatedData: ad(384) });
  // The clock stands still: a busy machine may hold even a short call for longer than a slice.
  const still = vi.spyOn(clock, 'now').mockReturnValue(0);
  await romulusM.encryptMany(short(20)).finally(() => still.mockRestore());
  expect(turned).toBe(false);
});

// Runtimes also define functions that they do not support; those throw when called.
it.each(['', 'setImmediate', 'MessageChannel'])(
  'turns where setImmediate and MessageChannel are missing, but %s throws',
  async (present) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const name of ['setImmediate', 'MessageChannel'])
      vi.stubGlobal(name, name === present ? throwing(new Error(`${name} is not supported`)) : undefined);
    // The package looks for these functions when it is loaded, so it is loaded anew.
    const { seal } = await freshPackage();
    const long = text(2 * length + 1);
    const progress: number[] = [];
    const sealed = await seal({ key, plaintext: long }, { onProgress: (processed) => progress.push(processed) });
    expect(progress.length).toBeGreaterThanOrEqual(2);
    expectSame(sync.unseal({ key, sealed }), long);
  },
);

describe('a clock and timers that tests of a program put in the place of the real ones', () => {
  it('do not keep long calls from ending', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    expect((await seal({ key, plaintext: message })).length).toBe(length + 32);
    expect((await hashStream(new Blob([message.subarray(0, 1 << 20)]))).length).toBe(32);
  });

  it('do not let them hold the event loop', async () => {
    const plaintext = text(4 * length);
    for (const call of [
      () => seal({ key, plaintext }),
      () => hashStream(manyChunks(plaintext)),
      () => encryptBlob(new Blob(new Array(3).fill(plaintext)), { key }),
      () => romulusN.encryptMany(new Array(3).fill({ ...request, plaintext })),
    ])
      expect((await watch(call, () => time)).turns).toBeGreaterThanOrEqual(2);
  });
});

const pool = await poolOf(2);

/** Most are short; some take several slices. */
const sizes = [...Array.from({ length: 6 }, (_, i) => (i * 371) % (i % 4 === 0 ? 9000 : 700)), 60_024, 300_000];

const long = text(1_100_000);

/** For each size, makes calls, a forgery, a wrong argument and a call that is aborted, all at once. No two neighbours are alike. */
async function expectAllRight(functions: Promises): Promise<void> {
  const calls = await Promise.all(
    sizes.map((size, i) => byteCalls(functions, sync, size, (i * 13) % 90, flipBit(key, i))),
  );
  const failures = sizes.flatMap((size, i) => {
    const { aead, twin } = modesOf(functions, sync)[i % 3]!;
    const request = { key: flipBit(key, i), nonce, plaintext: text(size), associatedData: ad(i) };
    const ciphertext = twin.encrypt(request);
    const forged = { ...request, ciphertext: flipBit(ciphertext, (i * 37) % (8 * ciphertext.length)) };
    const wrong = { ...request, nonce: text(12) };
    const { signal, abort, reason } = watchedSignal();
    onNextTurn(abort);
    return [
      async () => expect(await rejection(() => aead.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' }),
      async () => expect(await rejection(() => aead.encrypt(wrong))).toBeInstanceOf(RangeError),
      async () => expect(await rejection(() => aead.encrypt({ ...request, plaintext: long }, { signal }))).toBe(reason),
    ];
  });
  const successes = calls
    .flat()
    .map((call) => async () => expectRight(call, await bytesIn(await call.run(call.given))));
  const all = [...successes, ...failures];
  const outcomes = await Promise.allSettled(all.map((_, i) => all[(i * 101) % all.length]!()));
  expect(outcomes.length).toBeGreaterThan(200);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
}

describe.each<[of: string, functions: Promises]>([
  ['the package', { ...romulus, ...stream }],
  ['a pool', pool],
])('hundreds of calls at a time of %s', (_, functions) => {
  it('give the results of single calls', () => expectAllRight(functions));

  it('finish the short ones before the long ones', async () => {
    const order: string[] = [];
    const encrypt = (what: string, length: number) =>
      functions.romulusT.encrypt({ key, nonce, plaintext: text(length) }).then(() => order.push(what));
    const long = [1, 2, 3].map(() => encrypt('long', 1 << 20));
    await nextTurn();
    await encrypt('short', 10_000);
    await Promise.all(long);
    expect(order).toEqual(['short', 'long', 'long', 'long']);
  });
});

it.each(modes)('calls at once while long work of $aead.name waits change nothing in it', async ({ aead, twin }) => {
  const request = { key, nonce, plaintext: text(1_500_000), associatedData: ad(40_000) };
  let between = 0;
  const hasher = sync.createHasher();
  const onProgress = () => {
    between++;
    expectSame(sync.romulusH(text(100)), referenceHash(text(100)));
    hasher.update(text(50_000));
    for (const other of modes) other.twin.encrypt({ key: nonce, nonce: key, plaintext: text(20_000) });
  };
  expectSame(await aead.encrypt(request, { onProgress }), twin.encrypt(request));
  expect(between).toBeGreaterThan(0);
  expectSame(hasher.digest(), sync.romulusH(concatenate(...new Array(between).fill(text(50_000)))));
});

it('a list that is given up wipes many short results in few turns', async () => {
  const { signal, abort, reason } = watchedSignal();
  const onProgress = (done: number, total: number) => {
    if (done > 0.9 * total) abort();
  };
  const requests = new Array(20_000).fill({ key, nonce, plaintext: text(8) });
  const call = async () =>
    expect(await rejection(() => romulusN.encryptMany(requests, { signal, onProgress }))).toBe(reason);
  let turns = 0;
  const turn = () => {
    turns++;
    if (isRunning) onNextTurn(turn);
  };
  let isRunning = true;
  signal.addEventListener('abort', () => onNextTurn(turn));
  // The list pauses wherever it can until it is aborted; then the clock stands still.
  await watch(call, () => (time += signal.aborted ? 0 : 1000));
  isRunning = false;
  expect(turns).toBeLessThan(20);
});
