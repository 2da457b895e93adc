/** Keys and nonces are the bytes of the platform's generator, for their whole length and unchanged. */
import { expect, it, onTestFinished, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, key, text } from '../../fixtures/bytes.js';
import { countingGenerator } from '../../fixtures/generator.js';
import { loadModes } from '../../fixtures/suites.js';

const modes = await loadModes();
const sync = await romulus.load();

/** Makes the generator count. Returns a check that bytes are its latest output, in one piece. */
function countOn() {
  const given = countingGenerator();
  onTestFinished(() => void vi.restoreAllMocks());
  return (bytes: Uint8Array, length: number) => {
    expect(bytes.length).toBe(length);
    expect(given.length).toBe(1);
    expectSame(bytes, given.pop() as Uint8Array);
  };
}

it('keys and nonces', () => {
  const expectGiven = countOn();
  for (let time = 0; time < 3; time++) {
    expectGiven(romulus.generateKey(), 16);
    expectGiven(romulus.generateNonce(), 16);
  }
});

it.each(modes)('keys and all nonces of $aead.name come from the generator', async ({ mode, aead, twin }) => {
  const expectGiven = countOn();
  for (const form of [aead, twin]) {
    expectGiven(form.generateKey(), 16);
    expectGiven(form.generateNonce(), mode.nonceLength);
  }
  for (const form of [romulus, sync]) {
    const sealed = await form.seal({ key, plaintext: text(5), mode: aead });
    expectGiven(sealed.subarray(0, mode.nonceLength), mode.nonceLength);
  }
});

it("a pool's sealing nonces come from the generator", async () => {
  const pool = await poolOf(1);
  const expectGiven = countOn();
  const sealed = await pool.seal({ key, plaintext: text(5) });
  expectGiven(sealed.subarray(0, 16), 16);
});
