/** The suites of the table with what their references add: what a mode needs to be tried, and to have its vectors written. */
import { type ModeRow, type SuiteKey, suites as table } from '../../suites.mjs';
import type { AeadVector, Lengths } from './kats.js';

interface ModeReference {
  /** Of the text, as a long message is cut into pieces of whole blocks. */
  blockLength: number;
  /** Gives the ciphertext followed by the tag. */
  encrypt(request: Omit<AeadVector, 'ciphertext'>): Uint8Array;
  /** Gives the plaintext, or null when the input is not authentic. */
  decrypt(request: Omit<AeadVector, 'plaintext'>): Uint8Array | null;
}

/** What test/reference/<key of the suite>.ts exports as `reference`. */
export interface SuiteReference {
  /** The specification, by name and version. */
  title: string;
  /** By their keys in the table. */
  modes: Record<string, ModeReference>;
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
  /** Up to how many bytes random messages have that tests give to the reference, as some are slow. */
  comparedMax: number;
  /** By pieces of what lengths, of text and of associated data, tests give a long vector to the module. */
  pieces(lengths: Lengths, blockLength: number): [text: number, ad: number][];
}

export interface SuiteMode extends ModeReference, Omit<ModeRow, 'name'> {
  /** As its specification calls it, within the suite. */
  name: string;
  /** How the files of its vectors begin. */
  katName: string;
}

export interface Suite extends Omit<SuiteReference, 'modes'> {
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
  const { reference } = (await import(/* @vite-ignore */ file)) as { reference: SuiteReference };
  const modes = Object.entries(row.modes).map(([name, mode]) => {
    const { [name]: ofMode } = reference.modes;
    if (!ofMode) throw new Error(`${file} has no mode ${name}`);
    return { ...mode, ...ofMode, name, katName: `${key}-${name.toLowerCase()}` };
  });
  return { ...reference, key, row, mostLanes: row.mostLanes, modes };
}

/** In the order of the table. */
export const suites: Suite[] = await Promise.all((Object.keys(table) as SuiteKey[]).map(suiteOf));
