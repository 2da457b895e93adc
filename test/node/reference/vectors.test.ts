/** The files in kats/: their published hashes, what documents show of them, and which wrong readers the vectors to refuse catch. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { fromHex, hex, key } from '../../fixtures/bytes.js';
import { xor } from '../../reference/bytes.js';
import { referenceMasterKey, referencePassword } from '../../reference/encrypted-file.js';
import { CHUNK_CHECKS, HEADER_CHECKS, referenceRead } from '../../reference/encrypted-file-reader.js';
import { pattern, readOfRefused } from '../../reference/kats.js';
import { MODES, referenceEncrypt } from '../../reference/romulus.js';
import { suites } from '../../reference/suites.js';
import { readFileVectors, readRefusedFiles } from '../../reference/vectors.js';
import type { TestFile } from '../../reference/wycheproof.js';

const files = katFiles();
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('kats/README.md tells the SHA-256 and the number of tests of every file', () => {
  const rows = new Map(
    read('kats/README.md')
      .match(/^\| `[a-z].*$/gm)
      ?.map((row) => [row.split('`')[1], row]),
  );
  for (const [name, text] of files) {
    const row = rows.get(name);
    expect(row, name).toContain(`\`${createHash('sha256').update(text).digest('hex')}\``);
    if (name.endsWith('_test.json')) expect(row, name).toContain(` ${JSON.parse(text).numberOfTests} `);
  }
  expect([...rows.keys()].sort()).toEqual([...files.keys()].sort());
});

it('docs/stream-format.md has encrypted files as in the vectors', async () => {
  const page = read('docs/stream-format.md');
  const digits = page.replaceAll(/\s/g, '');
  const vectors = await readFileVectors();
  const shown = vectors.filter(({ commitment }) => page.includes(commitment));
  expect(shown).toHaveLength(2);
  for (const { salt, fileKey, plaintextLength, adLength, file = 'long', ...rest } of shown) {
    for (const value of [salt, fileKey, file]) expect(digits).toContain(value);
    expect(digits).toContain(`ad${hex(pattern('associatedData', adLength))}`);
    expect(digits).toContain(`plaintext${hex(pattern('message', plaintextLength))}`);
    expect(page).toContain(rest.passphrase ?? hex(key));
    if (rest.passphrase === undefined) continue;
    const passphrase = new TextEncoder().encode(rest.passphrase);
    const masterKey = referenceMasterKey({ passphrase, costLog: rest.costLog! }, fromHex(salt));
    expect(digits).toContain(`password${hex(referencePassword(passphrase))}masterkey${hex(masterKey)}`);
  }
  expect(page).toContain(`has ${vectors.length} files`);
});

/** The designers' files, in a folder of your own, by their names here. */
const { ROMULUS_OFFICIAL_KATS: officialFolder } = process.env;
if (officialFolder && existsSync(officialFolder)) {
  const ofDesigners = suites.filter(({ key }) => key === 'romulus' || key === 'romulus-v12');
  const names = ofDesigners.flatMap(({ official }) => Object.keys(official));
  it.each(names)('has the same %s as ROMULUS_OFFICIAL_KATS', (name) =>
    expect(files.get(name)).toBe(readFileSync(join(officialFolder, name), 'utf8')),
  );
}

const vectors = (await readRefusedFiles()).map((vector) => ({ given: readOfRefused(vector), ...vector }));

/** True if some file shows that a reader does not do what it must. The files that ask for much memory come late. */
const isCaught = (read: typeof referenceRead): boolean =>
  vectors.some(({ given, code, chunksBefore = 0 }) => {
    try {
      const outcome = read(given);
      return outcome.code !== code || outcome.chunks.length !== chunksBefore;
    } catch {
      return true;
    }
  });

it('each step of the table has files, and a right reader refuses all of them', () => {
  expect([...new Set(vectors.map(({ step }) => step))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(isCaught(referenceRead)).toBe(false);
});

describe('a file catches a reader', () => {
  const checks = HEADER_CHECKS.map((check, i) => ({ i, ...check }));

  it.each(checks)('without check $i, of step $step', ({ i }) => {
    const others = HEADER_CHECKS.filter((_, j) => j !== i);
    expect(isCaught((given) => referenceRead(given, others))).toBe(true);
  });

  it.each(CHUNK_CHECKS)('that accepts %s', (check) => {
    const others = CHUNK_CHECKS.filter((other) => other !== check);
    expect(isCaught((given) => referenceRead(given, HEADER_CHECKS, others))).toBe(true);
  });

  it.each([1, 2, 3, 5, 6, 7])('that takes step %i after the next', (step) => {
    const of = (other: number) => HEADER_CHECKS.filter((check) => check.step === other);
    const before = HEADER_CHECKS.filter((check) => check.step < step);
    const after = HEADER_CHECKS.filter((check) => check.step > step + 1);
    const order = [...before, ...of(step + 1), ...of(step), ...after];
    expect(isCaught((given) => referenceRead(given, order))).toBe(true);
  });
});

type Bytes4 = [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
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
  const { testGroups }: TestFile = JSON.parse(files.get(`romulus_${mode.toLowerCase()}_test.json`)!);
  const tags = testGroups
    .flatMap((group) => group.tests)
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
