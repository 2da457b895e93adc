/** The form of test files after Wycheproof: its schema for authenticated encryption, and one like it for a hash. */

/** Changes with the contents of the files. */
export const WYCHEPROOF_VERSION = '1.1';

/** What a flag means; bugType is one of Wycheproof's. */
export interface Note {
  bugType: 'FUNCTIONALITY' | 'EDGE_CASE' | 'AUTH_BYPASS' | 'MODIFIED_PARAMETER';
  description: string;
  effect?: string;
}

interface TestVector {
  tcId: number;
  comment: string;
  flags: string[];
  msg: string;
  result: 'valid' | 'invalid';
}

export interface AeadTestVector extends TestVector {
  key: string;
  iv: string;
  aad: string;
  ct: string;
  tag: string;
}

export interface HashTestVector extends TestVector {
  digest: string;
}

interface Source {
  name: string;
  version: string;
}

/** Sizes are in bits. */
export interface AeadTestGroup {
  type: 'AeadTest';
  source: Source;
  ivSize: number;
  keySize: number;
  tagSize: number;
  tests: AeadTestVector[];
}

export interface HashTestGroup {
  type: 'HashTest';
  source: Source;
  digestSize: number;
  tests: HashTestVector[];
}

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
