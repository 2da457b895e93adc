/** Loading the module of a suite ahead. */
import { type AeadSync, aeadSync } from './aead.js';
import type { Loader } from './engine/loader.js';
import type { AeadMode } from './mode.js';
import type { ModuleSource } from './platform.js';

/** Gives all modes of the suite with plain return values, by the names of their promise functions. */
export async function loadModes<Name extends string>(
  loader: Loader,
  modes: Readonly<Record<Name, AeadMode>>,
  source?: ModuleSource,
): Promise<Readonly<Record<Name, AeadSync>>> {
  const engine = await loader.load(source);
  const twins = Object.entries<AeadMode>(modes).map(([name, mode]) => [name, aeadSync(mode, engine)]);
  return Object.freeze(Object.fromEntries(twins));
}
