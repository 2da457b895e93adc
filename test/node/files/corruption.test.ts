/** Changed files: each is refused, and no chunk comes out before it is authentic. The vectors have one file for each rule of the format. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AuthenticationError } from '../../../ts/base/errors.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, concatenate, expectSame, flipBit, key, rejection, same, text, thrown } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { allThrough, blobOf, chunkLength, cut, headerLength, modes, reference, through, written } from './files.js';

const { decryptStream, openEncrypted, readHeader } = stream;

const stride = chunkLength + 16;
const forged = { name: 'AuthenticationError', code: 'ERR_ROMULUS_AUTH' };

/** Expects that a stream refuses the file, after exactly these bytes. */
async function expectRefused(file: Uint8Array, released: Uint8Array, error: object, what: string): Promise<void> {
  // Pieces that end at no boundary.
  const outcome = await through(decryptStream({ key }), cut(file, [30, 30, 1000, 1111]));
  expect(outcome.error, what).toMatchObject(error);
  expectSame(outcome.bytes(), released, what);
}

/** Expects that random access refuses to open the file, or gives each unchanged chunk and refuses all others. */
async function expectNothingForged(file: Uint8Array, plaintext: Uint8Array, bad: number, what: string): Promise<void> {
  const opened = await openEncrypted(blobOf(file), { key }).catch((error) => error);
  if (opened instanceof Error) return expect(opened, what).toMatchObject(forged);
  for (let start = 0; start < opened.size; start += chunkLength) {
    if (start > 2 * chunkLength && start < 29 * chunkLength) continue;
    const end = Math.min(start + chunkLength, opened.size);
    const part = await opened.read(start, end).catch((error: unknown) => error);
    if (part instanceof Error) expect(part, what).toMatchObject(forged);
    else expectSame(part, plaintext.subarray(start, end), what);
    if (start === bad * chunkLength) expect(part, what).toBeInstanceOf(Error);
  }
}

/** The number of the first chunk that has changed, or has become the last one, or is no longer the last one. */
function firstBad(body: Uint8Array, chunks: Uint8Array[]): number {
  const now = cut(body, new Array(Math.max(0, Math.ceil(body.length / stride) - 1)).fill(stride));
  return now.findIndex((chunk, i) => {
    const was = chunks[i];
    return !was || !same(chunk, was) || (i === now.length - 1) !== (i === chunks.length - 1);
  });
}

/** The changes to the chunk at a place. Some change nothing in some places. */
const corruptions: [how: string, corrupt: (chunks: Uint8Array[], i: number, chunk: Uint8Array) => void][] = [
  ['has a bit flipped', (chunks, i, chunk) => chunks.splice(i, 1, flipBit(chunk, 3 * chunk.length))],
  ['has changed places with the next', (chunks, i) => chunks.splice(i, 2, ...chunks.slice(i, i + 2).reverse())],
  ['has changed places with the last', (chunks, i, chunk) => chunks.splice(i, 1, ...chunks.splice(-1, 1, chunk))],
  ['is there twice', (chunks, i, chunk) => chunks.splice(i, 0, chunk)],
  ['is missing', (chunks, i) => chunks.splice(i, 1)],
  ...[1, 15, 16, 17, chunkLength + 15, stride].map((left): (typeof corruptions)[number] => [
    `is the last, and of it ${left} bytes`,
    (chunks, i, chunk) => chunks.splice(i, chunks.length - i, chunk.subarray(0, left)),
  ]),
  ...[1, 17, stride].map((length): (typeof corruptions)[number] => [
    `has ${length} bytes behind it`,
    (chunks, i) => chunks.splice(i + 1, 0, ad(length)),
  ]),
];

/** The second begins a batch at its last chunk. The random changes below try the other modes, and short files. */
const lengths = [34 * chunkLength + 100, 33 * chunkLength];

describe.each(lengths)('a file of %i bytes, of which the chunk', async (length) => {
  const plaintext = text(length);
  const { header, chunks } = reference('N', plaintext);
  const original = concatenate(...chunks);

  // The chunks inside of a batch are alike.
  const places = [...chunks.keys()].filter((i) => i < 2 || i > 29);

  it.each(corruptions)('%s', async (how, corrupt) => {
    for (const i of places) {
      const changed = [...chunks];
      corrupt(changed, i, chunks[i]!);
      const body = concatenate(...changed);
      if (same(body, original)) continue;
      const what = `chunk ${i} of ${chunks.length} ${how}`;
      const bad = Math.max(0, firstBad(body, chunks));
      const file = concatenate(header, body);
      const message = `chunk ${bad} is not authentic: the file was changed, or is not whole`;
      await expectRefused(file, plaintext.subarray(0, bad * chunkLength), { ...forged, message }, what);
      await expectNothingForged(file, plaintext, bad, what);
    }
  });
});

