/**
 * Forgeries of messages that go through the window in pieces, and messages that are shorter than their tag: every form of
 * decryption refuses them, with one constant error. ../../every-build/vectors/wycheproof.test.ts has every bit of short ones.
 */
import { describe, expect, it } from 'vitest';
import { AuthenticationError, type DecryptRequest, unseal } from '../../../ts/index.js';
import { ad, concatenate, expectAllSame, flipBit, key, rejection, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

/** Expects the one error of all forgeries; it carries neither the right tag nor any plaintext. */
async function expectRefusal(what: string, call: () => unknown): Promise<void> {
  const error = await rejection(async () => call());
  const own = { code: 'ERR_ROMULUS_AUTH', name: 'AuthenticationError' };
  expect(error, what).toBeInstanceOf(AuthenticationError);
  expect({ ...error, message: error.message, cause: error.cause }, what).toEqual({
    ...own,
    ...{ message: 'the message is not authentic', cause: undefined },
  });
}

describe.each(triedOf(await loadModes()))('$aead.name', ({ mode, aead, twin }) => {
  const { blockLength, nonceLength, tagLength } = mode;
  const nonce = pattern('nonce', nonceLength);
  const [length, adLength] = [16_401, 40];
  const associatedData = ad(adLength);
  const ciphertext = twin.encrypt({ key, nonce, plaintext: text(length), associatedData });
  const right = { key, nonce, ciphertext, associatedData };
  const [body, tag] = [ciphertext.slice(0, length), ciphertext.slice(length)];

  const flipped = (['key', 'nonce', 'associatedData', 'ciphertext'] as const).flatMap((field) =>
    [0, 0.2, 0.6, 0.999, 1].map((part): [string, Partial<DecryptRequest>] => {
      const bit = Math.round(part * (8 * right[field].length - 1));
      return [`another bit ${bit} of the ${field}`, { [field]: flipBit(right[field], bit) }];
    }),
  );
  const resized = [0, 1, 16_384, length - 1].map((end): [string, Partial<DecryptRequest>] => [
    `the first ${end} bytes and the next as the tag`,
    { ciphertext: ciphertext.slice(0, end + tagLength) },
  ]);
  const zeros = new Uint8Array(blockLength);
  it.each([
    ...flipped,
    ...resized,
    ['no first byte', { ciphertext: ciphertext.slice(1) }],
    ['zeros before', { ciphertext: concatenate(zeros, ciphertext) }],
    ['zeros before the tag', { ciphertext: concatenate(body, zeros, tag) }],
    ['zeros behind the tag', { ciphertext: concatenate(ciphertext, zeros) }],
    ['zeros behind the data', { associatedData: concatenate(associatedData, zeros) }],
    ['less data', { associatedData: associatedData.slice(0, 39) }],
  ] as [string, Partial<DecryptRequest>][])('is refused with %s', async (what, wrong) => {
    const request = { ...right, ...wrong };
    const apart = { ciphertext: request.ciphertext.slice(0, -tagLength), tag: request.ciphertext.slice(-tagLength) };
    const sealed = concatenate(request.nonce, request.ciphertext);
    const toUnseal = { key: request.key, sealed, associatedData: request.associatedData, mode: aead };
    for (const form of [twin, aead]) {
      await expectRefusal(what, () => form.decrypt(request));
      await expectRefusal(what, () => form.decryptDetached({ ...request, ...apart }));
      await expectRefusal(what, () => (form === twin ? sync : { unseal }).unseal(toUnseal));
      expectAllSame(await form.decryptMany([request, right]), [null, text(length)], what);
    }
  });

  it('is refused if it is shorter than its tag, whatever array is its output', async () => {
    for (const end of [0, 1, tagLength - 1]) {
      const request = { ...right, ciphertext: ciphertext.slice(0, end) };
      const sealed = concatenate(nonce, request.ciphertext);
      for (const form of [twin, aead]) {
        for (const output of [undefined, text(0), text(4), text(end), 'x'] as Uint8Array[])
          await expectRefusal(`${end} bytes`, () => form.decrypt({ ...request, output }));
        const { unseal: opens } = form === twin ? sync : { unseal };
        await expectRefusal(`${end} bytes`, () => opens({ key, sealed, associatedData, mode: aead }));
        expectAllSame(await form.decryptMany([request, right]), [null, text(length)], `${end} bytes in a list`);
      }
    }
    await expectRefusal('no nonce', () => unseal({ key, sealed: nonce.slice(1), associatedData, mode: aead }));
  });
});
