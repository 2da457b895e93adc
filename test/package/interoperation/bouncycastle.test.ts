/** Talks to BouncyCastle, which shares neither code nor language with this package: each opens what the other made, and refuses what the other refuses. */
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { accumulate, type accumulatedCase, HASH } from '../../../kats/accumulated.js';
import { romulusH } from '../../../ts/index.js';
import { concatenate, expectSame, flipBit, fromHex, hex } from '../../fixtures/bytes.js';
import { modes, sync } from '../../fixtures/modes.js';
import type { Mode } from '../../reference/romulus.js';
import { readAccumulated } from '../../reference/vectors.js';
import type { AeadTestGroup, HashTestGroup, TestFile } from '../../reference/wycheproof.js';
import { BouncyCastle, findBouncyCastle, type Question, VERSION } from './bouncycastle.js';

const found = findBouncyCastle();
// In continuous integration a missing Java is a failure, not a reason to test less.
if ('skipped' in found && process.env.CI) throw new Error(found.skipped);
if ('skipped' in found) console.log(`skipped: ${found.skipped}`);
const other = 'jar' in found ? new BouncyCastle(found.jar) : undefined;
afterAll(() => other?.close());
const ask = (questions: Question[]) => (other as BouncyCastle).ask(questions);

const LONGEST = 2 ** 17;

/** All short ones come, and each power of two is as likely as the next. */
const randomLength = (longest = LONGEST) => Math.floor((longest + 1) ** Math.random() - 1 + randomInt(2));

const lengthsOf = (i: number): [text: number, ad: number] => {
  if (i === 0) return [LONGEST, 19];
  if (i === 1) return [33, LONGEST];
  // Each up to two pairs of blocks, with another one.
  if (i < 67) return [i - 2, ((i - 2) * 23) % 65];
  return [randomLength(), randomLength(i % 3 === 0 ? LONGEST : 100)];
};

const read = <File extends TestFile>(letter: string): File =>
  JSON.parse(readFileSync(new URL(`../../../kats/romulus_${letter.toLowerCase()}_test.json`, import.meta.url), 'utf8'));

/** A million of each takes minutes; see .github/workflows/check.yml. */
const size = process.env.ROMULUS_MILLION ? 'million' : 'thousand';
const digests = (await readAccumulated())[size];

describe.skipIf(!other)(`BouncyCastle ${VERSION}`, () => {
  describe.each(modes)('Romulus-$mode', ({ mode, aead, twin }) => {
    const messages = Array.from({ length: 110 }, (_, i) => {
      const [textLength, adLength] = lengthsOf(i);
      return {
        key: randomBytes(16),
        nonce: randomBytes(16),
        associatedData: randomBytes(adLength),
        plaintext: randomBytes(textLength),
      };
    });
    const nameOf = ({ key, nonce, associatedData, plaintext }: (typeof messages)[number]) =>
      `${plaintext.length} bytes, ${associatedData.length} of associated data, key ${key.toString('hex')}, nonce ${nonce.toString('hex')}`;

    it('makes what we open, opens what we make, and refuses what we forge', async () => {
      const ours = await aead.encryptMany(messages);
      const forged = ours.map((ciphertext, i) => flipBit(ciphertext, (i * 7919) % (8 * ciphertext.length)));
      const questionsOf = (operation: 'encrypt' | 'decrypt', texts: Uint8Array[]) =>
        messages.map(({ plaintext: _, ...context }, i): Question => ({ operation, mode, ...context, text: texts[i]! }));
      const plaintexts = messages.map(({ plaintext }) => plaintext);
      const answers = ask([
        ...questionsOf('encrypt', plaintexts),
        ...questionsOf('decrypt', ours),
        ...questionsOf('decrypt', forged).slice(2),
      ]);
      const count = messages.length;
      const theirs = answers.slice(0, count);
      const opened = answers.slice(count, 2 * count);
      expect(answers.slice(2 * count)).toEqual(new Array(count - 2).fill(null));
      for (const [i, message] of messages.entries()) {
        const { plaintext, ...context } = message;
        expectSame(theirs[i], ours[i] as Uint8Array, nameOf(message));
        expectSame(opened[i], plaintext, nameOf(message));
        const ciphertext = theirs[i] as Uint8Array;
        expectSame(twin.decrypt({ ...context, ciphertext }), plaintext, nameOf(message));
        expectSame(await aead.decrypt({ ...context, ciphertext }), plaintext, nameOf(message));
      }
    });

    it('accepts and refuses as the test files say', () => {
      const tests = read<TestFile<AeadTestGroup>>(mode)
        .testGroups.filter(({ keySize, ivSize }) => keySize === 128 && ivSize === 128)
        .flatMap((group) => group.tests);
      const answers = ask(
        tests.map(({ key, iv, aad, ct, tag }) => ({
          operation: 'decrypt',
          mode,
          key: fromHex(key),
          nonce: fromHex(iv),
          associatedData: fromHex(aad),
          text: concatenate(fromHex(ct), fromHex(tag)),
        })),
      );
      for (const [i, { tcId, result, msg }] of tests.entries()) {
        if (result === 'valid') expectSame(answers[i], fromHex(msg), `test ${tcId}`);
        else expect(answers[i], `test ${tcId}`).toBeNull();
      }
      expect(answers.length).toBeGreaterThan(1000);
    });
  });

  it.each(['Romulus-N', 'Romulus-M', 'Romulus-T', HASH.title])(
    `gives the digest of a ${size} messages: %s`,
    async (title) => {
      const mode = title.slice(-1) as Mode | 'H';
      const theirs = (cases: ReturnType<typeof accumulatedCase>[]) =>
        ask(
          cases.map(({ plaintext: text, ...context }) =>
            mode === 'H' ? { operation: 'hash', text } : { operation: 'encrypt', mode, ...context, text },
          ),
        ) as Uint8Array[];
      const count = { thousand: 1000, million: 1_000_000 }[size];
      expect(await accumulate({ title, nonceLength: 16 }, theirs, count, 50_000)).toBe(digests[title]);
    },
    600_000,
  );

  describe('Romulus-H', () => {
    it('gives the digests that we give', async () => {
      const lengths = Array.from({ length: 140 }, (_, i) =>
        i < 100 ? i : i < 102 ? LONGEST - i + 100 : randomLength(),
      );
      const messages = lengths.map((length) => randomBytes(length));
      const answers = ask(messages.map((text) => ({ operation: 'hash', text })));
      for (const [i, message] of messages.entries()) {
        expectSame(answers[i], sync.romulusH(message), `${message.length} bytes`);
        expectSame(answers[i], await romulusH(message), `${message.length} bytes`);
      }
    });

    it('gives those of the test file that are valid, and no others', () => {
      const tests = read<TestFile<HashTestGroup>>('H').testGroups.flatMap((group) => group.tests);
      const answers = ask(tests.map(({ msg }) => ({ operation: 'hash', text: fromHex(msg) })));
      for (const [i, { tcId, digest, result }] of tests.entries())
        expect(hex(answers[i]!) === digest, `test ${tcId}`).toBe(result === 'valid');
      expect(answers).toHaveLength(306);
    });
  });
});
