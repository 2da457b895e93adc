/** The suites of the table with what their references add: what a mode needs to be tried, and to have its vectors written. */
import { type ModeRow, type SuiteKey, suites as table } from '../../ts/suites/table.js';
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
  /** A mode is named by its key in the table. */
  blockLength(mode: never): number;
  encrypt(mode: never, request: Parameters<ModeReference['encrypt']>[0]): Uint8Array;
  decrypt(mode: never, request: Parameters<ModeReference['decrypt']>[0]): Uint8Array | null;
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
  /** As its paper calls it. */
  title: string;
  /** How the files of its vectors begin. */
  katName: string;
}

export interface Suite extends Omit<SuiteReference, keyof ModeReference> {
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
  const { blockLength, encrypt, decrypt, ...suite } = reference;
  const modes = Object.entries(row.modes).map(([name, mode]) => ({
    ...mode,
    name,
    title: mode.name,
    katName: `${key}-${name.toLowerCase()}`,
    blockLength: blockLength(name as never),
    encrypt: (request: Parameters<ModeReference['encrypt']>[0]) => encrypt(name as never, request),
    decrypt: (request: Parameters<ModeReference['decrypt']>[0]) => decrypt(name as never, request),
  }));
  return { ...suite, key, row, mostLanes: row.mostLanes, modes };
}

/** In the order of the table. */
export const suites: Suite[] = await Promise.all((Object.keys(table) as SuiteKey[]).map(suiteOf));
