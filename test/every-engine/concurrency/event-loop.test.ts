/** Long work leaves the event loop free: the loop turns between slices, no slice is long, and short calls need not wait for long ones. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { clock } from '../../../ts/runtime/event-loop.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, expectSame, key, nonce, text, throwing } from '../../fixtures/bytes.js';
import { byteCalls, type Promises } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn } from '../../fixtures/runtime.js';
import { poolOf } from '../pool/workers.js';

const { hashStream, romulusH, romulusM, romulusN, romulusT, seal } = romulus;
const { encryptBlob } = stream;

const length = 1 << 20;
const message = text(length);

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
// Side by side, a slice takes four times as much.
const blob = new Blob([message, message, message, message]);
const encryptedFile = await stream.openEncrypted(await encryptBlob(blob, { key }), { key });

const works: [name: string, work: () => unknown][] = [
  ...(await byteCalls(romulus, sync, length, 1 << 18))
    .filter(({ options }) => options !== 'none')
    .map(({ name, given, run }): [string, () => unknown] => [name, () => run(given)]),
  ['encryptMany of many short messages', () => romulusN.encryptMany(short(4_000))],
  ['hashStream of many short chunks', () => hashStream(manyChunks())],
  ['encryptBlob', () => encryptBlob(blob, { key })],
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
  });

  it('do not let them hold the event loop', async () => {
    const plaintext = text(4 * length);
    const list = new Array(3).fill({ key, nonce, plaintext });
    for (const call of [() => hashStream(manyChunks(plaintext)), () => romulusN.encryptMany(list)])
      expect((await watch(call, () => time)).turns).toBeGreaterThanOrEqual(2);
  });
});

it.each<[of: string, longLength: number, functions: Promises]>([
  ['the package', 2 ** 20, romulus],
  // On a busy machine a worker may hear of the short call late.
  ['a pool', 2 ** 23, await poolOf(2)],
])('short calls of %s end before long ones of %i bytes that began earlier', async (_, longLength, { romulusT }) => {
  const order: string[] = [];
  const encrypt = (what: string, length: number) =>
    romulusT.encrypt({ key, nonce, plaintext: text(length) }).then(() => order.push(what));
  const long = [1, 2, 3].map(() => encrypt('long', longLength));
  await nextTurn();
  await encrypt('short', 10_000);
  await Promise.all(long);
  expect(order).toEqual(['short', 'long', 'long', 'long']);
});
