/** A message hashed in parts: the result does not depend on the cuts, nor on the place of a clone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHasher, load } from '../../../ts/index.js';
import { expectSame, text } from '../../fixtures/bytes.js';
import { referenceHash } from '../../reference/romulus.js';

const sync = await load();

/** The parts between the cuts; equal cuts give empty parts. */
function split(message: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...cuts.map((cut) => cut % (message.length + 1)).sort((a, b) => a - b), message.length];
  return at.slice(1).map((end, i) => message.subarray(at[i], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });
const message = fc.uint8Array({ maxLength: 600, size: 'max' });
/** Lengths of parts of the fixed text, many at the edges of a block and of the window. */
const partLengths = fc.array(
  fc.oneof(
    fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 65, 16_383, 16_384, 16_385, 32_768),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  { maxLength: 8 },
);

describe('a hasher', () => {
  it("gives the reference's digest, wherever the message is cut", async () => {
    await fc.assert(
      fc.asyncProperty(message, cuts, async (whole, at) => {
        for (const hasher of [await createHasher(), sync.createHasher()]) {
          for (const part of split(whole, at)) expect(hasher.update(part)).toBe(hasher);
          expectSame(hasher.digest(), referenceHash(whole));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('gives the digest of one call, past the edges of the window', () => {
    fc.assert(
      fc.property(partLengths, (lengths) => {
        const whole = text(lengths.reduce((sum, length) => sum + length, 0));
        const hasher = sync.createHasher();
        let start = 0;
        for (const length of lengths) {
          hasher.update(whole.subarray(start, start + length));
          start += length;
        }
        expectSame(hasher.digest(), sync.romulusH(whole));
      }),
      { numRuns: 100 },
    );
  });

  it('gives the same when it is cloned in the middle, and the clone goes its own way', () => {
    fc.assert(
      fc.property(message, message, message, (before, after, other) => {
        const hasher = sync.createHasher().update(before);
        const clone = hasher.clone();
        // Alternately: neither may depend on what the other left.
        hasher.update(after.subarray(0, after.length >> 1));
        clone.update(other.subarray(0, other.length >> 1));
        hasher.update(after.subarray(after.length >> 1));
        clone.update(other.subarray(other.length >> 1));
        expectSame(hasher.digest(), referenceHash(new Uint8Array([...before, ...after])));
        expectSame(clone.digest(), referenceHash(new Uint8Array([...before, ...other])));
      }),
      { numRuns: 100 },
    );
  });
});
