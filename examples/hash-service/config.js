/** The settings: environment variables, which README.md explains. */
import { fileURLToPath } from 'node:url';

/** @typedef {ReturnType<typeof readConfig>} Config */

/** @param {Record<string, string | undefined>} environment */
export function readConfig(environment) {
  /** @type {(name: string, fallback: number, least?: number) => number} */
  const number = (name, fallback, least = 1) => {
    const text = environment[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new RangeError(`${name} must be a whole number from ${least} on`);
    return value;
  };
  const host = environment.HOST ?? '127.0.0.1';
  if (!environment.KEY_FILE && !environment.KEY_SERVICE && !/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new Error(
      'KEY_FILE or KEY_SERVICE must be set where HOST is not loopback: the keys of the demonstration are public',
    );
  if (environment.KEY_SERVICE && !URL.canParse(environment.KEY_SERVICE))
    throw new TypeError('KEY_SERVICE is no address');
  const store = environment.REPLAY_STORE ?? 'none';
  // The address may have a password, so the message does not repeat it.
  if (!/^(none|memory|rediss?:\/\/.+)$/.test(store))
    throw new TypeError('REPLAY_STORE must be none, memory, or begin with redis:// or rediss://');
  const port = number('PORT', 3000, 0);
  return {
    host,
    port,
    operations: {
      host: environment.OPERATIONS_HOST ?? '127.0.0.1',
      port: number('OPERATIONS_PORT', port && port + 1000, 0),
    },
    logLevel: environment.LOG_LEVEL ?? 'info',
    keys: {
      file: environment.KEY_FILE || fileURLToPath(new URL('demo-keys.json', import.meta.url)),
      service: environment.KEY_SERVICE,
      token: environment.KEY_SERVICE_TOKEN,
      timeLimit: number('KEY_TIME_LIMIT', 1000),
      cacheTime: number('KEY_CACHE_TIME', 60_000),
    },
    timeLimit: number('TIME_LIMIT', 60_000),
    connections: { most: number('CONNECTIONS', 5000), pipelined: number('PIPELINED', 64) },
    pace: { interval: number('PACE_INTERVAL', 5000), bytes: number('PACE_BYTES', 5000, 0) },
    drainDelay: number('DRAIN_DELAY', 0, 0),
    hash: { bodyLimit: number('HASH_BODY_LIMIT', 2 ** 30), requests: number('HASH_REQUESTS', 64) },
    hashMany: {
      bodyLimit: number('HASH_MANY_BODY_LIMIT', 2 ** 20),
      requests: number('HASH_MANY_REQUESTS', 64),
      messages: number('HASH_MANY_MESSAGES', 10_000),
    },
    open: {
      bodyLimit: number('OPEN_BODY_LIMIT', 2 ** 16),
      requests: number('OPEN_REQUESTS', 4096),
      gather: number('OPEN_GATHER', 2),
      batch: number('OPEN_BATCH', 1024),
      queue: number('OPEN_QUEUE', 4096),
    },
    openMany: {
      bodyLimit: number('OPEN_MANY_BODY_LIMIT', 2 ** 22),
      requests: number('OPEN_MANY_REQUESTS', 16),
      messages: number('OPEN_MANY_MESSAGES', 10_000),
    },
    replay: {
      store,
      timeLimit: number('REPLAY_TIME_LIMIT', 2000),
      checkInterval: number('REPLAY_CHECK_INTERVAL', 60_000),
    },
  };
}
