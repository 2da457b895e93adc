/** The reader of encrypted files refuses every file that is changed at random, and gives only whole authentic chunks of it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AuthenticationError } from '../../../ts/base/errors.js';
import { decryptStream, FormatError, SecretKindError, VersionError } from '../../../ts/stream/index.js';
import { ad, concatenate, expectSame, flipBit, key, same, text } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { chunkLength, cut, headerLength, modes, reference, through } from './files.js';

const stride = chunkLength + 16;
const lengths = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, 3500];
const files = modes.flatMap((mode, i) =>
  lengths.flatMap((length, j) =>
    [0, 21].map((adLength) => {
      const [plaintext, associatedData] = [text(length), ad(adLength)];
      const { header, chunks } = reference(mode, plaintext, {
        associatedData,
        salt: text(20 * i + j + 16).slice(-16),
      });
      return { file: concatenate(header, ...chunks), plaintext, associatedData };
    }),
  ),
);

/** A likely place of faults: anywhere, in the header, or near the start of a chunk. */
const place = fc.oneof(
  fc.nat(headerLength + 4 * stride),
  fc.nat(headerLength),
  fc.tuple(fc.nat(3), fc.integer({ min: -17, max: 17 })).map(([i, by]) => headerLength + i * stride + by),
);
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const kinds: ((
  file: Uint8Array,
  given: { at: number; by: number; put: Uint8Array; order: number[]; other: Uint8Array },
) => Uint8Array)[] = [
  (file, { at, by }) => (at < file.length ? flipBit(file, 8 * at + (by % 8)) : file),
  // Bytes replaced, removed, added and repeated; the end of another file in the place of the end; chunks reordered.
  (file, { at, put }) => concatenate(file.slice(0, at), put.slice(0, 20), file.slice(at + Math.min(20, put.length))),
  (file, { at, by }) => concatenate(file.slice(0, at), file.slice(at + (by % 2000))),
  (file, { at, put }) => concatenate(file.slice(0, at), put, file.slice(at)),
  (file, { at, by }) => concatenate(file.slice(0, Math.max(at, by)), file.slice(Math.min(at, by))),
  (file, { at, other }) => concatenate(file.slice(0, at), other.slice(at)),
  (file, { order }) => {
    const chunks = cut(file.slice(headerLength), Array(4).fill(stride));
    return concatenate(file.slice(0, headerLength), ...order.map((i) => chunks[i] as Uint8Array));
  },
];
const change = fc.tuple(
  fc.constantFrom(...kinds),
  fc.record({
    ...{ at: place, by: place, put: bytes(1100), order: fc.shuffledSubarray([0, 1, 2, 3]) },
    other: fc.constantFrom(...files).map(({ file }) => file),
  }),
);
const refusals = [AuthenticationError, FormatError, VersionError, SecretKindError];

it('a file that is changed at random is refused, after whole chunks of its plaintext', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { maxLength: 3 }),
      fc.option(bytes(20), { freq: 16 }),
      fc.array(fc.oneof(fc.nat(1), fc.nat(100), fc.nat(5000)), { maxLength: 40 }),
      async ({ file, plaintext, associatedData: own }, changes, otherAd, pieces) => {
        const changed = changes.reduce<Uint8Array>((changed, [apply, given]) => apply(changed, given), file);
        const associatedData = otherAd ?? own;
        const outcome = await through(decryptStream({ key, associatedData }), cut(changed, pieces));
        // The changes may give another of these files.
        const became = files.find((other) => same(other.file, changed) && same(other.associatedData, associatedData));
        if (became) {
          expect(outcome.error).toBeUndefined();
          return expectSame(outcome.bytes, became.plaintext);
        }
        expect(refusals).toContain((outcome.error as Error | undefined)?.constructor);
        expect(outcome.bytes.length % chunkLength).toBe(0);
        const wholes = [plaintext, ...files.map((other) => other.plaintext)];
        expect(wholes.some((whole) => same(outcome.bytes, whole.subarray(0, outcome.bytes.length)))).toBe(true);
      },
    ),
    { numRuns: casesOf({ usual: 1000, all: 50_000 }) },
  ),
);
