/** What is declared of a mode of authenticated encryption: by it, everything else works for any mode of any suite. */
import type { ModeRow } from '../suites.mjs';
import type { Loader } from './engine/loader.js';
import { keyLength } from './engine/message.js';

/**
 * A row of the table of suites, and the loader of its suite's module.
 *
 * @internal
 */
export interface AeadMode extends ModeRow {
  readonly loader: Loader;
  readonly keyLength: number;
}

/** @internal */
export const modeOf = (row: ModeRow, loader: Loader): AeadMode => ({ ...row, loader, keyLength });
