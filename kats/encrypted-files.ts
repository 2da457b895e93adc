// Makes the vectors of the format of docs/stream-format.md: files to write and read, and files to refuse.

import { createHash } from 'node:crypto';
import { concatenate, toHex } from '../test/reference/bytes.js';
import {
  type ReferenceFile,
  type ReferenceSecret,
  referenceKeys,
  referenceParameters,
  referenceParts,
  referenceSeal,
  referenceWriter,
} from '../test/reference/encrypted-file.js';
import { referenceRead } from '../test/reference/encrypted-file-reader.js';
import { type FileVector, pattern, type RefusedFileVector, readOfRefused } from '../test/reference/kats.js';
import { MODES } from '../test/reference/romulus.js';

const KEY_LENGTH = 16;
const CHUNK_LENGTH = 1024;

/** Lengths at the edges of chunks, and of the 32 chunks that are processed together. */
const LENGTHS = [0, 1, 1023, 1024, 1025, 2048, 2049, 32 * 1024, 32 * 1024 + 1, 33 * 1024 + 7];
const PASSPHRASE = 'correct horse battery staple, Pferd im Glück';
/** The length of a file up to which the vector contains it. A longer file has only its tags and its SHA-256 there. */
const LONGEST = 2200;

const utf8 = (text: string) => new TextEncoder().encode(text);

