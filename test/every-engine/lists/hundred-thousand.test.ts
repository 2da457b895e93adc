/** A hundred thousand messages in one call. */
import { expect, it } from 'vitest';
import { hashMany, load, romulusN } from '../../../ts/index.js';
import { ad, expectSame, key, text } from '../../fixtures/bytes.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const sync = await load();

const count = 100_000;
const bytes = text(count + 32);
const requests = Array.from({ length: count }, (_, i) => {
  const nonce = new Uint8Array(16);
  new DataView(nonce.buffer).setUint32(0, i);
  return { key, nonce, plaintext: bytes.subarray(i, i + ((i * 7) % 20)), associatedData: ad(i % 1000 === 0 ? 40 : 0) };
});

it('are encrypted and decrypted', async () => {
  const ciphertexts = await romulusN.encryptMany(requests);
  expect(ciphertexts).toHaveLength(count);
  for (const [i, request] of requests.entries()) {
    const ciphertext = ciphertexts[i] as Uint8Array;
    // A sample: whatever is in the place of another does not decrypt below.
    if (i % 7 === 0) expectSame(ciphertext, sync.romulusN.encrypt(request), `ciphertext ${i}`);
    if (i % 997 === 0) expectSame(ciphertext, referenceEncrypt('N', request), `ciphertext ${i}`);
  }
  const plaintexts = sync.romulusN.decryptMany(
    requests.map(({ plaintext: _, ...common }, i) => ({ ...common, ciphertext: ciphertexts[i] as Uint8Array })),
  );
  expect(plaintexts).toHaveLength(count);
  for (const [i, { plaintext }] of requests.entries()) expectSame(plaintexts[i], plaintext, `plaintext ${i}`);
});

it('are hashed', async () => {
  const digests = await hashMany(requests.map(({ plaintext }) => plaintext));
  expect(digests).toHaveLength(count);
  for (const [i, { plaintext }] of requests.entries()) {
    expectSame(digests[i], sync.romulusH(plaintext), `digest ${i}`);
    if (i % 997 === 0) expectSame(digests[i], referenceHash(plaintext), `digest ${i}`);
  }
});
