/**
 * Callers that change long inputs after a call. Inputs of more than 8 MiB are not copied before the first pause, and
 * read byte by byte once while the work goes on. The matrix and the slices of lists try shorter inputs.
 */
import { describe, expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import { mostCopied } from '../../../ts/runtime/event-loop.js';
import { made } from '../../fixtures/arrays.js';
import { expectSame, key, nonce, nonEmpty, rejection, text } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modes, sync } from '../../fixtures/modes.js';
import { pausingEverywhere } from '../../fixtures/platform.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf } from '../../fixtures/suites.js';

const length = mostCopied + 1;
const plaintext = text(length);

const atSecond = (act: () => void) => {
  let told = 0;
  return { onProgress: () => void (++told === 2 && act()) };
};

/** The number of bytes of new arrays that are not 0 when the work first pauses. */
async function copiedAtFirst(call: (options: object) => Promise<unknown>): Promise<number> {
  let filled = 0;
  const { signal, abort } = watchedSignal();
  await made((arrays) => {
    const onProgress = () => {
      for (const array of arrays) filled += array.reduce((sum, byte) => sum + (byte === 0 ? 0 : 1), 0);
      abort();
    };
    return pausingEverywhere(() => rejection(() => call({ signal, onProgress })));
  });
  return filled;
}

it('romulusH copies nothing before its first pause', async () => {
  expect(await copiedAtFirst((options) => main.romulusH(plaintext, options))).toBeLessThan(100_000);
});

/** M reads a text before it encrypts it, and T before it decrypts it; N does less than either. */
const tried = modes.filter(({ mode }) => casesOf({ usual: mode !== 'N', all: true }));

describe.each(tried)('$aead.name', ({ aead, twin }) => {
  const ciphertext = twin.encrypt({ key, nonce, plaintext });

  it('copies and lays out no more than a few pieces before its first pause', async () => {
    for (const call of [
      (options: object) => aead.encrypt({ key, nonce, plaintext }, options),
      (options: object) => aead.decrypt({ key, nonce, ciphertext }, options),
      (options: object) => aead.encryptMany(new Array(2).fill({ key, nonce, plaintext }), options),
    ])
      expect(await copiedAtFirst(call)).toBeLessThan(1_000_000);
  });

  it('encrypts and authenticates the same bytes when a text changes meanwhile', async () => {
    const given = plaintext.slice();
    const options = atSecond(() => given.fill(0xa5));
    const made = await pausingEverywhere(() => aead.encrypt({ key, nonce, plaintext: given }, options));
    const opened = twin.decrypt({ key, nonce, ciphertext: made });
    // The old bytes up to some place, and the new ones from there.
    let place = 0;
    while (place < length && opened[place] === plaintext[place]) place++;
    expect(place).toBeLessThan(length);
    expectSame(opened.subarray(place), new Uint8Array(length - place).fill(0xa5), 'the rest');
  });

  it('refuses a ciphertext that changes before it is read', async () => {
    const given = ciphertext.slice();
    const options = atSecond(() => given.fill(0xa5));
    const decrypt = () => aead.decrypt({ key, nonce, ciphertext: given }, options);
    expect(await pausingEverywhere(() => rejection(decrypt))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  });

  it('fails when a text is taken away meanwhile, and leaves nothing', async () => {
    const given = plaintext.slice();
    const options = atSecond(() => structuredClone(given, { transfer: [given.buffer] }));
    const encrypt = () => aead.encrypt({ key, nonce, plaintext: given }, options);
    const { arrays, outcome } = await made(() => pausingEverywhere(encrypt));
    expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(nonEmpty(arrays)).toEqual([]);
  });
});

it('the key and the nonce are those of the call, loaded or not', async () => {
  const ciphertext = sync.romulusN.encrypt({ key, nonce, plaintext });
  for (const { romulusN } of [main, await freshPackage()]) {
    const [ownKey, ownNonce] = [key.slice(), nonce.slice()];
    const promise = romulusN.encrypt({ key: ownKey, nonce: ownNonce, plaintext });
    ownKey.fill(0);
    ownNonce.fill(0);
    expectSame(await promise, ciphertext);
  }
});

/** In the second list, most messages begin after the first pause. */
it.each([
  [2, length],
  [100, 100_000],
])('keys of a list of %i messages of %i bytes are those of the call', async (count, length) => {
  const keys = Array.from({ length: count }, () => key.slice());
  const part = plaintext.subarray(0, length);
  const promise = main.romulusN.encryptMany(keys.map((each) => ({ key: each, nonce, plaintext: part })));
  for (const each of keys) each.fill(0);
  const expected = sync.romulusN.encrypt({ key, nonce, plaintext: part });
  for (const each of await promise) expectSame(each, expected);
});
