/** HMAC and HKDF against the reference, and how they refuse. */
import { describe, expect, it } from 'vitest';
import { generateKey, load, romulusHkdf, romulusHmac } from '../../../ts/index.js';
import { expectSame, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { referenceHkdf, referenceHmac } from '../../reference/hmac.js';

const sync = await load();
const around = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100];

it('HMAC is that of the reference, for all lengths of keys and messages', async () => {
  for (const keyLength of around)
    for (const length of [...around, 16_384, 20_001]) {
      const request = { key: text(keyLength), message: text(length + 3).subarray(3) };
      const expected = referenceHmac(request.key, request.message);
      expectSame(await romulusHmac(request), expected, `${keyLength} and ${length} bytes`);
      expectSame(sync.romulusHmac(request), expected, `${keyLength} and ${length} bytes`);
    }
});

it('HKDF is that of the reference, for all lengths of what goes in and comes out', async () => {
  for (const keyLength of [0, 16, 33])
    for (const saltLength of [undefined, 0, 16, 40])
      for (const infoLength of [undefined, 0, 7, 70])
        for (const length of [0, 1, 31, 32, 33, 96, 100]) {
          const [given, salt, info] = [keyLength, saltLength, infoLength].map((n, i) =>
            n === undefined ? undefined : text(n + i).subarray(i),
          );
          const expected = referenceHkdf(given!, salt ?? text(0), info ?? text(0), length);
          const request = { key: given!, salt, info, length };
          expectSame(sync.romulusHkdf(request), expected);
          if (length % 32 === 1) expectSame(await romulusHkdf(request), expected);
        }
  const longest = { key, length: 8160 };
  expectSame(await romulusHkdf(longest), referenceHkdf(key, text(0), text(0), 8160));
});

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
