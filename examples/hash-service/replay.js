/**
 * Replay stores. Each device counts in the first 8 bytes of its nonces, and a store accepts each number once under each
 * of the device's keys.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Problem } from './problem.js';

/**
 * @typedef {{ keyName: string, nonce: Uint8Array }} Numbered
 * @typedef {'accepted' | 'replayed' | 'unavailable'} Claim `unavailable` means that the key's window is damaged
 *
 * @typedef {object} ReplayStore
 * @property {(messages: Numbered[]) => Promise<Claim[]>} claim decides about authentic messages
 * @property {() => Promise<boolean>} isReady whether a claim would be decided now
 * @property {() => Promise<void>} close
 */

/**
 * The length of a window of remembered numbers, from the highest number down, as in IPsec and DTLS. Lower
 * numbers are refused.
 */
const windowLength = 64;

/** @typedef {(settings: import('./config.js').Config['replay'], warn: (message: string) => void) => Promise<ReplayStore>} Open */

/** @type {Open} */
export async function openReplayStore(settings, warn) {
  if (settings.store === 'memory') return memoryStore();
  if (settings.store !== 'none') return redisStore(settings, warn);
  warn('REPLAY_STORE is none: a message that is sent again is accepted again');
  return storeOf(() => true);
}

/** @type {(accept: (message: Numbered) => boolean) => ReplayStore} a store of this process that decides at once */
const storeOf = (accept) => ({
  claim: async (messages) => messages.map((message) => (accept(message) ? 'accepted' : 'replayed')),
  isReady: async () => true,
  close: async () => {},
});

/** Makes a store for one process, which may forget all numbers at its end. */
function memoryStore() {
  /** @type {Map<string, { highest: bigint, seen: bigint }>} bit i of `seen`: the number i below the highest was accepted */
  const windows = new Map();
  return storeOf(({ keyName, nonce }) => {
    const number = Buffer.from(nonce.buffer, nonce.byteOffset, 8).readBigUInt64BE();
    const { highest, seen } = windows.get(keyName) ?? { highest: number, seen: 0n };
    const [ahead, back] = [number - highest, highest - number];
    if (ahead > 0n) {
      const kept = ahead < windowLength ? BigInt.asUintN(windowLength, seen << ahead) : 0n;
      windows.set(keyName, { highest: number, seen: kept | 1n });
      return true;
    }
    if (back >= windowLength || seen & (1n << back)) return false;
    windows.set(keyName, { highest, seen: seen | (1n << back) });
    return true;
  });
}

/**
 * The script for Redis, which claims the numbers of messages, or releases them again. The value of a device's key in Redis has
 * its highest number as two halves. Then it has 8 bytes for each of the 64 numbers from the highest down. These 8 bytes are
 * zeros if no message with the number was accepted. Otherwise they name the accepted attempt. A claim that is sent again
 * after a broken connection therefore finds itself. An attempt without an answer in time can be released.
 */
const lua = `
local none = string.rep('\\0', 8)
local isRelease = ARGV[#ARGV] == 'release'
local answers = {}
for i, key in ipairs(KEYS) do
  local stored = redis.pcall('GET', key)
  if stored and (type(stored) == 'table' or #stored ~= ${8 + 8 * windowLength}) then
    answers[i] = 'damaged'
  else
  local high, low, window
  if stored then high, low, window = struct.unpack('>I4I4c${8 * windowLength}', stored) end
  local answer = {}
  for at = 1, #ARGV[i], 16 do
    local high2, low2, attempt = struct.unpack('>I4I4c8', ARGV[i], at)
    if not high then high, low, window = high2, low2, string.rep(none, ${windowLength}) end
    -- Exact where it is small, and never small where it is not exact.
    local back = (high - high2) * 4294967296 + (low - low2)
    local accepted = false
    if back >= 0 and back < ${windowLength} then
      local value = string.sub(window, 8 * back + 1, 8 * back + 8)
      accepted = value == none or value == attempt
      if value == (isRelease and attempt or none) then
        value = isRelease and none or attempt
        window = string.sub(window, 1, 8 * back) .. value .. string.sub(window, 8 * back + 9)
      end
    elseif back < 0 and not isRelease then
      window = attempt .. string.rep(none, math.min(-back, ${windowLength}) - 1) .. window
      window = string.sub(window, 1, ${8 * windowLength})
      high, low, accepted = high2, low2, true
    end
    answer[#answer + 1] = accepted and '1' or '0'
  end
  local changed = struct.pack('>I4I4', high, low) .. window
  if changed ~= stored then redis.call('SET', key, changed) end
  answers[i] = table.concat(answer)
  end
end
return answers`;

