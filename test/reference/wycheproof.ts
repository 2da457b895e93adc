/** The form of test files after Wycheproof: its schema for authenticated encryption. */

/** Changes with the contents of the files. */
export const WYCHEPROOF_VERSION = '1.1';

/** The meaning of a flag; bugType is one of Wycheproof's. */
export interface Note {
  bugType: 'FUNCTIONALITY' | 'EDGE_CASE' | 'AUTH_BYPASS' | 'MODIFIED_PARAMETER';
  description: string;
  effect?: string;
}

export type AeadTestVector = Record<'comment' | 'key' | 'iv' | 'aad' | 'msg' | 'ct' | 'tag', string> & {
  tcId: number;
  flags: string[];
  result: 'valid' | 'invalid';
};

/** Sizes are in bits. */
export type AeadTestGroup = Record<'ivSize' | 'keySize' | 'tagSize', number> & {
  type: 'AeadTest';
  source: { name: string; version: string };
  tests: AeadTestVector[];
};

export interface TestFile {
  algorithm: string;
  schema: string;
  generatorVersion: string;
  numberOfTests: number;
  header: string[];
  notes: Record<string, Note>;
  testGroups: AeadTestGroup[];
}

/** The name of a mode's file in kats/. */
export const testFileOf = ({ katName }: { katName: string }): string => `${katName.replaceAll('-', '_')}_test.json`;
