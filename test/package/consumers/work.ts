/** The work of all consumers' programs with the installed package: the official vectors, and a use of every entry. */
import { type Build, hideBeyond } from '../../fixtures/emulate-build.js';
import { checkOfficial } from '../official.js';
import { useFile, useMessages, usePool } from '../smoke.js';

/** Everything that can be imported. It is a parameter, as it may come from require() or elsewhere. */
export interface Package {
  romulus: typeof import('../../../ts/index.js');
  stream?: typeof import('../../../ts/stream/index.js');
  /** Absent where there are no workers. */
  pool?: typeof import('../../../ts/pool/index.js');
}

/** Works on the engine's fastest build, or up to a limit; then without files and pools, which do not choose builds. */
export async function work(
  { romulus, stream, pool }: Package,
  read: (file: string) => string | Promise<string>,
  limit?: Build,
) {
  if (limit) hideBeyond(limit);
  let taken: unknown;
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = ((source: BufferSource) => {
    taken = source;
    return instantiate(source);
  }) as typeof instantiate;
  await romulus.load();
  // Other code instantiates modules too: Node does when it first needs a Response.
  WebAssembly.instantiate = instantiate;
  const build = taken instanceof Uint8Array ? await sha256(taken as Uint8Array<ArrayBuffer>) : 'compiled';
  const vectors = await checkOfficial(romulus, read);
  const messages = await useMessages(romulus);
  if (limit) return { build, vectors, messages };
  return {
    build,
    vectors,
    messages,
    file: stream && (await useFile(romulus, stream)),
    pool: pool && (await usePool(romulus, await pool.createPool({ threads: 2 }))),
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
