/**
 * The counters and masks near block 2^24 of a text, and near each smaller power of two, after the module has counted
 * from the start. The ciphertext shows the value that a mode carries from block to block. So the reference makes one
 * such step alone, with a counter that it computes at once, as a power in a field. The texts are zeros: the system
 * gives no memory to pages that nobody writes.
 */
/// <reference types="vite/types/importMeta.d.ts" />
import { it } from 'vitest';
import { expectSame, key } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import type { Steps } from './step.js';

const files = import.meta.glob<Steps>('./steps/*.ts', { eager: true });

const most = 2 ** 24;
/** The number of blocks on both sides of a power of two. */
const about = 3;
const timeout = 600_000;

function indexesUpTo(count: number): number[] {
  const indexes: number[] = [];
  for (let power = 4; power <= most; power *= 2)
    for (let index = power - about; index < Math.min(power + about, count); index++) indexes.push(index);
  return indexes;
}

const counted = (await loadModes()).flatMap(({ suite, mode, aead }) => {
  const { stepOf, mostBlocks } = files[`./steps/${suite.key}.ts`] as Steps;
  const nonce = pattern('nonce', mode.nonceLength);
  const step = stepOf(mode, { key, nonce });
  return step ? [{ aead, mode, nonce, step, count: mostBlocks?.(mode) ?? most + about }] : [];
});

it.each(counted)('$aead.name', { timeout }, async ({ aead, mode: { blockLength }, nonce, step, count }) => {
  const ciphertext = await aead.encrypt({ key, nonce, plaintext: new Uint8Array(count * blockLength) });
  const blockAt = (index: number) => ciphertext.subarray(index * blockLength, (index + 1) * blockLength);
  for (const index of indexesUpTo(count)) expectSame(blockAt(index), step(blockAt(index - 1), index), `block ${index}`);
});
