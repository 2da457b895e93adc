/** Salts of files: a digest of random bytes, clocks and a counter, which differs as soon as one of them does. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { concatenate, expectSame, hex, key, text } from '../../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { clocks, countingGenerator } from '../../fixtures/platform.js';
import { referenceHash } from '../../reference/romulus.js';
import { allThrough, bytesOf } from './files.js';

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
  it('differ within a program whose clocks stand still', async () => {
    const romulus = await restored();
    generateAlways(7);
    const all = await Promise.all(Array.from({ length: 100 }, () => saltByBlob(romulus)));
    expect(new Set(all.map(hex)).size).toBe(100);
  });

  const saltAfterRestoring = async (at = times, byte = 7) => {
    const romulus = await restored(at);
    generateAlways(byte);
    return hex(await saltByBlob(romulus));
  };

  it('differ between programs of one snapshot as soon as one of the clocks does', async () => {
    const all = [
      await saltAfterRestoring(),
      await saltAfterRestoring({ ...times, now: times.now + 1 }),
      await saltAfterRestoring({ ...times, sinceStart: times.sinceStart + 2 ** -10 }),
      await saltAfterRestoring(times, 8),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('repeat only if both clocks and the count repeat too', async () => {
    expect(await saltAfterRestoring()).toBe(await saltAfterRestoring());
  });
});
