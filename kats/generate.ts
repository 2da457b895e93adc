// Writes the known-answer files of this folder from the reference implementation. With --check it compares them
// instead, and with --short it then leaves out the messages of 2 MiB, which take two thirds of the time.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  type ReferenceSecret,
  referenceKeys,
  referenceParameters,
  referenceSeal,
} from '../test/reference/encrypted-file.js';
import { referenceHkdf, referenceHmac } from '../test/reference/hmac.js';
import {
  AEAD_FIELDS,
  type FileVector,
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
import { MODES } from '../test/reference/romulus.js';
import { type Suite, type SuiteMode, suites } from '../test/reference/suites.js';
import { tarOf } from '../test/reference/tar.js';
import { testFileOf } from '../test/reference/wycheproof.js';
import { accumulate, HASH } from './accumulated.js';
import { katFiles } from './files.js';
import { aeadTestFile, hashTestFile } from './wycheproof.js';

const KEY_LENGTH = 16;

const OFFICIAL_HASH_MAX = 1024;
const OFFICIAL_AEAD_MAX = 32;

/** Lengths at the edges of chunks, and of the 32 chunks that are processed together. */
const SEALED_LENGTHS = [0, 1, 1023, 1024, 1025, 2048, 2049, 32 * 1024, 32 * 1024 + 1, 33 * 1024 + 7];
const SEALED_PASSPHRASE = 'correct horse battery staple, Pferd im Glück';
/** The length of a file up to which the vector contains it. A longer file has only its SHA-256 there. */
const SEALED_MAX = 1200;

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
function vectorsFile(title: string, vectors: object[]): string {
  const description = `${title} Byte i of an input is the highest byte of factor * (start + i)^3 mod 2^32.`;
  return `{
  "description": ${JSON.stringify(description)},
  "patterns": ${JSON.stringify(PATTERNS)},
  "cases": [
    ${vectors.map((vector) => JSON.stringify(vector)).join(',\n    ')}
  ]
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

function fileVectorsFile(): string {
  const cases = [
    ...MODES.flatMap((mode) =>
      SEALED_LENGTHS.map((plaintextLength, i) => ({
        mode,
        chunkLog: 10,
        plaintextLength,
        adLength: i % 2 === 0 ? 0 : 19,
      })),
    ),
    ...MODES.map((mode) => ({ mode, chunkLog: 10, plaintextLength: 53, adLength: 37, costLog: 10 })),
    { mode: 'N', chunkLog: 16, plaintextLength: 131077, adLength: 0, costLog: 12 },
    { mode: 'N', chunkLog: 16, plaintextLength: 65536, adLength: 70000 },
    { mode: 'M', chunkLog: 24, plaintextLength: 100, adLength: 0 },
    // The first passphrase is not in NFC and has a byte order mark, the second is longer than a block of SHA-256, and
    // the third ends in zeros.
    ...['\ufeffPferd im Glu\u0308ck', 'x'.repeat(65), 'zeros\0\0'].map((passphrase) => ({
      mode: 'N' as const,
      chunkLog: 10,
      plaintextLength: 5,
      adLength: 0,
      costLog: 10,
      passphrase,
    })),
  ] as const;
  const vectors = cases.map((options, i) => fileVector(pattern('nonce', 16 * i + 16).slice(-16), options));
  return vectorsFile('Encrypted files, as in docs/stream-format.md.', vectors);
}

function fileVector(
  salt: Uint8Array,
  {
    mode,
    chunkLog,
    plaintextLength,
    adLength,
    costLog,
    passphrase = SEALED_PASSPHRASE,
  }: Pick<FileVector, 'mode' | 'chunkLog' | 'plaintextLength' | 'adLength' | 'costLog' | 'passphrase'>,
): FileVector {
  const secret: ReferenceSecret =
    costLog === undefined
      ? { key: pattern('key', KEY_LENGTH) }
      : { passphrase: new TextEncoder().encode(passphrase), costLog };
  const associatedData = pattern('associatedData', adLength);
  const file = { mode, chunkLog, secret, salt, associatedData, plaintext: pattern('message', plaintextLength) };
  const { fileKey, commitment } = referenceKeys(secret, referenceParameters(file), associatedData);
  const sealed = referenceSeal(file);
  return {
    mode,
    chunkLog,
    ...(costLog === undefined ? {} : { passphrase, costLog }),
    plaintextLength,
    adLength,
    salt: hex(salt),
    fileKey: hex(fileKey),
    commitment: hex(commitment),
    ...(sealed.length > SEALED_MAX ? {} : { file: hex(sealed) }),
    fileSha256: sha256(sealed),
  };
}

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
  'romulus-encrypted-files.json': fileVectorsFile(),
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
  for (const [name, text] of Object.entries(all)) console.log(`${sha256(text)}  ${name}`);
}
