/** The modes of the suites other than Romulus, without promises. */
import type { AeadSync } from 'romulus-wasm';
import { suites } from '../ts/suites/table.js';
import { importEntry } from './import-entry.js';

export interface OtherMode {
  aead: AeadSync;
  /** The entry that exports it. */
  by: string;
}

export async function otherModes(): Promise<OtherMode[]> {
  const entries = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));
  const each = entries.map(async (entry) => {
    const suite = await importEntry(entry);
    return Object.values<AeadSync>(await suite.load()).map((aead) => ({ aead, by: `romulus-wasm/${entry}` }));
  });
  return (await Promise.all(each)).flat();
}
