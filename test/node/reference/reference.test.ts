// Holds the reference of what Romulus has besides its modes to the vectors in kats/, and the files in kats/ to their published hashes.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { pattern } from '../../reference/kats.js';
import { referenceHash, skinny128384 } from '../../reference/romulus.js';
import { referenceOpen, referenceSeal } from '../../reference/sealed.js';
import { suites } from '../../reference/suites.js';
import { readHashVectors, readSealedVectors } from '../../reference/vectors.js';

/** SHA-256 of the files that the designers did not publish, as kats/README.md has it. */
const OTHER_SHA256 = {
  'romulus-sealed.json': '5df5bbbda1754ef859876bc905d0c5c9576cd54686e65cf4da02701077930edf',
  ...Object.fromEntries(suites.map(({ key, longSha256 }) => [`${key}-long.json`, longSha256])),
};
const OFFICIAL_SHA256 = Object.assign({}, ...suites.map(({ official }) => official)) as Record<string, string>;
const LONG_TIMEOUT = 120_000;

describe('SKINNY-128-384', () => {
  it('gives the published ciphertext of the 56-round version', () => {
    const ciphertext = skinny128384(
      fromHex('df889548cfc7ea52d296339301797449'),
      fromHex('ab588a34a47f1ab2dfe9c8293fbea9a5'),
      fromHex('ab1afac2611012cd8cef952618c3ebe8'),
      fromHex('a3994b66ad85a3459f44e92b08f550cb'),
      56,
    );
    expect(toHex(ciphertext)).toBe('94ecf589e2017c601b38c6346a10dcfa');
  });
});

describe('Romulus-H', () => {
  it('gives the official digests', async () => {
    const vectors = await readHashVectors('romulus-h.txt');
    expect(vectors).toHaveLength(1025);
    for (const { message, digest } of vectors) {
      expect(toHex(referenceHash(message)), `${message.length} bytes`).toBe(toHex(digest));
    }
  });
});

describe('sealed files', () => {
  it('come out as in the vectors, and open', { timeout: LONG_TIMEOUT }, async () => {
    for (const { passphrase, iterationsLog = 0, plaintextLength, adLength, ...rest } of await readSealedVectors()) {
      const secret =
        passphrase === undefined
          ? { key: pattern('key', 16) }
          : { passphrase: new TextEncoder().encode(passphrase), iterationsLog };
      const associatedData = pattern('associatedData', adLength);
      const plaintext = pattern('message', plaintextLength);
      const salt = fromHex(rest.salt);
      const sealed = await referenceSeal({ ...rest, secret, salt, associatedData, plaintext });
      expect(sha256(sealed)).toBe(rest.sealedSha256);
      if (rest.sealed) expect(toHex(sealed)).toBe(rest.sealed);
      expect(await referenceOpen(sealed, secret, associatedData)).toEqual(plaintext);
    }
  });

  it('are in docs/stream-format.md as in the vectors', async () => {
    const page = readFileSync(new URL('../../../docs/stream-format.md', import.meta.url), 'utf8');
    const digits = page.replaceAll(/\s/g, '');
    const vectors = await readSealedVectors();
    const shown = vectors.filter(({ commitment }) => page.includes(commitment));
    expect(shown).toHaveLength(2);
    for (const { salt, fileKey, plaintextLength, adLength, sealed = 'long', ...rest } of shown) {
      for (const value of [salt, fileKey, sealed]) expect(digits).toContain(value);
      expect(digits).toContain(`ad${toHex(pattern('associatedData', adLength))}`);
      expect(digits).toContain(`plaintext${toHex(pattern('message', plaintextLength))}`);
      expect(page).toContain(rest.passphrase ?? toHex(pattern('key', 16)));
    }
    expect(page).toContain(`has ${vectors.length} files`);
  });

  it('do not open when any byte is changed, or any is missing at the end', async () => {
    const secret = { key: pattern('key', 16) };
    const { sealed = '' } = (await readSealedVectors()).find(({ plaintextLength }) => plaintextLength === 1) ?? {};
    const file = fromHex(sealed);
    const associatedData = pattern('associatedData', 19);
    expect(await referenceOpen(file, secret, associatedData)).not.toBeNull();
    // The first seven bytes say what it is; what follows is part of what is authenticated.
    for (let position = 8; position < file.length; position++) {
      const changed = file.map((byte, i) => (i === position ? byte ^ 1 : byte));
      expect(await referenceOpen(changed, secret, associatedData), `byte ${position}`).toBeNull();
    }
    for (let length = 48; length < file.length; length++)
      expect(await referenceOpen(file.subarray(0, length), secret, associatedData)).toBeNull();
  });
});

describe('kats/', () => {
  const katFile = (name: string) => new URL(`../../../kats/${name}`, import.meta.url);

  it.each(Object.entries(OFFICIAL_SHA256))('has the official %s', (name, expected) => {
    expect(sha256(readFileSync(katFile(name)))).toBe(expected);
  });

  it.each(Object.entries(OTHER_SHA256))('has the %s that kats/README.md describes', (name, expected) => {
    expect(sha256(readFileSync(katFile(name)))).toBe(expected);
  });

  const { ROMULUS_OFFICIAL_KATS: officialFolder } = process.env;
  if (officialFolder && existsSync(officialFolder)) {
    const names = Object.keys(OFFICIAL_SHA256).filter((name) => name.startsWith('romulus-'));
    it.each(names)('has the same %s as ROMULUS_OFFICIAL_KATS', (name) => {
      expect(readFileSync(katFile(name)).equals(readFileSync(join(officialFolder, name)))).toBe(true);
    });
  }
});

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
