/**
 * Salts of files: a digest of random bytes, clocks and a counter, which differs as soon as one of them does. Two files with
 * one salt, as in docs/stream-format.md: what they reveal, and which forgeries they allow.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decryptStream, encryptStream } from '../../../ts/stream/index.js';
import { concatenate, expectSame, hex, key, rejection, text } from '../../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { clocks, countingGenerator } from '../../fixtures/runtime.js';
import { type Mode, referenceHash } from '../../reference/romulus.js';
import { allThrough, bytesOf, chunkLength, headerLength, modes, withSalt } from './files.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const saltOf = (file: Uint8Array) => file.slice(16, 32);
const saltByStream = async (romulus: Romulus) => saltOf(await allThrough(romulus.encryptStream({ key }), text(5)));
const saltByBlob = async (romulus: Romulus) =>
  saltOf(await bytesOf(await romulus.encryptBlob(new Blob(['text']), { key })));

/** Both clocks stand still at these times, in milliseconds. */
const times = { now: 1_795_000_000_123, sinceStart: 4321.0625 };

/** A copy of the package that has made no salt yet, as in a program that a snapshot restores. */
async function restored({ now, sinceStart } = times): Promise<Romulus> {
  const romulus = await freshPackage();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  vi.spyOn(clocks.at(-1)!, 'now').mockReturnValue(sinceStart);
  return romulus;
}

function generateAlways(byte: number): void {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).fill(byte);
    return array;
  });
}

it('are half a digest of 32 random bytes, both clocks and the count', async () => {
  const romulus = await restored();
  const given = countingGenerator();
  for (const [count, saltOf] of [saltByStream, saltByBlob, saltByStream].entries()) {
    const salt = await saltOf(romulus);
    expect(given.length).toBe(1);
    expect(given[0]?.length).toBe(32);
    const others = new Uint8Array(Float64Array.of(times.now, times.sinceStart, count).buffer);
    const message = concatenate(new TextEncoder().encode('ROMULUS 2 salt'), given.pop()!, others);
    expectSame(salt, referenceHash(message).subarray(0, 16));
  }
});

