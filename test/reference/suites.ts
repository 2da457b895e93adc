/** The suites of the table, with the parts that their references add for tests of modes and for making vectors. */
import { type ModeRow, type SuiteKey, suites as table } from '../../ts/suites/table.js';
import { type Algorithm, decryptWith, encryptWith, type ToDecrypt, type ToEncrypt } from './aead.js';
import type { Lengths } from './kats.js';

/** The export `reference` of test/reference/<key of the suite>.ts. The table's keys name the modes. */
export interface SuiteReference {
  /** The specification, by name and version. */
  title: string;
  /** The length of a block of text; long messages are cut into pieces of whole blocks. */
  blockLength(mode: never): number;
  algorithm(mode: never): Algorithm;
  /** The hash, with the lengths of its long vectors. */
  hash?: { digest(message: Uint8Array): Uint8Array; lengths: number[] };
  /** SHA-256 of the files that the designers published, if any. */
  official: Record<string, string>;
  /** A further published vector in a file of its own for each mode, and its number there. */
  longest?: Lengths & { count: number };
  /** More than 20 of these are short enough to compare with the reference. */
  longCases(mode: SuiteMode): Lengths[];
  /** The greatest length in bytes of random messages for the reference, as some references are slow. */
  comparedMax: number;
  /** The lengths of the pieces, of text and of associated data, in which tests give a long vector to the module. */
  pieces(lengths: Lengths, blockLength: number): [text: number, ad: number][];
}

export interface SuiteMode extends Omit<ModeRow, 'name'> {
  /** The specification's name within the suite. */
  name: string;
  /** The paper's name of the mode. */
  title: string;
  /** The prefix of its vectors' file names. */
  katName: string;
  blockLength: number;
  encrypt(request: ToEncrypt): Uint8Array;
  decrypt(request: ToDecrypt): Uint8Array | null;
}

export interface Suite extends Omit<SuiteReference, 'blockLength' | 'algorithm'> {
  key: SuiteKey;
  row: (typeof table)[SuiteKey];
  mostLanes: number;
  modes: SuiteMode[];
}

// Apart from `new URL()`: there, vite would take the file for an asset.
const here = import.meta.url;

async function suiteOf(key: SuiteKey): Promise<Suite> {
  const row = table[key];
  const file = new URL(`${key}.ts`, here).href;
  const { reference }: { reference: SuiteReference } = await import(/* @vite-ignore */ file);
  const modes = Object.entries(row.modes).map(([name, mode]) => {
    const algorithm = reference.algorithm(name as never);
    return {
      ...mode,
      name,
      title: mode.name,
      katName: `${key}-${name.toLowerCase()}`,
      blockLength: reference.blockLength(name as never),
      encrypt: (request: ToEncrypt) => encryptWith(algorithm, request),
      decrypt: (request: ToDecrypt) => decryptWith(algorithm, request, mode.tagLength),
    };
  });
  return { ...reference, key, row, mostLanes: row.mostLanes, modes };
}

/** The suites in the order of the table. */
export const suites: Suite[] = await Promise.all((Object.keys(table) as SuiteKey[]).map(suiteOf));
