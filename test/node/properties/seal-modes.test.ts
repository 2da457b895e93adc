/** Keys, nonces and sealed messages of every mode, the object of load(), and what no caller can change. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, rejection, text } from '../../fixtures/bytes.js';
import { countingGenerator } from '../../fixtures/runtime.js';
import { importSuite, loadModes } from '../../fixtures/suites.js';
import { suites } from '../../reference/suites.js';

const modes = (await loadModes()).map((each) => ({ ...each.aead, ...each }));
const sync = await romulus.load();
const pool = await poolOf(1);
const associatedData = text(20);

/** Makes the generator count. Returns a check that bytes are its latest output, in one piece, and returns them. */
function countOn() {
  const given = countingGenerator();
  onTestFinished(() => void vi.restoreAllMocks());
  return (bytes: Uint8Array, length: number) => {
    expect(bytes.length).toBe(length);
    expect(given.length).toBe(1);
    expectSame(bytes, given.pop() as Uint8Array);
    return bytes;
  };
}

describe.each(modes)('$name', ({ mode, aead, twin }) => {
  it('has keys and nonces of the generator, with which it seals: nonce, ciphertext, tag', async () => {
    const expectGiven = countOn();
    const key = expectGiven(romulus.generateKey(), 16);
    expectGiven(romulus.generateNonce(), 16);
    for (const form of [aead, twin]) {
      expectGiven(form.generateKey(), 16);
      expectGiven(form.generateNonce(), mode.nonceLength);
    }
    for (const length of [0, 20_000]) {
      const plaintext = text(length);
      const request = { key, plaintext, associatedData };
      for (const { seal, unseal } of [romulus, sync, pool])
        for (const form of [aead, twin, pool.aead(aead)]) {
          const sealed = await seal({ ...request, mode: form });
          const nonce = expectGiven(sealed.subarray(0, mode.nonceLength), mode.nonceLength);
          const ciphertext = sealed.subarray(mode.nonceLength);
          expect(ciphertext.length).toBe(length + mode.tagLength);
          expectSame(twin.decrypt({ key, nonce, ciphertext, associatedData }), plaintext);
          const toUnseal = { key, associatedData, mode: form };
          expectSame(await unseal({ ...toUnseal, sealed }), plaintext);
          const cut = { ...toUnseal, sealed: sealed.subarray(0, mode.nonceLength - 1) };
          expect(await rejection(async () => unseal(cut))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        }
    }
  });
});

it('takes Romulus-M by default, and a mode of a pool, which goes by its letter too', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  expectSame(await romulus.unseal({ ...request, sealed: await romulus.seal(request), mode: 'M' }), text(9));
  expectSame(sync.unseal({ ...request, sealed: sync.seal({ ...request, mode: 'M' }) }), text(9));
  const sealed = await romulus.seal({ ...request, mode: pool.romulusT });
  expectSame(await pool.unseal({ ...request, sealed, mode: pool.aead('T') }), text(9));
});

it('load() and a pool give the functions of the package, and the members and lengths of modes and of the hash', () => {
  // hashStream and the functions for files wait for their sources; the others need no module.
  const without = [
    ...['hashStream', 'load', 'loadSync', 'generateKey', 'generateNonce', 'timingSafeEqual', 'wipe'],
    ...['fromBase64', 'fromHex', 'toBase64', 'toHex'],
  ];
  const names = Object.keys(romulus).filter((name) => !without.includes(name) && !name.endsWith('Error'));
  expect(Object.keys(sync).sort()).toEqual(names.sort());
  for (const { name, keyLength, nonceLength, tagLength, aead, twin } of modes)
    for (const form of [twin, pool.aead(aead)]) {
      expect(Object.keys(form).sort()).toEqual(Object.keys(aead).sort());
      expect(form).toMatchObject({ name, keyLength, nonceLength, tagLength });
    }
  for (const { digestLength, blockLength } of [romulus.romulusH, sync.romulusH])
    expect([digestLength, blockLength]).toEqual([32, 32]);
});

it('nobody can change the modes and the hash of an entry, and the objects of load() and createPool()', async () => {
  const entries = await Promise.all(suites.map(importSuite));
  const isModeOrHash = (value: unknown) => typeof value === 'object' || 'digestLength' in Object(value);
  const values = [...entries, sync, pool].flatMap((exported) => Object.values(exported).filter(isModeOrHash));
  // Each suite has its modes, and Romulus, its sync object and its pool have three and the hash.
  expect(values.length).toBeGreaterThanOrEqual(modes.length + 7);
  for (const value of [sync, pool, ...values, ...modes.map(({ aead }) => pool.aead(aead))])
    expect(value).toSatisfy(Object.isFrozen);
});
