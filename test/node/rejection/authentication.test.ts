/** Messages that are not as they were encrypted: every form of decryption refuses them, with one constant error. */
import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  type DecryptRequest,
  load,
  romulusM,
  romulusN,
  romulusT,
  seal,
  unseal,
} from '../../../ts/index.js';
import { ad, concatenate, expectSame, flipBit, key, nonce, rejection, text, thrown } from '../../fixtures/bytes.js';
import { modesOf } from '../../fixtures/modes.js';

const sync = await load();
const modes = modesOf({ romulusN, romulusM, romulusT }, sync);

/** The last one goes through the window in pieces. */
const lengths = [0, 1, 15, 16, 17, 31, 32, 33, 100, 32_777];
const adLengths = new Map([
  [0, 0],
  [1, 16],
  [15, 1],
  [16, 0],
  [17, 33],
  [31, 15],
  [32, 32],
  [33, 17],
  [100, 50],
  [32_777, 40],
]);

const otherKey = flipBit(key, 77);

const expectRefusal = (error: unknown, what: string) => {
  expect(error, what).toBeInstanceOf(AuthenticationError);
  expect(error, what).toBeInstanceOf(Error);
  expect(error, what).toMatchObject({ code: 'ERR_ROMULUS_AUTH', message: 'the message is not authentic' });
  // Nothing rides along: neither the tag that would have been right nor any plaintext.
  expect({ ...(error as object) }, what).toEqual({ name: 'AuthenticationError', code: 'ERR_ROMULUS_AUTH' });
  expect((error as Error).cause, what).toBeUndefined();
};

