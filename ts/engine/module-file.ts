/** The builds that a module comes in as files, for `romulus-wasm/by-url`. */

import type { Bytes } from '../api/bytes.js';
import { builtin } from '../runtime/builtin.js';
import { hasRelaxedSimd, hasSimd128 } from './features.js';

interface ModuleFile {
  readonly url: URL;
  /** The hash that its bytes must have, as `fetch` takes it. */
  readonly integrity: string;
}

/** The fastest build that the engine runs. Only its file is asked where it is. */
export async function fastestFile(portable: () => ModuleFile, simd128: () => ModuleFile): Promise<Bytes> {
  if (!hasSimd128()) return read(portable());
  const bytes = await read(simd128());
  return hasRelaxedSimd() ? relax(bytes) : bytes;
}

async function read({ url, integrity }: ModuleFile): Promise<Bytes> {
  // Node fetches no files. Who can change one can change the code beside it, too.
  const files = url.protocol === 'file:' ? builtin('node:fs') : undefined;
  if (files) return new Uint8Array(files.readFileSync(url));
  try {
    return new Uint8Array(await (await fetch(url, { integrity })).arrayBuffer());
  } catch (cause) {
    // Browsers do not say which, as what they show for a missing file has another hash.
    throw new Error(`${url.href} is missing, or not that of this version`, { cause });
  }
}

/** Makes the relaxed module of the simd128 one, in place: as in module-text.ts, by the opcode of the swizzles. */
function relax(bytes: Bytes): Bytes {
  for (let at = bytes.indexOf(0xfd); at !== -1; at = bytes.indexOf(0xfd, at + 1))
    if (bytes[at + 1] === 0x8e && bytes[at + 2] === 0) bytes.set([0x80, 0x02], at + 1);
  return bytes;
}
