/** The official NIST vectors of the sister suites, both ways, through every function of the interface. */
import { describe, expect, it } from 'vitest';
import { flipBit } from '../inputs/bytes.js';
import { sisters } from './loaded.js';

describe.each(sisters)('$aead.name', ({ aead, twin, vectors: read }) => {
  const vectors = read();
  const { tagLength } = aead;

  it('has 1089 vectors', () => expect(vectors).toHaveLength(1089));

  it('encrypts every plaintext', async () => {
    for (const { ciphertext, ...request } of vectors) {
      expect(await aead.encrypt(request)).toEqual(ciphertext);
      expect(twin.encrypt(request)).toEqual(ciphertext);
    }
  });

  it('decrypts every ciphertext', async () => {
    for (const { plaintext, ...request } of vectors) {
      expect(await aead.decrypt(request)).toEqual(plaintext);
      expect(twin.decrypt(request)).toEqual(plaintext);
    }
  });

  it('does both with the tag by itself', async () => {
    for (const { plaintext, ciphertext: both, ...common } of vectors) {
      const ciphertext = both.slice(0, -tagLength);
      const tag = both.slice(-tagLength);
      expect(await aead.encryptDetached({ ...common, plaintext })).toEqual({ ciphertext, tag });
      expect(await aead.decryptDetached({ ...common, ciphertext, tag })).toEqual(plaintext);
      expect(twin.encryptDetached({ ...common, plaintext })).toEqual({ ciphertext, tag });
      expect(twin.decryptDetached({ ...common, ciphertext, tag })).toEqual(plaintext);
    }
  });

  it('does both to all of them in one call, but for those that are forged', async () => {
    const ciphertexts = vectors.map(({ ciphertext }) => ciphertext);
    expect(await aead.encryptMany(vectors)).toEqual(ciphertexts);
    expect(twin.encryptMany(vectors)).toEqual(ciphertexts);
    const requests = vectors.map(({ ciphertext, ...common }, i) => ({
      ...common,
      ciphertext: i % 3 === 0 ? flipBit(ciphertext, (i * 37) % (8 * ciphertext.length)) : ciphertext,
    }));
    const plaintexts = vectors.map(({ plaintext }, i) => (i % 3 === 0 ? null : plaintext));
    expect(await aead.decryptMany(requests)).toEqual(plaintexts);
    expect(twin.decryptMany(requests)).toEqual(plaintexts);
  });
});
