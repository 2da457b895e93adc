/** Agreement with the reference, for random contents and lengths in every mode and form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashMany, load, romulusH, romulusM, romulusN, romulusT, seal, unseal } from '../../../ts/index.js';
import { expectSame, same } from '../../fixtures/bytes.js';
import { modesOf } from '../../fixtures/modes.js';
import { referenceDecrypt, referenceEncrypt, referenceHash } from '../../reference/romulus.js';

const sync = await load();

const modes = modesOf({ romulusN, romulusM, romulusT }, sync);

const block = fc.uint8Array({ minLength: 16, maxLength: 16 });
/** Short, a few blocks, and now and then a few hundred. */
const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 70, size: 'max' }) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 1000, size: 'max' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6000, size: 'max' }) },
);
const request = fc.record({ key: block, nonce: block, plaintext: bytes, associatedData: bytes });

describe.each(modes)('Romulus-$mode', ({ mode, aead, twin }) => {
  it('encrypts as the reference does, by promise and at once, in every form', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (message) => {
        const expected = referenceEncrypt(mode, message);
        const length = message.plaintext.length;
        for (const form of [aead, twin]) {
          expectSame(await form.encrypt(message), expected);
          const { ciphertext, tag } = await form.encryptDetached(message);
          expectSame(ciphertext, expected.subarray(0, length));
          expectSame(tag, expected.subarray(length));
          for (const each of await form.encryptMany([message, message])) expectSame(each, expected);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('decrypts what the reference encrypted, and the reverse', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (message) => {
        const { plaintext, ...common } = message;
        const ciphertext = referenceEncrypt(mode, message);
        expectSame(await aead.decrypt({ ...common, ciphertext }), plaintext);
        expectSame(twin.decrypt({ ...common, ciphertext }), plaintext);
        expectSame(referenceDecrypt(mode, { ...common, ciphertext: twin.encrypt(message) }), plaintext);
      }),
      { numRuns: 60 },
    );
  });

  it('seals into nonce || ciphertext || tag', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ key, plaintext, associatedData }) => {
        for (const form of [{ seal, unseal }, sync]) {
          const sealed = await form.seal(key, plaintext, { mode, associatedData });
          const nonce = sealed.slice(0, 16);
          expectSame(sealed.slice(16), referenceEncrypt(mode, { key, nonce, plaintext, associatedData }));
          expectSame(await aead.decrypt({ key, nonce, ciphertext: sealed.slice(16), associatedData }), plaintext);
          expectSame(await form.unseal(key, sealed, { mode, associatedData }), plaintext);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('gives equal outputs for equal inputs, and others for others', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(), async (message, position) => {
        const ciphertext = await aead.encrypt(message);
        expectSame(await aead.encrypt({ ...message }), ciphertext);
        const changed = message.key.map((byte, i) => (i === position % 16 ? byte ^ 0x10 : byte));
        for (const other of [
          { key: changed },
          { nonce: changed.map((byte, i) => byte ^ (message.nonce[i] as number) ^ 1) },
        ])
          expect(same(await aead.encrypt({ ...message, ...other }), ciphertext)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('decrypts a list in which some are forged as the reference does one by one', async () => {
    const entry = fc.record({ message: request, forge: fc.boolean(), position: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const requests = entries.map(({ message: { plaintext, ...common }, forge, position }) => {
          const ciphertext = referenceEncrypt(mode, { ...common, plaintext });
          const at = position % ciphertext.length;
          if (forge) ciphertext[at] = (ciphertext[at] as number) ^ (1 << (position % 8));
          return { ...common, ciphertext };
        });
        const expected = requests.map((each) => referenceDecrypt(mode, each));
        expect(await aead.decryptMany(requests)).toEqual(expected);
        expect(twin.decryptMany(requests)).toEqual(expected);
        expect(expected.map((each) => each === null)).toEqual(entries.map(({ forge }) => forge));
      }),
      { numRuns: 15 },
    );
  });
});

describe('Romulus-M', () => {
  it('is seal’s mode if none is given', async () => {
    await fc.assert(
      fc.asyncProperty(block, bytes, async (key, plaintext) => {
        const sealed = await seal(key, plaintext);
        expectSame(await unseal(key, sealed, { mode: 'M' }), plaintext);
        expectSame(sync.unseal(key, sync.seal(key, plaintext, { mode: 'M' })), plaintext);
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
