/**
 * Compares the reference of every mode with the official vectors, and with the forgeries that it must refuse. `npm run
 * kats -- --check` compares its encryption with the files in kats/.
 */
import { describe, expect, it } from 'vitest';
import { expectSame, flipBit } from '../../fixtures/bytes.js';
import { triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { readOfficialVectors } from '../../reference/vectors.js';

const modes = triedOf(suites.flatMap((suite) => suite.modes.map((mode) => ({ suite, mode }))));

describe.each(modes)('$mode.title', ({ suite, mode }) => {
  const request = {
    key: pattern('key', 16),
    nonce: pattern('nonce', mode.nonceLength),
    plaintext: pattern('message', 53),
    associatedData: pattern('associatedData', 37),
  };
  const ciphertext = mode.encrypt(request);

  it('decrypts the official vectors, or those of their form, and encrypts the longest', async () => {
    const vectors = await readOfficialVectors(suite, mode);
    expect(vectors).toHaveLength(suite.longest ? 1090 : 1089);
    for (const vector of vectors) {
      const lengths = `${vector.plaintext.length} bytes, ad ${vector.associatedData.length}`;
      expectSame(mode.decrypt(vector), vector.plaintext, lengths);
    }
    for (const vector of vectors.slice(-33)) expect(mode.encrypt(vector)).toEqual(vector.ciphertext);
  });

  it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)('rejects a change in the %s', (input) => {
    const authentic = { ...request, ciphertext };
    expect(mode.decrypt(authentic)).toEqual(request.plaintext);
    for (const byte of authentic[input].keys()) {
      const changed = flipBit(authentic[input], 8 * byte + (byte % 8));
      expect(mode.decrypt({ ...authentic, [input]: changed }), `byte ${byte}`).toBeNull();
    }
  });

  it('rejects a text without its last byte, and no text at all', () => {
    for (const length of [0, mode.tagLength - 1, ciphertext.length - 1])
      expect(mode.decrypt({ ...request, ciphertext: ciphertext.subarray(0, length) })).toBeNull();
  });
});