describe('where the generator always gives the same', () => {
  const saltAfterRestoring = async (at = times, byte = 7) => {
    const romulus = await restored(at);
    generateAlways(byte);
    return hex(await saltByBlob(romulus));
  };

  it('differ within a program whose clocks stand still', async () => {
    const romulus = await restored();
    generateAlways(7);
    const all = await Promise.all(Array.from({ length: 100 }, () => saltByBlob(romulus)));
    expect(new Set(all.map(hex)).size).toBe(100);
  });

  it('differ between programs of one snapshot as soon as one of the clocks does, and not before', async () => {
    const first = await saltAfterRestoring();
    const others = [
      await saltAfterRestoring({ ...times, now: times.now + 1 }),
      await saltAfterRestoring({ ...times, sinceStart: times.sinceStart + 2 ** -10 }),
      await saltAfterRestoring(times, 8),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    expect(await saltAfterRestoring()).toBe(first);
  });
});

const blockLength = 16;
const stride = chunkLength + 16;
const places = [0, 1, 2];

const xor = (one: Uint8Array, other: Uint8Array) => one.map((byte, i) => byte ^ (other[i] as number));
/** The inverse of G: shifts each byte to the left; the lowest bit becomes the XOR of the two highest. */
const inverseOfG = (block: Uint8Array) => block.map((byte) => ((byte << 1) | ((byte >> 7) ^ ((byte >> 6) & 1))) & 0xff);

/** The texts of two files of three chunks each, which begin with the same two blocks. */
const one = text(3 * chunkLength);
const other = concatenate(one.subarray(0, 2 * blockLength), one).slice(0, 3 * chunkLength);

const filesOf = async (mode: Mode) => {
  const seal = (plaintext: Uint8Array) =>
    withSalt(() => allThrough(encryptStream({ key, mode, chunkLength }), plaintext));
  return [await seal(one), await seal(other)] as const;
};

const open = (sealed: Uint8Array) => allThrough(decryptStream({ key }), sealed);
const partOf = (bytes: Uint8Array, start: number, length: number) => bytes.subarray(start, start + length);
const chunkAt = (file: Uint8Array, index: number) => partOf(file, headerLength + index * stride, stride);
const textAt = (plaintext: Uint8Array, index: number) => partOf(plaintext, index * chunkLength, chunkLength);
const blockAt = (bytes: Uint8Array, index: number) => partOf(bytes, index * blockLength, blockLength);
const changed = (bytes: Uint8Array, by: Uint8Array, at: number) => {
  const copy = bytes.slice();
  copy.set(by, at);
  return copy;
};
/** The file with this chunk in the place of its own. */
const withChunk = (file: Uint8Array, index: number, chunk: Uint8Array) =>
  changed(file, chunk, headerLength + index * stride);

/** The first file with a chunk that continues as the other's after a known block; and its plaintext in mode N. */
const splice = (sealedOne: Uint8Array, sealedOther: Uint8Array, index: number, place: number) => {
  const [start, end] = [place * blockLength, (place + 1) * blockLength];
  const [from, to] = [chunkAt(sealedOne, index), chunkAt(sealedOther, index)];
  const [known, knownOther] = [blockAt(textAt(one, index), place), blockAt(textAt(other, index), place)];
  const stateOf = (chunk: Uint8Array, block: Uint8Array) => inverseOfG(xor(blockAt(chunk, place), block));
  // The block that leads from the first file's state to the state after the other file's block.
  const block = xor(xor(stateOf(from, known), stateOf(to, knownOther)), knownOther);
  const cipher = xor(block, xor(blockAt(from, place), known));
  const sealed = withChunk(sealedOne, index, concatenate(from.subarray(0, start), cipher, to.subarray(end)));
  const plaintext = changed(one, concatenate(block, textAt(other, index).subarray(end)), index * chunkLength + start);
  return { sealed, plaintext };
};

describe.each(modes)('of two files are one: in mode %s', (mode) => {
  it('a chunk can replace the same chunk of the other file, and no other chunk', async () => {
    const [sealedOne, sealedOther] = await filesOf(mode);
    expectSame(sealedOne.subarray(0, headerLength), sealedOther.subarray(0, headerLength));
    const exchanged = (index: number, from = index) => open(withChunk(sealedOne, index, chunkAt(sealedOther, from)));
    for (const index of places)
      expectSame(await exchanged(index), changed(one, textAt(other, index), index * chunkLength));
    expect(await rejection(() => exchanged(0, 1))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  });

  it.each([
    [0, 5],
    [0, 62],
    [1, 30],
    [2, 1],
    [2, 63],
  ])('one known block of both makes a chunk of parts of both in N only: chunk %i, block %i', async (index, place) => {
    const { sealed, plaintext } = splice(...(await filesOf(mode)), index, place);
    if (mode === 'N') expectSame(await open(sealed), plaintext);
    else expect(await rejection(() => open(sealed))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  });
});

it('in mode N, the common blocks at the beginning show, and the XOR of the two blocks behind them', async () => {
  const [sealedOne, sealedOther] = await filesOf('N');
  const difference = xor(chunkAt(sealedOne, 0), chunkAt(sealedOther, 0));
  const plain = xor(one, other);
  expectSame(difference.subarray(0, 3 * blockLength), plain.subarray(0, 3 * blockLength));
  expect(places.map((index) => blockAt(plain, index).some(Boolean))).toEqual([false, false, true]);
  expect([...blockAt(difference, 3)]).not.toEqual([...blockAt(plain, 3)]);
});

it.each(places)('in mode T, the XOR of both chunks shows: chunk %i', async (index) => {
  const [ofOne, ofOther] = (await filesOf('T')).map((file) => chunkAt(file, index)) as [Uint8Array, Uint8Array];
  expectSame(xor(ofOne, ofOther).subarray(0, chunkLength), xor(textAt(one, index), textAt(other, index)));
});
