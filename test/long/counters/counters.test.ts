/**
 * The counters and masks about block 2^24 of a text, and about each power of two before, where the module has counted by
 * itself from the beginning. The ciphertext shows what a mode goes on with from block to block: so the reference makes
 * one such step alone, with a counter that it computes at once, as a power in a field. The texts are zeros, of which
 * nobody makes pages.
 */
import { it } from 'vitest';
import { expectSame, key } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { stepsOf } from './step.js';

const most = 2 ** 24;
/** The number of blocks on both sides of a power of two. */
const about = 3;
const timeout = 600_000;

/** The most blocks of a text: the short counter of members 3 of Romulus v1.2 allows no more; those of M3's tag have 14 bytes on an average. */
const limits: Record<string, number> = { 'Romulus-N3': most - 2, 'Romulus-M3': Math.floor(234_880_980 / 16) };

function indexesUpTo(count: number): number[] {
  const indexes: number[] = [];
  for (let power = 4; power <= most; power *= 2)
    for (let index = power - about; index < Math.min(power + about, count); index++) indexes.push(index);
  return indexes;
}

const counted = (await loadModes()).flatMap(({ suite, mode, aead }) => {
  const nonce = pattern('nonce', mode.nonceLength);
  const step = stepsOf[suite.key](mode, { key, nonce });
  return step ? [{ aead, mode, nonce, step, count: limits[aead.name] ?? most + about }] : [];
});

it.each(counted)('$aead.name', { timeout }, async ({ aead, mode: { blockLength }, nonce, step, count }) => {
  const plaintext = new Uint8Array(count * blockLength);
  const ciphertext = await aead.encrypt({ key, nonce, plaintext });
  const blockAt = (index: number) => ciphertext.subarray(index * blockLength, (index + 1) * blockLength);
  for (const index of indexesUpTo(count)) expectSame(blockAt(index), step(blockAt(index - 1), index), `block ${index}`);
});
