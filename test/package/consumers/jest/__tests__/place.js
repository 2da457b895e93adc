/** Tells what the package does in an environment of Jest, with arrays of Node's realm and of a third one too. */
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import * as romulus from 'romulus-wasm';
import { work } from '../src/smoke.js';

const load = (specifier) => (typeof require === 'function' ? require(specifier) : import(specifier));

test('works', async () => {
  // jsdom has none, by which work() tells the builds apart.
  if (!crypto.subtle) Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });
  const { entries, kats } = globalThis.place;
  const stream = entries.includes('stream') ? await load('romulus-wasm/stream') : undefined;
  const pool = entries.includes('pool') ? await load('romulus-wasm/pool') : undefined;
  const outcome = await work({ romulus, stream, pool }, (file) => readFileSync(`${kats}/${file}`, 'utf8'));
  const arrays = [new Uint8Array(3), Buffer.alloc(3), runInNewContext('new Uint8Array(3)')];
  const digests = await Promise.all(arrays.map(async (array) => romulus.toHex(await romulus.romulusH(array))));
  const realms = new Set(arrays.map((array) => Object.getPrototypeOf(array).constructor)).size;
  process.stdout.write(JSON.stringify({ ...outcome, realms, digests: [...new Set(digests)] }));
}, 60_000);
