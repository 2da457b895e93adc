/** `#module/romulus` in romulus-wasm/by-url: the builds lie in files beside the bundle. */
import type { Bytes } from '../api/bytes.js';
import { hasRelaxedSimd, hasSimd128 } from '../engine/detect.js';
import { builtin } from '../runtime/builtin.js';
import { integrity as portable } from '../suites/romulus/portable.generated.js';
import { integrity as simd128 } from '../suites/romulus/simd128.generated.js';

/** Reads the fastest build that the engine can run. Bundlers recognise a file only by an address in the form that follows. */
export default async function readFastest(): Promise<Bytes> {
  if (!hasSimd128()) return read(new URL('./romulus-portable.wasm', import.meta.url), portable);
  const bytes = await read(new URL('./romulus.wasm', import.meta.url), simd128);
  return hasRelaxedSimd() ? relax(bytes) : bytes;
}

async function read(url: URL, integrity: string): Promise<Bytes> {
  // Node's fetch does not support files. The hash is not checked: a person who can change the file can change the code beside it, too.
  const files = url.protocol === 'file:' ? builtin('node:fs') : undefined;
  if (files) return new Uint8Array(files.readFileSync(url));
  try {
    const response = await fetch(url, { integrity });
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    // Browsers do not tell these two cases apart, because the page for a missing file has another hash.
    throw new Error(`${url} is missing, or of another version`, { cause });
  }
}

/** Turns the simd128 module into the relaxed one, by the opcode of the swizzles, as engine/module-text.ts does with text. */
function relax(bytes: Bytes): Bytes {
  for (let at = bytes.indexOf(0xfd); at !== -1; at = bytes.indexOf(0xfd, at + 1))
    if (bytes[at + 1] === 0x8e && bytes[at + 2] === 0) bytes.set([0x80, 0x02], at + 1);
  return bytes;
}
