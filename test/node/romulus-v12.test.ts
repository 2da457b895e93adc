/**
 * The short counter of Romulus v1.2: in members 2 it goes on into its second half after 2^24 - 1 blocks, and in members 3
 * it ends there, so that these refuse longer messages before any work. Untouched zeros take no memory. Programs written
 * from the specification gave or confirmed the results. Of every other counter and mask, all bits change within the 2^17
 * blocks of the vectors in kats/.
 */
import { expect, it } from 'vitest';
import * as romulus from '../../ts/suites/romulus-v12/index.js';
import { hex, nonce as otherNonce, rejection, key as someKey } from '../fixtures/bytes.js';
import { watchedSignal } from '../fixtures/runtime.js';
import { casesOf } from '../fixtures/suites.js';

const sync = await romulus.load();
const { romulusM2, romulusN1, romulusN2, romulusN3, romulusM3 } = romulus;
const key = new Uint8Array(16);
const tagLength = 16;
const mostBlocks = 2 ** 24 - 2;
/** Pairs of 16 bytes for the state and 12 for a tweak. */
const pairs = mostBlocks / 2;

const n3 = { aead: romulusN3, twin: sync.romulusN3 };
const m3 = { aead: romulusM3, twin: sync.romulusM3 };

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

/** Expects that the lengths are accepted. It stops the work, which would take long. */
async function expectBegun(aead: romulus.Aead, request: romulus.EncryptRequest): Promise<void> {
  const { signal, abort, reason } = watchedSignal();
  const call = rejection(() => aead.encrypt(request, { signal }));
  abort();
  expect(await call).toBe(reason);
}

it.each([
  { ...n3, adLength: 0, most: 16 * mostBlocks },
  { ...n3, adLength: 28 * pairs, most: 16 * mostBlocks },
  // Empty associated data has one block, so the text begins with a block for a tweak.
  { ...m3, adLength: 0, most: 12 + 28 * (pairs - 1) },
  { ...m3, adLength: 16, most: 12 + 28 * (pairs - 1) },
  { ...m3, adLength: 17, most: 28 * (pairs - 1) },
  { ...m3, adLength: 28, most: 28 * (pairs - 1) },
  { ...m3, adLength: 29, most: 12 + 28 * (pairs - 2) },
  { ...m3, adLength: 28 * (pairs - 1) + 16, most: 12 },
])(
  '$aead.name with $adLength bytes of associated data begins with $most bytes of text, and refuses more',
  async ({ aead, twin, adLength, most }) => {
    await expectBegun(aead, requestsOf(adLength, most).plain);
    const { plain, combined, detached } = requestsOf(adLength, most + 1);
    const plaintext = { argument: 'plaintext', expected: most, received: most + 1 };
    const withTag = { argument: 'ciphertext', expected: most + tagLength, received: most + 1 + tagLength };
    for (const form of [aead, twin])
      for (const [call, error] of [
        [() => form.encrypt(plain), plaintext],
        [() => form.encryptDetached(plain), plaintext],
        [() => form.decrypt(combined), withTag],
        [() => form.decryptDetached(detached), { ...plaintext, argument: 'ciphertext' }],
        [() => form.encryptMany([short.plain, plain]), { ...plaintext, argument: 'requests[1].plaintext' }],
        [() => form.decryptMany([short.combined, combined]), { ...withTag, argument: 'requests[1].ciphertext' }],
      ] as const)
        expect(await rejection(async () => call())).toMatchObject({ ...error, code: 'ERR_ROMULUS_LENGTH' });
  },
);

it.each([
  { ...n3, most: 28 * pairs },
  { ...m3, most: 28 * (pairs - 1) + 16 },
])('$aead.name refuses more than $most bytes of associated data', async ({ aead, twin, most }) => {
  const { plain, combined } = requestsOf(most + 1, 0);
  const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'associatedData', expected: most, received: most + 1 };
  for (const form of [aead, twin])
    for (const call of [() => form.encrypt(plain), () => form.decrypt(combined)])
      expect(await rejection(async () => call())).toMatchObject(error);
});

it.each([romulusN1, romulusN2, romulusM2])('$name begins with more', (aead) =>
  expectBegun(aead, requestsOf(0, 16 * mostBlocks + 1, aead.nonceLength).plain),
);

const counting = (length: number, first: number) => Uint8Array.from({ length }, (_, i) => first + i);
/** A block beyond 2^23 - 1 pairs of 16 and 12 bytes, five pairs more, and some bytes. */
const longData = {
  request: { key: counting(16, 0), nonce: counting(12, 16), plaintext: new Uint8Array(33) },
  adLength: 28 * (2 ** 23 - 1) + 16 + 28 * 5 + 3,
  shown: [0],
};
/** The six blocks at the end of a text of this many blocks. */
const longText = (blocks: number) => ({
  request: { key: someKey, nonce: otherNonce.subarray(0, 12), plaintext: new Uint8Array(16 * blocks) },
  adLength: 0,
  shown: [-16 - 96, -16],
});
const results = [
  {
    ...{ aead: romulusN2, ...longData },
    end: '0ac875d2138f039d4176707fd0d9cdc155e984f455d69e842ae7515704c7f39f407c10fabdc4762cf4114504f27b92222a',
  },
  {
    ...{ aead: romulusM2, ...longData },
    end: '1f6a12f2229a082718612ea66e1ae790bb91180f92e4e2ffd6b4da38c50f0dbd39a6202d82cb6a085321a9bd753e48ea2c',
  },
  {
    ...{ aead: romulusN2, ...longText(2 ** 24 + 3) },
    end: `b3c28997a82be1f1be00d98fe7e60c0177d08870f709892f568b529d4d742ac8329bceca16ed7d7114e7c75024ec46de
      b7fb489ed12f09222d5eeb326380f6b50ce1244aa9f72c7403801ebd7579b7b4dbabd850446a69ed17b64ac909002157`,
  },
  {
    ...{ aead: romulusM2, ...longText(2 ** 24 + 3) },
    end: `af16a37dd0ca4d9c12343d472c28d759c30a10780034d5180b7ccbd446f32e3cb256c350a0b790b5f076359e0641b500
      14008d5fd6445b6a0409b6d5c470ca9e2ccb49412b7fdc0b96550a5805e00a6b84937bd0279f8724ccb6d2c6613b0467`,
  },
  {
    ...{ aead: romulusN3, ...longText(2 ** 24 - 2) },
    end: `ee3766518eff5c644d6799fd424bbebf083525b6aecbc306faa0b959a1b5a8b795e9528b69e2ff8a880a4f4df41f3f97
      54049cce9dc42abf5bca4a07f095b44bd634f735f8ee36a5848319c041bcb660dd58ebab1f8a7ffc5eb64b7bc799bdcf`,
  },
  {
    ...{ aead: romulusM3, ...longText(14_680_061) },
    end: `a3c8196f09c1f5cdf4f49100f3244bb610f0a43979ae66a4d331b5e5cc6c6251667699d2a1191f60598ad5f7d263b9ce
      6221e4591017fd2289402dee0d6328a3d498af91fedce4b3f35f8150cd20237b3b28ad4a95186c75b16c00d3ca1d3dce`,
  },
];

it.each(casesOf({ usual: [], all: results }))(
  '$aead.name of $request.plaintext.length bytes with $adLength of associated data',
  { timeout: 300_000 },
  async ({ aead, request, adLength, shown, end }) => {
    const ciphertext = await aead.encrypt({ ...request, associatedData: new Uint8Array(adLength) });
    expect(hex(ciphertext.slice(...shown))).toBe(end.replaceAll(/\s/g, ''));
  },
);
