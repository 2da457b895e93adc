/** Imports an entry of the package by its name. In a page there is no package: web/server.ts puts the entries here. */
import type { AeadSync } from 'romulus-wasm';

export type SuiteEntry = Record<string, unknown> & { load(): Promise<Record<string, AeadSync>> };

export const importEntry = (entry: string): Promise<SuiteEntry> => import(`romulus-wasm/${entry}`);
