/** The project's own vectors: past every edge of the window and of counters, and for HMAC and HKDF. */
import { describe, expect, inject, it } from 'vitest';
import { load, romulusH, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { expectAllSame, expectSame, hex, key, sha256 } from '../../fixtures/bytes.js';
import { loadModes, suites } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import type { SuiteMode } from '../../reference/suites.js';
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
  expect(hex(ciphertext.subarray(vector.messageLength))).toBe(vector.tag);
  expect(await sha256(ciphertext.subarray(0, vector.messageLength))).toBe(vector.ciphertextSha256);
  return { request, ciphertext };
}

describe.each(modes)('$aead.name', async (tested) => {
  it.each(await kats.readLongVectors(tested.suite, tested.mode))(
    '$messageLength bytes with $adLength of associated data',
    async (vector) => {
      const { request, ciphertext } = await encrypted(tested, vector);
      expectSame(tested.twin.decrypt({ ...request, ciphertext }), request.plaintext);
    },
  );
});

/** The smallest number of messages that the mode works on side by side, where it has lanes. */
const countTogether = ({ laneCosts: [narrow] }: SuiteMode): number =>
  narrow && inject('build') !== 'portable' ? Math.floor(narrow[1]) + 1 : 2;

/** In `npm test`, all of Romulus and the last mode of each other suite, and in browsers Romulus-N. */
const counting = modes.filter(({ suite, mode }) => {
  if (inject('extent') === 'all') return true;
  if (typeof document !== 'undefined') return mode === modes[0]?.mode;
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
    // JavaScript has no lanes: a list would only repeat the calls above.
    if (inject('isJavaScript')) return;
    // Side by side, lanes share one counter while their counters are equal.
    const shifted = { ...request, associatedData: request.associatedData.subarray(0, 1) };
    const same = new Array(countTogether(mode) - 1).fill(null);
    const list = [...same.map(() => request), shifted];
    const expected = [...same.map(() => ciphertext), await aead.encrypt(shifted)];
    expectAllSame(await aead.encryptMany(list), expected, 'in a list');
    const toDecrypt = list.map(() => ({ ...request, ciphertext }));
    for (const opened of await aead.decryptMany(toDecrypt)) expectSame(opened, request.plaintext, 'in a list');
  },
);
