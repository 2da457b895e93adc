/** Keys and nonces are what the platform's generator gives for their whole length, unchanged. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, key, text } from '../../fixtures/bytes.js';
import { countingGenerator } from '../../fixtures/generator.js';
import { loadModes } from '../../fixtures/suites.js';

const modes = await loadModes();
const sync = await romulus.load();

let given: Uint8Array[];
const countOn = () => {
  given = countingGenerator();
};
afterEach(() => vi.restoreAllMocks());

function expectGiven(bytes: Uint8Array, length: number): void {
  expect(bytes.length).toBe(length);
  expect(given.length).toBe(1);
  expectSame(bytes, given.pop() as Uint8Array);
}

it('keys and nonces', () => {
  countOn();
  for (let time = 0; time < 3; time++) {
    expectGiven(romulus.generateKey(), 16);
    expectGiven(romulus.generateNonce(), 16);
  }
});

it.each(modes)('keys and nonces of $aead.name', ({ mode, aead, twin }) => {
  countOn();
  for (const form of [aead, twin]) {
    expectGiven(form.generateKey(), 16);
    expectGiven(form.generateNonce(), mode.nonceLength);
  }
});

describe('the nonce of what is sealed', () => {
  it.each(modes)('by $aead.name', async ({ mode, aead }) => {
    for (const form of [romulus, sync]) {
      countOn();
      const sealed = await form.seal({ key, plaintext: text(5), mode: aead });
      expectGiven(sealed.subarray(0, mode.nonceLength), mode.nonceLength);
    }
  });

  it('in a pool', async () => {
    const pool = await poolOf(1);
    countOn();
    const sealed = await pool.seal({ key, plaintext: text(5) });
    expectGiven(sealed.subarray(0, 16), 16);
  });
});
