/** Members 3 of Romulus v1.2 refuse lengths beyond their counter, before any work. Untouched zeros take no memory. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/suites/romulus-v12/index.js';
import { rejection } from '../../fixtures/bytes.js';
import { watchedSignal } from '../../fixtures/runtime.js';

const sync = await romulus.load();
const key = new Uint8Array(16);
const tagLength = 16;
const mostBlocks = 2 ** 24 - 2;
/** Pairs of 16 bytes for the state and 12 for a tweak. */
const pairs = mostBlocks / 2;

const n3 = { aead: romulus.romulusN3, twin: sync.romulusN3 };
const m3 = { aead: romulus.romulusM3, twin: sync.romulusM3 };

/** The greatest length of text for each length of associated data. */
const limits = [
  { ...n3, adLength: 0, most: 16 * mostBlocks },
  { ...n3, adLength: 28 * pairs, most: 16 * mostBlocks },
  // Empty associated data has one block, so the text begins with a block for a tweak.
  { ...m3, adLength: 0, most: 12 + 28 * (pairs - 1) },
  { ...m3, adLength: 16, most: 12 + 28 * (pairs - 1) },
  { ...m3, adLength: 17, most: 28 * (pairs - 1) },
  { ...m3, adLength: 28, most: 28 * (pairs - 1) },
  { ...m3, adLength: 29, most: 12 + 28 * (pairs - 2) },
  { ...m3, adLength: 28 * (pairs - 1) + 16, most: 12 },
];

const requestsOf = (adLength: number, length: number, nonceLength = 12) => {
  const common = { key, nonce: new Uint8Array(nonceLength), associatedData: new Uint8Array(adLength) };
  const sealed = new Uint8Array(length + tagLength);
  return {
    plain: { ...common, plaintext: sealed.subarray(tagLength) },
    combined: { ...common, ciphertext: sealed },
    detached: { ...common, ciphertext: sealed.subarray(tagLength), tag: sealed.subarray(0, tagLength) },
  };
};
const short = requestsOf(0, 1);

const tooLong = (argument: string, expected: number, received: number) => {
  const message = `${argument} must be at most ${expected} bytes, received ${received}`;
  return { name: 'LengthError', code: 'ERR_ROMULUS_LENGTH', message, argument, expected, received };
};

/** Expects that the lengths are accepted. It stops the work, which would take long. */
async function expectBegun(aead: romulus.Aead, request: romulus.EncryptRequest): Promise<void> {
  const { signal, abort, reason } = watchedSignal();
  const call = rejection(() => aead.encrypt(request, { signal }));
  abort();
  expect(await call).toBe(reason);
}

describe.each(limits)('$aead.name with $adLength bytes of associated data', ({ aead, twin, adLength, most }) => {
  it(`refuses ${most + 1} bytes of text`, async () => {
    const { plain, combined, detached } = requestsOf(adLength, most + 1);
    const plaintext = tooLong('plaintext', most, most + 1);
    const withTag = tooLong('ciphertext', most + tagLength, most + 1 + tagLength);
    for (const form of [aead, twin])
      for (const [call, error] of [
        [() => form.encrypt(plain), plaintext],
        [() => form.encryptDetached(plain), plaintext],
        [() => form.decrypt(combined), withTag],
        [() => form.decryptDetached(detached), tooLong('ciphertext', most, most + 1)],
        [() => form.encryptMany([short.plain, plain]), { argument: 'requests[1].plaintext', expected: most }],
        [() => form.decryptMany([short.combined, combined]), { argument: 'requests[1].ciphertext' }],
      ] as const)
        expect(await rejection(async () => call())).toMatchObject(error);
  });

  it(`begins with ${most} bytes of text`, () => expectBegun(aead, requestsOf(adLength, most).plain));
});

it.each([
  { ...n3, most: 28 * pairs },
  { ...m3, most: 28 * (pairs - 1) + 16 },
])('$aead.name refuses more than $most bytes of associated data', async ({ aead, twin, most }) => {
  const { plain, combined, detached } = requestsOf(most + 1, 0);
  const error = tooLong('associatedData', most, most + 1);
  for (const form of [aead, twin])
    for (const call of [() => form.encrypt(plain), () => form.decrypt(combined), () => form.decryptDetached(detached)])
      expect(await rejection(async () => call())).toMatchObject(error);
  expect(await rejection(() => aead.encryptMany([plain]))).toMatchObject({ argument: 'requests[0].associatedData' });
});

it.each([romulus.romulusN1, romulus.romulusN2, romulus.romulusM2])('$name begins with more', (aead) =>
  expectBegun(aead, requestsOf(0, 16 * mostBlocks + 1, aead.nonceLength).plain),
);
