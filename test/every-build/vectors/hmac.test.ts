/** The vectors of HMAC and HKDF with Romulus-H. */
import { expect, it } from 'vitest';
import { load, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { hex } from '../../fixtures/bytes.js';
import { pattern } from '../../reference/kats.js';
import { readHkdfVectors, readHmacVectors } from '../../reference/vectors.js';

const sync = await load();

it.each(await readHmacVectors())('HMAC of $messageLength bytes under $keyLength', async (vector) => {
  const request = { key: pattern('key', vector.keyLength), message: pattern('message', vector.messageLength) };
  expect(hex(await romulusHmac(request))).toBe(vector.hmac);
  expect(hex(sync.romulusHmac(request))).toBe(vector.hmac);
});

it.each(await readHkdfVectors())(
  'HKDF to $length bytes, of $keyLength with a salt of $saltLength and info of $infoLength',
  async ({ keyLength, saltLength, infoLength, length, derived }) => {
    const request = {
      key: pattern('key', keyLength),
      salt: pattern('nonce', saltLength),
      info: pattern('associatedData', infoLength),
      length,
    };
    expect(hex(await romulusHkdf(request))).toBe(derived);
    expect(hex(sync.romulusHkdf(request))).toBe(derived);
  },
);
