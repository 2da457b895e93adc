/** Wrong inputs and signals of HMAC and HKDF. */
import { describe, expect, it } from 'vitest';
import { generateKey, load, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { expectSame, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { watchedSignal } from '../../fixtures/signals.js';

const sync = await load();
it('reads its inputs at once', async () => {
  const request = { key: generateKey(), message: text(100_000) };
  const expected = sync.romulusHmac(request);
  const promise = romulusHmac(request);
  request.key.fill(0);
  request.message.fill(0);
  expectSame(await promise, expected);
});

it('stops for a signal', async () => {
  const { options, reason } = watchedSignal(1);
  expect(await rejection(() => romulusHmac({ key, message: text(3_000_000) }, options))).toBe(reason);
});

describe('refusals', () => {
  it.each(['key', 'message', 'salt', 'info'])('of a %s of another type', async (argument) => {
    for (const wrong of [null, 'text', 5, [1]] as never[]) {
      const error = { code: 'ERR_ROMULUS_TYPE', argument };
      if (argument !== 'salt' && argument !== 'info') {
        const request = { key, message: key, [argument]: wrong };
        expect(await rejection(() => romulusHmac(request))).toMatchObject(error);
        expect(thrown(() => sync.romulusHmac(request))).toMatchObject(error);
      }
      if (argument === 'message') continue;
      const request = { key, length: 5, [argument]: wrong };
      expect(await rejection(() => romulusHkdf(request))).toMatchObject(error);
      expect(thrown(() => sync.romulusHkdf(request))).toMatchObject(error);
    }
  });

  it('of a length out of range', async () => {
    for (const length of [-1, 0.5, 8161, Number.NaN, '5', undefined, null] as never[])
      expect(await rejection(() => romulusHkdf({ key, length }))).toMatchObject({
        code: 'ERR_ROMULUS_USAGE',
        message: 'length must be a whole number from 0 to 8160',
      });
  });

  it('of unknown names and other objects', async () => {
    for (const request of [null, key, { key, message: key, ad: key }] as never[])
      expect(await rejection(() => romulusHmac(request))).toMatchObject({
        code: 'ERR_ROMULUS_TYPE',
        argument: 'request',
      });
    for (const request of [null, key, { key, length: 5, message: key }] as never[])
      expect(await rejection(() => romulusHkdf(request))).toMatchObject({
        code: 'ERR_ROMULUS_TYPE',
        argument: 'request',
      });
  });
});
