/** The modes of the suites other than Romulus, in the promise form and the sync form. */
import type { Aead, AeadSync } from 'romulus-wasm';
import { suites } from '../ts/suites/table.js';
import { importEntry } from './import-entry.js';

export interface OtherMode {
  aead: Aead;
  twin: AeadSync;
  /** The entry that exports it. */
  by: string;
}

export async function otherModes(): Promise<OtherMode[]> {
  const entries = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));
  const each = entries.map(async (entry) => {
    const suite = await importEntry(entry);
    const twins = Object.entries<AeadSync>({ ...(await suite.load()) });
    return twins.map(([name, twin]) => ({ aead: suite[name] as Aead, twin, by: `romulus-wasm/${entry}` }));
  });
  return (await Promise.all(each)).flat();
}
