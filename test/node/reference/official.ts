/**
 * Holds the references of suites that are not in the table yet to their official files, which they write again, and to what
 * they must refuse. For a suite of the table, modes.test.ts and `npm run kats -- --check` do this.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AEAD_FIELDS, type AeadVector, pattern } from '../../reference/kats.js';
import type { SuiteReference } from '../../reference/suites.js';

type Encrypt = (request: Omit<AeadVector, 'ciphertext'>) => Uint8Array;

/** A suite by its key, and the nonce lengths of its modes by their names. */
export function tryReference(key: string, reference: SuiteReference, nonceLengths: Record<string, number>): void {
  const modes = Object.entries(nonceLengths).map(([name, nonceLength]) => ({ name, nonceLength }));
  describe.each(modes)(`${key} $name`, ({ name, nonceLength }) => {
    const mode = name as never;
    const encrypt: Encrypt = (request) => reference.encrypt(mode, request);
    const request = {
      key: pattern('key', 16),
      nonce: pattern('nonce', nonceLength),
      associatedData: pattern('associatedData', 37),
    };

    const file = `${key}-${name.toLowerCase()}.txt`;
    const { [file]: expected } = reference.official;
    const { ROMULUS_OFFICIAL_KATS: folder } = process.env;
    if (expected !== undefined)
      it('writes the official file', () => {
        const text = responses(nonceLength, encrypt);
        if (folder && existsSync(join(folder, file))) expect(text).toBe(readFileSync(join(folder, file), 'utf8'));
        expect(createHash('sha256').update(text).digest('hex')).toBe(expected);
      });

    it.each([0, 1, 7, 8, 9, 16, 17, 32, 53, 500])('decrypts what it encrypts, %i bytes', (length) => {
      const plaintext = pattern('message', length);
      const ciphertext = encrypt({ ...request, plaintext });
      expect(reference.decrypt(mode, { ...request, ciphertext })).toEqual(plaintext);
    });

    it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)('rejects a change in the %s', (input) => {
      const authentic = { ...request, ciphertext: encrypt({ ...request, plaintext: pattern('message', 53) }) };
      for (let position = 0; position < authentic[input].length; position++) {
        const changed = authentic[input].map((byte, i) => (i === position ? byte ^ (1 << (i % 8)) : byte));
        expect(reference.decrypt(mode, { ...authentic, [input]: changed }), `byte ${position}`).toBeNull();
      }
    });
  });
}

/** The official form: text and associated data of 0 to 32 bytes each, all inputs counted bytes. */
function responses(nonceLength: number, encrypt: Encrypt): string {
  const counted = (length: number) => Uint8Array.from({ length }, (_, i) => i);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const records: string[] = [];
  for (let text = 0; text <= 32; text++)
    for (let ad = 0; ad <= 32; ad++) {
      const request = {
        key: counted(16),
        nonce: counted(nonceLength),
        plaintext: counted(text),
        associatedData: counted(ad),
      };
      const vector = { ...request, ciphertext: encrypt(request) };
      const names = Object.keys(AEAD_FIELDS) as (keyof typeof AEAD_FIELDS)[];
      const lines = names.map((name) => `${AEAD_FIELDS[name]} = ${hex(vector[name])}\n`);
      records.push(`Count = ${records.length + 1}\n${lines.join('')}\n`);
    }
  return records.join('');
}
