/**
 * The official vectors of all suites, both ways, and the project's own vectors, past every edge of the window and of
 * counters, and for HMAC and HKDF.
 */
import { describe, expect, inject, it } from 'vitest';
import { hashMany, load, romulusH, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { expectAllSame, expectSame, hex, key, sha256 } from '../../fixtures/bytes.js';
import { casesOf, loadModes, suites } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import * as kats from '../../reference/vectors.js';

const sync = await load();
const modes = await loadModes();

it('Romulus-H gives every digest, one by one and in one call', async () => {
  const vectors = await kats.readHashVectors('romulus-h.txt');
  expect(vectors).toHaveLength(1025);
  const messages = vectors.map(({ message }) => message);
  const digests = vectors.map(({ digest }) => digest);
  expectAllSame(await Promise.all(messages.map((message) => romulusH(message))), digests, 'by promise');
  expectAllSame(messages.map(sync.romulusH), digests, 'at once');
  expectAllSame(await hashMany(messages), digests, 'a list by promise');
  expectAllSame(sync.hashMany(messages), digests, 'a list at once');
});

it.each(modes)('$aead.name gives every ciphertext and plaintext, one by one and in one call', async (tested) => {
  const { suite, mode, aead, twin } = tested;
  const vectors = await kats.readOfficialVectors(suite, mode);
  // All pairs of lengths up to 32, and the other published ones.
  expect(vectors).toHaveLength(suite.longest ? 1090 : 1089);
  const plaintexts = vectors.map(({ plaintext }) => plaintext);
  const ciphertexts = vectors.map(({ ciphertext }) => ciphertext);
  for (const form of [aead, twin]) {
    for (const { ciphertext, plaintext, ...common } of vectors) {
      expectSame(await form.encrypt({ ...common, plaintext }), ciphertext);
      expectSame(await form.decrypt({ ...common, ciphertext }), plaintext);
    }
    expectAllSame(await form.encryptMany(vectors), ciphertexts, 'encrypted');
    expectAllSame(await form.decryptMany(vectors), plaintexts, 'decrypted');
  }
});

it.each(await kats.readHmacVectors())('HMAC of $messageLength bytes under $keyLength', async (vector) => {
  const request = { key: pattern('key', vector.keyLength), message: pattern('message', vector.messageLength) };
  for (const hmac of [await romulusHmac(request), sync.romulusHmac(request)]) expect(hex(hmac)).toBe(vector.hmac);
});

it.each(await kats.readHkdfVectors())(
  'HKDF to $length bytes, of $keyLength with a salt of $saltLength and info of $infoLength',
  async ({ keyLength, saltLength, infoLength, length, derived }) => {
    const request = {
      key: pattern('key', keyLength),
      salt: pattern('nonce', saltLength),
      info: pattern('associatedData', infoLength),
      length,
    };
    for (const bytes of [await romulusHkdf(request), sync.romulusHkdf(request)]) expect(hex(bytes)).toBe(derived);
  },
);

describe.each(suites.filter(({ hash }) => hash))('the hash of $key', async (suite) => {
  it.each(await kats.readLongHashVectors(suite))('of $messageLength bytes', async ({ messageLength, digest }) => {
    const message = pattern('message', messageLength);
    for (const bytes of [await romulusH(message), sync.romulusH(message)]) expect(hex(bytes)).toBe(digest);
  });
});

interface LongVector {
  messageLength: number;
  adLength: number;
  tag: string;
  ciphertextSha256: string;
}

/** The request of a vector and its ciphertext, which this compares with the vector's. */
async function encrypted({ mode, aead }: (typeof modes)[number], vector: LongVector) {
  const request = {
    key,
    nonce: pattern('nonce', mode.nonceLength),
    plaintext: pattern('message', vector.messageLength),
    associatedData: pattern('associatedData', vector.adLength),
  };
  const ciphertext = await aead.encrypt(request);
  const what = `${vector.messageLength} bytes with ${vector.adLength} of associated data`;
  expect(hex(ciphertext.subarray(vector.messageLength)), what).toBe(vector.tag);
  expect(await sha256(ciphertext.subarray(0, vector.messageLength)), what).toBe(vector.ciphertextSha256);
  return { request, ciphertext };
}

it.each(modes)('$aead.name gives the long vectors, and decrypts them', async (tested) => {
  const vectors = await kats.readLongVectors(tested.suite, tested.mode);
  expect(vectors.length).toBeGreaterThan(90);
  // The JavaScript is made of a module, which takes all of them in seconds less.
  const step = inject('isJavaScript') ? casesOf({ usual: 4, all: 1 }) : 1;
  for (const vector of vectors.filter((_, i) => i % step === 0)) {
    const { request, ciphertext } = await encrypted(tested, vector);
    expectSame(tested.twin.decrypt({ ...request, ciphertext }), request.plaintext);
  }
});

/** In `npm test`, all of Romulus and the last mode of each other suite, but in browsers and in JavaScript Romulus-N. */
const counting = modes.filter(({ suite, mode }) => {
  if (inject('extent') === 'all') return true;
  if (typeof document !== 'undefined' || inject('isJavaScript')) return mode === modes[0]?.mode;
  return suite.key === 'romulus' || mode === suite.modes.at(-1);
});

it.each(counting)(
  'more than 2^17 blocks of $aead.name, alone and side by side',
  { timeout: 120_000 },
  async (tested) => {
    const { suite, mode, aead } = tested;
    const [vector, ...others] = await kats.readCounterVectors(suite, mode);
    expect(others).toEqual([]);
    expect(vector!.messageLength).toBeGreaterThan(16 * 2 ** 17);
    const { request, ciphertext } = await encrypted(tested, vector!);
    expectSame(tested.twin.decrypt({ ...request, ciphertext }), request.plaintext);
    // Without lanes, a list would only repeat the calls above.
    const [narrow] = mode.laneCosts;
    if (!narrow || inject('isJavaScript')) return;
    // Side by side, lanes share one counter while their counters are equal.
    const shifted = { ...request, associatedData: request.associatedData.subarray(0, 1) };
    // The smallest number of messages that the mode works on side by side is one more than these.
    const same = new Array(Math.floor(narrow[1])).fill(null);
    const list = [...same.map(() => request), shifted];
    const expected = [...same.map(() => ciphertext), await aead.encrypt(shifted)];
    expectAllSame(await aead.encryptMany(list), expected, 'in a list');
    const toDecrypt = list.map(() => ({ ...request, ciphertext }));
    for (const opened of await aead.decryptMany(toDecrypt)) expectSame(opened, request.plaintext, 'in a list');
  },
);
