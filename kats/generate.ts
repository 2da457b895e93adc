// Writes the known-answer files of this folder from the reference implementation. With --check it compares them
// instead, and with --short it then leaves out the messages of 2 MiB, which take two thirds of the time.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  AEAD_FIELDS,
  HASH_FIELDS,
  type HashVector,
  type HkdfVector,
  type HmacVector,
  type Lengths,
  type LongAeadVector,
  type LongHashVector,
  PATTERNS,
  pattern,
} from '../test/reference/kats.js';
import { referenceHkdf, referenceHmac } from '../test/reference/romulus.js';
import { type Suite, type SuiteMode, suites } from '../test/reference/suites.js';
import { tarOf } from '../test/reference/tar.js';
import { testFileOf } from '../test/reference/wycheproof.js';
import { accumulate, HASH } from './accumulated.js';
import { fileVectors, refusedFileVectors } from './encrypted-files.js';
import { katFiles } from './files.js';
import { aeadTestFile, hashTestFile } from './wycheproof.js';

const KEY_LENGTH = 16;

const OFFICIAL_HASH_MAX = 1024;
const OFFICIAL_AEAD_MAX = 32;

function officialHashFile(digest: (message: Uint8Array) => Uint8Array): string {
  const vectors = Array.from({ length: OFFICIAL_HASH_MAX + 1 }, (_, length): HashVector => {
    const message = countingBytes(length);
    return { message, digest: digest(message) };
  });
  return vectors.map((vector, i) => record(i + 1, HASH_FIELDS, vector)).join('');
}

function officialAeadFile(mode: SuiteMode): string {
  const lengths = Array.from({ length: OFFICIAL_AEAD_MAX + 1 }, (_, length) => length);
  const pairs = lengths.flatMap((messageLength) => lengths.map((adLength) => ({ messageLength, adLength })));
  return pairs.map((lengths, i) => aeadRecord(mode, i + 1, lengths)).join('');
}

function aeadRecord(mode: SuiteMode, count: number, { messageLength, adLength }: Lengths): string {
  const request = {
    key: countingBytes(KEY_LENGTH),
    nonce: countingBytes(mode.nonceLength),
    plaintext: countingBytes(messageLength),
    associatedData: countingBytes(adLength),
  };
  return record(count, AEAD_FIELDS, { ...request, ciphertext: mode.encrypt(request) });
}

/** One record of a response file, with the blank line after it. */
function record<Name extends string>(
  count: number,
  fields: Record<Name, string>,
  vector: Record<Name, Uint8Array>,
): string {
  const names = Object.keys(fields) as Name[];
  const lines = names.map((name) => `${fields[name]} = ${hex(vector[name]).toUpperCase()}\n`);
  return `Count = ${count}\n${lines.join('')}\n`;
}

/** Each case has one line, so that a difference is easy to read. */
function vectorsFile(title: string, cases: object[], others: Record<string, object[]> = {}): string {
  const description = `${title} Byte i of an input is the highest byte of factor * (start + i)^3 mod 2^32.`;
  const lists = Object.entries({ cases, ...others }).map(
    ([name, list]) => `  "${name}": [\n    ${list.map((each) => JSON.stringify(each)).join(',\n    ')}\n  ]`,
  );
  return `{
  "description": ${JSON.stringify(description)},
  "patterns": ${JSON.stringify(PATTERNS)},
${lists.join(',\n')}
}
`;
}

const longHashVectors = ({ hash }: Suite): LongHashVector[] =>
  (hash?.lengths ?? []).map((messageLength) => ({
    mode: 'H',
    messageLength,
    digest: hex(hash?.digest(pattern('message', messageLength)) as Uint8Array),
  }));

function longAeadVectors(mode: SuiteMode, cases: Lengths[]): LongAeadVector[] {
  return cases.map(({ messageLength, adLength }) => {
    const output = mode.encrypt({
      key: pattern('key', KEY_LENGTH),
      nonce: pattern('nonce', mode.nonceLength),
      plaintext: pattern('message', messageLength),
      associatedData: pattern('associatedData', adLength),
    });
    const tag = hex(output.subarray(messageLength));
    const ciphertextSha256 = sha256(output.subarray(0, messageLength));
    return { mode: mode.name, messageLength, adLength, tag, ciphertextSha256 };
  });
}

const longFile = (suite: Suite): string =>
  vectorsFile(`Long vectors of ${suite.title}.`, [
    ...longHashVectors(suite),
    ...suite.modes.flatMap((mode) => longAeadVectors(mode, suite.longCases(mode))),
  ]);

/**
 * More than 2^17 blocks of 16 bytes, and more than 2^16 blocks of any mode. A counter of 16 bits or less returns to its
 * start within them.
 */
const COUNTED: Lengths = { messageLength: 2 ** 21 + 37, adLength: 35 };

const counterFile = (suite: Suite): string =>
  vectorsFile(
    `A message of more than 2 MiB in each mode of ${suite.title}.`,
    suite.modes.flatMap((mode) => longAeadVectors(mode, [COUNTED])),
  );

