/** Any range of an encrypted file: read from its own chunks and no others. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encryptStream, openEncrypted } from '../../../ts/stream/index.js';
import { openEncryptedWith } from '../../../ts/stream/random-access.js';
import { concatenate, expectSame, key, rejection, text, throwing } from '../../fixtures/bytes.js';
import { chunkRunner } from '../../fixtures/runners.js';
import { pausingEverywhere, turns } from '../../fixtures/runtime.js';
import { referenceChunk } from '../../reference/encrypted-file.js';
import { allThrough, chunkLength, headerLength, modes, reference, salt, sourceOf, written } from './files.js';

const stride = chunkLength + 16;

const lengths = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 34 * chunkLength, 34 * chunkLength + 5];

describe.each(modes)('a file in mode %s', (mode) => {
  it.each(lengths)('of %i bytes gives any range', async (length) => {
    const plaintext = text(length);
    const { header, chunks } = reference(mode, plaintext);
    const reads: [start: number, end: number][] = [];
    const blob = sourceOf(concatenate(header, ...chunks), (_, ...range) => void reads.push(range));
    for (const parallel of [1, 3]) {
      reads.length = 0;
      const file = await openEncryptedWith(chunkRunner(parallel), blob, { key });
      const lastChunk = headerLength + (chunks.length - 1) * stride;
      expect(reads).toEqual([
        [0, headerLength],
        [lastChunk, blob.size],
      ]);
      expect(file).toMatchObject({ size: length, mode, chunkLength });
      const range = fc.tuple(fc.nat(length), fc.nat(length)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
      const property = fc.asyncProperty(range, async ([start, end]) => {
        reads.length = 0;
        expectSame(await file.read(start, end), plaintext.subarray(start, end), `${start} to ${end}`);
        const first = Math.floor(start / chunkLength);
        const count = start === end ? 0 : Math.ceil(end / chunkLength) - first;
        expect(reads.reduce((sum, [from, to]) => sum + to - from, 0)).toBeLessThanOrEqual(count * stride);
        for (const [from, to] of reads) {
          expect(from).toBeGreaterThanOrEqual(headerLength + first * stride);
          expect(to).toBeLessThanOrEqual(headerLength + (first + count) * stride);
        }
      });
      await fc.assert(property, { numRuns: 40 });
      expectSame(await file.read(0), plaintext);
      file.dispose();
    }
  });
});

it('a file of 2^32 chunks, the most that there can be, and none of more', async () => {
  const { header, chunkAt } = written('N');
  const blobOf = (count: number) => ({
    size: headerLength + count * stride,
    slice: (start: number, end: number) => {
      if (start === 0) return new Blob([header]);
      const [first, last] = [start, end].map((place) => (place - headerLength) / stride) as [number, number];
      const chunks = Array.from({ length: last - first }, (_, i) => chunkAt(first + i, first + i === count - 1));
      return new Blob([concatenate(...chunks)]);
    },
  });
  const most = 2 ** 32;
  const file = await openEncrypted(blobOf(most), { key });
  expect(file.size).toBe(most * chunkLength);
  for (const index of [2 ** 31 - 1, 2 ** 31, most - 2]) {
    const start = index * chunkLength;
    expectSame(await file.read(start, start + 2 * chunkLength), concatenate(text(chunkLength), text(chunkLength)));
  }
  expect(await rejection(() => openEncrypted(blobOf(most + 1), { key }))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
});

describe('an open file', async () => {
  const plaintext = text(70 * chunkLength);
  const sealed = await allThrough(encryptStream({ key, chunkLength }), plaintext);

  /** Opens the file over bytes that may change afterwards. */
  const openOver = async () => {
    const now = { bytes: sealed.slice() };
    const source = sourceOf(() => now.bytes);
    return { file: await openEncrypted(source, { key }), now };
  };

  it('tells its progress after each batch, and gives nothing if it is closed then', async () => {
    const { file } = await openOver();
    const told: number[][] = [];
    await file.read(100, 70 * chunkLength, { onProgress: (...values) => told.push(values) });
    const total = 70 * chunkLength - 100;
    expect(told).toEqual([32 * chunkLength - 100, 64 * chunkLength - 100, total].map((done) => [done, total]));
    const cause = new Error('of the caller');
    expect(await rejection(() => file.read(0, 5, { onProgress: throwing(cause) }))).toBe(cause);
    const closing = await rejection(() => file.read(0, 5, { onProgress: () => file.dispose() }));
    expect(closing).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
  });

  it('that changes, or of which a part is left, gives its unchanged chunks and no others', async () => {
    const { file, now } = await openOver();
    now.bytes[headerLength + 20 * stride + 5]! ^= 1;
    const forged = { code: 'ERR_ROMULUS_AUTH', message: expect.stringContaining('chunk 20 is not authentic') };
    for (const start of [0, 20 * chunkLength])
      expect(await rejection(() => file.read(start, 20 * chunkLength + 1))).toMatchObject(forged);
    expectSame(await file.read(0, 20 * chunkLength), plaintext.subarray(0, 20 * chunkLength));
    expectSame(await file.read(21 * chunkLength), plaintext.subarray(21 * chunkLength));
    for (const length of [sealed.length - 1, headerLength + 5 * stride, headerLength, 47, 0]) {
      now.bytes = sealed.slice(0, length);
      expect(await rejection(() => file.read(0, file.size))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    }
  });

  it('that cannot be read rejects with the error of its source', async () => {
    const cause = new Error('of the file');
    const broken = (after: number) =>
      sourceOf(sealed, (asked) => (asked < after ? undefined : [{ arrayBuffer: () => Promise.reject(cause) }]));
    for (const after of [0, 1]) expect(await rejection(() => openEncrypted(broken(after), { key }))).toBe(cause);
    const file = await openEncrypted(broken(2), { key });
    expect(await rejection(() => file.read(0))).toBe(cause);
  });
});

