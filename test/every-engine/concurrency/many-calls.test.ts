/** Hundreds of calls at a time, of all functions and many sizes: each gives what it would have given alone. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import type { Promises } from '../../fixtures/byte-call.js';
import { ad, bytesIn, concatenate, expectSame, flipBit, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { byteCalls, expectRight } from '../../fixtures/calls.js';
import { modes, modesOf, sync } from '../../fixtures/modes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(2);

/** Most are short; some take several slices. */
const sizes = [...Array.from({ length: 12 }, (_, i) => (i * 371) % (i % 4 === 0 ? 9000 : 700)), 60_024, 1_100_000];

/** For each size, makes calls, a forgery and a wrong argument at once. No two neighbours are alike. */
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
    return [
      async () => expect(await rejection(() => aead.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' }),
      async () => expect(await rejection(() => aead.encrypt(wrong))).toBeInstanceOf(RangeError),
    ];
  });
  const successes = calls
    .flat()
    .map((call) => async () => expectRight(call, await bytesIn(await call.run(call.given))));
  const all = [...successes, ...failures];
  const outcomes = await Promise.allSettled(all.map((_, i) => all[(i * 101) % all.length]!()));
  expect(outcomes.length).toBeGreaterThan(500);
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
    const long = [1, 2, 3].map(() => encrypt('long', 3 << 20));
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
