/** Messages of more than 2^17 blocks: counters that go wrong late, of one message and of several side by side. */
import { expect, it } from 'vitest';
import { expectAllSame, expectSame, hex, key, sha256 } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { readCounterVectors } from '../../reference/vectors.js';

it.each(await loadModes())('$aead.name', { timeout: 120_000 }, async ({ suite, mode, aead }) => {
  const vectors = await readCounterVectors(suite, mode);
  expect(vectors).toHaveLength(1);
  const [{ messageLength, adLength, tag, ciphertextSha256 }] = vectors as [(typeof vectors)[number]];
  expect(messageLength).toBeGreaterThan(16 * 2 ** 17);
  const request = {
    key,
    nonce: pattern('nonce', mode.nonceLength),
    plaintext: pattern('message', messageLength),
    associatedData: pattern('associatedData', adLength),
  };
  const ciphertext = await aead.encrypt(request);
  expect(hex(ciphertext.subarray(messageLength))).toBe(tag);
  expect(await sha256(ciphertext.subarray(0, messageLength))).toBe(ciphertextSha256);
  expectAllSame(await aead.encryptMany([request, request]), [ciphertext, ciphertext], 'in a list');
  const [opened] = await aead.decryptMany([
    { ...request, ciphertext },
    { ...request, ciphertext },
  ]);
  expectSame(opened!, request.plaintext);
});