it('a file has ranges of no bytes, and none that leaves it; closed, it has none', async () => {
  const file = await openEncrypted(new Blob([await allThrough(encryptStream({ key }), text(100))]), { key });
  const outside = { code: 'ERR_ROMULUS_USAGE', message: 'the range must be in the file, from 0 to 100' };
  const starts = [-1, 101, 0.5, Number.NaN, undefined, '0'].map((start) => [start, undefined]);
  const ends = [4, 101, 5.5, Number.NaN, null, 6n].map((end) => [5, end]);
  for (const range of [...starts, ...ends])
    expect(await rejection(() => file.read(...(range as [number, number]))), String(range)).toMatchObject(outside);
  for (const place of [0, 50, 100]) expect((await file.read(place, place)).length).toBe(0);
  for (let time = 0; time < 2; time++) file.dispose();
  const closed = { code: 'ERR_ROMULUS_USAGE', message: 'this file is closed: dispose() was called' };
  for (const end of [0, 10]) expect(await rejection(() => file.read(0, end))).toMatchObject(closed);
});

it.each(modes)(
  'a file in mode %s that is closed while it is read gives nothing, nor what is made under a key of zeros',
  async (mode) => {
    const { header, chunks } = reference(mode, text(16 << 12), { chunkLog: 12 });
    // In the other file, the second half comes from an attacker, who knows that a closed file has a key of zeros.
    const forger = { mode, fileKey: new Uint8Array(16), salt };
    const planted = chunks.map((chunk, i) =>
      i < 8 ? chunk : referenceChunk(forger, i, i === chunks.length - 1, new Uint8Array(1 << 12).fill(0x66)),
    );
    const [honest, attacked] = [chunks, planted].map((each) => concatenate(header, ...each)) as [
      Uint8Array,
      Uint8Array,
    ];
    for (const [later, turnsMost, code] of [
      [attacked, 12, /^ERR_ROMULUS_(USAGE|AUTH)$/],
      [honest, 4, /^ERR_ROMULUS_USAGE$/],
    ] as const)
      for (let count = 0; count < turnsMost; count++) {
        let now = honest;
        const source = sourceOf(() => now);
        const file = await openEncrypted(source, { key });
        now = later;
        const outcome = pausingEverywhere(() => rejection(() => file.read(0)));
        await turns(count);
        file.dispose();
        expect(await outcome).toMatchObject({ code: expect.stringMatching(code) });
      }
  },
);
