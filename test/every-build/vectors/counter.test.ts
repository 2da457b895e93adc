/** Messages of more than 2 MiB, which are 2^17 blocks of 16 bytes: counters that go wrong late, of one message and of several side by side. */
import { expect, inject, it } from 'vitest';
import { expectAllSame, expectSame, hex, key, sha256 } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import type { SuiteMode } from '../../reference/suites.js';
import { readCounterVectors } from '../../reference/vectors.js';

/** As few as are worth working side by side, where there are lanes. */
const countTogether = ({ laneCosts: [narrow], laneLimit }: SuiteMode): number =>
  narrow && laneLimit === undefined && inject('build') !== 'portable' ? Math.floor(narrow[1]) + 1 : 2;

/** In `npm test`, all of Romulus and the last mode of each other suite. */
const modes = (await loadModes()).filter(
  ({ suite, mode }) => inject('extent') === 'all' || suite.key === 'romulus' || mode === suite.modes.at(-1),
);

it.each(modes)('$aead.name', { timeout: 120_000 }, async ({ suite, mode, aead }) => {
  const vectors = await readCounterVectors(suite, mode);
  expect(vectors).toHaveLength(1);
  const [{ messageLength, adLength, tag, ciphertextSha256 }] = vectors as [(typeof vectors)[number]];
  expect(messageLength).toBeGreaterThan(16 * 2 ** 17);
  const request = {
    key,
    nonce: pattern('nonce', mode.nonceLength),
    plaintext: pattern('message', messageLength),
    associatedData: pattern('associatedData', adLength),
  };
  const ciphertext = await aead.encrypt(request);
  expect(hex(ciphertext.subarray(messageLength))).toBe(tag);
  expect(await sha256(ciphertext.subarray(0, messageLength))).toBe(ciphertextSha256);
  // Side by side the lanes share a counter while theirs are the same.
  const shifted = { ...request, associatedData: request.associatedData.subarray(0, 1) };
  const requests = [...Array.from({ length: countTogether(mode) - 1 }, () => request), shifted];
  const alone = await aead.encrypt(shifted);
  const ciphertexts = requests.map((each) => (each === shifted ? alone : ciphertext));
  expectAllSame(await aead.encryptMany(requests), ciphertexts, 'in a list');
  const opened = await aead.decryptMany(requests.map(() => ({ ...request, ciphertext })));
  expect(opened).not.toContain(null);
  for (const plaintext of opened) expectSame(plaintext as Uint8Array, request.plaintext, 'in a list');
});