/**
 * Makes a store for any number of processes. Redis must keep every confirmed write: `appendfsync always`.
 *
 * @type {Open}
 */
async function redisStore({ store: address, timeLimit, checkInterval }, warn) {
  let started = false;
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: timeLimit,
    commandTimeout: timeLimit,
    // Without this, a connection whose other end has vanished would be kept for as long as TCP sends again.
    socketTimeout: timeLimit,
    // After a failover, the other end may be a replica now. Reconnects, and sends the command again.
    reconnectOnError: ({ message }) => message.includes('READONLY') && 2,
    // Commands that were under way when a connection broke are sent again over the next connection.
    maxRetriesPerRequest: null,
    // All processes come back soon after each other, so each takes its unanswered claims back before messages are repeated.
    retryStrategy: () => (started ? 100 : null),
    scripts: { run: { lua } },
  });
  // Each call sees its own failure. Without a listener, ioredis writes to the console.
  let problem = '';
  redis.on('error', ({ message }) => {
    problem = message;
  });
  await redis.connect().catch((error) => {
    redis.disconnect();
    throw new Error(`REPLAY_STORE: no Redis answers there (${problem || error})`);
  });
  started = true;
  const check = checkSettings(redis, warn);
  await check();
  const checking = setInterval(check, checkInterval).unref();
  const run = (...values) => /** @type {any} */ (redis).run(...values);
  return {
    async claim(messages) {
      // A list without authentic messages needs no Redis. Forged messages are thus refused as forged even while Redis
      // is away.
      if (messages.length === 0) return [];
      // The claim is refused at once while Redis is away. A claim that Redis never received leaves no trace there.
      if (redis.status !== 'ready') throw unavailable();
      const attempts = randomBytes(8 * messages.length);
      const windows = new Map();
      for (const [i, { keyName, nonce }] of messages.entries()) {
        const window = windows.get(keyName) ?? { positions: [], parts: [] };
        windows.set(keyName, window);
        window.positions.push(i);
        window.parts.push(nonce.subarray(0, 8), attempts.subarray(8 * i, 8 * i + 8));
      }
      const lists = [...windows.values()];
      const keys = Array.from(windows.keys(), (name) => `replay:${name}`);
      const values = [keys.length, ...keys, ...lists.map(({ parts }) => Buffer.concat(parts))];
      const answers = await run(...values, 'claim').catch(({ message }) => {
        warn(`the replay store failed: ${message}`);
        // This command takes the claim back. Redis may have run the claim or may still run it, but runs this command
        // after it in any case.
        run(...values, 'release').catch(() => {});
        throw unavailable();
      });
      const claims = Array(messages.length).fill('unavailable');
      for (const [i, { positions }] of lists.entries())
        if (answers[i] === 'damaged') warn(`the window at ${keys[i]} in Redis is damaged: see README.md`);
        else
          for (const [j, position] of positions.entries())
            claims[position] = answers[i][j] === '1' ? 'accepted' : 'replayed';
      return claims;
    },
    async isReady() {
      if (redis.status !== 'ready') return false;
      const writes = redis.set('replay-ready', '1').then(
        () => true,
        () => false,
      );
      return Promise.race([writes, sleep(500, false)]);
    },
    async close() {
      clearInterval(checking);
      redis.disconnect();
    },
  };
}

const durable = {
  appendonly: /^yes$/,
  appendfsync: /^always$/,
  // No window has a time to live, so the policies that begin with `volatile` remove none.
  'maxmemory-policy': /^(noeviction|volatile-.*)$/,
};

/**
 * Returns a function that warns of settings with which Redis loses windows. It says so again only if its finding changes.
 *
 * @type {(redis: Redis, warn: (message: string) => void) => () => Promise<void>}
 */
function checkSettings(redis, warn) {
  let said = '';
  return async () => {
    let finding = '';
    try {
      for (const [name, right] of Object.entries(durable)) {
        const [, value] = /** @type {string[]} */ (await redis.config('GET', name));
        if (value !== undefined && !right.test(value)) finding += `, ${name} is ${value}`;
      }
      finding &&= `Redis may forget numbers and accept messages again: set appendonly yes, appendfsync always and maxmemory-policy noeviction${finding}`;
    } catch (error) {
      finding = `the settings of Redis could not be read, so check yourself that they are appendonly yes, appendfsync always and maxmemory-policy noeviction: ${error}`;
    }
    if (finding && finding !== said) warn(finding);
    said = finding;
  };
}

export const unavailable = () => new Problem(503, 'Replays cannot be told at the moment. Try again soon.');
