/**
 * The files in kats/: their published hashes, what documents show of them, and the digests over many messages, which the
 * package works side by side in lists.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accumulate, HASH } from '../../../kats/accumulated.js';
import { katFiles } from '../../../kats/files.js';
import { fromHex, hex, key } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes } from '../../fixtures/suites.js';
import { referenceMasterKey, referencePassword } from '../../reference/encrypted-file.js';
import { pattern } from '../../reference/kats.js';
import { readAccumulated, readFileVectors } from '../../reference/vectors.js';

const files = katFiles();
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('kats/SHA256SUMS has the SHA-256 of every other file', () => {
  const { SHA256SUMS: sums, ...others } = Object.fromEntries(files);
  const lines = Object.keys(others)
    .sort()
    .map((name) => `${createHash('sha256').update(others[name]!).digest('hex')}  ${name}\n`);
  expect(sums).toBe(lines.join(''));
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

/** A million of each takes minutes; see .github/workflows/check.yml. */
const size = process.env.ROMULUS_MILLION ? 'million' : 'thousand';
const count = { thousand: 1000, million: 1_000_000 }[size];
const digests = (await readAccumulated())[size];

it.each(await loadModes())(
  `the package gives the digest of a ${size} messages: $mode.title`,
  async ({ mode, twin }) => {
    expect(await accumulate(mode, (cases) => twin.encryptMany(cases), count)).toBe(digests[mode.title]);
  },
  300_000,
);

it(`the package gives the digest of a ${size} messages: Romulus-H`, async () => {
  const digest = await accumulate(HASH, (all) => sync.hashMany(all.map(({ plaintext }) => plaintext)), count);
  expect(digest).toBe(digests[HASH.title]);
}, 300_000);
