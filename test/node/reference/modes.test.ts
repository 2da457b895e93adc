/** Holds the reference of every mode to the vectors in kats/, and to what it must refuse. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AeadVector, type LongAeadVector, type LongHashVector, pattern } from '../../reference/kats.js';
import { readLongSisterVectors, readSisterVectors } from '../../reference/sister-vectors.js';
import { elephant, isap, katName, romulus, type Suite } from '../../reference/suites.js';
import { readAeadVectors, readLongVectors } from '../../reference/vectors.js';

interface Case {
  suite: Suite;
  /** What the names of a mode's official files end with, and how many vectors each has. */
  files: [ending: string, count: number][];
  read(name: string): AeadVector[];
  /** How many of a file are encrypted too, from its end. */
  encrypted: number;
  long: (LongAeadVector<string> | LongHashVector)[];
  /** Up to how many bytes in all the long vectors are encrypted, and decrypted: the rest would double the time of this file. */
  encryptionMax: number;
  decryptionMax: number;
}

const sister = { files: [['.txt', 1089]] as Case['files'], read: readSisterVectors, encrypted: 33, decryptionMax: 300 };

const cases: Case[] = [
  {
    suite: romulus,
    files: [
      ['.txt', 1089],
      ['.1090.txt', 1],
    ],
    read: readAeadVectors,
    encrypted: 1089,
    long: readLongVectors(),
    encryptionMax: Number.POSITIVE_INFINITY,
    decryptionMax: 20_000,
  },
  { ...sister, suite: isap, long: readLongSisterVectors('isap-long.json'), encryptionMax: 2100 },
  { ...sister, suite: elephant, long: readLongSisterVectors('elephant-long.json'), encryptionMax: 700 },
];

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(cases)('$suite.name', ({ suite, files, read, encrypted, long, encryptionMax, decryptionMax }) => {
  describe.each(suite.modes)('$name', (mode) => {
    const request = {
      key: pattern('key', 16),
      nonce: pattern('nonce', mode.nonceLength),
      plaintext: pattern('message', 53),
      associatedData: pattern('associatedData', 37),
    };
    const ciphertext = mode.encrypt(request);

    it.each(files)('decrypts the official vectors of *%s, and encrypts the longest', (ending, count) => {
      const vectors = read(`${katName(suite, mode)}${ending}`);
      expect(vectors).toHaveLength(count);
      for (const [i, vector] of vectors.entries()) {
        const lengths = `${vector.plaintext.length} bytes, ad ${vector.associatedData.length}`;
        expect(mode.decrypt(vector), lengths).toEqual(vector.plaintext);
        if (i >= count - encrypted) expect(mode.encrypt(vector), lengths).toEqual(vector.ciphertext);
      }
    });

    it('encrypts the long vectors, and decrypts the shorter ones', { timeout: 120_000 }, () => {
      const vectors = long
        .filter((vector): vector is LongAeadVector<string> => vector.mode === mode.name)
        .filter(({ messageLength, adLength }) => messageLength + adLength <= encryptionMax);
      expect(vectors.length).toBeGreaterThan(60);
      for (const { messageLength, adLength, tag, ciphertextSha256 } of vectors) {
        const lengths = `${messageLength} bytes, ad ${adLength}`;
        const plaintext = pattern('message', messageLength);
        const context = { ...request, associatedData: pattern('associatedData', adLength) };
        const output = mode.encrypt({ ...context, plaintext });
        expect(sha256(output.subarray(0, messageLength)), lengths).toBe(ciphertextSha256);
        expect(Buffer.from(output.subarray(messageLength)).toString('hex'), lengths).toBe(tag);
        if (messageLength + adLength > decryptionMax) continue;
        expect(mode.decrypt({ ...context, ciphertext: output }), lengths).toEqual(plaintext);
      }
    });

    it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)(
      'rejects a change in any byte of the %s',
      (input) => {
        const authentic = { ...request, ciphertext };
        expect(mode.decrypt(authentic)).toEqual(request.plaintext);
        for (let position = 0; position < authentic[input].length; position++) {
          const changed = authentic[input].map((byte, i) => (i === position ? byte ^ (1 << (i % 8)) : byte));
          expect(mode.decrypt({ ...authentic, [input]: changed }), `byte ${position}`).toBeNull();
        }
      },
    );

    it('rejects every truncation', () => {
      expect(ciphertext).toHaveLength(53 + mode.tagLength);
      for (let length = 0; length < ciphertext.length; length++)
        expect(mode.decrypt({ ...request, ciphertext: ciphertext.subarray(0, length) })).toBeNull();
    });
  });
});