it('a file of a key source that is not known is refused, though its cost is right', () => {
  const { header } = reference('N', text(100), { secret: { passphrase: text(20), costLog: 10 } });
  header[10] = 2;
  expect(thrown(() => readHeader(header))).toMatchObject({ name: 'FormatError', code: 'ERR_ROMULUS_FORMAT' });
});

it('an empty last chunk behind thirty-two is refused, though it is authentic', async () => {
  const { header, chunkAt } = written('N');
  const batch = Array.from({ length: 32 }, (_, i) => chunkAt(i, false));
  const released = concatenate(...batch.map(() => text(chunkLength)));
  await expectRefused(concatenate(header, ...batch, chunkAt(32, true, 0)), released, forged, 'a file');
});

it('a limit on memory is kept without a derivation, and lets a file at the limit open', async () => {
  const passphrase = text(20);
  const { header, chunks } = reference('N', text(10), { secret: { passphrase, costLog: 10 } });
  const scrypt = vi.spyOn(process.getBuiltinModule('node:crypto'), 'scrypt');
  onTestFinished(() => scrypt.mockRestore());
  const options = { passphrase, maxMemory: 2 ** 20 };
  const larger = header.map((byte, i) => (i === 11 ? 11 : byte));
  const tooMuch = { name: 'MemoryError', code: 'ERR_ROMULUS_MEMORY', needed: 2 ** 21 };
  expect(await rejection(() => allThrough(decryptStream(options), larger, ...chunks))).toMatchObject(tooMuch);
  expect(scrypt).not.toHaveBeenCalled();
  expectSame(await allThrough(decryptStream(options), header, ...chunks), text(10));
});

const changedLengths = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, 3500];
const changedFiles = modes.flatMap((mode, i) =>
  changedLengths.flatMap((length, j) =>
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
const changedFile = fc.constantFrom(...changedFiles);
/** Bytes of any value, or from any place of a file: this one, when the same is chosen, or another. */
const inserted = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.uint8Array({ maxLength: 1100 }),
  fc.tuple(changedFile, place, place).map(([{ file }, from, to]) => file.slice(from, to)),
);
/** A change puts other bytes in the place of some: a few, as many as it brings, or all that follow. */
const change = fc.record({ at: place, put: inserted, removed: fc.option(fc.oneof(fc.nat(20), fc.nat(2000), place)) });
const refusals = [AuthenticationError, stream.FormatError, stream.VersionError, stream.SecretKindError];

it('a file that is changed at random is refused, after whole chunks of its plaintext', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      changedFile,
      fc.array(change, { maxLength: 3 }),
      fc.option(fc.uint8Array({ maxLength: 20 }), { freq: 16 }),
      fc.array(fc.oneof(fc.nat(1), fc.nat(100), fc.nat(5000)), { maxLength: 40 }),
      async ({ file, plaintext, associatedData: own }, changes, otherAd, pieces) => {
        const changed = changes.reduce<Uint8Array>(
          (bytes, { at, put, removed }) =>
            concatenate(bytes.slice(0, at), put, bytes.slice(at + (removed ?? put.length))),
          file,
        );
        const associatedData = otherAd ?? own;
        const outcome = await through(decryptStream({ key, associatedData }), cut(changed, pieces));
        const released = outcome.bytes();
        // The changes may give another of these files.
        const became = changedFiles.find(
          (other) => same(other.file, changed) && same(other.associatedData, associatedData),
        );
        if (became) {
          expect(outcome.error).toBeUndefined();
          return expectSame(released, became.plaintext);
        }
        expect(refusals).toContain((outcome.error as Error | undefined)?.constructor);
        expect(released.length % chunkLength).toBe(0);
        const wholes = [plaintext, ...changedFiles.map((other) => other.plaintext)];
        expect(wholes.some((whole) => same(released, whole.subarray(0, released.length)))).toBe(true);
      },
    ),
    { numRuns: casesOf({ usual: 1000, all: 50_000 }) },
  ),
);
