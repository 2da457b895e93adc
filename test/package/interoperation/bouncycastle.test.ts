/** BouncyCastle, which shares no code with this package: each opens the other's texts, and refuses the same ones. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accumulate, type accumulatedCase, HASH } from '../../../kats/accumulated.js';
import { concatenate, expectSame, fromHex, hex } from '../../fixtures/bytes.js';
import { modes } from '../../fixtures/modes.js';
import { isMissing } from '../../fixtures/programs.js';
import type { Mode } from '../../reference/romulus.js';
import { readAccumulated } from '../../reference/vectors.js';
import type { AeadTestGroup, HashTestGroup, TestFile } from '../../reference/wycheproof.js';
import { mavenJar, temporaryFolder } from '../npm.js';

/** Version 1.82 was tried too. Neither differs from the specification in any test. */
const VERSION = '1.86';
const SHA256 = '2af190b300cbb0b35e248ccf5f4a06b6072030aeb3da7a98ec73abe5b4cb371f';

const SOURCE = join(import.meta.dirname, 'BouncyCastle.java');

interface Question {
  operation: 'encrypt' | 'decrypt' | 'hash';
  mode?: Mode;
  key?: Uint8Array;
  nonce?: Uint8Array;
  associatedData?: Uint8Array;
  text: Uint8Array;
}

function run(program: string, args: string[], input = ''): string {
  const env = { ...process.env, JAVA_TOOL_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 2 ** 30, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

const jar = isMissing('javac') || isMissing('mvn') ? '' : mavenJar('org.bouncycastle', 'bcprov-jdk18on', VERSION);

// In continuous integration a missing program is a failure, not a reason to test less.
const isThere = existsSync(jar) || process.env.CI;
const classes = temporaryFolder(afterAll);
beforeAll(() => {
  if (!isThere) return;
  expect(createHash('sha256').update(readFileSync(jar)).digest('hex')).toBe(SHA256);
  run('javac', ['-Xlint:all', '-Werror', '-cp', jar, '-d', classes, SOURCE]);
});

/** The answers of BouncyCastle in the order of the questions; null for a text that is not authentic. */
function ask(questions: readonly Question[]): (Uint8Array | null)[] {
  const none = new Uint8Array(0);
  const lines = questions.map(({ operation, mode = 'H', key = none, nonce = none, associatedData = none, text }) =>
    [operation, mode, ...[key, nonce, associatedData, text].map(hex)].join(' '),
  );
  const classPath = [jar, classes].join(delimiter);
  const stdout = run('java', ['-XX:+UseSerialGC', '-cp', classPath, 'BouncyCastle'], `${lines.join('\n')}\n`);
  const answers = stdout.split('\n').slice(0, -1);
  return answers.map((answer) => (answer === 'not authentic' ? null : fromHex(answer)));
}

const LONGEST = 2 ** 17;

/** Lengths of long texts and associated data. The digests of a thousand, and the test files, have the short ones. */
const lengths = [
  [LONGEST, 19],
  [33, LONGEST],
  ...Array.from({ length: 20 }, () => [randomInt(LONGEST), randomInt(LONGEST)]),
] as [number, number][];

const read = <File extends TestFile>(letter: string): File =>
  JSON.parse(readFileSync(new URL(`../../../kats/romulus_${letter.toLowerCase()}_test.json`, import.meta.url), 'utf8'));

/** A million of each takes minutes; see .github/workflows/check.yml. */
const size = process.env.ROMULUS_MILLION ? 'million' : 'thousand';
const digests = (await readAccumulated())[size];

describe.skipIf(!isThere)(`BouncyCastle ${VERSION}`, () => {
  describe.each(modes)('Romulus-$mode', ({ mode, aead, twin }) => {
    it('encrypts long texts as we do, and opens ours', async () => {
      const requests = lengths.map(([textLength, adLength]) => {
        const [key, nonce] = [randomBytes(16), randomBytes(16)];
        return { key, nonce, associatedData: randomBytes(adLength), plaintext: randomBytes(textLength) };
      });
      const ours = await aead.encryptMany(requests);
      const theirs = ask(
        requests.map(({ plaintext: text, ...rest }) => ({ operation: 'encrypt', mode, ...rest, text })),
      );
      const opened = ask(
        requests.map(({ plaintext: _, ...rest }, i) => ({ operation: 'decrypt', mode, ...rest, text: ours[i]! })),
      );
      for (const [i, { plaintext, ...rest }] of requests.entries()) {
        const name = `${lengths[i]} bytes, key ${hex(rest.key)}, nonce ${hex(rest.nonce)}`;
        expectSame(theirs[i], ours[i]!, name);
        expectSame(opened[i], plaintext, name);
        expectSame(twin.decrypt({ ...rest, ciphertext: ours[i]! }), plaintext, name);
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

  it('Romulus-H gives exactly the valid digests of the test file', () => {
    const tests = read<TestFile<HashTestGroup>>('H').testGroups.flatMap((group) => group.tests);
    const answers = ask(tests.map(({ msg }) => ({ operation: 'hash', text: fromHex(msg) })));
    for (const [i, { tcId, digest, result }] of tests.entries())
      expect(hex(answers[i]!) === digest, `test ${tcId}`).toBe(result === 'valid');
    expect(answers).toHaveLength(306);
  });
});
