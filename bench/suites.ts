/** The modes of the suites besides Romulus, in both forms. Their entries stand here by name, as bundlers must find them. */
import type { Aead, AeadSync } from 'romulus-wasm';
import * as elephant from 'romulus-wasm/elephant';
import * as isap from 'romulus-wasm/isap';

export interface OtherMode {
  aead: Aead;
  twin: AeadSync;
  /** The entry that exports it. */
  by: string;
}

export async function otherModes(): Promise<OtherMode[]> {
  const each = Object.entries({ isap, elephant }).map(async ([entry, suite]) => {
    const twins = Object.entries<AeadSync>({ ...(await suite.load()) });
    const aeads = suite as unknown as Record<string, Aead>;
    return twins.map(([name, twin]) => ({ aead: aeads[name] as Aead, twin, by: `romulus-wasm/${entry}` }));
  });
  return (await Promise.all(each)).flat();
}
