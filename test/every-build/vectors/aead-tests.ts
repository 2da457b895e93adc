/** What is tried of a mode's vectors, both ways, through every function of the interface, by promise and in sync. */
import { expect, it } from 'vitest';
import type { Aead, AeadSync } from '../../../ts/index.js';
import { flipBit } from '../../fixtures/bytes.js';
import type { AeadVector } from '../../reference/kats.js';

export function testVectors({ aead, twin, vectors }: { aead: Aead; twin: AeadSync; vectors: AeadVector[] }): void {
  const { tagLength } = aead;

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
    for (const { key, nonce, associatedData, plaintext, ciphertext: both } of vectors) {
      const ciphertext = both.slice(0, -tagLength);
      const tag = both.slice(-tagLength);
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
}
