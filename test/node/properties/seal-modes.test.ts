/** `seal` and `unseal` in every mode of the package; without a mode they take Romulus-M. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, flipBit, rejection, text, thrown } from '../../fixtures/bytes.js';
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
      const all = [
        await romulus.seal({ ...request, mode: aead }),
        await romulus.seal({ ...request, mode: twin }),
        sync.seal({ ...request, mode: aead }),
        await pool.seal({ ...request, mode: aead }),
      ];
      for (const sealed of all) {
        expect(sealed.length).toBe(mode.nonceLength + length + mode.tagLength);
        const nonce = sealed.subarray(0, mode.nonceLength);
        expectSame(
          twin.decrypt({ key, nonce, ciphertext: sealed.subarray(mode.nonceLength), associatedData }),
          plaintext,
        );
        const toUnseal = { key, sealed, associatedData, mode: aead };
        expectSame(await romulus.unseal(toUnseal), plaintext);
        expectSame(sync.unseal(toUnseal), plaintext);
        expectSame(await pool.unseal(toUnseal), plaintext);
      }
      const forged = { key, sealed: flipBit(all[0]!, 3), associatedData, mode: aead };
      expect(await rejection(() => romulus.unseal(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
      expect(thrown(() => sync.unseal(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    }
  });

  it('refuses what is shorter than its nonce and tag', async () => {
    const least = mode.nonceLength + mode.tagLength;
    const request = { key: aead.generateKey(), sealed: text(least - 1), mode: aead };
    expect(await rejection(() => romulus.unseal(request))).toMatchObject({
      message: `sealed must be at least ${least} bytes, received ${least - 1}`,
    });
  });
});

it('takes Romulus-M where no mode is given', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  expectSame(await romulus.unseal({ ...request, sealed: await romulus.seal(request), mode: 'M' }), text(9));
  expectSame(sync.unseal({ ...request, sealed: sync.seal({ ...request, mode: 'M' }) }), text(9));
});

it('a mode of a pool is one too', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9) };
  const sealed = await romulus.seal({ ...request, mode: pool.romulusT });
  expectSame(await romulus.unseal({ ...request, sealed, mode: 'T' }), text(9));
});

it('a copy of a mode is not one', async () => {
  const request = { key: romulus.generateKey(), plaintext: text(9), mode: { ...romulus.romulusN } };
  expect(await rejection(() => romulus.seal(request))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
});
