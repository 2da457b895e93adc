/**
 * Changed files: each is refused, and no chunk comes out before it is authentic. The vectors have one file for each rule of
 * the format.
 */
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AuthenticationError } from '../../../ts/base/errors.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, concatenate, expectSame, key, rejection, same, text, thrown } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { allThrough, blobOf, chunkLength, cut, headerLength, modes, reference, through, written } from './files.js';

const { decryptStream, openEncrypted, readHeader } = stream;

const stride = chunkLength + 16;

it('a file of a key source that is not known is refused, though its cost is right', () => {
  const { header } = reference('N', text(100), { secret: { passphrase: text(20), costLog: 10 } });
  header[10] = 2;
  expect(thrown(() => readHeader(header))).toMatchObject({ name: 'FormatError', code: 'ERR_ROMULUS_FORMAT' });
});

it('a byte alone is refused, and an empty last chunk behind thirty-two, though it is authentic', async () => {
  const { header, chunkAt } = written('N');
  const batch = Array.from({ length: 32 }, (_, i) => chunkAt(i, false));
  for (const [before, last] of [
    [[], Uint8Array.of(5)],
    [batch, chunkAt(32, true, 0)],
  ] as const) {
    const { bytes, error } = await through(decryptStream({ key }), [header, ...before, last]);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    expectSame(bytes(), concatenate(...before.map(() => text(chunkLength))));
  }
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

const fileOf = (mode: (typeof modes)[number], length: number, adLength: number, salt: number) => {
  const [plaintext, associatedData] = [text(length), ad(adLength)];
  const own = { associatedData, salt: text(salt + 16).slice(-16) };
  const { header, chunks } = reference(mode, plaintext, own);
  return { header, chunks, file: concatenate(header, ...chunks), plaintext, associatedData };
};
const shortLengths = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, 3500];
const shortFiles = modes.flatMap((mode, i) =>
  shortLengths.flatMap((length, j) => [0, 21].map((adLength) => fileOf(mode, length, adLength, 20 * i + j))),
);
/** The second begins a batch at its last chunk. */
const longFiles = [34 * chunkLength + 100, 33 * chunkLength].map((length, i) => fileOf('N', length, 21, 100 + i));
const files = [...shortFiles, ...longFiles];
type File = (typeof files)[number];

/** The number of the first chunk that has changed, or has become the last one, or is no longer the last one. */
function firstBad(body: Uint8Array, chunks: Uint8Array[]): number {
  const now = cut(body, new Array(Math.max(0, Math.ceil(body.length / stride) - 1)).fill(stride));
  return now.findIndex((chunk, i) => {
    const was = chunks[i];
    return !was || !same(chunk, was) || (i === now.length - 1) !== (i === chunks.length - 1);
  });
}

/** Expects that random access refuses to open the file, or gives each unchanged chunk and refuses all others. */
async function expectNothingForged(changed: Uint8Array, { plaintext, associatedData }: File, bad: number) {
  const opened = await openEncrypted(blobOf(changed), { key, associatedData }).catch((error) => error);
  if (opened instanceof Error) {
    expect(opened).toBeInstanceOf(AuthenticationError);
    return;
  }
  for (let start = 0; start < opened.size; start += chunkLength) {
    // The chunks inside of a batch are alike.
    if (start > 2 * chunkLength && start < 29 * chunkLength && start !== bad * chunkLength) continue;
    const end = Math.min(start + chunkLength, opened.size);
    const part = await opened.read(start, end).catch((error: unknown) => error);
    if (part instanceof Error) expect(part).toBeInstanceOf(AuthenticationError);
    else expectSame(part, plaintext.subarray(start, end));
    if (start === bad * chunkLength) expect(part).toBeInstanceOf(Error);
  }
}

/** A likely place of faults: anywhere, in the header, or at the start of a chunk or near it, also around a batch. */
const chunk = fc.oneof(fc.nat(3), fc.integer({ min: 30, max: 35 }));
const beside = fc.oneof(fc.constantFrom(0, 1, 15, 16, 17), fc.integer({ min: -17, max: 17 }));
const place = fc.oneof(
  fc.nat(headerLength + 4 * stride),
  fc.nat(headerLength),
  fc.tuple(chunk, beside).map(([i, by]) => headerLength + i * stride + by),
);
const anyFile = fc.oneof(fc.constantFrom(...shortFiles), fc.constantFrom(...longFiles));
/** Bytes of any value, or from any place of a file: this one, when the same is chosen, or another. */
const inserted = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.uint8Array({ maxLength: 1100 }),
  fc.tuple(anyFile, place, place).map(([{ file }, from, to]) => file.slice(from, to)),
);
/** A change puts other bytes in the place of some: a few, as many as it brings, or all that follow. */
const removed = fc.option(fc.oneof(fc.constantFrom(0, stride), fc.nat(20), fc.nat(2000), place));
const change = fc.record({ at: place, put: inserted, removed });
const refusals = [AuthenticationError, stream.FormatError, stream.VersionError, stream.SecretKindError];

it('a file that is changed at random is refused, after the chunks before the first bad one', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      anyFile,
      fc.array(change, { maxLength: 3 }),
      fc.option(place, { freq: 1 }),
      fc.option(fc.uint8Array({ maxLength: 20 }), { freq: 16 }),
      fc.array(fc.oneof(fc.nat(1), fc.nat(100), fc.nat(5000)), { maxLength: 40 }),
      async ({ file, associatedData: own }, changes, end, otherAd, pieces) => {
        const apply = (bytes: Uint8Array, { at, put, removed }: (typeof changes)[number]) =>
          concatenate(bytes.slice(0, at), put, bytes.slice(at + (removed ?? put.length)));
        const changed = changes.reduce<Uint8Array>(apply, file).slice(0, end ?? undefined);
        const associatedData = otherAd ?? own;
        const { bytes, error } = await through(decryptStream({ key, associatedData }), cut(changed, pieces));
        // The changes may give another of these files, or the header of another.
        const header = changed.slice(0, headerLength);
        const original = files.find((each) => same(each.header, header) && same(each.associatedData, associatedData));
        if (!original) {
          expect(refusals).toContain(error?.constructor);
          expect(bytes()).toHaveLength(0);
          return;
        }
        const bad = same(original.file, changed) ? undefined : firstBad(changed.slice(headerLength), original.chunks);
        expectSame(bytes(), original.plaintext.subarray(0, bad === undefined ? undefined : bad * chunkLength));
        const message = `chunk ${bad} is not authentic: the file was changed, or is not whole`;
        expect(error?.message).toBe(bad === undefined ? undefined : message);
        if (bad !== undefined) await expectNothingForged(changed, original, bad);
      },
    ),
    { numRuns: casesOf({ usual: 1500, all: 50_000 }) },
  ),
);
