/** The suites as their references have them: what a mode needs to be tried, and to have its vectors written. */
import {
  ELEPHANT_NAMES,
  elephantBlockLength,
  elephantDecrypt,
  elephantEncrypt,
  elephantTagLength,
} from './elephant.js';
import { ISAP_NAMES, isapBlockLength, isapDecrypt, isapEncrypt } from './isap.js';
import type { AeadVector } from './kats.js';
import { MODES, referenceDecrypt, referenceEncrypt } from './romulus.js';

export interface SuiteMode {
  /** As its specification calls it, within the suite. */
  name: string;
  /** Its number in the suite's module. */
  id: number;
  nonceLength: number;
  tagLength: number;
  /** Of the text, as a long message is cut into pieces of whole blocks. */
  blockLength: number;
  /** Gives the ciphertext followed by the tag. */
  encrypt(request: Omit<AeadVector, 'ciphertext'>): Uint8Array;
  /** Gives the plaintext, or null when the input is not authentic. */
  decrypt(request: Omit<AeadVector, 'plaintext'>): Uint8Array | null;
}

export interface Suite {
  name: string;
  modes: SuiteMode[];
}

const suiteOf = <Name extends string>(
  name: string,
  names: readonly Name[],
  lengthsOf: (name: Name) => Pick<SuiteMode, 'nonceLength' | 'tagLength' | 'blockLength'>,
  encrypt: (name: Name, request: Parameters<SuiteMode['encrypt']>[0]) => Uint8Array,
  decrypt: (name: Name, request: Parameters<SuiteMode['decrypt']>[0]) => Uint8Array | null,
): Suite => ({
  name,
  modes: names.map((name, id) => ({
    name,
    id,
    ...lengthsOf(name),
    encrypt: (request) => encrypt(name, request),
    decrypt: (request) => decrypt(name, request),
  })),
});

export const romulus = suiteOf(
  'Romulus',
  MODES,
  () => ({ nonceLength: 16, tagLength: 16, blockLength: 16 }),
  referenceEncrypt,
  referenceDecrypt,
);

export const isap = suiteOf(
  'ISAP',
  ISAP_NAMES,
  (name) => ({ nonceLength: 16, tagLength: 16, blockLength: isapBlockLength(name) }),
  isapEncrypt,
  isapDecrypt,
);

export const elephant = suiteOf(
  'Elephant',
  ELEPHANT_NAMES,
  (name) => ({ nonceLength: 12, tagLength: elephantTagLength(name), blockLength: elephantBlockLength(name) }),
  elephantEncrypt,
  elephantDecrypt,
);

/** How the files of a mode's vectors begin. */
export const katName = (suite: Suite, mode: SuiteMode): string =>
  `${suite.name.toLowerCase()}-${mode.name.toLowerCase()}`;
