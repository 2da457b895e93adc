/** The project's own vectors beyond the official lengths: past every edge of the window, to 1 MiB + 7 bytes. */
import { describe, expect, it } from 'vitest';
import { load, romulusH, romulusM, romulusN, romulusT } from '../../../ts/index.js';
import { expectSame, hex, key, nonce, sha256 } from '../../fixtures/bytes.js';
import { modesOf } from '../../fixtures/modes.js';
import { pattern } from '../../reference/kats.js';
import { readLongVectors } from '../../reference/vectors.js';

const sync = await load();
const vectors = readLongVectors();

describe('Romulus-H', () => {
  for (const vector of vectors) {
    if (vector.mode !== 'H') continue;
    it(`hashes ${vector.messageLength} bytes`, async () => {
      const message = pattern('message', vector.messageLength);
      expect(hex(await romulusH(message))).toBe(vector.digest);
      expect(hex(sync.romulusH(message))).toBe(vector.digest);
    });
  }
});

describe.each(modesOf({ romulusN, romulusM, romulusT }, sync))('$aead.name', ({ mode, aead, twin }) => {
  for (const vector of vectors) {
    if (vector.mode === 'H' || vector.mode !== mode) continue;
    it(`works ${vector.messageLength} bytes with ${vector.adLength} of associated data`, async () => {
      const plaintext = pattern('message', vector.messageLength);
      const associatedData = pattern('associatedData', vector.adLength);
      const ciphertext = await aead.encrypt({ key, nonce, plaintext, associatedData });
      expect(await sha256(ciphertext.subarray(0, -16))).toBe(vector.ciphertextSha256);
      expect(hex(ciphertext.subarray(-16))).toBe(vector.tag);
      expectSame(await aead.decrypt({ key, nonce, ciphertext, associatedData }), plaintext);
      expectSame(twin.encrypt({ key, nonce, plaintext, associatedData }), ciphertext);
      expectSame(twin.decrypt({ key, nonce, ciphertext, associatedData }), plaintext);
    });
  }
});
