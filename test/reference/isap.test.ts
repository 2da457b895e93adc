import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ISAP_NAMES, isapDecrypt, isapEncrypt } from './isap.js';
import { readIsapVectors, readLongIsapVectors } from './isap-vectors.js';
import { ISAP_OFFICIAL_SHA256, pattern } from './kats.js';

const LONG_SHA256 = '478fa996ae438b4434b4bc4348aff54d58a83a21da751da894036e8ff35fecf8';

/** To encrypt the longer vectors here too would double the time of this file; the generator does. */
const LONG_MAX = 2100;

describe.each(ISAP_NAMES)('ISAP-%s', (name) => {
  const request = {
    key: pattern('key', 16),
    nonce: pattern('nonce', 16),
    plaintext: pattern('message', 53),
    associatedData: pattern('associatedData', 37),
  };
  const ciphertext = isapEncrypt(name, request);

  it('decrypts the official vectors, and encrypts the longest', () => {
    const vectors = readIsapVectors(name);
    expect(vectors).toHaveLength(1089);
    for (const vector of vectors) expect(isapDecrypt(name, vector)).toEqual(vector.plaintext);
    for (const vector of vectors.slice(-33)) expect(isapEncrypt(name, vector)).toEqual(vector.ciphertext);
  });

  it('encrypts the long vectors but the longest', () => {
    for (const { mode, messageLength, adLength, tag, ciphertextSha256 } of readLongIsapVectors()) {
      if (mode !== name || messageLength + adLength > LONG_MAX) continue;
      const plaintext = pattern('message', messageLength);
      const output = isapEncrypt(name, {
        ...request,
        plaintext,
        associatedData: pattern('associatedData', adLength),
      });
      expect(sha256(output.subarray(0, messageLength))).toBe(ciphertextSha256);
      expect(Buffer.from(output.subarray(messageLength)).toString('hex')).toBe(tag);
    }
  });

  it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)(
    'rejects a change in any byte of the %s',
    (input) => {
      const authentic = { ...request, ciphertext };
      expect(isapDecrypt(name, authentic)).toEqual(request.plaintext);
      for (let position = 0; position < authentic[input].length; position++) {
        const changed = authentic[input].map((byte, i) => (i === position ? byte ^ (1 << (i % 8)) : byte));
        expect(isapDecrypt(name, { ...authentic, [input]: changed }), `byte ${position}`).toBeNull();
      }
    },
  );

  it('rejects every truncation', () => {
    for (let length = 0; length < ciphertext.length; length++)
      expect(isapDecrypt(name, { ...request, ciphertext: ciphertext.subarray(0, length) })).toBeNull();
  });
});

describe('kats/', () => {
  const katFile = (name: string) => readFileSync(new URL(`../../kats/${name}`, import.meta.url));

  it.each(Object.entries(ISAP_OFFICIAL_SHA256))('has the official %s', (name, expected) => {
    expect(sha256(katFile(name))).toBe(expected);
  });

  it('has the long vectors of ISAP that kats/README.md describes', () => {
    expect(sha256(katFile('isap-long.json'))).toBe(LONG_SHA256);
  });
});

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
