/** The official NIST vectors, both ways, through the promise functions and their sync twins. */
import { describe, expect, it } from 'vitest';
import { hashMany, load, romulusH, romulusM, romulusN, romulusT } from '../../../ts/index.js';
import { modesOf } from '../../fixtures/modes.js';
import { readAeadVectors, readHashVectors } from '../../reference/vectors.js';
import { testVectors } from './aead-tests.js';

const sync = await load();

describe('Romulus-H', () => {
  const vectors = readHashVectors('romulus-h.txt');

  it('has 1025 vectors', () => expect(vectors).toHaveLength(1025));

  it('gives every digest', async () => {
    for (const { message, digest } of vectors) {
      expect(await romulusH(message)).toEqual(digest);
      expect(sync.romulusH(message)).toEqual(digest);
    }
  });

  it('gives all of them in one call', async () => {
    const messages = vectors.map(({ message }) => message);
    const digests = vectors.map(({ digest }) => digest);
    expect(await hashMany(messages)).toEqual(digests);
    expect(sync.hashMany(messages)).toEqual(digests);
  });

  it('gives every digest to a hasher fed byte by byte', () => {
    for (const { message, digest } of vectors) {
      const hasher = sync.createHasher();
      for (const byte of message) hasher.update(Uint8Array.of(byte));
      expect(hasher.digest()).toEqual(digest);
    }
  });
});

describe.each(modesOf({ romulusN, romulusM, romulusT }, sync))('$aead.name', ({ mode, aead, twin }) => {
  const name = `romulus-${mode.toLowerCase()}`;
  const official = readAeadVectors(`${name}.txt`);
  const vectors = [...official, ...readAeadVectors(`${name}.1090.txt`)];

  it('has 1089 vectors and a longer one', () => {
    expect(official).toHaveLength(1089);
    expect(vectors).toHaveLength(1090);
  });

  testVectors({ aead, twin, vectors });
});
