// Writes the known-answer files of this folder from the reference implementation; with --check, compares them instead.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  AEAD_FIELDS,
  HASH_FIELDS,
  type HashVector,
  type LongAeadVector,
  type LongHashVector,
  OFFICIAL_SHA256,
  PATTERNS,
  pattern,
  type SealedVector,
} from '../test/reference/kats.js';
import { MODES, referenceHash } from '../test/reference/romulus.js';
import { type ReferenceSecret, referenceKeys, referenceParameters, referenceSeal } from '../test/reference/sealed.js';
import { elephant, isap, katName, romulus, type SuiteMode } from '../test/reference/suites.js';
import { aeadTestFile, hashTestFile } from './wycheproof.js';

const KEY_LENGTH = 16;

const OFFICIAL_HASH_MAX = 1024;
const OFFICIAL_AEAD_MAX = 32;

/** Lengths about the edges of blocks, of pairs of blocks, and of the powers of two where a buffer may end. */
const SHORT_LENGTHS = [
  33,
  ...[47, 48, 49],
  ...[63, 64, 65],
  ...[95, 96, 97, 98],
  ...[111, 112, 113, 114],
  ...[127, 128, 129],
  ...[255, 256, 257],
  ...[511, 512, 513],
  ...[1023, 1024, 1025],
];

/** The last one is more than 2^16 blocks. */
const LONG_LENGTHS = [
  ...[4095, 4096, 4097],
  ...[8191, 8192, 8193],
  ...[16383, 16384, 16385],
  ...[16399, 16400, 16401],
  ...[32767, 32768, 32769],
  ...[65535, 65536, 65537],
  ...[131071, 131072, 131073],
  1048583,
];

/** Both are long; odd and even numbers of blocks meet in each combination. */
const LONG_PAIRS = [
  { messageLength: 33, adLength: 33 },
  { messageLength: 49, adLength: 33 },
  { messageLength: 48, adLength: 64 },
  { messageLength: 97, adLength: 113 },
  { messageLength: 128, adLength: 48 },
  { messageLength: 255, adLength: 511 },
  { messageLength: 1025, adLength: 1024 },
  { messageLength: 4096, adLength: 4097 },
  { messageLength: 16401, adLength: 16384 },
  { messageLength: 65537, adLength: 131071 },
];

/** About the edges of blocks of 8 and of 18 bytes, of whole lanes, of windows, and of the powers of two. */
const ISAP_LENGTHS = [
  ...[33, 35, 36, 37, 39, 40, 41, 53, 54, 55, 63, 64, 65, 71, 72, 73, 89, 90, 91],
  ...[127, 128, 129, 143, 144, 145, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025],
  ...[2015, 2016, 2017, 2033, 2034, 2047, 2048, 2049, 4031, 4032, 4033, 4095, 4096, 4097],
  ...[16127, 16128, 16129, 16136, 16146, 16383, 16384, 16385, 32255, 32256, 32257, 65535, 65536],
];

const ISAP_PAIRS = [
  { messageLength: 72, adLength: 72 },
  { messageLength: 1008, adLength: 1008 },
  { messageLength: 1008, adLength: 1009 },
  { messageLength: 2017, adLength: 2016 },
  { messageLength: 8064, adLength: 8064 },
  { messageLength: 8065, adLength: 8064 },
  { messageLength: 16129, adLength: 16128 },
  { messageLength: 65536, adLength: 32257 },
];

/** Numbers of blocks about those that are computed together: as many as a kernel has lanes, and several times as many. */
const ELEPHANT_BLOCKS = [
  ...[2, 3, 7, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 41, 42, 48, 49],
  ...[63, 64, 65, 72, 73, 96, 127, 128, 129, 192, 256],
];

/** The edges of pieces. */
const ELEPHANT_LENGTHS = [17599, 17600, 17601, 35200, 35201, 65536];

const ELEPHANT_PAIRS = [
  { messageLength: 53, adLength: 37 },
  { messageLength: 100, adLength: 1000 },
  { messageLength: 2560, adLength: 2560 },
  { messageLength: 2815, adLength: 1407 },
  { messageLength: 3200, adLength: 3201 },
  { messageLength: 8800, adLength: 8800 },
  { messageLength: 17601, adLength: 17590 },
];

/** The edges of chunks, and of the thirty-two chunks that are worked together. */
const SEALED_LENGTHS = [0, 1, 1023, 1024, 1025, 2048, 2049, 32 * 1024, 32 * 1024 + 1, 33 * 1024 + 7];
const SEALED_PASSPHRASE = 'correct horse battery staple, Pferd im Glück';
/** A longer file is given by its SHA-256 only. */
const SEALED_MAX = 1200;

