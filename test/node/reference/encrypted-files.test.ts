/** The files to refuse in kats/ catch readers that leave out a check, or take the steps in another order. */
import { describe, expect, it } from 'vitest';
import { CHUNK_CHECKS, HEADER_CHECKS, referenceRead } from '../../reference/encrypted-file-reader.js';
import { readOfRefused } from '../../reference/kats.js';
import { readRefusedFiles } from '../../reference/vectors.js';

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
