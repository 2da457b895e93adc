/** Messages that are not as they were encrypted: every form of decryption refuses them, with one constant error. */
import { describe, expect, it } from 'vitest';
import { AuthenticationError, type DecryptRequest, seal, unseal } from '../../../ts/index.js';
import { ad, concatenate, expectSame, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

const modes = await loadModes();

const expectRefusal = (what: string, error: unknown) => {
  if (!(error instanceof AuthenticationError)) return expect.fail(`${what}: ${error}`);
  const { name, code, ...others } = { ...error };
  // expect would take most of the time of this file.
  const isRight =
    name === 'AuthenticationError' &&
    code === 'ERR_ROMULUS_AUTH' &&
    error.message === 'the message is not authentic' &&
    // Nothing rides along: neither the tag that would have been right nor any plaintext.
    error.cause === undefined &&
    Reflect.ownKeys(others).length === 0;
  if (!isRight) expect.fail(`${what}: another error, ${error.stack}`);
};

/** The bits to flip: all of a short string, of a longer one those of the edges and some between. */
function bitsOf(bytes: Uint8Array, most: number): number[] {
  const count = bytes.length * 8;
  if (count <= most) return Array.from({ length: count }, (_, bit) => bit);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

describe.each(triedOf(modes))('$aead.name', ({ suite, mode, aead, twin }) => {
  const { blockLength, nonceLength, tagLength } = mode;
  const nonce = pattern('nonce', nonceLength);
  const otherModes = modes.filter((other) => other.suite === suite && other.mode !== mode);

  // The last one goes through the window in pieces.
  const few: [text: number, ad: number][] = [
    [0, 0],
    [2 * blockLength + 1, 33],
    [32_777, 40],
  ];
  const more: [text: number, ad: number][] = [
    [1, blockLength],
    [blockLength - 1, 1],
    [blockLength, 0],
    [100, 50],
  ];
  const all = [...more, ...few];
  describe.each(casesOf({ usual: suite.key === 'romulus' ? all : few, all }))(
    '%i bytes with %i of associated data',
    (length, adLength) => {
      const isLong = length > 1000;
      const plaintext = text(length);
      const associatedData = ad(adLength);
      const ciphertext = twin.encrypt({ key, nonce, plaintext, associatedData });
      const right = { key, nonce, ciphertext, associatedData };
      const tag = ciphertext.slice(-tagLength);
      const body = ciphertext.slice(0, length);

      /** Refused combined, detached and in lists, at once, and of some by promise. */
      const expectRefused = async (forgeries: Record<string, Partial<DecryptRequest>>) => {
        const named = Object.entries(forgeries);
        const requests = named.map(([, wrong]) => ({ ...right, ...wrong }));
        for (const [i, request] of requests.entries()) {
          const what = named[i]?.[0] as string;
          const [body, tag] = [request.ciphertext.slice(0, -tagLength), request.ciphertext.slice(-tagLength)];
          const apart = { ...request, ciphertext: body, tag };
          expectRefusal(
            what,
            thrown(() => twin.decrypt(request)),
          );
          expectRefusal(
            what,
            thrown(() => twin.decryptDetached(apart)),
          );
          if (i % 4 !== 0 && requests.length > 20) continue;
          expectRefusal(what, await rejection(() => aead.decrypt(request)));
          expectRefusal(what, await rejection(() => aead.decryptDetached(apart)));
        }
        const none = requests.map(() => null);
        expect(twin.decryptMany(requests)).toEqual(none);
        expect(await aead.decryptMany(requests)).toEqual(none);
      };
      const flips = (field: 'key' | 'nonce' | 'associatedData' | 'ciphertext', most: number) =>
        Object.fromEntries(
          bitsOf(right[field], most).map((bit) => [`${field} bit ${bit}`, { [field]: flipBit(right[field], bit) }]),
        );

      it('decrypts what is right', async () => {
        expectSame(twin.decrypt(right), plaintext);
        expectSame(await aead.decrypt(right), plaintext);
      });

      it('refuses any flipped bit of the tag', async () => {
        const bits = bitsOf(tag, isLong ? 24 : 128);
        const flipped = bits.map((bit) => [`tag bit ${bit}`, { ciphertext: flipBit(ciphertext, length * 8 + bit) }]);
        await expectRefused(Object.fromEntries(flipped));
      });

      it('refuses any flipped bit of the key and of the nonce', () =>
        expectRefused({ ...flips('key', isLong ? 10 : 128), ...flips('nonce', isLong ? 10 : 128) }));

      it('refuses flipped bits of associated data and ciphertext', () =>
        expectRefused({ ...flips('associatedData', isLong ? 8 : 400), ...flips('ciphertext', isLong ? 16 : 928) }));

      it('refuses what is cut short or longer', async () => {
        const forgeries: Record<string, Partial<DecryptRequest>> = {};
        const ends = isLong ? [0, 1, 16_384, length - 17, length - 1] : Array.from({ length }, (_, i) => i);
        for (const end of ends)
          forgeries[`${end} bytes and a tag`] = { ciphertext: ciphertext.slice(0, end + tagLength) };
        if (length > 0) forgeries['without the first byte'] = { ciphertext: ciphertext.slice(1) };
        for (const more of [1, blockLength - 1, blockLength, blockLength + 1, 2 * blockLength]) {
          const zeros = new Uint8Array(more);
          forgeries[`${more} zeros behind the tag`] = { ciphertext: concatenate(ciphertext, zeros) };
          forgeries[`${more} zeros before`] = { ciphertext: concatenate(zeros, ciphertext) };
          forgeries[`${more} zeros before the tag`] = { ciphertext: concatenate(body, zeros, tag) };
          forgeries[`${more} zeros behind the data`] = { associatedData: concatenate(associatedData, zeros) };
        }
        for (let end = 0; end < adLength; end += isLong ? 9 : 1)
          forgeries[`${end} bytes of associated data`] = { associatedData: associatedData.slice(0, end) };
        await expectRefused(forgeries);
      });

      it('refuses parts that have changed places', async () => {
        const forgeries: Record<string, Partial<DecryptRequest>> = {};
        if (nonceLength === 16) forgeries['key and nonce swapped'] = { key: nonce, nonce: key };
        if (length + adLength > 0)
          forgeries['text and associated data swapped'] = {
            ciphertext: concatenate(associatedData, tag),
            associatedData: body,
          };
        if (adLength > 0)
          forgeries['associated data moved to the text'] = {
            ciphertext: concatenate(associatedData, ciphertext),
            associatedData: new Uint8Array(0),
          };
        // The same bytes, with the border between associated data and text elsewhere.
        const all = concatenate(associatedData, ciphertext);
        for (const at of [1, adLength - 1, adLength + 1, adLength + length])
          if (at >= 0 && at !== adLength && at <= adLength + length)
            forgeries[`the border at ${at}`] = { associatedData: all.slice(0, at), ciphertext: all.slice(at) };
        await expectRefused(forgeries);
      });

      it('refuses the tag of another message, and what another mode of the suite made', async () => {
        const others = {
          'of a longer text': { key, nonce, plaintext: concatenate(plaintext, text(1)), associatedData },
          'of more associated data': { key, nonce, plaintext, associatedData: concatenate(associatedData, text(1)) },
          'of another nonce': { key, nonce: flipBit(nonce, 5), plaintext, associatedData },
          'of another key': { key: flipBit(key, 77), nonce, plaintext, associatedData },
        };
        const forgeries = Object.entries(others).map(([what, other]) => [
          `the tag ${what}`,
          { ciphertext: concatenate(body, twin.encrypt(other).slice(-tagLength)) },
        ]);
        for (const byte of [0x00, 0xff])
          forgeries.push([`tag of ${byte}`, { ciphertext: concatenate(body, new Uint8Array(tagLength).fill(byte)) }]);
        for (const other of otherModes) {
          const itsNonce = pattern('nonce', other.mode.nonceLength);
          const foreign = other.twin.encrypt({ key, nonce: itsNonce, plaintext, associatedData });
          if (foreign.length >= tagLength) forgeries.push([other.mode.name, { ciphertext: foreign }]);
        }
        await expectRefused(Object.fromEntries(forgeries));
      });

      it('takes no associated data and empty associated data for the same', async () => {
        const without = await aead.encrypt({ key, nonce, plaintext });
        expectSame(await aead.encrypt({ key, nonce, plaintext, associatedData: new Uint8Array(0) }), without);
        expectSame(await aead.encrypt({ key, nonce, plaintext, associatedData: undefined }), without);
        expectSame(await aead.decrypt({ key, nonce, ciphertext: without }), plaintext);
        expectSame(
          await aead.decrypt({ key, nonce, ciphertext: without, associatedData: new Uint8Array(0) }),
          plaintext,
        );
        await expectRefused({ 'a zero more': { associatedData: concatenate(associatedData, Uint8Array.of(0)) } });
        if (adLength > 0) await expectRefused({ 'left out': { associatedData: new Uint8Array(0) } });
      });
    },
  );

  it('gives null in a list exactly where a message is not authentic', async () => {
    const sizes = [0, 1, 16, 40, 20_000, 5, 33_000, 100, 64, 17];
    const forged = new Set([1, 3, 4, 6, 9]);
    const requests = sizes.map((size, i) => {
      const ciphertext = twin.encrypt({ key, nonce, plaintext: text(size), associatedData: ad(i) });
      const bit = Math.floor((ciphertext.length * 8 * i) / sizes.length);
      const given = forged.has(i) ? flipBit(ciphertext, bit) : ciphertext;
      return { key, nonce, associatedData: ad(i), ciphertext: given };
    });
    for (const plaintexts of [await aead.decryptMany(requests), twin.decryptMany(requests)]) {
      expect(plaintexts).toHaveLength(sizes.length);
      for (const [i, plaintext] of plaintexts.entries()) {
        if (forged.has(i)) expect(plaintext, `message ${i}`).toBeNull();
        else expectSame(plaintext, text(sizes[i] as number), `message ${i}`);
      }
    }
  });

  it('refuses long messages that are forged at either end', async () => {
    const request = { key, nonce, associatedData: ad(40_000), plaintext: text(100_000) };
    const long = await aead.encrypt(request);
    for (const bit of [0, 8 * 50_000, 8 * long.length - 1]) {
      const forged = { ...request, ciphertext: flipBit(long, bit) };
      expectRefusal(
        `bit ${bit}`,
        thrown(() => twin.decrypt(forged)),
      );
      expectRefusal(`bit ${bit}`, await rejection(() => aead.decrypt(forged)));
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

describe.each(['N', 'M', 'T'] as const)('a sealed message, mode %s', (mode) => {
  it.each([0, 1, 16, 33, 100, 32_777])('refuses to unseal what was changed, of %i bytes', async (length) => {
    const isLong = length > 1000;
    const associatedData = ad(length % 50);
    const options = { mode, associatedData };
    const plaintext = text(length);
    const sealed = await seal({ key, plaintext, ...options });
    expectSame(await unseal({ key, sealed, ...options }), plaintext);
    const bits = 8 * sealed.length;
    const count = Math.min(isLong ? 16 : 256, bits);
    for (let i = 0; i < count; i++) {
      const forged = flipBit(sealed, Math.round((i * (bits - 1)) / (count - 1)));
      const decrypt = () => sync.unseal({ key, sealed: forged, ...options });
      expect(thrown(decrypt)).toBeInstanceOf(AuthenticationError);
      if (i % 4 === 0)
        expect(await rejection(() => unseal({ key, sealed: forged, ...options }))).toBeInstanceOf(AuthenticationError);
    }
    const wrong = [
      () => unseal({ key: flipBit(key, 77), sealed, ...options }),
      () => unseal({ key, sealed, mode, associatedData: text(3) }),
      ...(length > 0 ? [() => unseal({ key, sealed: sealed.subarray(1), ...options })] : []),
      ...(['N', 'M', 'T'] as const)
        .filter((other) => other !== mode)
        .map((other) => () => unseal({ key, sealed, ...options, mode: other })),
    ];
    for (const call of wrong) expect(await rejection(call)).toBeInstanceOf(AuthenticationError);
  });
});
