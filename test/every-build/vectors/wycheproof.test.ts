/**
 * The test files in Wycheproof's form: every function accepts valid tests, both ways, and refuses invalid ones.
 * ../../every-engine/rejection/arguments.test.ts has keys and nonces of other lengths.
 */
import { describe, expect, it } from 'vitest';
import { AuthenticationError, LengthError, timingSafeEqual, unseal } from '../../../ts/index.js';
import { concatenate, expectAllSame, expectSame, fromHex, rejection } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { readTestFile } from '../../reference/vectors.js';
import { type AeadTestGroup, type AeadTestVector, type HashTestGroup, testFileOf } from '../../reference/wycheproof.js';

const messageOf = ({ key, iv, aad, msg, ct, tag }: AeadTestVector) => ({
  context: { key: fromHex(key), nonce: fromHex(iv), associatedData: fromHex(aad) },
  plaintext: fromHex(msg),
  ciphertext: fromHex(ct),
  tag: fromHex(tag),
});

/** All that an error tells: for a forgery, neither the right tag nor any plaintext. */
const told = (error: Error) => JSON.stringify([error.constructor.name, error.message, error.cause, { ...error }]);
const ofForgeries = told(new AuthenticationError('the message is not authentic'));

describe.each(triedOf(await loadModes()))('$mode.title', async ({ suite, mode, aead, twin }) => {
  const { nonceLength, tagLength } = mode;
  const { testGroups } = await readTestFile<AeadTestGroup>(testFileOf(mode));
  const usual = testGroups.filter(({ keySize, ivSize }) => keySize === 128 && ivSize === 8 * nonceLength);
  const testsOf = (result: string) => usual.flatMap(({ tests }) => tests.filter((test) => test.result === result));
  const valid = testsOf('valid');
  const invalid = testsOf('invalid');
  const messages = new Map([...valid, ...invalid].map((test) => [test, messageOf(test)]));
  const flags = [...new Set(invalid.flatMap((test) => test.flags))];

  // The suites share what is behind the two forms.
  const forms = casesOf({ usual: suite.key === 'romulus' ? [aead, twin] : [twin], all: [aead, twin] });

  /** Each way to open the message of a test, by promise and at once, and whether it has a tag of another length. */
  const waysToOpen = (test: AeadTestVector) => {
    const { context, ciphertext, tag } = messages.get(test)!;
    const { key, nonce, associatedData } = context;
    const both = concatenate(ciphertext, tag);
    const toUnseal = { key, sealed: concatenate(nonce, both), mode: aead, associatedData };
    // A message that is shorter than its tag is not authentic, whatever its output is.
    const output = both.length < tagLength ? { output: both.slice() } : {};
    return [
      ...forms.flatMap((form) => [
        { name: 'decrypt', isOther: false, open: () => form.decrypt({ ...context, ciphertext: both, ...output }) },
        {
          name: 'decryptDetached',
          isOther: tag.length !== tagLength,
          open: () => form.decryptDetached({ ...context, ciphertext, tag }),
        },
      ]),
      ...[{ unseal }, sync].map((form) => ({ name: 'unseal', isOther: false, open: () => form.unseal(toUnseal) })),
    ];
  };

  it('encrypts and decrypts valid tests', async () => {
    expect(valid.length).toBeGreaterThan(180);
    expect(invalid.length).toBeGreaterThan(640);
    for (const test of valid) {
      const { context, plaintext, ciphertext, tag } = messages.get(test)!;
      for (const form of [aead, twin]) {
        const apart = await form.encryptDetached({ ...context, plaintext });
        const together = await form.encrypt({ ...context, plaintext });
        const expected = [concatenate(ciphertext, tag), ciphertext, tag];
        expectAllSame([together, apart.ciphertext, apart.tag], expected, `test ${test.tcId}`);
      }
      for (const { name, open } of waysToOpen(test)) expectSame(await open(), plaintext, `${name} ${test.tcId}`);
    }
  });

  it.each(flags)('refuses invalid tests: %s', async (flag) => {
    for (const test of invalid.filter(({ flags }) => flags.includes(flag)))
      for (const { name, isOther, open } of waysToOpen(test)) {
        const error = await rejection(async () => open());
        const isRight = isOther ? error instanceof LengthError : told(error) === ofForgeries;
        if (!isRight) expect.fail(`test ${test.tcId}, ${name}: ${told(error)}`);
      }
    const requests = invalid
      .filter(({ flags }) => flags.includes(flag))
      .map((test) => messages.get(test)!)
      .map(({ context, ciphertext, tag }) => ({ ...context, ciphertext: concatenate(ciphertext, tag) }));
    const nothing = requests.map(() => null);
    for (const form of forms) expectAllSame(await form.decryptMany(requests), nothing, 'in a list');
  });
});

it('Romulus-H gives exactly the valid digests, one by one and in one call', async () => {
  const { testGroups } = await readTestFile<HashTestGroup>('romulus_h_test.json');
  const tests = testGroups.flatMap((group) => group.tests);
  const messages = tests.map(({ msg }) => fromHex(msg));
  const digests = messages.map((message) => sync.romulusH(message));
  const verdicts = tests.map(({ digest }, i) => timingSafeEqual(digests[i]!, fromHex(digest)));
  expect(verdicts).toEqual(tests.map(({ result }) => result === 'valid'));
  expect(verdicts.filter((isRight) => isRight)).toHaveLength(130);
  expectAllSame(sync.hashMany(messages), digests, 'in a list');
});
