/** Long work leaves the event loop free: it turns between slices, and none holds it for long. */

import { describe, expect, it, vi } from 'vitest';
import { clock } from '../../../ts/event-loop.js';
import { hashMany, hashStream, romulusH, romulusM, romulusN, romulusT, seal, unseal } from '../../../ts/index.js';
import { decryptBlob, encryptBlob, openSealed } from '../../../ts/stream/index.js';
import { ad, key, nonce, same, text } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modes, sync } from '../../fixtures/modes.js';
import { onNextTurn } from '../../fixtures/runtime.js';

const length = 4 << 20;
const message = text(length);
const request = { key, nonce, plaintext: message, associatedData: ad(1 << 20) };

/** What the clock shows in these tests; it never goes back, as slices of earlier work remember it. */
let time = performance.now() + 60_000;

/** How often the event loop turns while `work` is under way; and how often that looks at the clock, in all and between two turns. */
async function watch(work: () => Promise<unknown>): Promise<{ turns: number; looks: number; most: number }> {
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
  // A millisecond for each step of the work, whatever else the machine does.
  const counting = vi.spyOn(clock, 'now').mockImplementation(() => {
    looks++;
    most = Math.max(most, ++since);
    return ++time;
  });
  onNextTurn(turn);
  await work().finally(() => counting.mockRestore());
  watching = false;
  return { turns, looks, most };
}

async function* oneChunk() {
  yield message;
}

async function* manyChunks() {
  for (let start = 0; start < length; start += 1000) yield message.subarray(start, start + 1000);
}

const short = (count: number) => Array.from({ length: count }, () => ({ key, nonce, plaintext: text(500) }));
const manyShort = short(16_000);
const ciphertexts = manyShort.map((each) => ({ key, nonce, ciphertext: sync.romulusN.encrypt(each) }));
const sealed = sync.seal(key, message);

// Side by side, four times as much goes into a slice.
const blob = new Blob([message, message, message, message]);
const sealedBlob = await encryptBlob(blob, { key });
const sealedFile = await openSealed(sealedBlob, { key });

const works: { name: string; work: () => Promise<unknown> }[] = [
  ...modes.flatMap(({ aead, twin }) => {
    const ciphertext = twin.encrypt(request);
    return [
      { name: `${aead.name} encryption`, work: () => aead.encrypt(request) },
      { name: `${aead.name} decryption`, work: () => aead.decrypt({ ...request, ciphertext }) },
    ];
  }),
  {
    name: 'encryption of long associated data',
    work: () => romulusN.encrypt({ ...request, plaintext: text(0), associatedData: message }),
  },
  { name: 'seal', work: () => seal(key, message) },
  { name: 'unseal', work: () => unseal(key, sealed) },
  { name: 'romulusH', work: () => romulusH(message) },
  { name: 'hashMany of long messages', work: () => hashMany([message, message]) },
  { name: 'hashMany of many short messages', work: () => hashMany(manyShort.map(({ plaintext }) => plaintext)) },
  { name: 'encryptMany of many short messages', work: () => romulusN.encryptMany(manyShort) },
  { name: 'decryptMany of many short messages', work: () => romulusN.decryptMany(ciphertexts) },
  { name: 'hashStream of one long chunk', work: () => hashStream(oneChunk()) },
  { name: 'hashStream of many short chunks', work: () => hashStream(manyChunks()) },
  { name: 'encryptBlob', work: () => encryptBlob(blob, { key }) },
  { name: 'encryptBlob in one chunk', work: () => encryptBlob(new Blob([message]), { key, chunkLength: 2 ** 22 }) },
  { name: 'decryptBlob', work: () => decryptBlob(sealedBlob, { key }) },
  { name: 'a range of a sealed file', work: () => sealedFile.read(0) },
];

describe('the event loop turns during', () => {
  it.each(works)('$name', async ({ work }) => {
    const { turns, looks, most } = await watch(work);
    // Of 4 MiB, a step takes 16 KiB at most; side by side, of 16 MiB, 64 KiB. Each is followed by a look at the clock.
    expect(looks).toBeGreaterThan(256);
    // A slice ends 5 ms after it began, which is the sixth look; the next one's beginning may be the seventh.
    expect(most).toBeLessThanOrEqual(7);
    expect(turns).toBeGreaterThan(looks / 8);
  });

  it('a timer too', async () => {
    let fired = 0;
    const timer = setInterval(() => fired++, 1);
    await romulusT.encrypt(request);
    clearInterval(timer);
    expect(fired).toBeGreaterThanOrEqual(3);
  });
});

it('short work is done in the call, without a turn', async () => {
  let turned = false;
  onNextTurn(() => {
    turned = true;
  });
  await romulusH(text(16_384));
  await romulusT.encrypt({ key, nonce, plaintext: text(16_000), associatedData: ad(384) });
  // By a clock that stands still, as a busy machine may stop a short call for longer than a slice is.
  const still = vi.spyOn(clock, 'now').mockReturnValue(0);
  await romulusM.encryptMany(short(20)).finally(() => still.mockRestore());
  expect(turned).toBe(false);
});

// Runtimes have what they do not support in place, too, to say so when it is called.
it.each(['', 'setImmediate', 'MessageChannel'])(
  'turns where setImmediate and MessageChannel are missing, but %s throws',
  async (present) => {
    for (const name of ['setImmediate', 'MessageChannel']) {
      const forbidden = () => {
        throw new Error(`${name} is not supported`);
      };
      vi.stubGlobal(name, name === present ? forbidden : undefined);
    }
    try {
      // As it is loaded where they are missing.
      const { seal, unseal } = await freshPackage();
      const progress: number[] = [];
      const sealedAgain = await seal(key, message, { onProgress: (processed) => progress.push(processed) });
      expect(progress.length).toBeGreaterThan(2);
      expect(same(await unseal(key, sealedAgain), message)).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
  },
);

describe('a clock and timers that tests of a program put in the place of the real ones', () => {
  it('do not keep long calls from ending', async () => {
    vi.useFakeTimers();
    try {
      const sealed = await seal(key, message);
      expect(sealed.length).toBe(length + 32);
      expect((await hashStream(new Blob([message.subarray(0, 1 << 20)]))).length).toBe(32);
    } finally {
      vi.useRealTimers();
    }
  });

  it('do not let them hold the event loop', async () => {
    const still = vi.spyOn(clock, 'now').mockReturnValue(0);
    const calls = {
      seal: () => seal(key, message),
      hashStream: () => hashStream(manyChunks()),
      encryptBlob: () => encryptBlob(new Blob([message, message, message]), { key }),
      encryptMany: () => romulusN.encryptMany(new Array(3).fill(request)),
    };
    try {
      for (const [name, call] of Object.entries(calls))
        expect((await watch(call)).turns, name).toBeGreaterThanOrEqual(2);
    } finally {
      still.mockRestore();
    }
  });
});
