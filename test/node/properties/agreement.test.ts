/** Agreement with the reference, for random contents and lengths in every mode and form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashMany, romulusH, seal, unseal } from '../../../ts/index.js';
import { ad, expectAllSame, expectSame, key as fixedKey, same, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { modes, sync } from '../../fixtures/modes.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const block = fc.uint8Array({ minLength: 16, maxLength: 16 });
/** Short, a few blocks, and now and then a few hundred; no longer than the reference is fast. */
const bytesUpTo = (most: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.uint8Array({ maxLength: Math.min(most, 70), size: 'max' }) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: Math.min(most, 1000), size: 'max' }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: most, size: 'max' }) },
  );
const bytes = bytesUpTo(6000);
const request = fc.record({ key: block, nonce: block, plaintext: bytes, associatedData: bytes });

/** Of messages that only the package works: past every edge of blocks, of batches of blocks and of the window. */
const length = fc.oneof(
  { weight: 4, arbitrary: fc.nat(120) },
  { weight: 2, arbitrary: fc.nat(4000) },
  { weight: 2, arbitrary: fc.integer({ min: 16_000, max: 17_000 }) },
  { weight: 1, arbitrary: fc.nat(40_000) },
);
const shape = fc.record({ textLength: length, adLength: length });

describe.each(triedOf(await loadModes()))('$aead.name', ({ suite, mode, aead, twin }) => {
  const { nonceLength } = mode;
  const limited = bytesUpTo(suite.comparedMax);
  const nonce = fc.uint8Array({ minLength: nonceLength, maxLength: nonceLength });
  const request = fc.record({ key: block, nonce, plaintext: limited, associatedData: limited });

  const expectSameInEveryForm = async (message: Parameters<typeof messageCalls>[1]) => {
    for (const form of [aead, twin])
      for (const { name, given, call, expected } of messageCalls(twin, message))
        expectAllSame(await call(form, given), expected, name);
  };

  it('encrypts as the reference does, by promise and at once, in every form, and decrypts that', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (message) => {
        const ciphertext = twin.encrypt(message);
        expectSame(ciphertext, mode.encrypt(message));
        expectSame(mode.decrypt({ ...message, ciphertext }), message.plaintext);
        await expectSameInEveryForm(message);
      }),
      { numRuns: casesOf({ usual: 20, all: 60 }) },
    );
  });

  it('gives equal outputs for equal inputs, and others for others', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(), async (message, position) => {
        const ciphertext = await aead.encrypt(message);
        expectSame(await aead.encrypt({ ...message }), ciphertext);
        const changed = (bytes: Uint8Array) =>
          bytes.map((byte, i) => (i === position % bytes.length ? byte ^ 0x10 : byte));
        for (const other of [{ key: changed(message.key) }, { nonce: changed(message.nonce) }])
          expect(same(await aead.encrypt({ ...message, ...other }), ciphertext)).toBe(false);
      }),
      { numRuns: casesOf({ usual: 12, all: 30 }) },
    );
  });

  it('decrypts a list in which some are forged as the reference does one by one', async () => {
    const entry = fc.record({ message: request, forge: fc.boolean(), position: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const requests = entries.map(({ message: { plaintext, ...common }, forge, position }) => {
          const ciphertext = mode.encrypt({ ...common, plaintext });
          const at = position % ciphertext.length;
          if (forge) ciphertext[at] = (ciphertext[at] as number) ^ (1 << (position % 8));
          return { ...common, ciphertext };
        });
        const expected = requests.map((each) => mode.decrypt(each));
        expect(await aead.decryptMany(requests)).toEqual(expected);
        expect(twin.decryptMany(requests)).toEqual(expected);
        expect(expected.map((each) => each === null)).toEqual(entries.map(({ forge }) => forge));
      }),
      { numRuns: casesOf({ usual: 8, all: 15 }) },
    );
  });

  const requestOf = ({ textLength, adLength }: { textLength: number; adLength: number }, i = 0) => ({
    key: fixedKey,
    nonce: text(nonceLength + i).slice(i),
    plaintext: text(textLength),
    associatedData: ad(adLength),
  });

  it('gives the same in every form for any length, and opens it', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (lengths) => {
        await expectSameInEveryForm(requestOf(lengths));
      }),
      { numRuns: casesOf({ usual: 10, all: 30 }) },
    );
  });

  it('reads its arguments before it returns', async () => {
    const request = requestOf({ textLength: 3_000_000, adLength: 100 });
    const expected = twin.encrypt(request);
    const promise = aead.encrypt(request);
    for (const each of [request.plaintext, request.associatedData, request.nonce]) each.fill(0);
    expectSame(await promise, expected);
  });
});

describe.each(modes)('Romulus-$mode', ({ mode, aead }) => {
  it('seals into nonce || ciphertext || tag', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ key, plaintext, associatedData }) => {
        for (const form of [{ seal, unseal }, sync]) {
          const sealed = await form.seal({ key, plaintext, mode, associatedData });
          const nonce = sealed.slice(0, 16);
          expectSame(sealed.slice(16), referenceEncrypt(mode, { key, nonce, plaintext, associatedData }));
          expectSame(await aead.decrypt({ key, nonce, ciphertext: sealed.slice(16), associatedData }), plaintext);
          expectSame(await form.unseal({ key, sealed, mode, associatedData }), plaintext);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('Romulus-M', () => {
  it('is seal’s mode if none is given', async () => {
    await fc.assert(
      fc.asyncProperty(block, bytes, async (key, plaintext) => {
        const sealed = await seal({ key, plaintext });
        expectSame(await unseal({ key, sealed, mode: 'M' }), plaintext);
        expectSame(sync.unseal({ key, sealed: sync.seal({ key, plaintext, mode: 'M' }) }), plaintext);
      }),
      { numRuns: 30 },
    );
  });
});

describe('Romulus-H', () => {
  it('hashes as the reference does', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (message) => {
        const expected = referenceHash(message);
        expectSame(await romulusH(message), expected);
        expectSame(sync.romulusH(message), expected);
      }),
      { numRuns: 200 },
    );
  });

  it('hashes lists as the reference does one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 20 }), async (messages) => {
        const expected = messages.map(referenceHash);
        expect(await hashMany(messages)).toEqual(expected);
        expect(sync.hashMany(messages)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
