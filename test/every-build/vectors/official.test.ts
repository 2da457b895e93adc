/** The official vectors of all suites, both ways, through the promise functions and their sync twins. */
import { describe, expect, it } from 'vitest';
import { hashMany, load, romulusH } from '../../../ts/index.js';
import { expectAllSame, expectSame, flipBit } from '../../fixtures/bytes.js';
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

  it('gives every digest to a hasher fed byte by byte', () => {
    for (const { message, digest } of vectors) {
      const hasher = sync.createHasher();
      for (const byte of message) hasher.update(Uint8Array.of(byte));
      expectSame(hasher.digest(), digest);
    }
  });
});

describe.each(await loadModes())('$aead.name', async ({ suite, mode, aead, twin }) => {
  const { tagLength } = aead;
  const vectors = await readOfficialVectors(suite, mode);

  it('has a vector for all pairs of lengths up to 32, and the other published ones', () =>
    expect(vectors).toHaveLength(suite.longest ? 1090 : 1089));

  it.each([aead, twin])('encrypts every plaintext, and decrypts every ciphertext', async (form) => {
    for (const { ciphertext, plaintext, ...common } of vectors) {
      expectSame(await form.encrypt({ ...common, plaintext }), ciphertext);
      expectSame(await form.decrypt({ ...common, ciphertext }), plaintext);
    }
  });

  it.each([aead, twin])('does both with the tag by itself', async (form) => {
    for (const { plaintext, ...vector } of vectors.filter((_, i) => i % 8 === 0)) {
      const { ciphertext: both, ...common } = vector;
      const [ciphertext, tag] = [both.slice(0, -tagLength), both.slice(-tagLength)];
      expect(await form.encryptDetached({ ...common, plaintext })).toEqual({ ciphertext, tag });
      expectSame(await form.decryptDetached({ ...common, ciphertext, tag }), plaintext);
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

  it('decrypts none that is forged, among others, in one call', async () => {
    for (const isForged of [() => true, (i: number) => i % 2 === 0, (i: number) => i % 5 === 3]) {
      const requests = vectors.map(({ ciphertext, ...common }, i) => ({
        ...common,
        ciphertext: isForged(i) ? flipBit(ciphertext, (i * 37) % (8 * ciphertext.length)) : ciphertext,
      }));
      const plaintexts = vectors.map(({ plaintext }, i) => (isForged(i) ? null : plaintext));
      expectAllSame(await aead.decryptMany(requests), plaintexts, 'by promise');
      expectAllSame(twin.decryptMany(requests), plaintexts, 'at once');
    }
  });
});
