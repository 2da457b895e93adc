/**
 * Imports an entry of the package by its name. A page cannot import by a computed name, so web/bundle.ts replaces this
 * file there.
 */
import type { AeadSync } from 'romulus-wasm';

export type SuiteEntry = { load(): Promise<Record<string, AeadSync>> };

export const importEntry = (entry: string): Promise<SuiteEntry> => import(`romulus-wasm/${entry}`);
