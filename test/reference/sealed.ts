// Sealed files in plain form, written from docs/stream-format.md over the reference modes and sharing no code with the product;
// each step by itself, so that tests can also make files that no writer would make.

import { concatenate } from './bytes.js';
import { type Mode, referenceDecrypt, referenceEncrypt, referenceHash } from './romulus.js';

export type ReferenceSecret = { key: Uint8Array } | { passphrase: Uint8Array; iterationsLog: number };

export interface ReferenceFile {
  mode: Mode;
  chunkLog: number;
  secret: ReferenceSecret;
  salt: Uint8Array;
  associatedData: Uint8Array;
  plaintext: Uint8Array;
}

const HMAC_BLOCK_LENGTH = 32;
const TAG_LENGTH = 16;
const HEADER_LENGTH = 48;
const NO_AD = new Uint8Array(0);

/** The header up to the commitment, 32 bytes. */
export function referenceParameters({ mode, chunkLog, secret, salt }: Omit<ReferenceFile, 'plaintext'>): Uint8Array {
  const [keySource, iterationsLog] = 'key' in secret ? [0, 0] : [1, secret.iterationsLog];
  const fields = [1, mode.charCodeAt(0), chunkLog, keySource, iterationsLog, 0, 0, 0, 0];
  return concatenate([new TextEncoder().encode('ROMULUS'), Uint8Array.from(fields), salt]);
}

/** The file key and the commitment, 16 bytes each, for the first 32 bytes of a header. */
export async function referenceKeys(
  secret: ReferenceSecret,
  parameters: Uint8Array,
  associatedData: Uint8Array,
): Promise<{ fileKey: Uint8Array; commitment: Uint8Array }> {
  const masterKey = 'key' in secret ? secret.key : await stretch(secret, parameters.subarray(16, 32));
  const adLength = new Uint8Array(8);
  for (let i = 0, rest = associatedData.length; i < 8; i++, rest = Math.floor(rest / 256)) adLength[7 - i] = rest % 256;
  const keys = hmac(masterKey, concatenate([parameters, adLength, associatedData]));
  return { fileKey: keys.slice(0, 16), commitment: keys.slice(16) };
}

async function stretch(
  { passphrase, iterationsLog }: { passphrase: Uint8Array; iterationsLog: number },
  salt: Uint8Array,
): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', passphrase.slice(), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: salt.slice(), iterations: 2 ** iterationsLog };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 128));
}

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(HMAC_BLOCK_LENGTH);
  block.set(key);
  const pad = (byte: number) => block.map((value) => value ^ byte);
  return referenceHash(concatenate([pad(0x5c), referenceHash(concatenate([pad(0x36), message]))]));
}

/** The ciphertext and tag of one chunk. */
export const referenceChunk = (mode: Mode, key: Uint8Array, index: number, isLast: boolean, plaintext: Uint8Array) =>
  referenceEncrypt(mode, { key, nonce: nonceOf(index, isLast), plaintext, associatedData: NO_AD });

function nonceOf(index: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(16);
  for (let i = 0; i < 4; i++) nonce[14 - i] = Math.floor(index / 256 ** i) % 256;
  nonce[15] = isLast ? 1 : 0;
  return nonce;
}

/** A header and the chunks of a file, each by itself. */
export async function referenceParts(file: ReferenceFile): Promise<{ header: Uint8Array; chunks: Uint8Array[] }> {
  const parameters = referenceParameters(file);
  const { fileKey, commitment } = await referenceKeys(file.secret, parameters, file.associatedData);
  const chunkLength = 2 ** file.chunkLog;
  const count = Math.max(1, Math.ceil(file.plaintext.length / chunkLength));
  const chunks = Array.from({ length: count }, (_, i) => {
    const plaintext = file.plaintext.subarray(i * chunkLength, (i + 1) * chunkLength);
    return referenceChunk(file.mode, fileKey, i, i === count - 1, plaintext);
  });
  return { header: concatenate([parameters, commitment]), chunks };
}

export async function referenceSeal(file: ReferenceFile): Promise<Uint8Array> {
  const { header, chunks } = await referenceParts(file);
  return concatenate([header, ...chunks]);
}

/** The plaintext, or null if anything is wrong with the file. */
export async function referenceOpen(
  sealed: Uint8Array,
  secret: { key: Uint8Array } | { passphrase: Uint8Array },
  associatedData: Uint8Array,
): Promise<Uint8Array | null> {
  const parameters = sealed.subarray(0, 32);
  const [, letter = 0, chunkLog = 0, keySource, iterationsLog = 0] = sealed.subarray(7, 12);
  if (keySource !== ('key' in secret ? 0 : 1)) return null;
  const full = 'key' in secret ? secret : { ...secret, iterationsLog };
  const { fileKey, commitment } = await referenceKeys(full, parameters, associatedData);
  if (commitment.some((byte, i) => byte !== sealed[32 + i])) return null;
  const stride = 2 ** chunkLog + TAG_LENGTH;
  const plaintexts: Uint8Array[] = [];
  for (let start = HEADER_LENGTH, i = 0; start === HEADER_LENGTH || start < sealed.length; start += stride, i++) {
    const plaintext = referenceDecrypt(String.fromCharCode(letter) as Mode, {
      key: fileKey,
      nonce: nonceOf(i, start + stride >= sealed.length),
      associatedData: NO_AD,
      ciphertext: sealed.subarray(start, start + stride),
    });
    if (!plaintext || (plaintext.length === 0 && i > 0)) return null;
    plaintexts.push(plaintext);
  }
  return concatenate(plaintexts);
}
