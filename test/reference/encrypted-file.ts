// Encrypted files in plain form, written from docs/stream-format.md over the reference modes. It shares no code with
// the product. Each step stands alone, so that tests can also make files that no writer would make.

import { scryptSync } from 'node:crypto';
import { concatenate, extended } from './bytes.js';
import { type Mode, referenceEncrypt, referenceHash, referenceHmac } from './romulus.js';

export type ReferenceSecret = { key: Uint8Array } | { passphrase: Uint8Array; costLog: number };

export interface ReferenceFile {
  mode: Mode;
  chunkLog: number;
  secret: ReferenceSecret;
  salt: Uint8Array;
  associatedData: Uint8Array;
  plaintext: Uint8Array;
}

const NO_AD = new Uint8Array(0);

/** The header up to the commitment, 32 bytes. */
export function referenceParameters({ mode, chunkLog, secret, salt }: Omit<ReferenceFile, 'plaintext'>): Uint8Array {
  const [keySource, costLog] = 'key' in secret ? [0, 0] : [1, secret.costLog];
  const fields = [2, mode.charCodeAt(0), chunkLog, keySource, costLog, 0, 0, 0, 0];
  return concatenate([new TextEncoder().encode('ROMULUS'), Uint8Array.from(fields), salt]);
}

/** The file key, 16 bytes, and the commitment, 32 bytes, for the first 32 bytes of a header. */
export function referenceKeys(secret: ReferenceSecret, parameters: Uint8Array, associatedData: Uint8Array) {
  const masterKey = 'key' in secret ? secret.key : referenceMasterKey(secret, parameters.subarray(16, 32));
  const adLength = new Uint8Array(8);
  new DataView(adLength.buffer).setBigUint64(0, BigInt(associatedData.length));
  const root = referenceHmac(masterKey, concatenate([parameters, adLength, associatedData]));
  const [fileKey, commitment] = [1, 2].map((use) => referenceHmac(root, Uint8Array.of(use))) as [
    Uint8Array,
    Uint8Array,
  ];
  return { fileKey: fileKey.slice(0, 16), commitment };
}

/** The key of 32 bytes that scrypt (RFC 7914) derives from a passphrase and a salt. */
export const referenceMasterKey = (
  { passphrase, costLog }: Exclude<ReferenceSecret, { key: Uint8Array }>,
  salt: Uint8Array,
): Uint8Array =>
  scryptSync(referencePassword(passphrase), salt, 32, { N: 2 ** costLog, r: 8, p: 1, maxmem: 2 ** (costLog + 11) });

/** The input of scrypt instead of the passphrase. */
export const referencePassword = (passphrase: Uint8Array): Uint8Array =>
  referenceHash(concatenate([new TextEncoder().encode('ROMULUS 2 passphrase'), normalised(passphrase)]));

/** UTF-8 in form NFC; other bytes stay as they are. */
function normalised(passphrase: Uint8Array): Uint8Array {
  const text = Buffer.from(passphrase).toString('utf8');
  return Buffer.from(text).equals(passphrase) ? new TextEncoder().encode(text.normalize('NFC')) : passphrase;
}

export type ChunkKey = { mode: Mode; fileKey: Uint8Array; salt: Uint8Array };

/** The ciphertext and tag of one chunk. */
export const referenceChunk = (
  { mode, fileKey, salt }: ChunkKey,
  index: number,
  isLast: boolean,
  plaintext: Uint8Array,
): Uint8Array =>
  referenceEncrypt(mode, { key: fileKey, nonce: nonceOf(salt, index, isLast), plaintext, associatedData: NO_AD });

export function nonceOf(salt: Uint8Array, index: number, isLast: boolean): Uint8Array {
  const nonce = extended(salt.subarray(0, 11), 16);
  new DataView(nonce.buffer).setUint32(11, index);
  nonce[15] = isLast ? 1 : 0;
  return nonce;
}

/** The header of a file, and its chunks by number. `change` writes other parameters under a right commitment. */
export function referenceWriter(
  file: Omit<ReferenceFile, 'plaintext'>,
  change: (parameters: Uint8Array) => void = () => {},
) {
  const parameters = referenceParameters(file);
  change(parameters);
  const { fileKey, commitment } = referenceKeys(file.secret, parameters, file.associatedData);
  const chunkAt = (index: number, isLast: boolean, plaintext: Uint8Array, mode = file.mode) =>
    referenceChunk({ mode, fileKey, salt: file.salt }, index, isLast, plaintext);
  return { header: concatenate([parameters, commitment]), chunkAt };
}

/** A file's header, and its chunks. */
export function referenceParts({ plaintext, ...file }: ReferenceFile): { header: Uint8Array; chunks: Uint8Array[] } {
  const { header, chunkAt } = referenceWriter(file);
  const chunkLength = 2 ** file.chunkLog;
  const count = Math.max(1, Math.ceil(plaintext.length / chunkLength));
  const chunks = Array.from({ length: count }, (_, i) =>
    chunkAt(i, i === count - 1, plaintext.subarray(i * chunkLength, (i + 1) * chunkLength)),
  );
  return { header, chunks };
}

export function referenceSeal(file: ReferenceFile): Uint8Array {
  const { header, chunks } = referenceParts(file);
  return concatenate([header, ...chunks]);
}
