/** The files of kats/: their fields and hashes, their readers, and the inputs that the long vectors leave out. */
import type { romulus } from '../../ts/suites/table.js';
import { fromHex } from './bytes.js';

type Mode = keyof (typeof romulus)['modes'];

/** The fields of a response file in their order, by this project's names. */
export const HASH_FIELDS = { message: 'Msg', digest: 'MD' } as const;
export const AEAD_FIELDS = {
  key: 'Key',
  nonce: 'Nonce',
  plaintext: 'PT',
  associatedData: 'AD',
  ciphertext: 'CT',
} as const;

export type HashVector = Record<keyof typeof HASH_FIELDS, Uint8Array>;

/** The ciphertext includes the tag at its end. */
export type AeadVector = Record<keyof typeof AEAD_FIELDS, Uint8Array>;

export interface LongHashVector {
  mode: 'H';
  messageLength: number;
  digest: string;
}

/** The lengths are in bytes. */
export interface Lengths {
  messageLength: number;
  adLength: number;
}

export interface LongAeadVector extends Lengths {
  mode: string;
  tag: string;
  /** SHA-256 of the ciphertext without its tag. */
  ciphertextSha256: string;
}

/** An encrypted file. It opens with its passphrase if it has one, otherwise with the key. */
export interface FileVector {
  mode: Mode;
  chunkLog: number;
  passphrase?: string;
  costLog?: number;
  plaintextLength: number;
  adLength: number;
  salt: string;
  fileKey: string;
  commitment: string;
  /** Absent if it is long. */
  file?: string;
  /** The tags of the chunks of a long file. */
  tags?: string[];
  fileSha256: string;
}

/** A file that a reader must refuse at a step of docs/stream-format.md's table. All bytes are in hexadecimal. */
export interface RefusedFileVector {
  step: number;
  code: string;
  comment: string;
  /** The secret: a key, or a passphrase as text. */
  key?: string;
  passphrase?: string;
  /** In bytes, if it is not 2^28. */
  maxMemory?: number;
  ad: string;
  file: string;
  /** In step 9, the chunks before the wrong one, each with the first bytes of the pattern of messages. */
  chunksBefore?: number;
}

/** The inputs of the reader of such a file. */
export const readOfRefused = ({ key, passphrase = '', ...vector }: Omit<RefusedFileVector, 'step' | 'code'>) => ({
  file: fromHex(vector.file),
  secret: key === undefined ? { passphrase: new TextEncoder().encode(passphrase) } : { key: fromHex(key) },
  associatedData: fromHex(vector.ad),
  maxMemory: vector.maxMemory,
});

/** An HMAC. The key is a prefix of the longest one. */
export interface HmacVector {
  keyLength: number;
  messageLength: number;
  hmac: string;
}

/** The output of HKDF for a key, a salt (with the pattern of nonces) and info (with that of associated data). */
export interface HkdfVector {
  keyLength: number;
  saltLength: number;
  infoLength: number;
  length: number;
  derived: string;
}

/** The two numbers of each input's pattern; see pattern(). */
export const PATTERNS = {
  key: { factor: 2654435761, start: 1000 },
  nonce: { factor: 2246822507, start: 2000 },
  message: { factor: 3266489909, start: 3000 },
  associatedData: { factor: 668265263, start: 4000 },
};

/** Reads a response file of NIST's lightweight cryptography project: 'Field = HEX' lines, blank between records. */
export function readResponses<Name extends string>(
  text: string,
  fields: Record<Name, string>,
): Array<Record<Name, Uint8Array>> {
  const records = text.trimEnd().split('\n\n');
  return records.map((record) => {
    const values = new Map([...record.matchAll(/^(\w+) = ?(\w*)$/gm)].map(([, field, value]) => [field, value]));
    const bytesOf = (field: string) => {
      const hex = values.get(field);
      if (hex === undefined) throw new Error(`a record without ${field}: ${record}`);
      return fromHex(hex);
    };
    const entries = Object.entries<string>(fields).map(([key, field]) => [key, bytesOf(field)]);
    return Object.fromEntries(entries) as Record<Name, Uint8Array>;
  });
}

/**
 * An input of a long vector: byte i is the highest byte of factor * (start + i)^3 mod 2^32. The cube makes all blocks
 * of a megabyte differ, so no block can replace another unnoticed.
 */
export function pattern(kind: keyof typeof PATTERNS, length: number): Uint8Array {
  const { factor, start } = PATTERNS[kind];
  const bytes = new Uint8Array(length);
  for (let i = 0, x = start; i < length; i++, x++) bytes[i] = Math.imul(Math.imul(x, x), Math.imul(x, factor)) >>> 24;
  return bytes;
}

/** Each length and its neighbours. */
export const around = (...lengths: number[]): number[] => lengths.flatMap((length) => [length - 1, length, length + 1]);

/** Each length for texts, and each for associated data. */
export const onBothSides = (lengths: number[]): Lengths[] => [
  ...lengths.map((messageLength, i) => ({ messageLength, adLength: i % 2 === 0 ? 0 : 19 })),
  ...lengths.map((adLength, i) => ({ messageLength: i % 2 === 0 ? 0 : 21, adLength })),
];

/** Alternate lengths of texts and of their associated data. */
export const pairsOf = (...lengths: number[]): Lengths[] =>
  lengths.flatMap((messageLength, i) => (i % 2 === 0 ? { messageLength, adLength: lengths[i + 1]! } : []));

/** Two lengths of pieces for short messages and one for long ones, for text and associated data alike. */
export const piecesOf =
  (small: number, medium: number, large: number) =>
  ({ messageLength, adLength }: Lengths): [text: number, ad: number][] =>
    (Math.max(messageLength, adLength) > 4200 ? [large] : [small, medium]).map((length) => [length, length]);