/** Lengths around the hash's block of 32 bytes. A longer key is hashed first. */
const HMAC_KEY_LENGTHS = [0, 1, 16, 31, 32, 33, 64, 100];
const HMAC_MESSAGE_LENGTHS = [0, 1, 31, 32, 33, 64, 1000];
const HKDF_LENGTHS = [0, 1, 16, 32, 33, 64, 100, 8160];

function hmacVectorsFile(): string {
  const hmacs = HMAC_KEY_LENGTHS.flatMap((keyLength) =>
    HMAC_MESSAGE_LENGTHS.map((messageLength): HmacVector => {
      const hmac = referenceHmac(pattern('key', keyLength), pattern('message', messageLength));
      return { keyLength, messageLength, hmac: hex(hmac) };
    }),
  );
  const derivations = HKDF_LENGTHS.flatMap((length, i) =>
    [0, 1, 2].map((j): HkdfVector => {
      const [keyLength, saltLength, infoLength] = [
        [16, 33, 100][j]!,
        [0, 16, 40][(i + j) % 3]!,
        [0, 7, 70][(i + 2 * j) % 3]!,
      ];
      const [key, salt, info] = [
        pattern('key', keyLength),
        pattern('nonce', saltLength),
        pattern('associatedData', infoLength),
      ];
      return { keyLength, saltLength, infoLength, length, derived: hex(referenceHkdf(key, salt, info, length)) };
    }),
  );
  return vectorsFile('HMAC (RFC 2104) and HKDF (RFC 5869) with Romulus-H.', [...hmacs, ...derivations]);
}

const encryptedFiles = () =>
  vectorsFile('Encrypted files, as in docs/stream-format.md.', fileVectors(), { refused: refusedFileVectors() });

function countingBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => i);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * The reference makes the digests of a thousand cases. The package made the digests of a million, and other programs
 * confirm them.
 */
async function accumulatedFile(): Promise<string> {
  const { million } = JSON.parse(found.get('accumulated.json') as string);
  const thousand: Record<string, string> = {};
  for (const { modes, hash } of suites) {
    for (const mode of modes) thousand[mode.title] = await accumulate(mode, (cases) => cases.map(mode.encrypt), 1000);
    if (hash)
      thousand[HASH.title] = await accumulate(
        HASH,
        (cases) => cases.map(({ plaintext }) => hash.digest(plaintext)),
        1000,
      );
  }
  return `${JSON.stringify({ thousand, million }, null, 2)}\n`;
}

const found = katFiles();
const files: Record<string, string> = {
  'romulus-hmac.json': hmacVectorsFile(),
  'romulus-encrypted-files.json': encryptedFiles(),
  'romulus_h_test.json': hashTestFile(),
  'accumulated.json': await accumulatedFile(),
};
const isCheck = process.argv.includes('--check');
const countersOf =
  isCheck && process.argv.includes('--short')
    ? (suite: Suite) => found.get(`${suite.key}-counter.json`) ?? counterFile(suite)
    : counterFile;
/** The files of the other suites by the names of their archives. */
const archives: Record<string, Record<string, string>> = {};
for (const suite of suites) {
  const { key, hash, longest, modes, official } = suite;
  const own: Record<string, string> = {};
  if (hash) own[`${key}-h.txt`] = officialHashFile(hash.digest);
  own[`${key}-long.json`] = longFile(suite);
  own[`${key}-counter.json`] = countersOf(suite);
  for (const mode of modes) {
    own[`${mode.katName}.txt`] = officialAeadFile(mode);
    own[testFileOf(mode)] = aeadTestFile(suite, mode);
    if (longest) own[`${mode.katName}.${longest.count}.txt`] = aeadRecord(mode, longest.count, longest);
  }
  for (const [name, expected] of Object.entries(official))
    if (sha256(own[name] ?? '') !== expected)
      throw new Error(`${name} would not be the official file: the reference implementation is wrong`);
  if (key === 'romulus') Object.assign(files, own);
  else archives[`${key}.tar.gz`] = own;
}

const all = Object.assign({}, files, ...Object.values(archives)) as Record<string, string>;
const sums = Object.keys(all)
  .sort()
  .map((name) => `${sha256(all[name]!)}  ${name}\n`);
all.SHA256SUMS = files.SHA256SUMS = sums.join('');
if (isCheck) {
  for (const name of new Set([...Object.keys(all), ...found.keys()]))
    if (found.get(name) !== all[name]) {
      console.error(`${name} differs from what the reference implementation gives; run: npm run kats`);
      process.exitCode = 1;
    }
} else {
  const write = (name: string, contents: string | Uint8Array) =>
    writeFileSync(new URL(name, import.meta.url), contents);
  for (const [name, text] of Object.entries(files)) write(name, text);
  for (const [name, own] of Object.entries(archives)) {
    const archive = gzipSync(tarOf(own), { level: 9 });
    // The byte for the operating system is `unknown`, so that all systems write the same archive.
    archive[9] = 255;
    write(name, archive);
  }
}
