/** Results that do not hang on what lanes, state and window hold when a call starts, or what other calls left there. */
import { describe, expect, it } from 'vitest';
import { algorithmsOf, expectResults } from '../../every-engine/lists/calls.js';
import { ad, expectSame, flipBit, key, nonce, text, thrown } from '../../fixtures/bytes.js';
import { loadedPackage, workingRange } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const { romulus, sync, exports, memory } = await loadedPackage();
const [start, end] = workingRange(exports);

const modes = modesOf(romulus, sync);
const algorithms = algorithmsOf(romulus, sync);

const lengths: [text: number, ad: number][] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [16, 15],
  [17, 32],
  [31, 16],
  [100, 47],
  [16_000, 384],
  [16_001, 384],
  [40_000, 5],
  [5, 40_000],
];

describe.each([
  { what: 'ones', dirt: text(end - start).fill(0xff) },
  { what: 'noise', dirt: text(end - start) },
  { what: 'a pattern', dirt: text(end - start).fill(0x55) },
])('over $what', ({ dirt }) => {
  const soil = () => memory.set(dirt, start);

  it.each(modes)('Romulus-$mode gives the same', async ({ mode, aead, twin }) => {
    for (const [textLength, adLength] of lengths) {
      const request = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };
      const expected = referenceEncrypt(mode, request);
      const toDecrypt = { key, nonce, ciphertext: expected, associatedData: request.associatedData };
      const what = `${textLength} bytes, ${adLength} of associated data`;
      soil();
      expectSame(twin.encrypt(request), expected, what);
      soil();
      expectSame(await aead.encrypt(request), expected, what);
      soil();
      expectSame(twin.decrypt(toDecrypt), request.plaintext, what);
      soil();
      expectSame(await aead.decrypt(toDecrypt), request.plaintext, what);
      soil();
      const forged = { ...toDecrypt, ciphertext: flipBit(expected, 8 * textLength + 1) };
      expect(thrown(() => twin.decrypt(forged))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    }
  });

  it.each(algorithms)('$name gives the same for lists', async ({ callsOf }) => {
    for (const count of [1, 2, 8, 9, 33]) {
      const shapes = Array.from({ length: count }, (_, i) => ({ text: (i * 37) % 100, ad: (i * 17) % 60 }));
      const longer = [
        { text: 20_000, ad: 3 },
        ...Array.from({ length: count }, (_, i) => ({ text: 2_040 + i, ad: 35 * i })),
      ];
      const forged = shapes.map((shape) => ({ ...shape, forged: true }));
      for (const { name, expected, byPromise, atOnce } of [shapes, longer, forged].flatMap(callsOf)) {
        soil();
        expectResults(atOnce(), expected, `${name} at once`);
        soil();
        expectResults(await byPromise(), expected, `${name} by promise`);
      }
    }
  });

  it('Romulus-H gives the same', async () => {
    for (const length of [0, 1, 31, 32, 33, 64, 16_384, 16_385, 50_000]) {
      const message = text(length);
      const expected = referenceHash(message);
      soil();
      expectSame(sync.romulusH(message), expected, `${length} bytes`);
      soil();
      expectSame(await romulus.romulusH(message), expected, `${length} bytes`);
      soil();
      const hasher = sync.createHasher();
      soil();
      hasher.update(message.subarray(0, length / 3));
      soil();
      const clone = hasher.clone();
      soil();
      hasher.update(message.subarray(length / 3));
      soil();
      expectSame(hasher.digest(), expected, `a hasher, ${length} bytes`);
      soil();
      expectSame(clone.update(message.subarray(length / 3)).digest(), expected, `a clone, ${length} bytes`);
    }
  });
});