export function fileVectors(): FileVector[] {
  const cases = [
    ...MODES.flatMap((mode) =>
      LENGTHS.map((plaintextLength, i) => ({
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
  return cases.map((options, i) => fileVector(pattern('nonce', 16 * i + 16).slice(-16), options));
}

function fileVector(
  salt: Uint8Array,
  {
    mode,
    chunkLog,
    plaintextLength,
    adLength,
    costLog,
    passphrase = PASSPHRASE,
  }: Pick<FileVector, 'mode' | 'chunkLog' | 'plaintextLength' | 'adLength' | 'costLog' | 'passphrase'>,
): FileVector {
  const secret: ReferenceSecret =
    costLog === undefined ? { key: pattern('key', KEY_LENGTH) } : { passphrase: utf8(passphrase), costLog };
  const associatedData = pattern('associatedData', adLength);
  const file = { mode, chunkLog, secret, salt, associatedData, plaintext: pattern('message', plaintextLength) };
  const { fileKey, commitment } = referenceKeys(secret, referenceParameters(file), associatedData);
  const { header, chunks } = referenceParts(file);
  const sealed = concatenate([header, ...chunks]);
  return {
    mode,
    chunkLog,
    ...(costLog === undefined ? {} : { passphrase, costLog }),
    plaintextLength,
    adLength,
    salt: toHex(salt),
    fileKey: toHex(fileKey),
    commitment: toHex(commitment),
    ...(sealed.length > LONGEST ? { tags: chunks.map((chunk) => toHex(chunk.slice(-16))) } : { file: toHex(sealed) }),
    fileSha256: createHash('sha256').update(sealed).digest('hex'),
  };
}

type Refused = Omit<RefusedFileVector, 'code'>;
type Secret = Pick<RefusedFileVector, 'key' | 'passphrase'>;

const byKey = { key: toHex(pattern('key', KEY_LENGTH)) };
const byPassphrase = { passphrase: PASSPHRASE };
const ad = pattern('associatedData', 7);

/** A short file in mode N, with chunks of 1024 bytes. */
const fileBy = (secret: ReferenceSecret, plaintextLength = 5): ReferenceFile => ({
  mode: 'N',
  chunkLog: 10,
  secret,
  salt: pattern('nonce', 16),
  associatedData: ad,
  plaintext: pattern('message', plaintextLength),
});
const keyFile = fileBy({ key: pattern('key', KEY_LENGTH) });
const passphraseFile = fileBy({ passphrase: utf8(PASSPHRASE), costLog: 10 });

/** A file whose header has another byte, under a right commitment: a reader that ignores the byte would open it. */
function written(file: ReferenceFile, at: number, byte: number): Uint8Array {
  const { header, chunkAt } = referenceWriter(file, (parameters) => parameters.fill(byte, at, at + 1));
  return concatenate([header, chunkAt(0, true, file.plaintext)]);
}

/** A file that was changed at one byte after it was written. */
const changed = (file: Uint8Array, at: number, byte: number) => file.map((old, i) => (i === at ? byte : old));

function* refusedFiles(): Generator<Refused> {
  const [opens, opensByPassphrase] = [keyFile, passphraseFile].map(referenceSeal) as [Uint8Array, Uint8Array];
  const refused = (step: number, comment: string, file: Uint8Array, secret: Secret = byKey): Refused => ({
    step,
    comment,
    ...secret,
    ad: toHex(ad),
    file: toHex(file),
  });

  for (const length of [0, 15, 17, 32])
    yield refused(1, `a key of ${length} bytes`, opens, { key: toHex(pattern('key', length)) });
  yield refused(1, 'an empty passphrase', opensByPassphrase, { passphrase: '' });
  yield refused(1, 'a key of 15 bytes, and step 2: no such file', ad, { key: toHex(pattern('key', 15)) });

  yield refused(2, 'an empty file', opens.slice(0, 0));
  yield refused(2, 'six bytes of the name', opens.slice(0, 6));
  for (const at of [0, 6]) yield refused(2, `byte ${at} in small letters`, changed(opens, at, opens[at]! | 32));
  yield refused(2, 'byte 6 is wrong, and step 3: version 3', changed(changed(opens, 6, 0x73), 7, 3));

  for (const version of [0, 1, 3, 255]) yield refused(3, `version ${version}`, changed(opens, 7, version));
  yield refused(3, 'eight bytes, version 1, and step 4: too short', changed(opens, 7, 1).slice(0, 8));
  yield refused(3, 'version 3, and step 5: mode H', changed(changed(opens, 7, 3), 8, 0x48));

  for (const length of [7, 8, 63]) yield refused(4, `the first ${length} bytes`, opens.slice(0, length));

  const fields: [comment: string, file: ReferenceFile, secret: Secret, at: number, bytes: number[]][] = [
    ['mode', keyFile, byKey, 8, [0x48, 0x6e, 0]],
    ['chunk length', keyFile, byKey, 9, [0, 9, 25]],
    ['key source', keyFile, byKey, 10, [2, 255]],
    ['cost for a key', keyFile, byKey, 11, [1, 10]],
    ['cost', passphraseFile, byPassphrase, 11, [0, 9, 21]],
    ...[12, 13, 14, 15].map((at): (typeof fields)[number] => ['reserved byte', keyFile, byKey, at, [1]]),
  ];
  for (const [comment, file, secret, at, bytes] of fields)
    for (const byte of bytes) {
      // Costs that are not allowed do not derive: a commitment to them would take scrypt's memory, or none.
      const isCost = file === passphraseFile;
      const text = isCost ? changed(opensByPassphrase, at, byte) : written(file, at, byte);
      yield refused(5, `byte ${at}, ${comment}: ${byte}`, text, secret);
    }
  yield refused(5, 'a reserved byte, and step 6: a passphrase is given', written(keyFile, 12, 1), byPassphrase);

  yield refused(6, 'a passphrase for a file with a key', opens, byPassphrase);
  yield refused(6, 'a key for a file with a passphrase', opensByPassphrase);
  yield refused(6, 'a key for a file with a passphrase, and step 7: p = 20', changed(opensByPassphrase, 11, 20));

  const stretched = referenceSeal(fileBy({ passphrase: utf8(PASSPHRASE), costLog: 11 }));
  const maxMemory = 2 ** 21 - 1;
  yield { ...refused(7, 'p = 11', stretched, byPassphrase), maxMemory };
  const other = changed(stretched, 32, stretched[32]! ^ 1);
  yield { ...refused(7, 'p = 11, and step 8: another commitment', other, byPassphrase), maxMemory };
  for (const p of [19, 20])
    yield refused(7, `p = ${p}, and step 8: another commitment`, changed(opensByPassphrase, 11, p), byPassphrase);

  const bit = (at: number) => changed(opens, at, opens[at]! ^ 1);
  yield refused(8, 'another key', opens, { key: toHex(pattern('nonce', KEY_LENGTH)) });
  yield refused(8, 'another passphrase', opensByPassphrase, { passphrase: `${PASSPHRASE} ` });
  yield { ...refused(8, 'other associated data', opens), ad: toHex(ad.slice(1)) };
  yield { ...refused(8, 'no associated data', opens), ad: '' };
  yield refused(8, 'mode M of a file in mode N', changed(opens, 8, 0x4d));
  yield refused(8, 'another chunk length', changed(opens, 9, 11));
  yield refused(8, 'another cost', changed(opensByPassphrase, 11, 11), byPassphrase);
  for (const at of [16, 31]) yield refused(8, `byte ${at}, of the salt, has another bit`, bit(at));
  for (const at of [32, 47, 48, 63]) yield refused(8, `byte ${at}, of the commitment, has another bit`, bit(at));

  const { header, chunkAt } = referenceWriter(keyFile);
  const chunk = (index: number, isLast: boolean, length = CHUNK_LENGTH) =>
    chunkAt(index, isLast, pattern('message', length));
  const tampered = chunk(0, true, 5);
  const withChunks = (comment: string, chunksBefore: number, ...chunks: Uint8Array[]): Refused => ({
    ...refused(9, comment, concatenate([header, ...chunks])),
    chunksBefore,
  });
  const [first, second, last] = [chunk(0, false), chunk(1, false), chunk(2, true, 5)];
  yield withChunks('no chunk', 0);
  yield withChunks('a last chunk of 15 bytes', 0, first.slice(0, 15));
  yield withChunks('a last chunk of one byte behind a chunk', 1, chunk(0, false), first.slice(0, 1));
  yield withChunks('a last chunk of 15 bytes behind a last chunk', 0, chunk(0, true), first.slice(0, 15));
  yield withChunks('an empty last chunk, with a right tag, behind a chunk', 1, first, chunk(1, true, 0));
  for (const at of [0, 4, 5, 20])
    yield withChunks(`byte ${at} of the chunk has another bit`, 0, changed(tampered, at, tampered[at]! ^ 1));
  yield withChunks('chunk 0 is not the last, and ends the file', 0, first);
  yield withChunks('the file is cut behind a chunk', 1, first, second);
  yield withChunks('chunk 1 is missing', 1, first, last);
  yield withChunks('chunk 1 is there twice', 2, first, second, second, last);
  yield withChunks('chunks 0 and 1 have changed places', 0, second, first, last);
  yield withChunks('a chunk follows the last', 0, chunk(0, true), chunk(1, true, 5));
  yield withChunks('a short chunk is not the last', 0, chunk(0, false, 5), chunk(1, true, 5));
  yield withChunks('the last chunk has another bit', 2, first, second, changed(last, 20, last[20]! ^ 1));
  yield withChunks('a byte follows the last chunk', 2, first, second, last, Uint8Array.of(0));
}

/** The files to refuse. The reference first refuses each at the stated step. */
export function refusedFileVectors(): RefusedFileVector[] {
  return [...refusedFiles()].map(({ step, ...vector }) => {
    const { chunks, code, ...refused } = referenceRead(readOfRefused(vector));
    if (code === undefined || refused.step !== step || chunks.length !== (vector.chunksBefore ?? 0))
      throw new Error(`step ${step}, ${vector.comment}: ${code} after ${chunks.length} chunks`);
    return { step, code, ...vector };
  });
}
