/** The project's own vectors, past every edge of the window and of counters, and for HMAC and HKDF; examples that others print. */
import { describe, expect, inject, it } from 'vitest';
import { load, romulusH, romulusHkdf, romulusHmac, romulusM, romulusN, romulusT } from '../../../ts/index.js';
import { expectAllSame, expectSame, fromHex, hex, key, sha256 } from '../../fixtures/bytes.js';
import { loadModes, suites } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import * as kats from '../../reference/vectors.js';

const sync = await load();
const modes = await loadModes();

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
  for (const vector of vectors) {
    const { request, ciphertext } = await encrypted(tested, vector);
    expectSame(tested.twin.decrypt({ ...request, ciphertext }), request.plaintext);
  }
});

/** In `npm test`, all of Romulus and the last mode of each other suite, but in browsers and on other builds Romulus-N. */
const counting = modes.filter(({ suite, mode }) => {
  if (inject('extent') === 'all') return true;
  if (typeof document !== 'undefined' || inject('build') !== 'simd128') return mode === modes[0]?.mode;
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

/** The examples in the README of itzmeanjan/romulus. Its messages are too short for the order of its block counter to show. */
const printed = [
  {
    aead: romulusN,
    key: '7cda7580c0d74472051616717e92631e',
    nonce: '4ef907b92b06e5e40c87ec6026be0823',
    associatedData: 'eded42cec7f92797582a17cdef1e19114fb46fe2a9241edf7c862064db663280',
    plaintext: '9e21f46ea6bed1ad200d60fb1015830ea49bbf01916f7fca60c7171065c25017',
    ciphertext: 'd2594dcdfdf19934e1859b8943e5ea18fcdc3b6bea2067cfd2c6c0275ae8062afdeaf67a3f17b3555173fccc58f12548',
  },
  {
    aead: romulusM,
    key: 'e0ea43631897c3c6d4da9659e34b9712',
    nonce: '6e4670ac1ca9ae0879986967a3dfae78',
    associatedData: 'e772443c46b3d8744f2714c52d5cb975c3aecbbae7b4de619ff930e6f2f8a558',
    plaintext: 'c06034b3d95a47e2f3724832dd7e8cf87657b88ae093012d31b6494d8034fafa',
    ciphertext: '29265cc306baa1e83c144a1b266b21ddca7d904ea30b3fd42f9bbec1a039cafe86cc2326ca767f3850180b0c3064e3eb',
  },
  {
    aead: romulusT,
    key: '06278853ce440b61d4e6025ab9f47de2',
    nonce: 'c7119cb178dea251d782cd7927d1f836',
    associatedData: '4f09b67515a88171dd0a5acae3068af1fdf354862876ca0948bbc2ebd480e1a6',
    plaintext: '20ea73a583171f763c9e7f4da52845f9ce8ae6f9a9a5d94c2e50a80d90c8d64d',
    ciphertext: 'b37249398c9a718002aeda9f51b81e97fbf4871efe14b26b0d8156aa3bc14f7b37ccee0eed48da50b303c8a73df0dfa3',
  },
];

it.each(printed)('$aead.name has the example that a C++ library prints', async ({ aead, ciphertext, ...texts }) => {
  const [key, nonce, associatedData, plaintext] = Object.values(texts).map((text) => fromHex(text));
  const request = { key: key!, nonce: nonce!, associatedData: associatedData! };
  expect(hex(await aead.encrypt({ ...request, plaintext: plaintext! }))).toBe(ciphertext);
  expectSame(await aead.decrypt({ ...request, ciphertext: fromHex(ciphertext) }), plaintext!);
});

it('Romulus-H has the example that a C++ library prints', async () => {
  const message = 'f7f275dbee2bdcce51a5b1fa4adef0952293bef2f51425d05b840089fdeebe1dcb55b5f6f5e4da1bffb82dc2549f6588';
  expect(hex(await romulusH(fromHex(message)))).toBe(
    '5ba00a78b4f946179499ee853e8300ec0a799609e5e133593590125def042cc1',
  );
});
