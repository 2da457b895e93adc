/** Hundreds of calls at a time, of all functions and many sizes: each gives what it would have given alone. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, concatenate, expectSame, flipBit, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modes, modesOf, sync } from '../../fixtures/modes.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { poolOf } from '../pool/workers.js';
import type { Functions } from './work.js';

const main = { ...romulus, ...stream };
const pool = await poolOf(2);

/** Mostly short; some take several slices. */
const sizeOf = (i: number) =>
  i % 100 === 99 ? 1_100_000 : i % 25 === 24 ? 60_000 + i : (i * 37) % (i % 4 === 0 ? 9000 : 700);

async function* halves(bytes: Uint8Array) {
  yield bytes.subarray(0, bytes.length >> 1);
  await nextTurn();
  yield bytes.subarray(bytes.length >> 1);
}

/** Makes call number i and compares its outcome. */
function call(i: number, functions: Functions): Promise<void> {
  const { mode, aead, twin } = modesOf(functions, sync)[i % 3]!;
  const plaintext = text(sizeOf(i));
  const associatedData = ad((i * 13) % 90);
  const ownKey = flipBit(key, i % 128);
  const request = { key: ownKey, nonce, plaintext, associatedData };
  const ciphertext = twin.encrypt(request);
  const [body, tag] = [ciphertext.subarray(0, -16), ciphertext.subarray(-16)];
  const toDecrypt = { key: ownKey, nonce, ciphertext, associatedData };
  const forged = { ...toDecrypt, ciphertext: flipBit(ciphertext, i % (8 * ciphertext.length)) };
  const kinds: (() => Promise<void>)[] = [
    async () => expectSame(await aead.encrypt(request), ciphertext, `encrypt ${i}`),
    async () => expectSame(await aead.decrypt(toDecrypt), plaintext, `decrypt ${i}`),
    async () => {
      const apart = await aead.encryptDetached(request);
      expectSame(concatenate(apart.ciphertext, apart.tag), ciphertext, `encryptDetached ${i}`);
    },
    async () => {
      const back = await aead.decryptDetached({ ...toDecrypt, ciphertext: body, tag });
      expectSame(back, plaintext, `decryptDetached ${i}`);
    },
    async () => {
      for (const each of await aead.encryptMany(new Array(i % 20 === 0 ? 40 : 2).fill(request)))
        expectSame(each, ciphertext, `encryptMany ${i}`);
    },
    async () => {
      const [right, wrong] = await aead.decryptMany([toDecrypt, forged]);
      expectSame(right, plaintext, `decryptMany ${i}`);
      expect(wrong).toBeNull();
    },
    async () => expect(await rejection(() => aead.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' }),
    async () => {
      const sealed = await functions.seal({ key: ownKey, plaintext, mode, associatedData });
      expectSame(await functions.unseal({ key: ownKey, sealed, mode, associatedData }), plaintext, `seal ${i}`);
    },
    async () => expectSame(await functions.romulusH(plaintext), sync.romulusH(plaintext), `romulusH ${i}`),
    async () => {
      const [one, two] = await functions.hashMany([plaintext, associatedData]);
      expectSame(one, sync.romulusH(plaintext), `hashMany ${i}`);
      expectSame(two, sync.romulusH(associatedData), `hashMany ${i}`);
    },
    async () => expectSame(await functions.hashStream(halves(plaintext)), sync.romulusH(plaintext), `hashStream ${i}`),
    async () => {
      const hasher = await romulus.createHasher();
      for await (const half of halves(plaintext)) hasher.update(half);
      expectSame(hasher.digest(), sync.romulusH(plaintext), `createHasher ${i}`);
    },
    async () => {
      const sealed = await functions.encryptBlob(new Blob([plaintext]), { key: ownKey, mode });
      const opened = await functions.decryptBlob(sealed, { key: ownKey });
      expectSame(new Uint8Array(await opened.arrayBuffer()), plaintext, `file ${i}`);
    },
    async () => expect(await rejection(() => aead.encrypt({ ...request, nonce: text(12) }))).toBeInstanceOf(RangeError),
  ];
  return kinds[i % kinds.length]!();
}

/** Errors of another copy of the package are told by what they extend. */
async function expectRight(count: number, functions: Functions): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, i) => call(i, functions)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
}

describe.each<{ of: string; functions: Functions }>([
  { of: 'of the package', functions: main },
  { of: 'of a pool', functions: pool },
])('hundreds of calls at a time $of', ({ functions }) => {
  it('give what each would have given alone', () => expectRight(600, functions));

  it('finish the short ones before the long ones', async () => {
    const order: string[] = [];
    const plaintext = text(3 << 20);
    const long = [1, 2, 3].map(() =>
      functions.romulusT.encrypt({ key, nonce, plaintext }).then(() => order.push('long')),
    );
    await nextTurn();
    await functions.romulusT.encrypt({ key, nonce, plaintext: text(10_000) });
    order.push('short');
    await Promise.all(long);
    expect(order).toEqual(['short', 'long', 'long', 'long']);
  });
});

it('many calls are right also where the first of them loads the module', async () =>
  expectRight(400, await freshPackage()));

describe('sync calls while long work waits', () => {
  it('change nothing in it', async () => {
    const request = { key, nonce, plaintext: text(1_500_000), associatedData: ad(40_000) };
    for (const { aead, twin } of modes) {
      const expected = twin.encrypt(request);
      let between = 0;
      const hasher = sync.createHasher();
      const onProgress = () => {
        between++;
        expectSame(sync.romulusH(text(100)), referenceHash(text(100)));
        hasher.update(text(50_000));
        for (const other of modes) other.twin.encrypt({ key: nonce, nonce: key, plaintext: text(20_000) });
      };
      expectSame(await aead.encrypt(request, { onProgress }), expected);
      expect(between).toBeGreaterThan(0);
      const parts = new Array(between).fill(text(50_000));
      expectSame(hasher.digest(), sync.romulusH(concatenate(...parts)));
    }
  });
});
