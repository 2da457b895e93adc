/** The modes of authenticated encryption, and what the engine's callers must know of each. */

/** A mode of authenticated encryption, by its letter. */
export type Mode = 'N' | 'M' | 'T';

/** @internal */
export type Direction = 'encrypt' | 'decrypt';

/**
 * The number that the module knows a mode by, and the direction in which the mode reads a text before crypting it.
 *
 * @internal
 */
export const modes: Record<Mode, { id: number; readsTextFirst: Direction | undefined }> = {
  N: { id: 0, readsTextFirst: undefined },
  M: { id: 1, readsTextFirst: 'encrypt' },
  T: { id: 2, readsTextFirst: 'decrypt' },
};