function officialHashFile(): string {
  const vectors = Array.from({ length: OFFICIAL_HASH_MAX + 1 }, (_, length): HashVector => {
    const message = countingBytes(length);
    return { message, digest: referenceHash(message) };
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

/** One line a case, so that a difference can be read. */
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

function longHashVectors(): LongHashVector[] {
  return [...SHORT_LENGTHS, ...LONG_LENGTHS].map((messageLength) => ({
    mode: 'H',
    messageLength,
    digest: hex(referenceHash(pattern('message', messageLength))),
  }));
}

interface Lengths {
  messageLength: number;
  adLength: number;
}

function longAeadVectors(mode: SuiteMode, cases: Lengths[]): LongAeadVector<string>[] {
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

/** Each length as one of texts, and as one of associated data. */
const onBothSides = (lengths: number[]): Lengths[] => [
  ...lengths.map((messageLength, i) => ({ messageLength, adLength: i % 2 === 0 ? 0 : 19 })),
  ...lengths.map((adLength, i) => ({ messageLength: i % 2 === 0 ? 0 : 21, adLength })),
];

const longRomulusFile = (): string => {
  const cases = [
    ...SHORT_LENGTHS.flatMap((messageLength) => [0, 19].map((adLength) => ({ messageLength, adLength }))),
    ...SHORT_LENGTHS.flatMap((adLength) => [0, 21].map((messageLength) => ({ messageLength, adLength }))),
    ...onBothSides(LONG_LENGTHS),
    ...LONG_PAIRS,
  ];
  const ofModes = romulus.modes.flatMap((mode) => longAeadVectors(mode, cases));
  return vectorsFile('Long vectors of Romulus v1.3.', [...longHashVectors(), ...ofModes]);
};

const longIsapFile = (): string => {
  const cases = [...onBothSides(ISAP_LENGTHS), ...ISAP_PAIRS];
  const vectors = isap.modes.flatMap((mode) => longAeadVectors(mode, cases));
  return vectorsFile('Long vectors of ISAP v2.', vectors);
};

const longElephantFile = (): string => {
  const vectors = elephant.modes.flatMap((mode) => {
    const edges = ELEPHANT_BLOCKS.flatMap((blocks) => [-1, 0, 1].map((offset) => mode.blockLength * blocks + offset));
    return longAeadVectors(mode, [
      ...edges.map((messageLength, i) => ({ messageLength, adLength: i % 2 === 0 ? 0 : 19 })),
      // The nonce stands before the associated data.
      ...edges.map((end, i) => ({ messageLength: i % 2 === 0 ? 0 : 21, adLength: end - mode.nonceLength })),
      ...ELEPHANT_LENGTHS.map((messageLength) => ({ messageLength, adLength: 0 })),
      ...ELEPHANT_LENGTHS.map((adLength) => ({ messageLength: 0, adLength })),
      ...ELEPHANT_PAIRS,
    ]);
  });
  return vectorsFile('Long vectors of Elephant v2.', vectors);
};

async function sealedVectorsFile(): Promise<string> {
  const cases = [
    ...MODES.flatMap((mode) =>
      SEALED_LENGTHS.map((plaintextLength, i) => ({
        mode,
        chunkLog: 10,
        plaintextLength,
        adLength: i % 2 === 0 ? 0 : 19,
      })),
    ),
    ...MODES.map((mode) => ({ mode, chunkLog: 10, plaintextLength: 53, adLength: 37, iterationsLog: 10 })),
    { mode: 'N', chunkLog: 16, plaintextLength: 131077, adLength: 0, iterationsLog: 12 },
    { mode: 'N', chunkLog: 16, plaintextLength: 65536, adLength: 70000 },
    { mode: 'M', chunkLog: 24, plaintextLength: 100, adLength: 0 },
  ] as const;
  const vectors = await Promise.all(
    cases.map((options, i) => sealedVector(pattern('nonce', 16 * i + 16).slice(-16), options)),
  );
  return vectorsFile('Sealed files, as in docs/stream-format.md.', vectors);
}

async function sealedVector(
  salt: Uint8Array,
  {
    mode,
    chunkLog,
    plaintextLength,
    adLength,
    iterationsLog,
  }: Pick<SealedVector, 'mode' | 'chunkLog' | 'plaintextLength' | 'adLength' | 'iterationsLog'>,
): Promise<SealedVector> {
  const secret: ReferenceSecret =
    iterationsLog === undefined
      ? { key: pattern('key', KEY_LENGTH) }
      : { passphrase: new TextEncoder().encode(SEALED_PASSPHRASE), iterationsLog };
  const associatedData = pattern('associatedData', adLength);
  const file = { mode, chunkLog, secret, salt, associatedData, plaintext: pattern('message', plaintextLength) };
  const { fileKey, commitment } = await referenceKeys(secret, referenceParameters(file), associatedData);
  const sealed = await referenceSeal(file);
  return {
    mode,
    chunkLog,
    ...(iterationsLog === undefined ? {} : { passphrase: SEALED_PASSPHRASE, iterationsLog }),
    plaintextLength,
    adLength,
    salt: hex(salt),
    fileKey: hex(fileKey),
    commitment: hex(commitment),
    ...(sealed.length > SEALED_MAX ? {} : { sealed: hex(sealed) }),
    sealedSha256: sha256(sealed),
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

const files: Record<string, string> = {
  'romulus-h.txt': officialHashFile(),
  'romulus-long.json': longRomulusFile(),
  'romulus-sealed.json': await sealedVectorsFile(),
  'romulus_h_test.json': hashTestFile(),
  'isap-long.json': longIsapFile(),
  'elephant-long.json': longElephantFile(),
};
for (const suite of [romulus, isap, elephant])
  for (const mode of suite.modes) files[`${katName(suite, mode)}.txt`] = officialAeadFile(mode);
for (const mode of romulus.modes)
  files[`${katName(romulus, mode)}.1090.txt`] = aeadRecord(mode, 1090, { messageLength: 243, adLength: 147 });
for (const mode of MODES) files[`romulus_${mode.toLowerCase()}_test.json`] = aeadTestFile(mode);

for (const [name, expected] of Object.entries(OFFICIAL_SHA256)) {
  if (sha256(files[name] ?? '') !== expected) {
    throw new Error(`${name} would not be the official file: the reference implementation is wrong`);
  }
}

for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
    console.log(`${sha256(text)}  ${name}`);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${name} differs from what the reference implementation gives; run: npm run kats`);
    process.exitCode = 1;
  }
}
