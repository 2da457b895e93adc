/** `seal` and `unseal` in every mode of the package; without a mode they take Romulus-M. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, flipBit, rejection, text } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';

const modes = (await loadModes()).map((each) => ({ ...each, name: each.aead.name }));
const sync = await romulus.load();
const pool = await poolOf(1);
const associatedData = text(20);

describe.each(modes)('$name', ({ mode, aead, twin }) => {
  it('seals and unseals: nonce, ciphertext, tag', async () => {
    const key = aead.generateKey();
    for (const length of [0, 5, 64, 20_000]) {
      const plaintext = text(length);
      const request = { key, plaintext, associatedData };
      for (const { seal, unseal } of [romulus, sync, pool])
        for (const form of [aead, twin]) {
          const sealed = await seal({ ...request, mode: form });
          const [nonce, ciphertext] = [sealed.subarray(0, mode.nonceLength), sealed.subarray(mode.nonceLength)];
          expect(ciphertext.length).toBe(length + mode.tagLength);
          expectSame(twin.decrypt({ key, nonce, ciphertext, associatedData }), plaintext);
          const toUnseal = { key, associatedData, mode: aead };
          expectSame(await unseal({ ...toUnseal, sealed }), plaintext);
          const forged = { ...toUnseal, sealed: flipBit(sealed, 3) };
          expect(await rejection(async () => unseal(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        }
    }
  });

  it('refuses a message shorter than its nonce and tag', async () => {
    const least = mode.nonceLength + mode.tagLength;
    const request = { key: aead.generateKey(), sealed: text(least - 1), mode: aead };
    expect(await rejection(() => romulus.unseal(request))).toMatchObject({
      message: `sealed must be at least ${least} bytes, received ${least - 1}`,
    });
  });
});

it('takes Romulus-M by default', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  expectSame(await romulus.unseal({ ...request, sealed: await romulus.seal(request), mode: 'M' }), text(9));
  expectSame(sync.unseal({ ...request, sealed: sync.seal({ ...request, mode: 'M' }) }), text(9));
});

it('a mode of a pool works too', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  const sealed = await romulus.seal({ ...request, mode: pool.romulusT });
  expectSame(await romulus.unseal({ ...request, sealed, mode: 'T' }), text(9));
});

it('a copy of a mode is refused', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9), mode: { ...romulus.romulusN } };
  expect(await rejection(() => romulus.seal(request))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
});
