/** The official vectors of all suites, both ways, through the promise functions and their sync twins. */
import { describe, expect, it } from 'vitest';
import { hashMany, load, romulusH } from '../../../ts/index.js';
import { expectAllSame, expectSame } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { readHashVectors, readOfficialVectors } from '../../reference/vectors.js';

describe('Romulus-H', async () => {
  const sync = await load();
  const vectors = await readHashVectors('romulus-h.txt');

  it('has 1025 vectors', () => expect(vectors).toHaveLength(1025));

  it('gives every digest', async () => {
    for (const { message, digest } of vectors) {
      expectSame(await romulusH(message), digest);
      expectSame(sync.romulusH(message), digest);
    }
  });

  it('gives all of them in one call', async () => {
    const messages = vectors.map(({ message }) => message);
    const digests = vectors.map(({ digest }) => digest);
    expectAllSame(await hashMany(messages), digests, 'by promise');
    expectAllSame(sync.hashMany(messages), digests, 'at once');
  });
});

describe.each(await loadModes())('$aead.name', async ({ suite, mode, aead, twin }) => {
  const vectors = await readOfficialVectors(suite, mode);

  it('has a vector for all pairs of lengths up to 32, and the other published ones', () =>
    expect(vectors).toHaveLength(suite.longest ? 1090 : 1089));

  it.each([aead, twin])('encrypts every plaintext, and decrypts every ciphertext', async (form) => {
    for (const { ciphertext, plaintext, ...common } of vectors) {
      expectSame(await form.encrypt({ ...common, plaintext }), ciphertext);
      expectSame(await form.decrypt({ ...common, ciphertext }), plaintext);
    }
  });

  it('does both to all of them in one call', async () => {
    const plaintexts = vectors.map(({ plaintext }) => plaintext);
    const ciphertexts = vectors.map(({ ciphertext }) => ciphertext);
    expectAllSame(await aead.encryptMany(vectors), ciphertexts, 'encrypted by promise');
    expectAllSame(await aead.decryptMany(vectors), plaintexts, 'decrypted by promise');
    expectAllSame(twin.encryptMany(vectors), ciphertexts, 'encrypted at once');
    expectAllSame(twin.decryptMany(vectors), plaintexts, 'decrypted at once');
  });
});
