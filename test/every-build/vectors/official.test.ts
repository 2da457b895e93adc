/** The official vectors of all suites, both ways, through the promise functions and their sync twins. */
import { describe, expect, it } from 'vitest';
import { hashMany, load, romulusH } from '../../../ts/index.js';
import { expectSame, flipBit } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { readHashVectors, readOfficialVectors } from '../../reference/vectors.js';

describe('Romulus-H', async () => {
  const sync = await load();
  const vectors = await readHashVectors('romulus-h.txt');

  it('has 1025 vectors', () => expect(vectors).toHaveLength(1025));

  it('gives every digest', async () => {
    for (const { message, digest } of vectors) {
      expect(await romulusH(message)).toEqual(digest);
      expect(sync.romulusH(message)).toEqual(digest);
    }
  });

  it('gives all of them in one call', async () => {
    const messages = vectors.map(({ message }) => message);
    const digests = vectors.map(({ digest }) => digest);
    expect(await hashMany(messages)).toEqual(digests);
    expect(sync.hashMany(messages)).toEqual(digests);
  });

  it('gives every digest to a hasher fed byte by byte', () => {
    for (const { message, digest } of vectors) {
      const hasher = sync.createHasher();
      for (const byte of message) hasher.update(Uint8Array.of(byte));
      expect(hasher.digest()).toEqual(digest);
    }
  });
});

describe.each(await loadModes())('$aead.name', async ({ suite, mode, aead, twin }) => {
  const { tagLength } = aead;
  const vectors = await readOfficialVectors(suite, mode);

  it('has a vector for all pairs of lengths up to 32, and what was published besides', () =>
    expect(vectors).toHaveLength(suite.longest ? 1090 : 1089));

  it('encrypts every plaintext', async () => {
    for (const { ciphertext, ...request } of vectors) {
      expectSame(await aead.encrypt(request), ciphertext);
      expectSame(twin.encrypt(request), ciphertext);
    }
  });

  it('decrypts every ciphertext', async () => {
    for (const { plaintext, ...request } of vectors) {
      expectSame(await aead.decrypt(request), plaintext);
      expectSame(twin.decrypt(request), plaintext);
    }
  });

  it('does both with the tag by itself', async () => {
    for (const vector of vectors.filter((_, i) => i % 8 === 0)) {
      const { key, nonce, associatedData, plaintext } = vector;
      const ciphertext = vector.ciphertext.slice(0, -tagLength);
      const tag = vector.ciphertext.slice(-tagLength);
      expect(await aead.encryptDetached({ key, nonce, associatedData, plaintext })).toEqual({ ciphertext, tag });
      expect(await aead.decryptDetached({ key, nonce, associatedData, ciphertext, tag })).toEqual(plaintext);
      expect(twin.encryptDetached({ key, nonce, associatedData, plaintext })).toEqual({ ciphertext, tag });
      expect(twin.decryptDetached({ key, nonce, associatedData, ciphertext, tag })).toEqual(plaintext);
    }
  });

  it('does both to all of them in one call', async () => {
    const plaintexts = vectors.map(({ plaintext }) => plaintext);
    const ciphertexts = vectors.map(({ ciphertext }) => ciphertext);
    expect(await aead.encryptMany(vectors)).toEqual(ciphertexts);
    expect(await aead.decryptMany(vectors)).toEqual(plaintexts);
    expect(twin.encryptMany(vectors)).toEqual(ciphertexts);
    expect(twin.decryptMany(vectors)).toEqual(plaintexts);
  });

  it('decrypts none that is forged, among others, in one call', async () => {
    for (const isForged of [() => true, (i: number) => i % 2 === 0, (i: number) => i % 5 === 3]) {
      const requests = vectors.map(({ ciphertext, ...common }, i) => ({
        ...common,
        ciphertext: isForged(i) ? flipBit(ciphertext, (i * 37) % (8 * ciphertext.length)) : ciphertext,
      }));
      const plaintexts = vectors.map(({ plaintext }, i) => (isForged(i) ? null : plaintext));
      expect(await aead.decryptMany(requests)).toEqual(plaintexts);
      expect(twin.decryptMany(requests)).toEqual(plaintexts);
    }
  });
});
