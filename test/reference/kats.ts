/** What the files of kats/ hold: their fields and hashes, how they are read, and the inputs that the long vectors leave out. */
import type { Mode } from './romulus.js';

/** The fields of a response file in their order there, by the names that this project gives them. */
export const HASH_FIELDS = { message: 'Msg', digest: 'MD' } as const;
export const AEAD_FIELDS = {
  key: 'Key',
  nonce: 'Nonce',
  plaintext: 'PT',
  associatedData: 'AD',
  ciphertext: 'CT',
} as const;

export type HashVector = Record<keyof typeof HASH_FIELDS, Uint8Array>;

/** Its ciphertext ends with the tag. */
export type AeadVector = Record<keyof typeof AEAD_FIELDS, Uint8Array>;

export interface LongHashVector {
  mode: 'H';
  messageLength: number;
  digest: string;
}

export interface LongAeadVector<Name = Mode> {
  mode: Name;
  messageLength: number;
  adLength: number;
  tag: string;
  /** SHA-256 of the ciphertext without its tag. */
  ciphertextSha256: string;
}

export type LongVector = LongHashVector | LongAeadVector;

/** A sealed file; it opens with a passphrase where one is given, else with the key. */
export interface SealedVector {
  mode: Mode;
  chunkLog: number;
  passphrase?: string;
  iterationsLog?: number;
  plaintextLength: number;
  adLength: number;
  salt: string;
  fileKey: string;
  commitment: string;
  /** Left out where it is long. */
  sealed?: string;
  sealedSha256: string;
}

/** The two numbers of each input's pattern; see pattern(). */
export const PATTERNS = {
  key: { factor: 2654435761, start: 1000 },
  nonce: { factor: 2246822507, start: 2000 },
  message: { factor: 3266489909, start: 3000 },
  associatedData: { factor: 668265263, start: 4000 },
};

/** Reads a response file of the NIST lightweight cryptography project: 'Field = HEX' lines, a blank line a record. */
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
      return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    };
    const entries = Object.entries<string>(fields).map(([key, field]) => [key, bytesOf(field)]);
    return Object.fromEntries(entries) as Record<Name, Uint8Array>;
  });
}

/** SHA-256 of the files that the designers of the suites published. */
export const OFFICIAL_SHA256 = {
  'romulus-h.txt': '62353f4292a3432265a3e3a74911cd37f5a8377fddad749eb5e52e4092834387',
  'romulus-n.txt': '98b2ca3b1c985bfaaab1c92219f4dbf14b5e4c517f84209365ad9010b682da19',
  'romulus-m.txt': '611a190ffe24b5ff91d396e8e5b14f85bd0d4bbcb043bd9a21938072df1f4f88',
  'romulus-t.txt': 'b8a2584f79a111e256a57d4957681dd763328c923a26166c602acdb356fdb689',
  'romulus-n.1090.txt': 'f2301684c6e4431556ee40d7a7ccefca407021341fde9cc4d1628f8bc09bcf9d',
  'romulus-m.1090.txt': '13cb3b4215123ab4b95624657dcc4fa3f31f1ad8e03f36356b3cf9fabd1656e1',
  'romulus-t.1090.txt': 'a1946f306404e0461eee997c7404dcbfab867c870b91effdafcb369ffb8d67be',
  'isap-a-128a.txt': 'c1bd01c935a386d3709d31543a046076a1693a31173ae22c522e1e25b0e97c6e',
  'isap-a-128.txt': 'ac53be777fcb61b1bf4645e6d4a39f12a91fe547207d12ecfb27cc63714eb951',
  'isap-k-128a.txt': 'b70c2ce731d54aa021432f6e2a5ff9b4ef341f07fbe865acbcceb1964c09eece',
  'isap-k-128.txt': 'bf976d228e938ff2d78d8bb864163d13f51cf1af9155699b51dc3e9834353312',
  'elephant-dumbo.txt': '540321e90100b84c476e4ee2f433285f840956dac79760f0f987c11c1065e6e2',
  'elephant-jumbo.txt': '12af21e8de60b2741b6d65fab596cef854c95385d832d52f09a48f458633c08a',
  'elephant-delirium.txt': '5a9a1ad4a249ae18ca888d2987d53037e15654e5ce8724489da31cf10d5c5d5d',
};

/**
 * An input of a long vector: byte i is the highest byte of factor * (start + i)^3 mod 2^32. The cube makes all
 * blocks of a megabyte differ, so that none can take the place of another unnoticed.
 */
export function pattern(kind: keyof typeof PATTERNS, length: number): Uint8Array {
  const { factor, start } = PATTERNS[kind];
  return Uint8Array.from({ length }, (_, i) => {
    const x = start + i;
    return Math.imul(Math.imul(x, x), Math.imul(x, factor)) >>> 24;
  });
}
