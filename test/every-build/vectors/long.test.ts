/** The project's own vectors beyond the official lengths: past every edge of the window, of Romulus to 1 MiB + 7 bytes. */
import { describe, expect, it } from 'vitest';
import { load, romulusH } from '../../../ts/index.js';
import { expectSame, hex, key, sha256 } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { readLongHashVectors, readLongVectors } from '../../reference/vectors.js';

const sync = await load();

describe.each(suites.filter(({ hash }) => hash))('the hash of $key', async (suite) => {
  it.each(await readLongHashVectors(suite))('of $messageLength bytes', async ({ messageLength, digest }) => {
    const message = pattern('message', messageLength);
    expect(hex(await romulusH(message))).toBe(digest);
    expect(hex(sync.romulusH(message))).toBe(digest);
  });
});

describe.each(await loadModes())('$aead.name', async ({ suite, mode, aead, twin }) => {
  const { nonceLength, tagLength } = mode;
  const nonce = pattern('nonce', nonceLength);

  it.each(await readLongVectors(suite, mode))(
    '$messageLength bytes with $adLength of associated data',
    async ({ messageLength, adLength, tag, ciphertextSha256 }) => {
      const plaintext = pattern('message', messageLength);
      const associatedData = pattern('associatedData', adLength);
      const ciphertext = await aead.encrypt({ key, nonce, plaintext, associatedData });
      expect(await sha256(ciphertext.subarray(0, -tagLength))).toBe(ciphertextSha256);
      expect(hex(ciphertext.subarray(-tagLength))).toBe(tag);
      expectSame(twin.decrypt({ key, nonce, ciphertext, associatedData }), plaintext);
    },
  );
});
