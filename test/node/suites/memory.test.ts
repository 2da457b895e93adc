/** The linear memory of the sister suites' modules after every call and every failure: to the byte what it was before. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ad, flipBit, key, text } from '../../fixtures/bytes.js';
import { cleanCheck, watched } from '../../fixtures/instance.js';
import { elephantModesOf, isapModesOf } from './sisters.js';

vi.resetModules();
const isap = await import('../../../ts/suites/isap/index.js');
const elephant = await import('../../../ts/suites/elephant/index.js');
const ofIsap = await watched(() => isap.load());
const ofElephant = await watched(() => elephant.load());
const modes = [
  ...isapModesOf(isap, ofIsap.sync).map((mode) => ({ ...mode, expectClean: cleanCheck(ofIsap) })),
  ...elephantModesOf(elephant, ofElephant.sync).map((mode) => ({ ...mode, expectClean: cleanCheck(ofElephant) })),
];

describe.each(modes)('$aead.name leaves nothing', ({ aead, twin, expectClean }) => {
  const nonce = text(aead.nonceLength);
  afterEach(() => expectClean('a test'));

  it.each([
    [0, 0],
    [1, 33],
    [100, 7],
    [5000, 0],
    [16_000, 300],
    [50_000, 40_000],
  ])('of %i bytes with %i of associated data', async (textLength, adLength) => {
    const request = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };
    const ciphertext = twin.encrypt(request);
    expectClean('encrypt');
    await aead.encrypt(request);
    expectClean('encrypt by promise');
    twin.encryptMany(Array.from({ length: 9 }, () => request));
    expectClean('encryptMany');
    twin.decrypt({ ...request, ciphertext });
    expectClean('decrypt');
    await aead.decrypt({ ...request, ciphertext });
    expectClean('decrypt by promise');
    const forged = { ...request, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1) };
    expect(() => twin.decrypt(forged)).toThrow();
    expectClean('a refusal');
    expect(twin.decryptMany([forged, forged, forged])).toEqual([null, null, null]);
    expectClean('decryptMany');
    await expect(aead.decrypt(forged)).rejects.toThrow();
  });

  it('of a long message between its slices, and when it is given up', async () => {
    const controller = new AbortController();
    let looks = 0;
    const onProgress = () => {
      expectClean('a slice');
      if (++looks === 3) controller.abort('enough');
    };
    const request = { key, nonce, plaintext: text(30_000_000) };
    await expect(aead.encrypt(request, { signal: controller.signal, onProgress })).rejects.toBe('enough');
  });
});

it("refuses another suite's module", async () => {
  const { hex } = await import('../../../ts/suites/romulus/portable.generated.js');
  const romulus = Buffer.from(hex, 'hex');
  const refusal = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining('romulus-wasm/isap.wasm') };
  await expect(isap.load(romulus)).rejects.toMatchObject(refusal);
  await expect(elephant.load(romulus)).rejects.toMatchObject({ code: 'ERR_ROMULUS_LOAD' });
});
