/** Encryption and decryption around the edges of the window, in every mode and form, against the reference. */
import { describe, expect, it } from 'vitest';
import { load, romulusH, romulusM, romulusN, romulusT, seal, unseal } from '../../../ts/index.js';
import { ad, concatenate, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const sync = await load();

const modes = modesOf({ romulusN, romulusM, romulusT }, sync);

/** Associated data and text of at most this length together take one call of the engine. */
const limit = 16_384;

const totals = [limit - 17, limit - 16, limit - 15, limit - 1, limit, limit + 1, limit + 16, limit + 17];
const doubled = [2 * limit - 1, 2 * limit, 2 * limit + 1];

/** How a total is divided: all text, all associated data, halves, and one of them next to nothing. */
const divide = (total: number): [text: number, ad: number][] => [
  [total, 0],
  [0, total],
  [total - 1, 1],
  [1, total - 1],
  [total - 16, 16],
  [total >> 1, total - (total >> 1)],
];

const divisions: [text: number, ad: number][] = [
  ...totals.flatMap(divide),
  ...doubled.flatMap((total): [number, number][] => [
    [total, 0],
    [0, total],
    [limit, total - limit],
    [total - limit, limit],
  ]),
  [3 * limit, 3 * limit],
  [5 * limit + 31, 17],
  [31, 5 * limit + 17],
  [2 * limit + 15, 3 * limit + 33],
];

it('knows the limit of the engine', async () => {
  const { exports } = await loadedPackage();
  expect(exports.piece_limit()).toBe(limit);
});

describe.each(modes)('Romulus-$mode', ({ mode, aead, twin }) => {
  it.each(divisions)('%i bytes with %i of associated data', async (textLength, adLength) => {
    const plaintext = text(textLength);
    const associatedData = ad(adLength);
    const request = { key, nonce, plaintext, associatedData };
    const expected = referenceEncrypt(mode, request);
    const body = expected.subarray(0, textLength);
    const tag = expected.subarray(textLength);
    const small = { ...request, plaintext: text(20) };
    const expectedSmall = referenceEncrypt(mode, small);

    for (const form of [aead, twin]) {
      expectSame(await form.encrypt(request), expected, 'encrypt');
      expectSame(await form.decrypt({ key, nonce, ciphertext: expected, associatedData }), plaintext, 'decrypt');
      const apart = await form.encryptDetached(request);
      expectSame(apart.ciphertext, body, 'encryptDetached');
      expectSame(apart.tag, tag, 'encryptDetached');
      const together = await form.decryptDetached({ key, nonce, ciphertext: body, tag, associatedData });
      expectSame(together, plaintext, 'decryptDetached');
      const many = await form.encryptMany([small, request, small]);
      expectSame(many[0], expectedSmall, 'encryptMany');
      expectSame(many[1], expected, 'encryptMany');
      expectSame(many[2], expectedSmall, 'encryptMany');
      const back = await form.decryptMany(many.map((ciphertext) => ({ key, nonce, ciphertext, associatedData })));
      expectSame(back[0], small.plaintext, 'decryptMany');
      expectSame(back[1], plaintext, 'decryptMany');
      expectSame(back[2], small.plaintext, 'decryptMany');
    }
    for (const form of [{ seal, unseal }, sync]) {
      const options = { mode, associatedData };
      const sealed = await form.seal(key, plaintext, options);
      const sliced = { key, nonce: sealed.slice(0, 16), ciphertext: sealed.slice(16), associatedData };
      expectSame(await aead.decrypt(sliced), plaintext, 'seal');
      expectSame(await form.unseal(key, sealed, options), plaintext, 'unseal');
      expectSame(await form.unseal(key, concatenate(nonce, expected), options), plaintext, 'unseal of the reference');
    }
  });

  it('works several MiB the same by promise and at once', async () => {
    const request = { key, nonce, plaintext: text((1 << 20) + 9), associatedData: ad((1 << 19) + 5) };
    const ciphertext = twin.encrypt(request);
    expectSame(await aead.encrypt(request), ciphertext);
    const toDecrypt = { key, nonce, ciphertext, associatedData: request.associatedData };
    expectSame(twin.decrypt(toDecrypt), request.plaintext);
    expectSame(await aead.decrypt(toDecrypt), request.plaintext);
  });
});

describe('Romulus-H', () => {
  it.each([...totals, ...doubled, 3 * limit, 5 * limit + 31])('%i bytes', async (length) => {
    const expected = referenceHash(text(length));
    expectSame(await romulusH(text(length)), expected);
    expectSame(sync.romulusH(text(length)), expected);
  });
});
