/**
 * Messages with any changed bit, or of another length: every form of decryption refuses them, with one constant error.
 * ../../every-build/vectors/wycheproof.test.ts has parts of other messages and of other modes.
 */
import { describe, expect, it } from 'vitest';
import { AuthenticationError, type DecryptRequest, unseal } from '../../../ts/index.js';
import { ad, concatenate, expectAllSame, expectSame, flipBit, key, rejection, text } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

type Forgeries = Record<string, Partial<DecryptRequest>>;

/** Expects the one error of all forgeries; it carries neither the right tag nor any plaintext. */
async function expectRefusal(what: string, call: () => unknown): Promise<void> {
  const error = await rejection(async () => call());
  // The matchers of the test runner would take most of the time of these tests.
  const own = JSON.stringify([error.message, error.cause, Object.entries(error).sort()]);
  if (!(error instanceof AuthenticationError) || own !== refusal) expect.fail(`${what}: ${error}, ${own}`);
}
const refusal = JSON.stringify([
  'the message is not authentic',
  undefined,
  Object.entries({ code: 'ERR_ROMULUS_AUTH', name: 'AuthenticationError' }),
]);

/** The bits to flip: all bits of a short string; of a longer one, those at its ends and some between. */
function bitsOf(bytes: Uint8Array, most: number): number[] {
  const count = bytes.length * 8;
  if (count <= most) return Array.from({ length: count }, (_, bit) => bit);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

describe.each(triedOf(await loadModes()))('$aead.name', ({ mode, aead, twin }) => {
  const { blockLength, nonceLength, tagLength } = mode;
  const nonce = pattern('nonce', nonceLength);

  // The longest message goes through the window in pieces.
  describe.each([
    [0, 0],
    [1, blockLength],
    [2 * blockLength + 1, 33],
    [16_401, 40],
  ])('%i bytes with %i of associated data', (length, adLength) => {
    const most = length > 1000 ? 6 : 130;
    const plaintext = text(length);
    const associatedData = ad(adLength);
    const ciphertext = twin.encrypt({ key, nonce, plaintext, associatedData });
    const right = { key, nonce, ciphertext, associatedData };
    const tag = ciphertext.slice(-tagLength);
    const body = ciphertext.slice(0, length);

    /** Expects refusal, by the sync functions for combined, detached, sealed and listed messages, and by some promises. */
    const expectRefused = async (forgeries: Forgeries) => {
      const named = Object.entries(forgeries).map(([what, wrong]) => ({ what, request: { ...right, ...wrong } }));
      for (const [i, { what, request }] of named.entries()) {
        const { key, nonce, ciphertext, associatedData } = request;
        const apart = { ciphertext: ciphertext.slice(0, -tagLength), tag: ciphertext.slice(-tagLength) };
        const sealed = { key, sealed: concatenate(nonce, ciphertext), associatedData, mode: aead };
        for (const form of i % 8 === 0 || named.length < 20 ? [twin, aead] : [twin]) {
          await expectRefusal(what, () => form.decrypt(request));
          await expectRefusal(what, () => form.decryptDetached({ ...request, ...apart }));
          await expectRefusal(what, () => (form === twin ? sync : { unseal }).unseal(sealed));
        }
      }
      const requests = named.map(({ request }) => request);
      for (const form of [twin, aead])
        expectAllSame(await form.decryptMany(requests), new Array(requests.length).fill(null), 'a list');
    };

    it('decrypts the original, also with empty associated data for none', async () => {
      for (const form of [twin, aead]) {
        expectSame(await form.decrypt(right), plaintext);
        const without = await form.encrypt({ key, nonce, plaintext });
        const empty = { key, nonce, associatedData: new Uint8Array(0) };
        expectSame(await form.encrypt({ ...empty, plaintext }), without);
        expectSame(await form.decrypt({ ...empty, ciphertext: without }), plaintext);
      }
    });

    // The ciphertext includes the tag.
    it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)('refuses any flipped bit of the %s', (field) => {
      const flipped = bitsOf(right[field], most).map((bit) => [`bit ${bit}`, { [field]: flipBit(right[field], bit) }]);
      return expectRefused(Object.fromEntries(flipped));
    });

    it('refuses a message that is shorter than its tag, whatever array is its output', async () => {
      // Only the list below works on the message, which takes long for a long one.
      for (const end of length > 1000 ? [0, tagLength - 1] : Array.from({ length: tagLength }, (_, i) => i)) {
        const request = { ...right, ciphertext: ciphertext.slice(0, end) };
        for (const output of [undefined, text(0), text(4), text(end), 'x'] as Uint8Array[])
          for (const form of [twin, aead])
            await expectRefusal(`${end} bytes`, () => form.decrypt({ ...request, output }));
        const requests = [request, right, request];
        for (const form of [twin, aead])
          expectAllSame(await form.decryptMany(requests), [null, plaintext, null], `${end} bytes in a list`);
      }
      for (let end = 0; end < nonceLength + tagLength; end++) {
        const sealed = concatenate(nonce, ciphertext).slice(0, end);
        for (const form of [sync, { unseal }])
          await expectRefusal(`${end} bytes`, () => form.unseal({ key, sealed, associatedData, mode: aead }));
      }
    });

    it('refuses a shorter or a longer message', async () => {
      const forgeries: Forgeries = {};
      const ends = length > 1000 ? [0, 1, 16_384, length - 1] : Array.from({ length }, (_, i) => i);
      for (const end of ends) forgeries[`${end} bytes`] = { ciphertext: ciphertext.slice(0, end + tagLength) };
      if (length > 0) forgeries['without the first byte'] = { ciphertext: ciphertext.slice(1) };
      for (const more of length > 1000 ? [1] : [1, blockLength - 1, blockLength, 2 * blockLength]) {
        const zeros = new Uint8Array(more);
        forgeries[`${more} zeros behind the tag`] = { ciphertext: concatenate(ciphertext, zeros) };
        forgeries[`${more} zeros before`] = { ciphertext: concatenate(zeros, ciphertext) };
        forgeries[`${more} zeros before the tag`] = { ciphertext: concatenate(body, zeros, tag) };
        forgeries[`${more} zeros behind the data`] = { associatedData: concatenate(associatedData, zeros) };
      }
      for (let end = 0; end < adLength; end += length > 1000 ? 39 : 9)
        forgeries[`${end} bytes of associated data`] = { associatedData: associatedData.slice(0, end) };
      await expectRefused(forgeries);
    });
  });
});
