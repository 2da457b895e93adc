/** Lists of romulus-wasm/js, whose messages are worked one after the other, in slices. */
import { expect, it } from 'vitest';
import { load, romulusN } from '../../../ts/index.js';
import { ad, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';

it('takes a message as it was at the call, though a pause comes in the middle of it', async () => {
  const request = { key, nonce, plaintext: text(10), associatedData: ad(200_000) };
  const expected = (await load()).romulusN.encrypt(request);
  let pauses = 0;
  const onProgress = () => {
    pauses++;
    request.associatedData.fill(0);
  };
  const [ciphertext] = await pausingEverywhere(() => romulusN.encryptMany([request], { onProgress }));
  expectSame(ciphertext!, expected);
  expect(pauses).toBeGreaterThan(2);
});
