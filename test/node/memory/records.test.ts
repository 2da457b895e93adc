/** The linear memory and the copies of inputs after records: nothing is left, whatever happened. */
import { describe, expect, it } from 'vitest';
import { buffersOf, madeOrCut } from '../../fixtures/arrays.js';
import { ad, flipBit, key, text, thrown } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';
import { cleanCheck, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { triedOf } from '../../fixtures/suites.js';

const loaded = await loadedPackage();
const modes = triedOf(await watchedModes(loaded)).map((each) => ({ ...each, name: each.aead.name }));
// Of the same copy of the package.
const { encryptRecords, decryptRecords, hashRecords, load } = await import('../../../ts/records/index.js');
const sync = await load();

/** Short ones side by side; ones that fit no lane; ones that fit no window. */
const shapes = [
  { recordLength: 32, count: 100 },
  { recordLength: 2_100, count: 40 },
  { recordLength: 20_000, count: 3 },
];

describe.each(modes)('$name', ({ mode, aead, twin, instance }) => {
  const expectClean = cleanCheck(instance);

  it.each(shapes)('leaves nothing of $count records of $recordLength bytes', async ({ recordLength, count }) => {
    const nonces = text(count * mode.nonceLength);
    const request = { key, nonces, recordLength, associatedData: ad(21), mode: aead };
    const plaintexts = text(count * recordLength);
    const ciphertexts = sync.encryptRecords({ ...request, mode: twin, plaintexts });
    expectClean('encryptRecords at once');
    sync.decryptRecords({ ...request, mode: twin, ciphertexts });
    expectClean('decryptRecords at once');
    const forged = flipBit(ciphertexts, 8 * recordLength + 3);
    thrown(() => sync.decryptRecords({ ...request, ciphertexts: forged }));
    expectClean('decryptRecords of forged ones at once');
    for (const [call, texts] of [
      [(options: object) => encryptRecords({ ...request, plaintexts }, options), plaintexts],
      [(options: object) => decryptRecords({ ...request, ciphertexts }, options), ciphertexts],
      [(options: object) => decryptRecords({ ...request, ciphertexts: forged }, options), forged],
    ] as const) {
      let looks = 0;
      const onProgress = () => {
        looks++;
        expectClean('between two slices');
      };
      const { arrays, outcome } = await madeOrCut(() => pausingEverywhere(() => call({ onProgress })));
      expect(looks).toBeGreaterThan(0);
      expectClean('by promise');
      const results = new Set(outcome instanceof Error ? [] : buffersOf(outcome));
      const left = arrays.filter(({ buffer, length }) => !results.has(buffer) && length > 16).filter(isNotZero);
      expect(left, `${texts.length} bytes`).toEqual([]);

      const aborting = new AbortController();
      const options = { signal: aborting.signal, onProgress: () => aborting.abort('between') };
      const aborted = await madeOrCut(() => pausingEverywhere(() => call(options)));
      expectClean('when it is aborted');
      expect(aborted.arrays.filter(({ length }) => length > 16).filter(isNotZero)).toEqual([]);
    }
  });
});

const isNotZero = (bytes: Uint8Array) => bytes.some((byte) => byte !== 0);

it('hashRecords leaves nothing', async () => {
  const expectClean = cleanCheck(loaded);
  for (const { recordLength, count } of shapes) {
    const bytes = text(count * recordLength);
    sync.hashRecords(bytes, recordLength);
    expectClean('at once');
    await pausingEverywhere(() => hashRecords(bytes, recordLength, { onProgress: () => expectClean('between') }));
    expectClean('by promise');
  }
});
