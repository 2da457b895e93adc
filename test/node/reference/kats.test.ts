/** The files in kats/ have their published hashes, and documents show what is in them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { fromHex, hex, key } from '../../fixtures/bytes.js';
import { referenceMasterKey, referencePassword } from '../../reference/encrypted-file.js';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { readFileVectors } from '../../reference/vectors.js';

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
