/** Tells the engine's caller of the official vectors, and of a random source that is missing. */

import * as romulus from 'romulus-wasm/js';
import { generateKey, loadSync, toHex } from 'romulus-wasm/js';
import { checkOfficial } from './official.js';
import vectors from './vectors.json';

const tell = globalThis.print ?? globalThis.tell;

function messageOf(call) {
  try {
    return call();
  } catch ({ code, message }) {
    return `${code}: ${message}`;
  }
}

async function main() {
  const missing = [generateKey, () => toHex(new Uint8Array(1))].map(messageOf);
  const { length } = loadSync().romulusH(new Uint8Array(3));
  tell(
    JSON.stringify({
      webAssembly: typeof WebAssembly,
      missing,
      length,
      vectors: await checkOfficial(romulus, (file) => vectors[file]),
    }),
  );
}

main().catch((error) => tell(String(error)));
