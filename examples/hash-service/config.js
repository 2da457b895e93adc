/** The settings: environment variables. */
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
  if (!environment.KEY_FILE && !/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new Error('KEY_FILE must be set where HOST is not loopback: the keys of the demonstration are public');
  const port = number('PORT', 3000, 0);
  return {
    host,
    port,
    /** The address of health, readiness and metrics. */
    operations: {
      host: environment.OPERATIONS_HOST ?? '127.0.0.1',
      port: number('OPERATIONS_PORT', port && port + 1000, 0),
    },
    logLevel: environment.LOG_LEVEL ?? 'info',
    /** A JSON file of device names and keys. */
    keyFile: environment.KEY_FILE || fileURLToPath(new URL('demo-keys.json', import.meta.url)),
    /** Milliseconds that a client may take to send a request. */
    timeLimit: number('TIME_LIMIT', 60_000),
    connections: {
      /** The highest number of open connections. */
      most: number('CONNECTIONS', 5000),
      /** The highest number of unanswered requests of one connection. */
      pipelined: number('PIPELINED', 64),
    },
    /** The bytes that a body must bring in each interval, in milliseconds. */
    pace: { interval: number('PACE_INTERVAL', 5000), bytes: number('PACE_BYTES', 5000, 0) },
    /** Milliseconds between reporting "not ready" and closing. Load balancers need this time to notice. */
    drainDelay: number('DRAIN_DELAY', 0, 0),
    hash: {
      /** The greatest length of a body, in bytes. */
      bodyLimit: number('HASH_BODY_LIMIT', 2 ** 30),
      /** The highest number of requests at a time. */
      requests: number('HASH_REQUESTS', 64),
    },
    hashMany: {
      bodyLimit: number('HASH_MANY_BODY_LIMIT', 2 ** 20),
      requests: number('HASH_MANY_REQUESTS', 64),
      /** The highest number of messages in a list. */
      messages: number('HASH_MANY_MESSAGES', 10_000),
    },
    open: {
      bodyLimit: number('OPEN_BODY_LIMIT', 2 ** 16),
      requests: number('OPEN_REQUESTS', 4096),
      /** Milliseconds for which a batch gathers messages. */
      gather: number('OPEN_GATHER', 2),
      /** The number of messages that complete a batch. */
      batch: number('OPEN_BATCH', 1024),
      /** The number of messages that may wait for the next batch. */
      queue: number('OPEN_QUEUE', 4096),
    },
    openMany: {
      bodyLimit: number('OPEN_MANY_BODY_LIMIT', 2 ** 22),
      requests: number('OPEN_MANY_REQUESTS', 16),
      /** The highest number of messages in a list. */
      messages: number('OPEN_MANY_MESSAGES', 10_000),
    },
    replay: {
      /** The store of the devices' counters: `none`, `memory`, or the address of a Redis. */
      store: replayStore(environment.REPLAY_STORE ?? 'none'),
      /** Milliseconds that Redis may take to answer. */
      timeLimit: number('REPLAY_TIME_LIMIT', 2000),
      /** Milliseconds between checks of the settings of Redis. */
      checkInterval: number('REPLAY_CHECK_INTERVAL', 60_000),
    },
  };
}

/** @param {string} text */
function replayStore(text) {
  // The address may have a password, so the message does not repeat it.
  if (!/^(none|memory|rediss?:\/\/.+)$/.test(text))
    throw new TypeError('REPLAY_STORE must be none, memory, or begin with redis:// or rediss://');
  return text;
}
