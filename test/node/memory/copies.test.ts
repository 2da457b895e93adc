/** The arrays that a call makes besides its result: copies of inputs, parked states; all zeros once it is over. */
import { describe, expect, it } from 'vitest';
import { buffersOf, madeOrCut } from '../../fixtures/arrays.js';
import { ad, flipBit, key, nonce, same, text } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';
import { freshPackage, loadedPackage, type Romulus } from '../../fixtures/instance.js';
import { onNextTurn } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';

/** Nonces and tags are no secrets; they alone may be as short as a block. */
const mayStay = (array: Uint8Array) =>
  (array.length <= 16 && !same(array, key)) || (array[0] === 0 && array[1] === 0x61 && array[2] === 0x73);

interface Case {
  what: string;
  call: (romulus: Romulus) => Promise<unknown>;
  succeeds: boolean;
}

async function expectNoCopies(romulus: Romulus, { call, succeeds }: Case): Promise<void> {
  const { arrays, outcome } = await madeOrCut(() => call(romulus));
  expect(outcome instanceof Error, String(outcome)).toBe(!succeeds);
  const results = new Set(succeeds ? buffersOf(outcome) : []);
  expect(arrays.length).toBeGreaterThan(0);
  const left = arrays.filter(
    (array) => !results.has(array.buffer) && !mayStay(array) && array.some((byte) => byte !== 0),
  );
  expect(left.map(({ length }) => `an array of ${length} bytes that are not zero`)).toEqual([]);
}

// More than the 64 pieces of 16 KiB that a slice has at most: at least one pause, however fast the module is.
const long = { key, nonce, plaintext: text(1_100_001), associatedData: ad(100_003) };
/** A list of short messages and longer ones. */
const list = Array.from({ length: 80 }, (_, i) => ({
  ...long,
  plaintext: text(i % 4 === 0 ? 7_000 + i : 700 + i),
  associatedData: ad(300 + i),
}));
const { romulus, sync } = await loadedPackage();
const names = ['romulusN', 'romulusM', 'romulusT'] as const;

async function* chunks(beforeLong = () => {}): AsyncGenerator<Uint8Array> {
  yield text(5);
  beforeLong();
  yield long.plaintext;
  yield long.plaintext;
}

describe.each(names)('%s', (name) => {
  const ciphertext = sync[name].encrypt(long);
  const toDecrypt = { ...long, ciphertext };
  const forged = { ...long, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1) };
  const listToDecrypt = list.map((request, i) => {
    const ciphertext = sync[name].encrypt(request);
    return { ...request, ciphertext: i % 3 === 0 ? flipBit(ciphertext, 8 * ciphertext.length - 1) : ciphertext };
  });

  const calls: Case[] = [
    { what: 'encrypt', call: (r) => r[name].encrypt(long), succeeds: true },
    { what: 'encryptDetached', call: (r) => r[name].encryptDetached(long), succeeds: true },
    { what: 'decrypt', call: (r) => r[name].decrypt(toDecrypt), succeeds: true },
    { what: 'a forged decrypt', call: (r) => r[name].decrypt(forged), succeeds: false },
    { what: 'encryptMany', call: (r) => r[name].encryptMany(list), succeeds: true },
    { what: 'decryptMany', call: (r) => r[name].decryptMany([forged, ...listToDecrypt]), succeeds: true },
    ...[1, 4, 12].flatMap((pause): Case[] => [
      {
        what: `an encryptMany aborted in pause number ${pause}`,
        call: (r) => pausingEverywhere(() => r[name].encryptMany(list, watchedSignal(pause))),
        succeeds: false,
      },
      {
        what: `a decryptMany aborted in pause number ${pause}`,
        call: (r) => pausingEverywhere(() => r[name].decryptMany(listToDecrypt, watchedSignal(pause))),
        succeeds: false,
      },
    ]),
    { what: 'an aborted encrypt', call: (r) => r[name].encrypt(long, watchedSignal(1)), succeeds: false },
    { what: 'an aborted decrypt', call: (r) => r[name].decrypt(toDecrypt, watchedSignal(1)), succeeds: false },
  ];

  it.each(calls)('$what keeps no copy', (each) => expectNoCopies(romulus, each));

  it.each(calls)('$what keeps no copy when it had to load the module', async (each) =>
    expectNoCopies(await freshPackage(), each),
  );
});

describe('Romulus-H', () => {
  const message = long.plaintext;
  const messages = list.flatMap(({ plaintext, associatedData }) => [plaintext, associatedData]);
  const calls: Case[] = [
    { what: 'romulusH', call: (r) => r.romulusH(message), succeeds: true },
    { what: 'an aborted romulusH', call: (r) => r.romulusH(message, watchedSignal(1)), succeeds: false },
    { what: 'hashMany', call: (r) => r.hashMany([message, ...messages]), succeeds: true },
    {
      what: 'an aborted hashMany',
      call: (r) => pausingEverywhere(() => r.hashMany(messages, watchedSignal(9))),
      succeeds: false,
    },
    { what: 'hashStream', call: (r) => r.hashStream(chunks()), succeeds: true },
    {
      what: 'a hashStream aborted within a chunk',
      call: (r) => {
        const { signal, abort } = watchedSignal();
        return r.hashStream(
          chunks(() => onNextTurn(abort)),
          { signal },
        );
      },
      succeeds: false,
    },
  ];

  it.each(calls)('$what keeps no copy', (each) => expectNoCopies(romulus, each));

  it.each(calls)('$what keeps no copy when it had to load the module', async (each) =>
    expectNoCopies(await freshPackage(), each),
  );
});
