/** A hundred thousand messages in one call. */
import { it } from 'vitest';
import { hashMany, romulusN } from '../../../ts/index.js';
import { ad, expectAllSame, expectSame, key, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const count = 100_000;
const bytes = text(count + 32);
const requests = Array.from({ length: count }, (_, i) => {
  const nonce = new Uint8Array(16);
  new DataView(nonce.buffer).setUint32(0, i);
  return { key, nonce, plaintext: bytes.subarray(i, i + ((i * 7) % 20)), associatedData: ad(i % 1000 === 0 ? 40 : 0) };
});
const plaintexts = requests.map(({ plaintext }) => plaintext);

it('are encrypted and decrypted', async () => {
  const ciphertexts = await romulusN.encryptMany(requests);
  expectAllSame(ciphertexts, requests.map(sync.romulusN.encrypt), 'ciphertexts');
  for (let i = 0; i < count; i += 997)
    expectSame(ciphertexts[i], referenceEncrypt('N', requests[i]!), `ciphertext ${i}`);
  const toDecrypt = requests.map((request, i) => ({ ...request, ciphertext: ciphertexts[i]! }));
  expectAllSame(sync.romulusN.decryptMany(toDecrypt), plaintexts, 'plaintexts');
});

it('are hashed', async () => {
  const digests = await hashMany(plaintexts);
  expectAllSame(digests, plaintexts.map(sync.romulusH), 'digests');
  for (let i = 0; i < count; i += 997) expectSame(digests[i], referenceHash(plaintexts[i]!), `digest ${i}`);
});
