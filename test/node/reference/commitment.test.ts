/** The table of docs/commitment.md: the attacks, and the birthday bounds of tags. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { katFiles } from '../../../kats/files.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { testFileOf } from '../../reference/wycheproof.js';

const bytes = (length: number) => pattern('message', length);
const table = readFileSync(new URL('../../../docs/commitment.md', import.meta.url), 'utf8');
const files = katFiles();

describe.each(await loadModes())('$mode.title', ({ mode, twin }) => {
  it('has two keys for one ciphertext in its vectors if the table says that a pair costs one decryption', () => {
    const [family, ...rest] = mode.title.split('-');
    const rows = table
      .split('\n')
      .filter((line) => new RegExp(`^\\| .*${family}.*${rest.join('-')}(?![\\w-])`).test(line));
    const [, , cost] = rows.at(-1)!.split('|');
    expect(cost!.trim()).toMatch(/^(one|2\^64)$/);
    expect(files.get(testFileOf(mode))!.includes('"TwoKeys"')).toBe(cost!.trim() === 'one');
  });

  it('has tags that agree in 20 bits under two of 4096 keys, as often as chance has it', () => {
    const requests = Array.from({ length: 4096 }, (_, i) => ({
      key: bytes(16).map((byte, at) => (at < 2 ? (i >> (8 * at)) & 255 : byte)),
      nonce: bytes(mode.nonceLength),
      plaintext: bytes(0),
    }));
    const tags = twin.encryptMany(requests).map((tag) => (tag[0]! << 12) | (tag[1]! << 4) | (tag[2]! >> 4));
    const agreeing = tags.length - new Set(tags).size;
    // 2^23 pairs: 8 are expected. More than 25, or none, has a probability below 1 in 2900.
    expect(agreeing).toBeGreaterThan(0);
    expect(agreeing).toBeLessThan(26);
  });
});
