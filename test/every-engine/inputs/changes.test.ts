/** Callers that change inputs right after a call: the bytes at the time of the call count. */
import { describe, expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { bytesIn, expectAllSame } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, type Promises, withBytes } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { casesOf } from '../../fixtures/suites.js';
import { algorithmsOf, overwrite, takeAway } from '../lists/calls.js';
import { poolOf } from '../pool/workers.js';

/** The last one takes several slices. */
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
