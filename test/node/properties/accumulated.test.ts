/** The digests over many random messages of each mode, worked side by side in lists. */
import { describe, expect, it } from 'vitest';
import { accumulate, HASH } from '../../../kats/accumulated.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes } from '../../fixtures/suites.js';
import { readAccumulated } from '../../reference/vectors.js';

/** A million of each takes minutes; see .github/workflows/check.yml. */
const size = process.env.ROMULUS_MILLION ? 'million' : 'thousand';
const count = { thousand: 1000, million: 1_000_000 }[size];
const digests = (await readAccumulated())[size];

describe(`the digest of a ${size} messages`, async () => {
  it.each(await loadModes())('$mode.title', { timeout: 300_000 }, async ({ mode, twin }) => {
    expect(await accumulate(mode, (cases) => twin.encryptMany(cases), count)).toBe(digests[mode.title]);
  });

  it('Romulus-H', { timeout: 300_000 }, async () => {
    const digest = await accumulate(HASH, (all) => sync.hashMany(all.map((one) => one.plaintext)), count);
    expect(digest).toBe(digests[HASH.title]);
  });
});
