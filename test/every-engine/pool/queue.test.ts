/** Jobs that no worker can begin yet: those that are given up cost nothing, and the others begin in a fair order. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Queue, type Waiting } from '../../../ts/pool/caller/queue.js';
import { clock } from '../../../ts/runtime/event-loop.js';
import { made } from '../../fixtures/arrays.js';
import { expectAllSame, expectOwn, expectSame, key, nonce, rejection, text, throwing } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { watchedSignal } from '../../fixtures/runtime.js';
import { loadModes } from '../../fixtures/suites.js';
import { callsOf, hashingOf } from '../lists/calls.js';
import { type collected, pooled, poolOf, tell } from './workers.js';

const million = text(1_000_000);

/** The numbers of the workers that got orders of a type. */
const receivers = (sent: ReturnType<typeof collected>['sent'], type: string) =>
  sent.filter((order) => order.type === type).map(({ to }) => to);

describe('calls that wait', () => {
  it('and are aborted never reach a worker, and their copies are freed', async () => {
    const { pool, sent } = await pooled({ threads: 2 });
    const { signal, abort, reason } = watchedSignal();
    const { arrays, outcome } = await made(async (arrays) => {
      const calls = Array.from({ length: 50 }, () => rejection(() => pool.romulusH(million, { signal })));
      expect(arrays.filter(({ length }) => length === million.length)).toHaveLength(46);
      abort();
      for (const call of calls) expect(await call).toBe(reason);
    });
    expect(outcome).toBeUndefined();
    expect(arrays.filter(({ length }) => length > 0)).toEqual([]);
    const short = text(5000);
    expectSame(await pool.romulusH(short), sync.romulusH(short));
    expect(receivers(sent, 'work')).toHaveLength(5);
  });

  it('copy more than 8 MiB only when a worker begins, but keys at once', async () => {
    const { pool } = await pooled({ threads: 1 });
    const request = { key, nonce, plaintext: text(9_000_000) };
    const right = sync.romulusN.encrypt(request);
    const keys = Array.from({ length: 4 }, () => new Uint8Array(key));
    const { outcome } = await made(async (arrays) => {
      const single = keys.slice(0, 3).map((key) => pool.romulusN.encrypt({ ...request, key }));
      const list = pool.romulusN.encryptMany([{ ...request, key: keys[3]! }]);
      for (const each of keys) each.fill(0);
      // The worker gets two copies without a turn of the event loop, and no copy waits.
      for (let i = 0; i < 50; i++) await undefined;
      expect(arrays.map(({ length }) => length).filter((length) => length !== key.length + nonce.length)).toEqual([
        0, 0,
      ]);
      for (const each of [...(await Promise.all(single)), ...(await list)]) expectSame(each, right);
    });
    expect(outcome).toBeUndefined();
  });
});

describe('the queue', () => {
  const queueOf = (...lengths: number[]) => {
    const queue = new Queue<undefined>();
    for (const length of lengths) queue.add(jobOf(length));
    return queue;
  };
  const jobOf = (length: number): Waiting<undefined> => ({ length, begin() {}, reject() {} });
  const begun = (queue: Queue<undefined>) => {
    const next = queue.next as Waiting<undefined>;
    queue.begin(next);
    return next.length;
  };

  it('begins short jobs before long ones, and equal ones in their order', () => {
    const queue = queueOf(500, 40, 500_000, 501, 40);
    expect(Array.from({ length: 5 }, () => begun(queue))).toEqual([40, 40, 500, 501, 500_000]);
    const equal = [jobOf(7), jobOf(7), jobOf(7)];
    for (const job of equal) queue.add(job);
    for (const job of equal) {
      expect(queue.next).toBe(job);
      queue.begin(job);
    }
  });

  it('keeps no long job waiting for ever', () => {
    const queue = queueOf(1000);
    let bytes = 0;
    for (queue.add(jobOf(10)); begun(queue) === 10; queue.add(jobOf(10))) bytes += 10;
    expect(bytes).toBeLessThanOrEqual(2000);
  });

  it('begins every second job from those that have waited less than half the time that callers wait', () => {
    let now = 0;
    const { now: ofClock } = clock;
    clock.now = () => now;
    onTestFinished(() => {
      clock.now = ofClock;
    });
    const queue = new Queue<undefined>();
    const jobs = Array.from({ length: 10 }, (_, i) => jobOf(100 + i));
    for (const job of jobs) {
      queue.add(job);
      now += 10;
    }
    queue.giveUp(jobs[0]!);
    now -= 10;
    // The first was given up after 100 ms. Jobs 5 to 9 have waited for less than 50 ms.
    expect(Array.from({ length: 9 }, () => begun(queue))).toEqual([105, 101, 106, 102, 107, 103, 108, 104, 109]);
  });
});

const cases: [count: number, length: number, threads: number, jobs: number][] = [
  // Sending these messages would take longer than it saves.
  [256, 4096, 2, 0],
  [400, 4096, 2, 2],
  [400, 4096, 1, 1],
  // Half of these messages take as long as all, since they fill no more lanes.
  [32, 65_536, 2, 0],
  [64, 65_536, 2, 2],
  // Long messages, which must not hold the calling thread.
  [1, 1_100_000, 2, 1],
  [2, 600_000, 2, 2],
];

it.each(cases)('a list of %i times %i bytes for %i workers is %i jobs', async (count, length, threads, expected) => {
  const { pool, sent } = await pooled({ threads });
  const requests = Array.from({ length: count }, () => ({ key, nonce, plaintext: text(length) }));
  expect(await pool.romulusN.encryptMany(requests)).toHaveLength(count);
  expect(receivers(sent, 'work')).toHaveLength(expected);
});

const many = await poolOf(2);
const modes = await loadModes();
const [first, last] = [modes[0]!, modes.at(-1)!].map((mode) => ({ ...mode, aead: many.aead(mode.aead) }));
const short: number[] = new Array(100).fill(300);

it.each([
  { of: 'Romulus-H', calls: hashingOf(many, sync) },
  { of: 'Romulus-N', calls: callsOf(first!) },
  { of: 'another suite', calls: callsOf(last!) },
])('lists of $of in a pool give what their messages give', async ({ calls }) => {
  for (const sizes of [
    [],
    [500_000, 700_000],
    [3, 20_000, 0, 16_384, 16_385, 1_400_000, 5, 16_368, 16_369, 16_376],
    [1_300_000, ...short],
    [...short, 1_300_000],
    new Array(1500).fill(1000),
  ])
    for (const call of calls(sizes.map((text, i) => ({ text, ad: i % 40, forged: i % 7 === 3 })))) {
      // Every second forgery is shorter than a tag.
      for (const [i, input] of call.inputs.entries())
        if ('ciphertext' in input && i % 14 === 3) input.ciphertext = text(i % 16);
      const results = await call.byPromise();
      expectAllSame(results, call.expected, `${call.name} of ${sizes.length}`);
      expectOwn(results.filter(Boolean), []);
    }
});

it("a list's other parts are given up when the caller's function fails", async () => {
  const { pool, workers, sent } = await pooled({ threads: 2 });
  for (const one of workers) tell(one, 'silence');
  const list = [10_000_000, 10_000_000].map((length) => ({ key, nonce, plaintext: text(length) }));
  const cause = new Error('of the caller');
  expect(await rejection(() => pool.romulusM.encryptMany(list, { onProgress: throwing(cause) }))).toBe(cause);
  expect(['work', 'cancel'].map((type) => receivers(sent, type).length)).toEqual([2, 2]);
});
