/** What a suite declares so that it can be checked; suites/ has a folder for each. */
import type { Kernel } from '../native/compile.js';
import type { SuiteKey } from '../suites.mjs';
import type { AeadMode } from '../ts/mode.js';
import type { PublicField, Verdict } from './public.js';

/** What is planted in a module, for the checks to find. */
export type LeakName = 'early end' | 'table lookup' | 'secret loop' | 'branch on a key';

export interface Suite {
  id: SuiteKey;
  name: string;
  /** The modules that the package ships. */
  shipped: Record<Kernel, { hex: string }>;
  modes: readonly AeadMode[];
  /** The number that lanes know the hash by, if there is one. */
  hash?: { name: string; id: number };
  publicFields: Record<Kernel, PublicField[]>;
  verdicts: Record<Kernel, Verdict[]>;
  /** Where the sources look at a verdict: a file, and what stands in the line. */
  verdictLines: [file: string, text: string][];
  /** How many cases memcheck watches: modes, what is done, and on which ways. */
  cases: Record<Kernel, number>;
  /** What is put before exported functions, where a module has them, so that they leak; and in which case memcheck sees it. */
  leaks: Record<string, { leak: LeakName; seenIn: string }>;
}
