/** What is told of a suite so that it can be checked; suites/ has a file for each. */
import type { Kernel } from '../native/compile.js';
import type { SuiteKey } from '../suites.mjs';
import type { AeadMode } from '../ts/mode.js';
import type { LeakName } from './modules.js';
import type { PublicField, Verdict } from './public.js';
import { elephant } from './suites/elephant/declaration.js';
import { isap } from './suites/isap/declaration.js';
import { romulus } from './suites/romulus/declaration.js';

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

export const suites: readonly Suite[] = [romulus, isap, elephant];
