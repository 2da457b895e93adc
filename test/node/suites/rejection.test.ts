/** What the sister suites refuse: every change of a message, and every argument of a wrong type or length. */
import { describe, expect, it } from 'vitest';
import { ad, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { sisters } from './loaded.js';

describe.each(sisters)('$aead.name refuses', ({ aead, twin }) => {
  const { nonceLength, tagLength } = aead;
  const nonce = text(nonceLength);
  const associatedData = ad(45);
  const plaintext = text(60);
  const ciphertext = twin.encrypt({ key, nonce, associatedData, plaintext });
  const good = { key, nonce, associatedData, ciphertext };
  const forgery = { code: 'ERR_ROMULUS_AUTH' };

  it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)('every flipped bit of %s', async (field) => {
    expect(twin.decrypt(good)).toEqual(plaintext);
    const forged = Array.from({ length: 8 * good[field].length }, (_, bit) => ({
      ...good,
      [field]: flipBit(good[field], bit),
    }));
    for (const request of forged) {
      expect(thrown(() => twin.decrypt(request))).toMatchObject(forgery);
      expect(await rejection(() => aead.decrypt(request))).toMatchObject(forgery);
    }
    expect(twin.decryptMany(forged)).toEqual(forged.map(() => null));
    expect(await aead.decryptMany(forged)).toEqual(forged.map(() => null));
  });

  it('every flipped bit of a tag by itself', () => {
    const { ciphertext: body, tag } = twin.encryptDetached({ key, nonce, associatedData, plaintext });
    expect(tag).toHaveLength(tagLength);
    for (let bit = 0; bit < 8 * tagLength; bit++) {
      const request = { key, nonce, associatedData, ciphertext: body, tag: flipBit(tag, bit) };
      expect(thrown(() => twin.decryptDetached(request))).toMatchObject(forgery);
    }
  });

  it('a message that is cut, extended, or has its parts elsewhere', () => {
    for (let length = tagLength; length < ciphertext.length; length++)
      expect(thrown(() => twin.decrypt({ ...good, ciphertext: ciphertext.slice(0, length) }))).toMatchObject(forgery);
    const extended = new Uint8Array([...ciphertext, 0]);
    expect(thrown(() => twin.decrypt({ ...good, ciphertext: extended }))).toMatchObject(forgery);
    // The same bytes, with the border between associated data and text elsewhere.
    for (const at of [0, 1, 44, 46]) {
      const whole = new Uint8Array([...associatedData, ...ciphertext]);
      const moved = { ...good, associatedData: whole.slice(0, at), ciphertext: whole.slice(at) };
      expect(thrown(() => twin.decrypt(moved))).toMatchObject(forgery);
    }
  });

  it('long messages that are forged at either end', async () => {
    const request = { key, nonce, associatedData: ad(40_000), plaintext: text(100_000) };
    const long = await aead.encrypt(request);
    expect(await aead.decrypt({ ...request, ciphertext: long })).toEqual(request.plaintext);
    for (const bit of [0, 8 * 50_000, 8 * long.length - 1]) {
      const forged = { ...request, ciphertext: flipBit(long, bit) };
      expect(thrown(() => twin.decrypt(forged))).toMatchObject(forgery);
      expect(await rejection(() => aead.decrypt(forged))).toMatchObject(forgery);
    }
  });

  it.each([
    { argument: 'key', length: 15, expected: 16 },
    { argument: 'key', length: 17, expected: 16 },
    { argument: 'nonce', length: nonceLength - 1, expected: nonceLength },
    { argument: 'nonce', length: nonceLength + 1, expected: nonceLength },
  ])('$argument of $length bytes', async ({ argument, length, expected }) => {
    const wrong = { [argument]: new Uint8Array(length) };
    const error = { code: 'ERR_ROMULUS_LENGTH', argument, expected, received: length };
    expect(thrown(() => twin.encrypt({ key, nonce, plaintext, ...wrong }))).toMatchObject(error);
    expect(thrown(() => twin.decrypt({ ...good, ...wrong }))).toMatchObject(error);
    expect(await rejection(() => aead.encrypt({ key, nonce, plaintext, ...wrong }))).toMatchObject(error);
    expect(await rejection(() => aead.decrypt({ ...good, ...wrong }))).toMatchObject(error);
  });

  it('a ciphertext shorter than its tag, and tags of other lengths', async () => {
    for (let length = 0; length < tagLength; length++) {
      const short = { ...good, ciphertext: new Uint8Array(length) };
      const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'ciphertext', expected: tagLength, received: length };
      expect(thrown(() => twin.decrypt(short))).toMatchObject(error);
      expect(await rejection(() => aead.decrypt(short))).toMatchObject(error);
    }
    for (const length of [0, tagLength - 1, tagLength + 1]) {
      const apart = { ...good, tag: new Uint8Array(length) };
      const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'tag', expected: tagLength, received: length };
      expect(thrown(() => twin.decryptDetached(apart))).toMatchObject(error);
    }
  });

  it.each([undefined, null, 'text', new ArrayBuffer(16), new Uint16Array(16)])('%o for bytes', async (value) => {
    const bytes = value as unknown as Uint8Array;
    for (const argument of ['key', 'nonce', 'plaintext'] as const) {
      const error = { code: 'ERR_ROMULUS_TYPE', argument };
      expect(thrown(() => twin.encrypt({ key, nonce, plaintext, [argument]: bytes }))).toMatchObject(error);
      expect(await rejection(() => aead.encrypt({ key, nonce, plaintext, [argument]: bytes }))).toMatchObject(error);
    }
    const error = { code: 'ERR_ROMULUS_TYPE', argument: 'requests[1].key' };
    const requests = [good, { ...good, key: bytes }];
    expect(await rejection(() => aead.decryptMany(requests))).toMatchObject(error);
  });
});
