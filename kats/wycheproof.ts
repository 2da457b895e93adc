// Makes the test files in Wycheproof's format: messages that must be refused beside those that must be accepted.
import { concatenate } from '../test/reference/bytes.js';
import { referenceHash } from '../test/reference/romulus.js';
import type { Suite, SuiteMode } from '../test/reference/suites.js';
import {
  type AeadTestGroup,
  type AeadTestVector,
  type HashTestVector,
  type TestFile,
  WYCHEPROOF_VERSION,
} from '../test/reference/wycheproof.js';
import { acceptedCases } from './wycheproof/accepted.js';
import { hashCases } from './wycheproof/digests.js';
import { BLOCK, hex, type Message } from './wycheproof/inputs.js';
import { AEAD_NOTES, HASH_NOTES } from './wycheproof/notes.js';
import { refusedCases } from './wycheproof/refused.js';
import { twoKeyCases } from './wycheproof/two-keys.js';

/** Each test has one line, so that a difference is easy to read. */
function fileText(file: TestFile): string {
  const { testGroups, ...head } = file;
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const groups = testGroups.map(({ tests, ...group }) => {
    const lines = tests.map((test) => `      ${JSON.stringify(test)}`).join(',\n');
    return `    {\n      ${JSON.stringify(group).slice(1, -1)},\n      "tests": [\n${lines}\n      ]\n    }`;
  });
  return `{\n${fields.join('')}  "testGroups": [\n${groups.join(',\n')}\n  ]\n}\n`;
}

const source = { name: 'romulus-wasm', version: WYCHEPROOF_VERSION };

/** The file of a mode. The reference first confirms that each test is valid or invalid as stated. */
export function aeadTestFile(suite: Suite, mode: SuiteMode): string {
  const groups = new Map<string, AeadTestGroup>();
  const seen = new Set<string>();
  const others = suite.modes.filter((other) => other !== mode);
  const cases = [
    ...acceptedCases(mode, suite.key === 'romulus'),
    ...refusedCases(mode, others),
    ...twoKeyCases(suite, mode),
  ];
  for (const { flag, comment, message, valid } of cases) {
    if (message.key.length === BLOCK && message.nonce.length === mode.nonceLength)
      checkCase(mode, message, valid, comment);
    // Two changes of an empty field may give equal inputs.
    const inputs = Object.values(message).map(hex).join(' ');
    if (seen.has(inputs)) continue;
    seen.add(inputs);
    const [keySize, ivSize] = [8 * message.key.length, 8 * message.nonce.length];
    const name = `${keySize} ${ivSize}`;
    const group = groups.get(name) ?? {
      type: 'AeadTest',
      source,
      ivSize,
      keySize,
      tagSize: 8 * mode.tagLength,
      tests: [],
    };
    groups.set(name, group);
    const test: AeadTestVector = {
      tcId: seen.size,
      comment,
      flags: [flag],
      key: hex(message.key),
      iv: hex(message.nonce),
      aad: hex(message.associatedData),
      msg: hex(message.plaintext),
      ct: hex(message.ciphertext),
      tag: hex(message.tag),
      result: valid ? 'valid' : 'invalid',
    };
    group.tests.push(test);
  }
  const testGroups = [...groups.values()];
  const used = new Set<string>(testGroups.flatMap(({ tests }) => tests.flatMap(({ flags }) => flags)));
  return fileText({
    algorithm: mode.title.toUpperCase(),
    schema: 'aead_test_schema_v1.json',
    generatorVersion: WYCHEPROOF_VERSION,
    numberOfTests: seen.size,
    header: [
      `Tests of ${mode.title} of ${suite.title}, for encryption and decryption.`,
      'Valid tests must come out both ways. Invalid ones must be refused, and give no plaintext.',
      'In invalid tests msg is the plaintext before the change, where there was one.',
    ],
    notes: Object.fromEntries(Object.entries(AEAD_NOTES).filter(([flag]) => used.has(flag))),
    testGroups,
  });
}

function checkCase(
  mode: SuiteMode,
  { ciphertext, tag, plaintext, ...context }: Message,
  valid: boolean,
  comment: string,
) {
  // A detached tag of another length is refused for its length. Here the tag follows its ciphertext, so a tag of
  // another length makes the text longer or shorter.
  const opened = mode.decrypt({ ...context, ciphertext: concatenate([ciphertext, tag]) });
  const right = valid ? opened !== null && hex(opened) === hex(plaintext) : opened === null;
  if (!right) throw new Error(`${mode.title}: a test is not ${valid ? 'valid' : 'invalid'}: ${comment}`);
}

/** The file of the hash. Wycheproof has no schema for hashes: this one is kats/hash_test_schema.json. */
export function hashTestFile(): string {
  const tests = [...hashCases()].map(
    ({ flag, comment, msg, digest }, i): HashTestVector => ({
      tcId: i + 1,
      comment,
      flags: [flag],
      msg: hex(msg),
      digest: hex(digest),
      result: hex(referenceHash(msg)) === hex(digest) ? 'valid' : 'invalid',
    }),
  );
  return fileText({
    algorithm: 'ROMULUS-H',
    schema: 'hash_test_schema.json',
    generatorVersion: WYCHEPROOF_VERSION,
    numberOfTests: tests.length,
    header: [
      'Tests of Romulus-H of Romulus v1.3.',
      'In valid tests digest is that of msg, in invalid ones it is not, and a comparison must say so.',
    ],
    notes: HASH_NOTES,
    testGroups: [{ type: 'HashTest', source, digestSize: 256, tests }],
  });
}
