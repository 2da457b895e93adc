/** The settings: environment variables, each checked before any work. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { romulusHkdf } from 'romulus-wasm';
import { parseKeyFile } from 'romulus-wasm/stream';

/** @typedef {{ bytes: Uint8Array, id: string, forDigests: Uint8Array }} Key `id` tells keys apart, and tells nothing about them */

/** Each key has a queue of its own, so that workers get no job for another key. */
export const queueOf = (/** @type {Key} */ { id }) => `romulus-bulk-${id}`;

export async function readKey() {
  const file = process.env.KEY_FILE;
  if (!file) throw new Error('set KEY_FILE to a file that `romulus keygen` made');
  const bytes = parseKeyFile(readFileSync(file));
  const derived = await romulusHkdf({ key: bytes, info: Buffer.from('romulus-bulk: id, digests'), length: 36 });
  return { bytes, id: Buffer.from(derived.subarray(0, 4)).toString('hex'), forDigests: derived.subarray(4) };
}

/** Connects to the Redis at the address in REDIS. Redis must answer now. Later it may be away for a while. */
export async function connect() {
  const address = process.env.REDIS ?? 'redis://127.0.0.1:6379';
  const redis = new Redis(address, {
    connectTimeout: 3000,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  });
  await once(redis, 'ready').catch(() => {
    redis.disconnect();
    throw new Error('no Redis answers at the address in REDIS');
  });
  // Without a listener, ioredis prints each failure to connect again.
  redis.on('error', () => {});
  // Redis may lose jobs over a restart, or when its memory is full.
  for (const [name, value] of Object.entries({ appendonly: 'yes', 'maxmemory-policy': 'noeviction' })) {
    const [, found = 'unknown'] = /** @type {string[]} */ (await redis.config('GET', name).catch(() => []));
    if (found !== value) console.error(`bulk: Redis may lose jobs: its ${name} is ${found}, and should be ${value}`);
  }
  return redis;
}

/** @type {<Value>(key: Key, use: (queue: Queue, redis: Redis) => Promise<Value>) => Promise<Value>} */
export async function withQueue(key, use) {
  const connection = await connect();
  const queue = new Queue(queueOf(key), { connection });
  try {
    return await use(queue, connection);
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

/** @type {(name: string, fallback: number) => number} */
export function numberOf(name, fallback) {
  const number = Number(process.env[name] ?? fallback);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} must be a whole number`);
  return number;
}
