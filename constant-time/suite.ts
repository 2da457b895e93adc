/** The suites that are checked, each by what it declares. */
import type { Suite } from './declaration.js';
import { elephant } from './suites/elephant/declaration.js';
import { isap } from './suites/isap/declaration.js';
import { romulus } from './suites/romulus/declaration.js';

export const suites: readonly Suite[] = [romulus, isap, elephant];
