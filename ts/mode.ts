/** The modes of authenticated encryption, and what the engine's callers must know of each. */

/** A mode of authenticated encryption, by its letter. */
export type Mode = 'N' | 'M' | 'T';

/** @internal */
export type Direction = 'encrypt' | 'decrypt';

/**
 * The number that the module knows a mode by; the direction in which the mode reads a text before crypting it; how often a
 * text passes, and what steps side by side cost (many.ts).
 *
 * @internal
 */
export const modes: Record<
  Mode,
  { id: number; readsTextFirst: Direction | undefined; passes: number; costs: readonly [number, number] }
> = {
  N: { id: 0, readsTextFirst: undefined, passes: 1, costs: [1.7, 3.8] },
  M: { id: 1, readsTextFirst: 'encrypt', passes: 2, costs: [2.1, 4.4] },
  T: { id: 2, readsTextFirst: 'decrypt', passes: 2, costs: [4.3, 8.9] },
};
