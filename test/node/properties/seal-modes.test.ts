/** Keys, nonces and sealed messages of every mode, the object of load(), and what no caller can change. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, text } from '../../fixtures/bytes.js';
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

it('keys and nonces come from the generator', () => {
  const expectGiven = countOn();
  for (let time = 0; time < 3; time++) {
    expectGiven(romulus.generateKey(), 16);
    expectGiven(romulus.generateNonce(), 16);
  }
});

describe.each(modes)('$name', ({ mode, aead, twin }) => {
  it('seals with a nonce of the generator, and unseals: nonce, ciphertext, tag', async () => {
    const expectGiven = countOn();
    const key = expectGiven(aead.generateKey(), 16);
    expectGiven(twin.generateKey(), 16);
    for (const form of [aead, twin]) expectGiven(form.generateNonce(), mode.nonceLength);
    for (const length of [0, 5, 64, 20_000]) {
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
        }
    }
  });
});

it('takes Romulus-M by default, and a mode of a pool, which goes by its letter too', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  expectSame(await romulus.unseal({ ...request, sealed: await romulus.seal(request), mode: 'M' }), text(9));
  expectSame(sync.unseal({ ...request, sealed: sync.seal({ ...request, mode: 'M' }) }), text(9));
  const sealed = await romulus.seal({ ...request, mode: pool.romulusT });
  expectSame(await romulus.unseal({ ...request, sealed, mode: 'T' }), text(9));
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
  const functions: Record<string, unknown> = romulus;
  for (const [name, value] of Object.entries(sync)) expect(typeof value).toBe(typeof functions[name]);
  for (const { name, keyLength, nonceLength, tagLength, aead, twin } of modes)
    for (const form of [twin, pool.aead(aead)]) {
      expect(Object.keys(form).sort()).toEqual(Object.keys(aead).sort());
      expect(form).toMatchObject({ name, keyLength, nonceLength, tagLength });
      expect(form).toSatisfy(Object.isFrozen);
    }
  for (const { digestLength, blockLength } of [romulus.romulusH, sync.romulusH])
    expect([digestLength, blockLength]).toEqual([32, 32]);
});

describe('nobody can change', async () => {
  const exports = await Promise.all(
    suites.map(async (suite) => [suite.key as string, suite, (await importSuite(suite)) as object] as const),
  );
  const objects = Object.entries({ sync, pool }).map(([name, exported]) => [name, suites[0]!, exported] as const);

  it.each([...exports, ...objects])('the modes and the hash of %s', (_, { modes, hash }, exported) => {
    const isModeOrHash = (value: unknown) => typeof value === 'object' || 'digestLength' in Object(value);
    const values = Object.values(exported).filter(isModeOrHash);
    expect(values.length).toBeGreaterThanOrEqual(modes.length + (hash ? 1 : 0));
    for (const value of values) expect(value).toSatisfy(Object.isFrozen);
  });

  it('the objects of load() and createPool(), and the lengths of the hash', () => {
    expect([sync, pool]).toSatisfy((objects: object[]) => objects.every(Object.isFrozen));
    expect(Reflect.set(romulus.romulusH, 'blockLength', 1)).toBe(false);
  });
});
