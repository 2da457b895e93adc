/** The linear memory of the sister suites' modules after every call and every failure: to the byte what it was before. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineExports } from '../../ts/engine/engine.js';
import { ad, flipBit, key, text } from '../inputs/bytes.js';
import { elephantModesOf, isapModesOf } from './sisters.js';

type Instantiate = (source: object) => Promise<{ instance: { exports: EngineExports } }>;

/** Loads a fresh copy of a suite, and finds its memory. */
async function watched<Sync>(load: () => Promise<Sync>) {
  const original = WebAssembly.instantiate as unknown as Instantiate;
  let memory = new Uint8Array(0);
  const spy = vi.spyOn(WebAssembly as unknown as { instantiate: Instantiate }, 'instantiate');
  spy.mockImplementation(async (source) => {
    const result = await original.call(WebAssembly, source);
    memory = new Uint8Array(result.instance.exports.memory.buffer);
    return result;
  });
  const sync = await load();
  spy.mockRestore();
  return { sync, memory, image: memory.slice() };
}

vi.resetModules();
const isap = await import('../../ts/isap/index.js');
const elephant = await import('../../ts/elephant/index.js');
const ofIsap = await watched(() => isap.load());
const ofElephant = await watched(() => elephant.load());
const modes = [
  ...isapModesOf(isap, ofIsap.sync).map((mode) => ({ ...mode, ...ofIsap })),
  ...elephantModesOf(elephant, ofElephant.sync).map((mode) => ({ ...mode, ...ofElephant })),
];

describe.each(modes)('$aead.name leaves nothing', ({ aead, twin, memory, image }) => {
  const nonce = text(aead.nonceLength);
  afterEach(() => expect(Buffer.compare(memory, image)).toBe(0));

  it.each([
    [0, 0],
    [1, 33],
    [100, 7],
    [5000, 0],
    [16_000, 300],
    [50_000, 40_000],
  ])('of %i bytes with %i of associated data', async (textLength, adLength) => {
    const request = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };
    const clean = () => expect(Buffer.compare(memory, image)).toBe(0);
    const ciphertext = twin.encrypt(request);
    clean();
    await aead.encrypt(request);
    clean();
    twin.encryptMany(Array.from({ length: 9 }, () => request));
    clean();
    twin.decrypt({ ...request, ciphertext });
    clean();
    await aead.decrypt({ ...request, ciphertext });
    clean();
    const forged = { ...request, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1) };
    expect(() => twin.decrypt(forged)).toThrow();
    clean();
    expect(twin.decryptMany([forged, forged, forged])).toEqual([null, null, null]);
    clean();
    await expect(aead.decrypt(forged)).rejects.toThrow();
  });

  it('of a long message between its slices, and when it is given up', async () => {
    const controller = new AbortController();
    let looks = 0;
    const onProgress = () => {
      expect(Buffer.compare(memory, image)).toBe(0);
      if (++looks === 3) controller.abort('enough');
    };
    const request = { key, nonce, plaintext: text(30_000_000) };
    await expect(aead.encrypt(request, { signal: controller.signal, onProgress })).rejects.toBe('enough');
  });
});

it("refuses another suite's module", async () => {
  const { hex } = await import('../../ts/engine/portable.generated.js');
  const romulus = Buffer.from(hex, 'hex');
  const refusal = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining('romulus-wasm/isap.wasm') };
  await expect(isap.load(romulus)).rejects.toMatchObject(refusal);
  await expect(elephant.load(romulus)).rejects.toMatchObject({ code: 'ERR_ROMULUS_LOAD' });
});
