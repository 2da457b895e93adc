/** Agreement with the reference for random contents and lengths, in every mode. The matrix compares the forms. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { hashMany, romulusH } from '../../../ts/index.js';
import { expectAllSame, expectSame } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { referenceHash } from '../../reference/romulus.js';

const block = fc.uint8Array({ minLength: 16, maxLength: 16 });
/** Short, some blocks, and now and then a few hundred: lengths at which the reference is fast. */
const bytesUpTo = (most: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.uint8Array({ maxLength: Math.min(most, 70), size: 'max' }) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: Math.min(most, 1000), size: 'max' }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: most, size: 'max' }) },
  );
const bytes = bytesUpTo(6000);

const numRuns = casesOf({ usual: 30, all: 60 });

describe.each(triedOf(await loadModes()))('$aead.name', ({ suite, mode, twin }) => {
  const { nonceLength } = mode;
  const limited = bytesUpTo(suite.comparedMax);
  const nonce = fc.uint8Array({ minLength: nonceLength, maxLength: nonceLength });
  const request = fc.record({ key: block, nonce, plaintext: limited, associatedData: limited });

  it('encrypts and decrypts as the reference does', () => {
    fc.assert(
      fc.property(request, (message) => {
        const ciphertext = twin.encrypt(message);
        expectSame(ciphertext, mode.encrypt(message));
        for (const { decrypt } of [mode, twin]) expectSame(decrypt({ ...message, ciphertext }), message.plaintext);
      }),
      { numRuns },
    );
  });
});

it('Romulus-H hashes as the reference does, one by one and in lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 20 }), async (messages) => {
      const expected = messages.map(referenceHash);
      for (const form of [{ hashMany, romulusH }, sync]) {
        expectAllSame(await form.hashMany(messages), expected, 'hashMany');
        for (const [i, message] of messages.entries()) expectSame(await form.romulusH(message), expected[i]!);
      }
    }),
    { numRuns },
  );
});
