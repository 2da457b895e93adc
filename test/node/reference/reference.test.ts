// Compares the reference for Romulus with the vectors in kats/, and the files in kats/ with their published hashes.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { expectSame, flipBit, fromHex, key, hex as toHex } from '../../fixtures/bytes.js';
import { referenceMasterKey, referenceOpen, referencePassword, referenceSeal } from '../../reference/encrypted-file.js';
import { pattern } from '../../reference/kats.js';
import { referenceHash } from '../../reference/romulus.js';
import { suites } from '../../reference/suites.js';
import { readFileVectors, readHashVectors } from '../../reference/vectors.js';

/** SHA-256 of the files that the designers did not publish, as in kats/README.md. */
const OTHER_SHA256 = {
  'romulus-hmac.json': '55e1690039d0926b58a2009c5dcb48bd3b143acd0098cd8f005cd45f838fc811',
  'romulus-encrypted-files.json': '0f72bdf45c2d80cb780a632b65476506a69f1034d2ae33f5ea253c45cabbe7fc',
  ...Object.fromEntries(suites.map(({ key, longSha256 }) => [`${key}-long.json`, longSha256])),
};
const OFFICIAL_SHA256 = Object.assign({}, ...suites.map(({ official }) => official)) as Record<string, string>;
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

it('Romulus-H gives the official digests', async () => {
  const vectors = await readHashVectors('romulus-h.txt');
  expect(vectors).toHaveLength(1025);
  for (const { message, digest } of vectors) expectSame(referenceHash(message), digest, `${message.length} bytes`);
});

describe('encrypted files', () => {
  it('come out as in the vectors, and open', { timeout: 120_000 }, async () => {
    for (const { passphrase, costLog = 0, plaintextLength, adLength, ...rest } of await readFileVectors()) {
      const secret = passphrase === undefined ? { key } : { passphrase: new TextEncoder().encode(passphrase), costLog };
      const associatedData = pattern('associatedData', adLength);
      const plaintext = pattern('message', plaintextLength);
      const sealed = referenceSeal({ ...rest, secret, salt: fromHex(rest.salt), associatedData, plaintext });
      expect(sha256(sealed)).toBe(rest.fileSha256);
      if (rest.file) expect(toHex(sealed)).toBe(rest.file);
      expect(referenceOpen(sealed, secret, associatedData)).toEqual(plaintext);
    }
  });

  it('are in docs/stream-format.md as in the vectors', async () => {
    const page = readFileSync(new URL('../../../docs/stream-format.md', import.meta.url), 'utf8');
    const digits = page.replaceAll(/\s/g, '');
    const vectors = await readFileVectors();
    const shown = vectors.filter(({ commitment }) => page.includes(commitment));
    expect(shown).toHaveLength(2);
    for (const { salt, fileKey, plaintextLength, adLength, file = 'long', ...rest } of shown) {
      for (const value of [salt, fileKey, file]) expect(digits).toContain(value);
      expect(digits).toContain(`ad${toHex(pattern('associatedData', adLength))}`);
      expect(digits).toContain(`plaintext${toHex(pattern('message', plaintextLength))}`);
      expect(page).toContain(rest.passphrase ?? toHex(key));
      if (rest.passphrase === undefined) continue;
      const passphrase = new TextEncoder().encode(rest.passphrase);
      const masterKey = referenceMasterKey({ passphrase, costLog: rest.costLog! }, fromHex(salt));
      expect(digits).toContain(`password${toHex(referencePassword(passphrase))}masterkey${toHex(masterKey)}`);
    }
    expect(page).toContain(`has ${vectors.length} files`);
  });

  it('do not open when any byte is changed, or any is missing at the end', async () => {
    const { file: sealed = '' } = (await readFileVectors()).find(({ plaintextLength }) => plaintextLength === 1) ?? {};
    const file = fromHex(sealed);
    const open = (bytes: Uint8Array) => referenceOpen(bytes, { key }, pattern('associatedData', 19));
    expect(open(file)).not.toBeNull();
    // The first seven bytes name the format; the rest is authenticated.
    for (let byte = 8; byte < file.length; byte++) expect(open(flipBit(file, 8 * byte)), `byte ${byte}`).toBeNull();
    for (let length = 64; length < file.length; length++) expect(open(file.subarray(0, length))).toBeNull();
  });
});

describe('kats/', () => {
  const files = katFiles();
  const digestOf = (name: string) => sha256(Buffer.from(files.get(name) ?? ''));

  it.each(Object.entries({ ...OFFICIAL_SHA256, ...OTHER_SHA256 }))('has the %s that it is to have', (name, expected) =>
    expect(digestOf(name)).toBe(expected),
  );

  const { ROMULUS_OFFICIAL_KATS: officialFolder } = process.env;
  if (officialFolder && existsSync(officialFolder)) {
    const names = Object.keys(OFFICIAL_SHA256).filter((name) => name.startsWith('romulus-'));
    it.each(names)('has the same %s as ROMULUS_OFFICIAL_KATS', (name) => {
      expect(digestOf(name)).toBe(sha256(readFileSync(join(officialFolder, name))));
    });
  }
});