/** The bits to flip: all of a short string, of a longer one those of the edges and some between. */
function bitsOf(bytes: Uint8Array, most: number): number[] {
  const count = bytes.length * 8;
  if (count <= most) return Array.from({ length: count }, (_, bit) => bit);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

describe.each(modes)('Romulus-$mode', ({ mode, aead, twin }) => {
  describe.each(lengths)('%i bytes', (length) => {
    const long = length > 1000;
    const plaintext = text(length);
    const associatedData = ad(adLengths.get(length) as number);
    const ciphertext = twin.encrypt({ key, nonce, plaintext, associatedData });
    const right = { key, nonce, ciphertext, associatedData };
    const tag = ciphertext.slice(-16);

    /** Refused combined, detached and in a list, by promise and at once. */
    const expectRefused = async (wrong: Partial<DecryptRequest>, what: string) => {
      const request = { ...right, ...wrong };
      expectRefusal(
        thrown(() => twin.decrypt(request)),
        what,
      );
      expect(twin.decryptMany([request]), what).toEqual([null]);
      const apart = { ...request, ciphertext: request.ciphertext.slice(0, -16), tag: request.ciphertext.slice(-16) };
      expectRefusal(
        thrown(() => twin.decryptDetached(apart)),
        what,
      );
      if (long && what.length % 4 !== 0) return;
      expectRefusal(await rejection(() => aead.decrypt(request)), what);
      expectRefusal(await rejection(() => aead.decryptDetached(apart)), what);
      expect(await aead.decryptMany([request]), what).toEqual([null]);
    };

    it('decrypts what is right', async () => {
      expectSame(twin.decrypt(right), plaintext);
      expectSame(await aead.decrypt(right), plaintext);
    });

    it('refuses any flipped bit of the tag', async () => {
      for (const bit of bitsOf(tag, long ? 24 : 128))
        await expectRefused({ ciphertext: flipBit(ciphertext, length * 8 + bit) }, `tag bit ${bit}`);
    });

    it('refuses any flipped bit of the key and of the nonce', async () => {
      for (const bit of bitsOf(key, long ? 10 : 128)) {
        await expectRefused({ key: flipBit(key, bit) }, `key bit ${bit}`);
        await expectRefused({ nonce: flipBit(nonce, bit) }, `nonce bit ${bit}`);
      }
    });

    it('refuses flipped bits of associated data and ciphertext', async () => {
      for (const bit of bitsOf(associatedData, long ? 8 : 400))
        await expectRefused({ associatedData: flipBit(associatedData, bit) }, `associated data bit ${bit}`);
      for (const bit of bitsOf(plaintext, long ? 16 : 800))
        await expectRefused({ ciphertext: flipBit(ciphertext, bit) }, `ciphertext bit ${bit}`);
    });

    it('refuses what is cut short or longer', async () => {
      for (const end of long ? [16, 17, 16_400, length - 1, length + 15] : Array.from({ length }, (_, i) => i + 16))
        await expectRefused({ ciphertext: ciphertext.slice(0, end) }, `${end} bytes`);
      if (length > 0) await expectRefused({ ciphertext: ciphertext.slice(1) }, 'without the first byte');
      for (const more of [1, 15, 16, 17, 32]) {
        const zeros = new Uint8Array(more);
        await expectRefused({ ciphertext: concatenate(ciphertext, zeros) }, `${more} zeros behind the tag`);
        await expectRefused({ ciphertext: concatenate(zeros, ciphertext) }, `${more} zeros before`);
        const between = concatenate(ciphertext.subarray(0, length), zeros, tag);
        await expectRefused({ ciphertext: between }, `${more} zeros before the tag`);
        const longerAd = concatenate(associatedData, zeros);
        await expectRefused({ associatedData: longerAd }, `${more} zeros behind the associated data`);
      }
      for (let end = 0; end < associatedData.length; end += long ? 9 : 1)
        await expectRefused({ associatedData: associatedData.slice(0, end) }, `${end} bytes of associated data`);
    });

    it('refuses parts that have changed places', async () => {
      await expectRefused({ key: nonce, nonce: key }, 'key and nonce swapped');
      const ciphertextOnly = ciphertext.slice(0, length);
      if (length > 0 || associatedData.length > 0) {
        const swapped = concatenate(associatedData, tag);
        await expectRefused(
          { ciphertext: swapped, associatedData: ciphertextOnly },
          'text and associated data swapped',
        );
      }
      if (associatedData.length > 0) {
        const moved = concatenate(associatedData, ciphertext);
        await expectRefused(
          { ciphertext: moved, associatedData: new Uint8Array(0) },
          'associated data moved to the text',
        );
      }
      if (length > 0) {
        const taken = { ciphertext: tag, associatedData: concatenate(associatedData, ciphertextOnly) };
        await expectRefused(taken, 'text moved to the associated data');
      }
    });

    it('refuses the tag of another message', async () => {
      const others = [
        { key, nonce, plaintext: concatenate(plaintext, text(1)), associatedData },
        { key, nonce, plaintext, associatedData: concatenate(associatedData, text(1)) },
        { key, nonce: flipBit(nonce, 5), plaintext, associatedData },
        { key: otherKey, nonce, plaintext, associatedData },
      ];
      for (const [i, other] of others.entries()) {
        const forged = concatenate(ciphertext.subarray(0, length), twin.encrypt(other).subarray(-16));
        await expectRefused({ ciphertext: forged }, `tag ${i}`);
      }
      const constant = [0x00, 0xff].map((byte) => new Uint8Array(16).fill(byte));
      for (const forged of constant)
        await expectRefused({ ciphertext: concatenate(ciphertext.subarray(0, length), forged) }, `tag ${forged}`);
    });

    it('refuses what another mode made', async () => {
      for (const other of modes) {
        if (other.mode === mode) continue;
        await expectRefused({ ciphertext: other.twin.encrypt({ key, nonce, plaintext, associatedData }) }, other.mode);
      }
    });

    it('takes no associated data and empty associated data for the same', async () => {
      const without = await aead.encrypt({ key, nonce, plaintext });
      expectSame(await aead.encrypt({ key, nonce, plaintext, associatedData: new Uint8Array(0) }), without);
      expectSame(await aead.encrypt({ key, nonce, plaintext, associatedData: undefined }), without);
      expectSame(await aead.decrypt({ key, nonce, ciphertext: without }), plaintext);
      expectSame(await aead.decrypt({ key, nonce, ciphertext: without, associatedData: new Uint8Array(0) }), plaintext);
      if (associatedData.length > 0)
        await expectRefused({ associatedData: new Uint8Array(0) }, 'associated data left out');
      await expectRefused({ associatedData: concatenate(associatedData, Uint8Array.of(0)) }, 'a zero more');
    });

    it('refuses to unseal what was changed', async () => {
      const sealed = await seal(key, plaintext, { mode, associatedData });
      expectSame(await unseal(key, sealed, { mode, associatedData }), plaintext);
      const options = { mode, associatedData };
      for (const bit of bitsOf(sealed, long ? 16 : 256)) {
        expectRefusal(
          thrown(() => sync.unseal(key, flipBit(sealed, bit), options)),
          `bit ${bit}`,
        );
        if (!long || bit % 4 === 0)
          expectRefusal(await rejection(() => unseal(key, flipBit(sealed, bit), options)), `bit ${bit}`);
      }
      expectRefusal(await rejection(() => unseal(otherKey, sealed, options)), 'another key');
      expectRefusal(await rejection(() => unseal(key, sealed, { mode, associatedData: text(3) })), 'other data');
      if (length > 0) expectRefusal(await rejection(() => unseal(key, sealed.subarray(1), options)), 'cut in front');
      for (const other of modes) {
        if (other.mode === mode) continue;
        const wrongMode = { mode: other.mode, associatedData };
        expectRefusal(await rejection(() => unseal(key, sealed, wrongMode)), `as ${other.mode}`);
      }
    });
  });

  it('gives null in a list exactly where a message is not authentic', async () => {
    const sizes = [0, 1, 16, 40, 20_000, 5, 33_000, 100, 64, 17];
    const forged = new Set([1, 3, 4, 6, 9]);
    const requests = sizes.map((size, i) => {
      const ciphertext = twin.encrypt({ key, nonce, plaintext: text(size), associatedData: ad(i) });
      const bit = (ciphertext.length * 8 * i) / sizes.length;
      return {
        key,
        nonce,
        associatedData: ad(i),
        ciphertext: forged.has(i) ? flipBit(ciphertext, bit | 0) : ciphertext,
      };
    });
    for (const plaintexts of [await aead.decryptMany(requests), twin.decryptMany(requests)]) {
      expect(plaintexts).toHaveLength(sizes.length);
      for (const [i, plaintext] of plaintexts.entries()) {
        if (forged.has(i)) expect(plaintext, `message ${i}`).toBeNull();
        else expectSame(plaintext, text(sizes[i] as number), `message ${i}`);
      }
    }
  });

  it('gives the same error every time', async () => {
    const ciphertexts = [16, 17, 500, 40_000].map((length) => text(length));
    const errors = [];
    for (const ciphertext of ciphertexts) errors.push(await rejection(() => aead.decrypt({ key, nonce, ciphertext })));
    const [first, ...others] = errors.map((error) => JSON.stringify([error.name, error.message, { ...error }]));
    for (const other of others) expect(other).toBe(first);
  });
});
