// A reader of encrypted files in plain form, written from the table of steps in docs/stream-format.md.

import { concatenate, equal } from './bytes.js';
import { nonceOf, referenceKeys } from './encrypted-file.js';
import { type Mode, referenceDecrypt } from './romulus.js';

interface Given {
  file: Uint8Array;
  secret: { key: Uint8Array } | { passphrase: Uint8Array };
  associatedData: Uint8Array;
  maxMemory?: number | undefined;
}

interface Opened {
  /** The chunks before the first that is refused. */
  chunks: Uint8Array[];
  /** The step that refuses the file, and its code. */
  step?: number;
  code?: string;
}

const HEADER_LENGTH = 64;
const TAG_LENGTH = 16;
const MAGIC = new TextEncoder().encode('ROMULUS');

const isWithin = (byte: number, least: number, most: number) => byte >= least && byte <= most;

export function referenceRead({ file, secret, associatedData, maxMemory = 2 ** 28 }: Given): Opened {
  const [version, letter, chunkLog, keySource, costLog, ...reserved] = file.subarray(7, 16) as unknown as number[];
  const mode = String.fromCharCode(letter!) as Mode;
  const isStretched = keySource === 1;
  const refused = (step: number, code: string): Opened => ({ chunks: [], step, code: `ERR_ROMULUS_${code}` });

  if ('key' in secret ? secret.key.length !== 16 : secret.passphrase.length === 0) return refused(1, 'LENGTH');
  if (!equal(file.subarray(0, 7), MAGIC)) return refused(2, 'FORMAT');
  if (version !== undefined && version !== 2) return refused(3, 'VERSION');
  if (file.length < HEADER_LENGTH) return refused(4, 'FORMAT');
  const isPossible =
    'NMT'.includes(mode) &&
    isWithin(chunkLog!, 10, 24) &&
    isWithin(keySource!, 0, 1) &&
    (isStretched ? isWithin(costLog!, 10, 20) : costLog === 0) &&
    reserved.every((byte) => byte === 0);
  if (!isPossible) return refused(5, 'FORMAT');
  if (isStretched !== 'passphrase' in secret) return refused(6, 'SECRET_KIND');
  if (isStretched && 2 ** (costLog! + 10) > maxMemory) return refused(7, 'MEMORY');
  const whole = 'key' in secret ? secret : { ...secret, costLog: costLog! };
  const { fileKey: key, commitment } = referenceKeys(whole, file.subarray(0, 32), associatedData);
  if (!equal(commitment, file.subarray(32, HEADER_LENGTH))) return refused(8, 'AUTH');

  const chunks: Uint8Array[] = [];
  const stride = 2 ** chunkLog! + TAG_LENGTH;
  for (let start = HEADER_LENGTH; start < file.length || chunks.length === 0; start += stride) {
    const nonce = nonceOf(file.subarray(16, 32), chunks.length, start + stride >= file.length);
    const ciphertext = file.subarray(start, start + stride);
    // A chunk that is shorter than its tag is not authentic.
    const plaintext = referenceDecrypt(mode, { key, nonce, associatedData: new Uint8Array(0), ciphertext });
    const isEmpty = plaintext?.length === 0 && chunks.length > 0;
    if (!plaintext || isEmpty) return { ...refused(9, 'AUTH'), chunks };
    chunks.push(plaintext);
  }
  return { chunks };
}

/** The plaintext, or null if anything is wrong with the file. */
export function referenceOpen(
  file: Uint8Array,
  secret: Given['secret'],
  associatedData: Uint8Array,
): Uint8Array | null {
  const { chunks, code } = referenceRead({ file, secret, associatedData });
  return code === undefined ? concatenate(chunks) : null;
}
