/**
 * Callers that change inputs right after a call: the bytes at the time of the call count. Inputs of more than 8 MiB are not
 * copied before the first pause, and read byte by byte once while the work goes on.
 */
import { describe, expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import { mostCopied } from '../../../ts/runtime/event-loop.js';
import * as stream from '../../../ts/stream/index.js';
import { made } from '../../fixtures/arrays.js';
import { bytesIn, expectAllSame, expectSame, key, nonce, nonEmpty, rejection, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, type Promises, withBytes } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modes, sync } from '../../fixtures/modes.js';
import { pausingEverywhere } from '../../fixtures/platform.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf } from '../../fixtures/suites.js';
import { algorithmsOf, overwrite, takeAway } from '../lists/calls.js';
import { poolOf } from '../pool/workers.js';

/** Some take several slices. */
const lengths = [
  [0, 0],
  [40, 33],
  [16_385, 0],
  [300_000, 100],
  [1, 1],
  [16_384, 0],
  [10_000, 40_000],
].slice(0, casesOf({ usual: 4, all: undefined })) as [number, number][];

/** Each spoils one array, or all arrays of a request. */
const spoilings = { overwritten: overwrite, 'transferred away': takeAway };

const pool = await poolOf(1);
const loaded = { ...main, ...stream };
const packages: Record<string, () => Promises | Promise<Promises>> = {
  'with the module loaded': () => loaded,
  'while the module is loading': freshPackage,
  'in a pool': () => pool,
};

describe.each(Object.entries(packages))('%s', (_, open) => {
  describe.each(Object.entries(spoilings))('inputs are %s right after', (_, spoil) => {
    it.each(lengths)('a call with %i bytes and %i of associated data', async (textLength, adLength) => {
      const form = await open();
      const calls = (await byteCalls(form, sync, textLength, adLength)).filter(({ isLate }) => !isLate);
      /** Calls with copies of the inputs, and spoils the copies before anything else happens. */
      const spoiled = ({ given, run }: ByteCall) => {
        const copies: Uint8Array<ArrayBuffer>[] = [];
        const request = withBytes(given, (bytes) => copies[copies.push(bytes.slice()) - 1]);
        const promise = run(request);
        copies.forEach(spoil);
        for (const name of Object.keys(request)) delete request[name];
        return promise;
      };
      // All at once: most calls still wait when the last one is spoiled.
      const results = await Promise.all(calls.map(spoiled));
      for (const [i, call] of calls.entries()) expectRight(call, await bytesIn(results[i]));
    });

    it('a call with a list', async () => {
      const shapes = [5, 40_000, 0, 300_000, 17, 200_000, 16_385, 3].map((text, i) => ({ text, ad: i * 9 }));
      const calls = algorithmsOf(await open(), sync).flatMap(({ callsOf }) => callsOf(shapes));
      const results = calls.map(({ inputs, byPromise }) => {
        const promise = byPromise();
        inputs.splice(0).forEach(spoil);
        return promise;
      });
      for (const [i, { name, expected }] of calls.entries()) expectAllSame(await results[i]!, expected, name);
    });
  });
});

it('inputs that change in the middle of long work change nothing', async () => {
  for (const call of await byteCalls(loaded, sync, 200_000, 50_000)) {
    if (!/crypt(Detached|Many)?$|HKDF|Hmac|romulusH$|hashMany/.test(call.name)) continue;
    const request = withBytes(call.given, (bytes) => bytes.slice());
    let times = 0;
    const onProgress = () => {
      withBytes(request, (bytes) => bytes.fill(0x77));
      times++;
    };
    expectRight(call, await bytesIn(await pausingEverywhere(async () => call.run(request, { onProgress }))));
    expect(times, call.name).toBeGreaterThan(0);
  }
});

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

describe.each(modes)('$aead.name', ({ aead, twin }) => {
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

  it('wipes its results when it is aborted', async () => {
    const watched = watchedSignal(40);
    const encryptTwo = () => aead.encryptMany(new Array(2).fill({ key, nonce, plaintext }), watched.options);
    const { arrays, outcome } = await made(() => pausingEverywhere(encryptTwo));
    expect(outcome).toBe(watched.reason);
    expect(nonEmpty(arrays).length).toBe(0);
  });

  it('uses the key and the nonce as at the call, loaded or not', async () => {
    const name = aead.name.replace('Romulus-', 'romulus') as 'romulusN';
    for (const form of [aead, (await freshPackage())[name]]) {
      const [ownKey, ownNonce] = [key.slice(), nonce.slice()];
      const promise = form.encrypt({ key: ownKey, nonce: ownNonce, plaintext });
      ownKey.fill(0);
      ownNonce.fill(0);
      expectSame(await promise, ciphertext);
    }
  });
});

/** In the second list, most messages begin after the first pause. */
it.each([
  [3, length],
  [100, 100_000],
])('keys of a list of %i messages of %i bytes are those of the call', async (count, length) => {
  const keys = Array.from({ length: count }, () => key.slice());
  const part = plaintext.subarray(0, length);
  const promise = main.romulusN.encryptMany(keys.map((each) => ({ key: each, nonce, plaintext: part })));
  for (const each of keys) each.fill(0);
  const expected = sync.romulusN.encrypt({ key, nonce, plaintext: part });
  for (const each of await promise) expectSame(each, expected);
});
