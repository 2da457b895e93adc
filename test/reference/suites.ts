/** The suites of the table with what their references add: what a mode needs to be tried, and to have its vectors written. */
import { type ModeRow, type SuiteKey, suites as table } from '../../ts/suites/table.js';
import { type Algorithm, decryptWith, encryptWith, type ToDecrypt, type ToEncrypt } from './aead.js';
import type { Lengths } from './kats.js';

/** The export `reference` of test/reference/<key of the suite>.ts. A mode is named by its key in the table. */
export interface SuiteReference {
  /** The specification, by name and version. */
  title: string;
  /** The length of a block of text, as a long message is cut into pieces of whole blocks. */
  blockLength(mode: never): number;
  algorithm(mode: never): Algorithm;
  /** With the lengths of its long vectors. */
  hash?: { digest(message: Uint8Array): Uint8Array; lengths: number[] };
  /** SHA-256 of the files that the designers published, if any. */
  official: Record<string, string>;
  /** A vector that the designers published besides, in a file of its own for each mode, and its number there. */
  longest?: Lengths & { count: number };
  /** SHA-256 of the file of long vectors, as kats/README.md has it. */
  longSha256: string;
  /** More than 20 of them short enough to be compared with the reference. */
  longCases(mode: SuiteMode): Lengths[];
  /** The length in bytes up to which tests give random messages to the reference, as some are slow. */
  comparedMax: number;
  /** The lengths of the pieces, of text and of associated data, by which tests give a long vector to the module. */
  pieces(lengths: Lengths, blockLength: number): [text: number, ad: number][];
}

export interface SuiteMode extends Omit<ModeRow, 'name'> {
  /** As its specification calls it, within the suite. */
  name: string;
  /** The paper's name of the mode. */
  title: string;
  /** The beginning of its vectors' file names. */
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

// Not as part of `new URL()`, where vite would take the file for an asset.
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

/** In the order of the table. */
export const suites: Suite[] = await Promise.all((Object.keys(table) as SuiteKey[]).map(suiteOf));
