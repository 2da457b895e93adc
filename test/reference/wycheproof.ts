/** The form of test files after Wycheproof: its schema for authenticated encryption, and a similar one for a hash. */

/** Changes with the contents of the files. */
export const WYCHEPROOF_VERSION = '1.1';

/** The meaning of a flag; bugType is one of Wycheproof's. */
export interface Note {
  bugType: 'FUNCTIONALITY' | 'EDGE_CASE' | 'AUTH_BYPASS' | 'MODIFIED_PARAMETER';
  description: string;
  effect?: string;
}

type TestVector<Field extends string> = Record<'comment' | 'msg' | Field, string> & {
  tcId: number;
  flags: string[];
  result: 'valid' | 'invalid';
};

export type AeadTestVector = TestVector<'key' | 'iv' | 'aad' | 'ct' | 'tag'>;
export type HashTestVector = TestVector<'digest'>;

interface TestGroup<Type extends string, Vector> {
  type: Type;
  source: { name: string; version: string };
  tests: Vector[];
}

/** Sizes are in bits. */
export type AeadTestGroup = TestGroup<'AeadTest', AeadTestVector> & Record<'ivSize' | 'keySize' | 'tagSize', number>;
export type HashTestGroup = TestGroup<'HashTest', HashTestVector> & { digestSize: number };

export interface TestFile<Group extends AeadTestGroup | HashTestGroup = AeadTestGroup | HashTestGroup> {
  algorithm: string;
  schema: string;
  generatorVersion: string;
  numberOfTests: number;
  header: string[];
  notes: Record<string, Note>;
  testGroups: Group[];
}

/** The name of a mode's file in kats/. */
export const testFileOf = ({ katName }: { katName: string }): string => `${katName.replaceAll('-', '_')}_test.json`;
