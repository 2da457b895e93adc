/** Sealed messages that were changed: unseal() refuses them as decryption does. */
import { describe, expect, it } from 'vitest';
import { AuthenticationError, load, seal, unseal } from '../../../ts/index.js';
import { ad, expectSame, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';

const sync = await load();
const modes = ['N', 'M', 'T'] as const;

describe.each(modes)('Romulus-%s', (mode) => {
  it.each([0, 1, 16, 33, 100, 32_777])('refuses to unseal what was changed, of %i bytes', async (length) => {
    const isLong = length > 1000;
    const associatedData = ad(length % 50);
    const options = { mode, associatedData };
    const plaintext = text(length);
    const sealed = await seal(key, plaintext, options);
    expectSame(await unseal(key, sealed, options), plaintext);
    const bits = 8 * sealed.length;
    const count = Math.min(isLong ? 16 : 256, bits);
    for (let i = 0; i < count; i++) {
      const forged = flipBit(sealed, Math.round((i * (bits - 1)) / (count - 1)));
      const decrypt = () => sync.unseal(key, forged, options);
      expect(thrown(decrypt)).toBeInstanceOf(AuthenticationError);
      if (i % 4 === 0) expect(await rejection(() => unseal(key, forged, options))).toBeInstanceOf(AuthenticationError);
    }
    const wrong = [
      () => unseal(flipBit(key, 77), sealed, options),
      () => unseal(key, sealed, { mode, associatedData: text(3) }),
      ...(length > 0 ? [() => unseal(key, sealed.subarray(1), options)] : []),
      ...modes.filter((other) => other !== mode).map((other) => () => unseal(key, sealed, { ...options, mode: other })),
    ];
    for (const call of wrong) expect(await rejection(call)).toBeInstanceOf(AuthenticationError);
  });
});
