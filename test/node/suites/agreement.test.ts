/** Agreement of the sister suites' functions with each other, for random lengths past every edge. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ad, expectSame, key, text } from '../../fixtures/bytes.js';
import { sisters } from './loaded.js';

/** Many at the edges of blocks of 8, 18, 20, 22 and 25 bytes, of batches of blocks and of what is worked in one call. */
const length = fc.oneof(
  { weight: 4, arbitrary: fc.nat(120) },
  { weight: 2, arbitrary: fc.nat(4000) },
  { weight: 2, arbitrary: fc.integer({ min: 16_000, max: 17_000 }) },
  { weight: 1, arbitrary: fc.nat(40_000) },
);
const shape = fc.record({ textLength: length, adLength: length });

describe.each(sisters)('$aead.name', ({ aead, twin }) => {
  const requestOf = ({ textLength, adLength }: { textLength: number; adLength: number }, i = 0) => ({
    key,
    nonce: text(aead.nonceLength + i).slice(i),
    plaintext: text(textLength),
    associatedData: ad(adLength),
  });

  it('gives by promise, in sync and detached the same, and opens it', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (lengths) => {
        const request = requestOf(lengths);
        const ciphertext = twin.encrypt(request);
        expectSame(await aead.encrypt(request), ciphertext);
        const apart = twin.encryptDetached(request);
        expectSame(new Uint8Array([...apart.ciphertext, ...apart.tag]), ciphertext);
        expectSame(twin.decrypt({ ...request, ciphertext }), request.plaintext);
        expectSame(await aead.decrypt({ ...request, ciphertext }), request.plaintext);
        expectSame(await aead.decryptDetached({ ...request, ...apart }), request.plaintext);
      }),
      { numRuns: 40 },
    );
  });

  it('gives for a list what it gives one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 40, size: 'max' }), async (shapes) => {
        const requests = shapes.map(requestOf);
        const ciphertexts = requests.map((request) => twin.encrypt(request));
        const lists = [twin.encryptMany(requests), await aead.encryptMany(requests)];
        for (const list of lists)
          for (const [i, each] of list.entries()) expectSame(each, ciphertexts[i] as Uint8Array);
        const sealed = requests.map((request, i) => ({ ...request, ciphertext: ciphertexts[i] as Uint8Array }));
        const opened = [twin.decryptMany(sealed), await aead.decryptMany(sealed)];
        for (const list of opened)
          for (const [i, each] of list.entries())
            expectSame(each, (requests[i] as { plaintext: Uint8Array }).plaintext);
      }),
      { numRuns: 8 },
    );
  });

  it('reads its arguments before it returns', async () => {
    const request = requestOf({ textLength: 3_000_000, adLength: 100 });
    const expected = twin.encrypt(request);
    const promise = aead.encrypt(request);
    for (const each of [request.plaintext, request.associatedData, request.nonce]) each.fill(0);
    expectSame(await promise, expected);
  });

  it('stops for a signal, and tells its progress', async () => {
    const request = requestOf({ textLength: 30_000_000, adLength: 0 });
    const told: number[] = [];
    const controller = new AbortController();
    const onProgress = (processed: number) => {
      told.push(processed);
      if (told.length === 2) controller.abort('enough');
    };
    await expect(aead.encrypt(request, { signal: controller.signal, onProgress })).rejects.toBe('enough');
    expect(told[0]).toBeGreaterThan(0);
    expect(told[1]).toBeGreaterThan(told[0] as number);
  });
});
