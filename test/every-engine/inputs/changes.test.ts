/** Inputs that the caller changes right after a call: what was there at the call counts, however long the work takes. */
import { describe, expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, bytesIn, expectAllSame, key, nonce, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, type Promises, withBytes } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modesOf, sync } from '../../fixtures/modes.js';
import { casesOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

/** One of them takes several slices. */
const lengths: [text: number, ad: number][] = [
  [0, 0],
  [40, 33],
  [16_385, 0],
  [300_000, 100],
  ...casesOf<[number, number][]>({
    usual: [],
    all: [
      [1, 1],
      [16_384, 0],
      [10_000, 40_000],
    ],
  }),
];

const spoilings: Record<string, (array: Uint8Array<ArrayBuffer>) => void> = {
  overwritten: (array) => void array.fill(0xa5),
  'transferred away': (array) => void structuredClone(array, { transfer: [array.buffer] }),
};

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
      /** Calls with copies of the inputs, and spoils them before anything else happens. */
      const spoiled = ({ given, run }: ByteCall) => {
        const copies: Uint8Array<ArrayBuffer>[] = [];
        const request = withBytes(given, (bytes) => copies[copies.push(bytes.slice()) - 1]);
        const promise = run(request);
        copies.forEach(spoil);
        for (const name of Object.keys(request)) delete request[name];
        return promise;
      };
      // All at once: then most of them are still waiting when the last is spoiled.
      const results = await Promise.all(calls.map(spoiled));
      for (const [i, call] of calls.entries()) expectRight(call, await bytesIn(results[i]));
    });

    it('a call with a list', async () => {
      const form = await open();
      const sizes = [5, 40_000, 0, 300_000, 17, 200_000, 16_385, 3];
      const messages = sizes.map(text);
      const started = modesOf(form, sync).flatMap(({ aead, twin }) => {
        const requests = messages.map((plaintext, i) => ({ key, nonce, plaintext, associatedData: ad(i * 9) }));
        const ciphertexts = requests.map((request) => twin.encrypt(request));
        const toEncrypt = requests.map((each) => structuredClone(each));
        const toDecrypt = requests.map((each, i) => structuredClone({ ...each, ciphertext: ciphertexts[i]! }));
        const both = [
          { name: `${aead.name} encryptMany`, promise: aead.encryptMany(toEncrypt), expected: ciphertexts },
          { name: `${aead.name} decryptMany`, promise: aead.decryptMany(toDecrypt), expected: messages },
        ];
        for (const list of [toEncrypt, toDecrypt]) list.splice(0).flatMap(Object.values).forEach(spoil);
        return both;
      });
      const toHash = sizes.map(text);
      const promise = form.hashMany(toHash);
      toHash.splice(0).forEach(spoil);
      for (const { name, promise, expected } of started) expectAllSame(await promise, expected, name);
      expectAllSame(await promise, messages.map(sync.romulusH), 'hashMany');
    });
  });
});

it('inputs that change in the middle of long work change nothing', async () => {
  for (const call of await byteCalls(loaded, sync, 3 << 20, 300_000)) {
    if (!/crypt(Detached|Many)?$|HKDF|Hmac|romulusH$|hashMany/.test(call.name)) continue;
    const request = withBytes(call.given, (bytes) => bytes.slice());
    let times = 0;
    const onProgress = () => {
      withBytes(request, (bytes) => bytes.fill(0x77));
      times++;
    };
    expectRight(call, await bytesIn(await call.run(request, { onProgress })));
    expect(times, call.name).toBeGreaterThan(0);
  }
});
