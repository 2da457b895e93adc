/** What is declared of a mode of authenticated encryption: by it, everything else works for any mode of any suite. */
import type { Loader } from './engine/loading.js';

/** @internal */
export type Direction = 'encrypt' | 'decrypt';

/** @internal */
export interface AeadMode {
  readonly name: string;
  /** The number that the module knows it by. */
  readonly id: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  /** The direction in which it reads a text before crypting it. */
  readonly readsTextFirst: Direction | undefined;
  /** How often a text passes through a lane, and what steps side by side cost (many.ts). */
  readonly passes: number;
  readonly costs: readonly [narrow: number, wide: number];
  /** Of its suite's module. */
  readonly loader: Loader;
}
