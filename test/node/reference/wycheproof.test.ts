// Compares the test files in Wycheproof's form with the statements of kats/README.md. Their fields are those of the types
// that the generator is checked against.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { fromHex, xor } from '../../reference/bytes.js';
import { MODES, referenceEncrypt } from '../../reference/romulus.js';
import { suites } from '../../reference/suites.js';
import { type AeadTestGroup, type HashTestGroup, type TestFile, testFileOf } from '../../reference/wycheproof.js';

const kats = new URL('../../../kats/', import.meta.url);
const archived = katFiles();
const textOf = (name: string) => archived.get(name) ?? readFileSync(new URL(name, kats), 'utf8');
const read = <File extends TestFile>(name: string): File => JSON.parse(textOf(name));

const modeOf = new Map(suites.flatMap(({ modes }) => modes.map((mode) => [testFileOf(mode), mode] as const)));
const files = [...modeOf.keys(), 'romulus_h_test.json'];

type Bytes4 = [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const keysOf = (object: object) => Object.keys(object).sort();
const HEX = /^([0-9a-f]{2})*$/;

it.each(files)(
  'kats/%s names its mode, numbers its tests, and explains each flag that it uses and no other',
  (name) => {
    const { algorithm, notes, numberOfTests, testGroups } = read(name);
    const tests = testGroups.flatMap((group): { tcId: number; flags: string[] }[] => group.tests);
    expect(algorithm).toBe(modeOf.get(name)?.title.toUpperCase() ?? 'ROMULUS-H');
    const numbers = Array.from({ length: numberOfTests }, (_, i) => i + 1);
    expect(tests.map(({ tcId }) => tcId).sort((a, b) => a - b)).toEqual(numbers);
    expect(keysOf(notes)).toEqual([...new Set(tests.flatMap(({ flags }) => flags))].sort());
  },
);

const folded = (bytes: Uint8Array, width: number) =>
  Array.from({ length: width }, (_, i) => bytes.reduce((sum, byte, j) => (j % width === i ? sum ^ byte : sum), 0));
const isZero = (bytes: Iterable<number>) => [...bytes].every((byte) => byte === 0);
/** Wrong comparisons of tags from real code: by the differences from the right tag, and by the received tag. */
const faults: Record<string, (differs: Uint8Array, received: Uint8Array, right: Uint8Array) => boolean> = {
  'the first half only': (differs) => isZero(differs.subarray(0, 8)),
  'the second half only': (differs) => isZero(differs.subarray(8)),
  'all bits but the last': (differs) => isZero(differs.map((byte, i) => byte & (i === 15 ? 0x7f : 0xff))),
  'the sum of the differences': (differs) => differs.reduce((sum, byte) => sum + byte, 0) % 256 === 0,
  'the XOR of the bytes': (differs) => isZero(folded(differs, 1)),
  'the XOR of four words': (differs) => isZero(folded(differs, 4)),
  'the XOR of both halves': (differs) => isZero(folded(differs, 8)),
  'the bytes in any order': (_, received, right) => String([...received].sort()) === String([...right].sort()),
  'as many bytes as were received': (differs, { length }) =>
    length < 16 && length > 0 && isZero(differs.subarray(0, length)),
  'nothing where nothing was received': (_, { length }) => length === 0,
  'the first bytes of a longer tag': (differs, { length }) => length > 16 && isZero(differs),
  'the last bytes of a longer tag': (_, received, right) =>
    received.length > 16 && isZero(xor(right, received.slice(-16))),
  'with a tag of zeros let through': (_, received) => received.length === 16 && isZero(received),
};

describe.each(MODES)('Romulus-%s: the test file catches who compares', (mode) => {
  const tagFlags = ['ModifiedTag', 'TruncatedTag', 'ZeroLengthTag', 'LongTag'];
  const tags = read<TestFile<AeadTestGroup>>(`romulus_${mode.toLowerCase()}_test.json`)
    .testGroups.flatMap((group) => group.tests)
    .filter(({ flags: [flag = ''] }) => tagFlags.includes(flag))
    .map(({ tag, ...test }) => {
      const [key, nonce, associatedData, plaintext] = [test.key, test.iv, test.aad, test.msg].map(fromHex) as Bytes4;
      return {
        received: fromHex(tag),
        right: referenceEncrypt(mode, { key, nonce, associatedData, plaintext }).slice(-16),
      };
    });

  it.each(Object.entries(faults))('%s', (_, isFooled) => {
    const fooling = tags.filter(({ received, right }) => isFooled(xor(right, received), received, right));
    expect(fooling.length).toBeGreaterThan(0);
  });
});

it('kats/romulus_h_test.json follows kats/hash_test_schema.json', () => {
  const { schema, testGroups, ...head } = read<TestFile<HashTestGroup>>('romulus_h_test.json');
  const { definitions, properties, required } = JSON.parse(textOf(schema));
  expect(keysOf(properties)).toEqual(keysOf({ schema, testGroups, ...head }));
  expect(keysOf(properties)).toEqual(expect.arrayContaining(required));
  for (const { tests, ...group } of testGroups) {
    expect(keysOf(definitions.HashTestGroup.properties)).toEqual(keysOf({ tests, ...group }));
    expect(group).toMatchObject({ type: 'HashTest', digestSize: 256 });
    for (const test of tests) {
      expect(keysOf(test)).toEqual(keysOf(definitions.HashTestVector.properties));
      for (const field of ['msg', 'digest'] as const) expect(test[field]).toMatch(HEX);
      // The padding of another message's digest also has the length of a digest.
      if (test.result === 'valid' || test.flags.includes('PaddedInput')) expect(test.digest).toHaveLength(64);
      const expected = test.flags.some((flag) => ['PaddedInput', 'ModifiedDigest'].includes(flag));
      expect(test.result).toBe(expected ? 'invalid' : 'valid');
    }
  }
});
