/** The settings: environment variables, each checked before any work. */
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { romulusH } from 'romulus-wasm';

/** @typedef {{ bytes: Uint8Array, id: string }} Key `id` tells keys apart in names of outputs, and tells nothing about the key */

/** Each key has a queue of its own, so that workers get no job for another key. */
export const queueOf = (/** @type {Key} */ { id }) => `romulus-bulk-${id}`;

/** Reads the key in KEY_FILE, which `romulus keygen` wrote. */
export async function readKey() {
  const file = process.env.KEY_FILE;
  if (!file) throw new Error('set KEY_FILE to a file that `romulus keygen` made');
  // Error messages never repeat the file's contents.
  const [, hex] = /^romulus-key-1 ([\da-f]{32})\n?$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (!hex) throw new Error(`${file} is not a key file of \`romulus keygen\``);
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  const digest = await romulusH(Buffer.concat([Buffer.from('romulus-bulk key id'), bytes]));
  return { bytes, id: Buffer.from(digest.subarray(0, 4)).toString('hex') };
}

/** Connects to the Redis at the address in REDIS. Redis must answer now. Later it may be away for a while. */
export async function connect() {
  const address = process.env.REDIS ?? 'redis://127.0.0.1:6379';
  let started = false;
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 3000,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (started ? Math.min(100 * times, 2000) : null),
  });
  // The caller sees the failure. Without a listener, ioredis also prints it.
  redis.on('error', () => {});
  try {
    await redis.connect();
  } catch {
    throw new Error('no Redis answers at the address in REDIS');
  }
  started = true;
  return redis;
}

/** @type {(name: string, fallback: number) => number} */
export function numberOf(name, fallback) {
  const number = Number(process.env[name] ?? fallback);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} must be a whole number`);
  return number;
}
