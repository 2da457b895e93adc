// Holds the reference of Elephant to the vectors in kats/, and the files in kats/ to their hashes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ELEPHANT_NAMES, elephantDecrypt, elephantEncrypt, elephantTagLength } from './elephant.js';
import { readElephantVectors, readLongElephantVectors } from './elephant-vectors.js';
import { ELEPHANT_OFFICIAL_SHA256, pattern } from './kats.js';

const LONG_SHA256 = 'a132fe76326dcb5692d5138b85f85bceb1221207a95cd71444d9fb072720be88';

/** The generator encrypts the longer ones. */
const LONG_MAX = 700;

describe.each(ELEPHANT_NAMES)('%s', (name) => {
  const request = {
    key: pattern('key', 16),
    nonce: pattern('nonce', 12),
    plaintext: pattern('message', 53),
    associatedData: pattern('associatedData', 37),
  };
  const ciphertext = elephantEncrypt(name, request);

  it('decrypts the official vectors, and encrypts the longest', () => {
    const vectors = readElephantVectors(name);
    expect(vectors).toHaveLength(1089);
    for (const vector of vectors) expect(elephantDecrypt(name, vector)).toEqual(vector.plaintext);
    for (const vector of vectors.slice(-33)) expect(elephantEncrypt(name, vector)).toEqual(vector.ciphertext);
  });

  it('encrypts the shorter of the long vectors', () => {
    const vectors = readLongElephantVectors().filter(
      ({ mode, messageLength, adLength }) => mode === name && messageLength + adLength <= LONG_MAX,
    );
    expect(vectors.length).toBeGreaterThan(60);
    for (const { messageLength, adLength, tag, ciphertextSha256 } of vectors) {
      const plaintext = pattern('message', messageLength);
      const associatedData = pattern('associatedData', adLength);
      const output = elephantEncrypt(name, { ...request, plaintext, associatedData });
      expect(sha256(output.subarray(0, messageLength))).toBe(ciphertextSha256);
      expect(Buffer.from(output.subarray(messageLength)).toString('hex')).toBe(tag);
    }
  });

  it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)(
    'rejects a change in any byte of the %s',
    (input) => {
      const authentic = { ...request, ciphertext };
      expect(elephantDecrypt(name, authentic)).toEqual(request.plaintext);
      for (let position = 0; position < authentic[input].length; position++) {
        const changed = authentic[input].map((byte, i) => (i === position ? byte ^ (1 << (i % 8)) : byte));
        expect(elephantDecrypt(name, { ...authentic, [input]: changed }), `byte ${position}`).toBeNull();
      }
    },
  );

  it('rejects every truncation', () => {
    expect(ciphertext).toHaveLength(53 + elephantTagLength(name));
    for (let length = 0; length < ciphertext.length; length++)
      expect(elephantDecrypt(name, { ...request, ciphertext: ciphertext.subarray(0, length) })).toBeNull();
  });
});

describe('kats/', () => {
  const katFile = (name: string) => readFileSync(new URL(`../../kats/${name}`, import.meta.url));

  it.each(Object.entries(ELEPHANT_OFFICIAL_SHA256))('has the official %s', (name, expected) => {
    expect(sha256(katFile(name))).toBe(expected);
  });

  it('has the long vectors of Elephant that kats/README.md describes', () => {
    expect(sha256(katFile('elephant-long.json'))).toBe(LONG_SHA256);
  });
});

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
