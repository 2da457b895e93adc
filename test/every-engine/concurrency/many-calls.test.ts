/** A thousand calls at a time, of all functions and many sizes: each gives what it would have given alone. */
import { describe, expect, it } from 'vitest';
import {
  createHasher,
  hashMany,
  hashStream,
  load,
  romulusH,
  romulusM,
  romulusN,
  romulusT,
  seal,
  unseal,
} from '../../../ts/index.js';
import { ad, concatenate, expectSame, flipBit, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { nextTurn } from '../../fixtures/runtime.js';
import { type Mode, referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const sync = await load();
const aeads = { N: romulusN, M: romulusM, T: romulusT };
const twins = { N: sync.romulusN, M: sync.romulusM, T: sync.romulusT };
const modes = ['N', 'M', 'T'] as const;

/** Mostly short; some take several slices. */
const sizeOf = (i: number) => (i % 100 === 99 ? 1_100_000 : i % 25 === 24 ? 60_000 + i : (i * 37) % 700);

/** The reference where it is fast enough; it has been held against the sync twin elsewhere. */
const encrypted = (mode: Mode, request: Parameters<typeof referenceEncrypt>[1]) =>
  request.plaintext.length < 1000 ? referenceEncrypt(mode, request) : twins[mode].encrypt(request);
const hashed = (message: Uint8Array) => (message.length < 1000 ? referenceHash(message) : sync.romulusH(message));

async function* halves(bytes: Uint8Array) {
  yield bytes.subarray(0, bytes.length >> 1);
  await nextTurn();
  yield bytes.subarray(bytes.length >> 1);
}

/** Starts call number i, and gives the check of its outcome. */
function start(i: number, functions = { aeads, romulusH, hashMany, hashStream, createHasher, seal, unseal }) {
  const mode = modes[i % 3] as Mode;
  const aead = functions.aeads[mode];
  const plaintext = text(sizeOf(i));
  const associatedData = ad((i * 13) % 90);
  const ownKey = flipBit(key, i % 128);
  const request = { key: ownKey, nonce, plaintext, associatedData };
  const ciphertext = encrypted(mode, request);
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
      for (const each of await aead.encryptMany([request, request])) expectSame(each, ciphertext, `encryptMany ${i}`);
    },
    async () => {
      const [right, wrong] = await aead.decryptMany([toDecrypt, forged]);
      expectSame(right, plaintext, `decryptMany ${i}`);
      expect(wrong).toBeNull();
    },
    async () => expect(await rejection(() => aead.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' }),
    async () => {
      const sealed = await functions.seal(ownKey, plaintext, { mode, associatedData });
      expectSame(await functions.unseal(ownKey, sealed, { mode, associatedData }), plaintext, `seal ${i}`);
    },
    async () => expectSame(await functions.romulusH(plaintext), hashed(plaintext), `romulusH ${i}`),
    async () => {
      const [one, two] = await functions.hashMany([plaintext, associatedData]);
      expectSame(one, hashed(plaintext), `hashMany ${i}`);
      expectSame(two, hashed(associatedData), `hashMany ${i}`);
    },
    async () => expectSame(await functions.hashStream(halves(plaintext)), hashed(plaintext), `hashStream ${i}`),
    async () => {
      const hasher = await functions.createHasher();
      for await (const half of halves(plaintext)) hasher.update(half);
      expectSame(hasher.digest(), hashed(plaintext), `createHasher ${i}`);
    },
    async () => expect(await rejection(() => aead.encrypt({ ...request, nonce: text(12) }))).toBeInstanceOf(RangeError),
  ];
  return kinds[i % kinds.length] as () => Promise<void>;
}

describe('a thousand calls at a time', () => {
  it('give what each would have given alone', async () => {
    const calls = Array.from({ length: 1000 }, (_, i) => start(i));
    const outcomes = await Promise.allSettled(calls.map((call) => call()));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('give that also where the first of them loads the module', async () => {
    const { romulusN, romulusM, romulusT, ...fresh } = await freshPackage();
    const functions = { ...fresh, aeads: { N: romulusN, M: romulusM, T: romulusT } };
    // Errors of the other copy of the package are told by what they extend, as here.
    const calls = Array.from({ length: 400 }, (_, i) => start(i, functions));
    const outcomes = await Promise.allSettled(calls.map((call) => call()));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('finish the short ones before the long ones', async () => {
    const order: string[] = [];
    const message = text(3 << 20);
    const long = romulusT.encrypt({ key, nonce, plaintext: message }).then(() => order.push('long'));
    await nextTurn();
    const short = romulusT.encrypt({ key, nonce, plaintext: text(10) }).then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });
});

describe('sync calls while long work waits', () => {
  it('change nothing in it', async () => {
    const request = { key, nonce, plaintext: text(1_500_000), associatedData: ad(40_000) };
    for (const mode of modes) {
      const expected = twins[mode].encrypt(request);
      let between = 0;
      const hasher = sync.createHasher();
      const onProgress = () => {
        between++;
        expectSame(sync.romulusH(text(100)), referenceHash(text(100)));
        hasher.update(text(50_000));
        for (const other of modes) twins[other].encrypt({ key: nonce, nonce: key, plaintext: text(20_000) });
      };
      expectSame(await aeads[mode].encrypt(request, { onProgress }), expected);
      expect(between).toBeGreaterThan(0);
      const parts = new Array(between).fill(text(50_000));
      expectSame(hasher.digest(), sync.romulusH(concatenate(...parts)));
    }
  });
});
