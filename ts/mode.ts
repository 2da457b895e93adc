/** What is declared of a mode of authenticated encryption: by it, everything else works for any mode of any suite. */
import type { Loader } from './engine/loading.js';

/** @internal */
export type Direction = 'encrypt' | 'decrypt';

/**
 * So many messages side by side, and what a step of all of them takes where one of a message alone takes 1.
 *
 * @internal
 */
export type Together = readonly [width: number, cost: number];

/** @internal */
export interface AeadMode {
  readonly name: string;
  /** The number that the module knows it by. */
  readonly id: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  /** The direction in which it reads a text before crypting it. */
  readonly readsTextFirst: Direction | undefined;
  /** How often a text passes through a lane. */
  readonly passes: number;
  readonly together: readonly Together[];
  /** Of its suite's module. */
  readonly loader: Loader;
}
