/**
 * Holds the references of Romulus v1.2, Remus and TGIF to the official files, which they write again, and those modes that
 * have no official file to a second reference.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEOXYS_NAMES, reference as deoxys, deoxysEncrypt } from '../../reference/deoxys.js';
import { deoxysBc } from '../../reference/deoxys-bc.js';
import { AEAD_FIELDS, onBothSides, pattern } from '../../reference/kats.js';
import { REMUS_NAMES, reference as remus } from '../../reference/remus.js';
import { referenceEncrypt } from '../../reference/romulus.js';
import { reference as romulusV12, V12_NAMES, v12Encrypt, v12Member } from '../../reference/romulus-v12.js';
import { skinny128384 } from '../../reference/skinny.js';
import type { SuiteReference } from '../../reference/suites.js';
import { TGIF_NAMES, reference as tgif } from '../../reference/tgif.js';

const names: Record<string, readonly string[]> = {
  'romulus-v12': V12_NAMES,
  remus: REMUS_NAMES,
  tgif: TGIF_NAMES,
  deoxys: DEOXYS_NAMES,
};
const nonceLengths: Record<string, number> = { 'romulus-v12 2': 12, 'romulus-v12 3': 12, 'remus 3': 12 };
const nonceLengthOf = (key: string, name: string) => nonceLengths[`${key} ${name[1]}`] ?? 16;

const modesOf = (references: Record<string, SuiteReference>) =>
  Object.entries(references).flatMap(([key, { encrypt, decrypt, official }]) =>
    names[key]!.map((name) => ({
      key,
      name,
      official,
      encrypt: (request: Parameters<typeof encrypt>[1]) => encrypt(name as never, request),
      decrypt: (request: Parameters<typeof decrypt>[1]) => decrypt(name as never, request),
    })),
  );

describe.each(modesOf({ 'romulus-v12': romulusV12, remus, tgif }))('$key $name', ({ key, name, official, encrypt }) => {
  const file = `${key}-${name.toLowerCase()}.txt`;
  const text = responses(nonceLengthOf(key, name), encrypt);

  it('writes the official file', () => {
    expect(createHash('sha256').update(text).digest('hex')).toBe(official[file]);
  });

  const { ROMULUS_OFFICIAL_KATS: folder } = process.env;
  if (folder && existsSync(join(folder, file)))
    it('writes the file of ROMULUS_OFFICIAL_KATS', () => {
      expect(text).toBe(readFileSync(join(folder, file), 'utf8'));
    });
});

describe.each(modesOf({ 'romulus-v12': romulusV12, remus, tgif, deoxys }))('$key $name', (mode) => {
  const request = {
    key: pattern('key', 16),
    nonce: pattern('nonce', nonceLengthOf(mode.key, mode.name)),
    associatedData: pattern('associatedData', 37),
  };

  it.each([0, 1, 7, 8, 9, 16, 17, 32, 53, 500])('decrypts what it encrypts, %i bytes', (length) => {
    const plaintext = pattern('message', length);
    const ciphertext = mode.encrypt({ ...request, plaintext });
    expect(mode.decrypt({ ...request, ciphertext })).toEqual(plaintext);
  });

  it.each(['key', 'nonce', 'associatedData', 'ciphertext'] as const)('rejects a change in the %s', (input) => {
    const ciphertext = mode.encrypt({ ...request, plaintext: pattern('message', 53) });
    const authentic = { ...request, ciphertext };
    for (let position = 0; position < authentic[input].length; position++) {
      const changed = authentic[input].map((byte, i) => (i === position ? byte ^ (1 << (i % 8)) : byte));
      expect(mode.decrypt({ ...authentic, [input]: changed }), `byte ${position}`).toBeNull();
    }
  });
});

const lengths = [0, 1, 15, 16, 17, 31, 32, 33, 48, 49, 64, 100, 300, 895, 896, 897, 1500];
const requests = [...onBothSides(lengths), { messageLength: 100, adLength: 100 }].map(
  ({ messageLength, adLength }) => ({
    key: pattern('key', 16),
    nonce: pattern('nonce', 16),
    associatedData: pattern('associatedData', adLength),
    plaintext: pattern('message', messageLength),
  }),
);

/** Members N1 and M1 of v1.2 are the modes N and M of v1.3 but for the number of rounds, so they take any cipher. */
describe.each(['N', 'M'] as const)('the code of Romulus v1.2 and that of v1.3 agree on mode %s', (mode) => {
  const member = v12Member(`${mode}1`);

  it('over SKINNY-128-384+', () => {
    const cipher = ([first, second, third]: Uint8Array[], block: Uint8Array) =>
      skinny128384(first!, second!, third!, block);
    for (const request of requests)
      expect(v12Encrypt(`${mode}1`, request, { ...member, base: mode === 'N' ? 0 : member.base, cipher })).toEqual(
        referenceEncrypt(mode, request),
      );
  });

  it('over Deoxys-BC', () => {
    for (const request of requests)
      expect(v12Encrypt(`${mode}1`, request, { ...member, cipher: deoxysBc })).toEqual(deoxysEncrypt(mode, request));
  });
});

describe('the short counter of Romulus v1.2', () => {
  const tweakeysAt = (name: 'N2' | 'N3', count: number) =>
    v12Member(name)
      .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })
      .map((tweakey) => Buffer.from(tweakey.subarray(0, 3)).toString('hex'));

  it('is reduced by x^4 + x^3 + x + 1', () => {
    expect([0, 23, 24, 25].map((count) => tweakeysAt('N3', count)[0])).toEqual([
      '010000',
      '000080',
      '1b0000',
      '360000',
    ]);
  });

  it('has a second part in member 2, which counts how often the first began anew', () => {
    const period = 2 ** 24 - 1;
    expect([0, 1, period, period + 1, 2 * period].map((count) => tweakeysAt('N2', count))).toEqual([
      ['010000', '000000', '010000'],
      ['020000', '000000', '010000'],
      ['010000', '000000', '020000'],
      ['020000', '000000', '020000'],
      ['010000', '000000', '040000'],
    ]);
  });

  /** After how many doublings 1 comes back. */
  const periodOf = (reduction: number) => {
    let steps = 0;
    for (let power = 1; steps === 0 || power !== 1; steps++)
      power = ((power << 1) & 0xffffff) ^ (power >> 23 ? reduction : 0);
    return steps;
  };

  it('has the longest period, unlike that of the C of the designers', () => {
    expect(periodOf(0x1b)).toBe(2 ** 24 - 1);
    expect(periodOf(0x95)).toBe(266_305);
  });
});

/** The official form: text and associated data of 0 to 32 bytes each, all inputs counted bytes. */
function responses(nonceLength: number, encrypt: (request: Parameters<typeof v12Encrypt>[1]) => Uint8Array): string {
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
