/** The sources of the devices' keys: a file, or a key management service. Put your own behind the same interface. */
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { romulusN, wipe } from 'romulus-wasm';
import { Problem } from './problem.js';

/**
 * A device has several keys, each with an id of its own, which the device's messages name.
 *
 * @typedef {{ device: string, keyId: number }} KeyName
 *
 * @typedef {object} KeyStore
 * @property {(names: KeyName[]) => Promise<(Uint8Array | undefined)[]>} keysOf the keys of one request's messages, of
 *   16 bytes each, for reading only; undefined where there is no such key
 * @property {() => void} close forgets all keys
 */

/** @type {(name: KeyName) => string} different for different names, because an id has no colon */
export const textOfName = ({ device, keyId }) => `${keyId}:${device}`;

/** @type {(settings: import('./config.js').Config['keys']) => KeyStore} */
export const openKeyStore = (settings) => (settings.service ? serviceKeyStore(settings) : fileKeyStore(settings.file));

/** @type {(file: string) => KeyStore} keys in a JSON file, `{ "device": { "id": "key" } }`, read once and held in memory */
export function fileKeyStore(file) {
  /** @type {Map<string, Uint8Array>} */
  const keys = new Map();
  const text = readFileSync(file, 'utf8');
  try {
    for (const [device, ofDevice] of entriesOf(JSON.parse(text)))
      for (const [id, hex] of entriesOf(ofDevice)) {
        const keyId = Number(id);
        if (`${keyId >>> 0}` !== id) throw new TypeError('an id is a number');
        keys.set(textOfName({ device, keyId }), keyOf(hex));
      }
  } catch {
    // The reason is not told: it would quote the text, and a name may be a misplaced key.
    throw new TypeError(
      `${file} is no JSON object of devices and their ids and keys, which are whole numbers below 2^32 and ${romulusN.keyLength} bytes in hexadecimal: see what follows ${keys.size} keys`,
    );
  }
  return {
    keysOf: async (names) => names.map((name) => keys.get(textOfName(name))),
    close() {
      wipe(...keys.values());
      keys.clear();
    },
  };
}

/**
 * The keys of a key management service, or of a small program before one. The request is a POST of
 * `{ "keys": [{ "device", "keyId" }] }`, and the answer `{ "keys": [hexadecimal or null] }` in the same order. Keys and
 * their absence are kept for `cacheTime`, so a key that is withdrawn there is taken here for that time.
 *
 * @type {(settings: import('./config.js').Config['keys']) => KeyStore}
 */
function serviceKeyStore({ service = '', token, timeLimit, cacheTime }) {
  /** @type {LRUCache<string, { key: Uint8Array | undefined }>} */
  const cache = new LRUCache({ max: 100_000, ttl: cacheTime });
  const ask = async (/** @type {KeyName[]} */ names) => {
    const response = await fetch(service, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ keys: names }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    const { keys } = response.ok ? /** @type {any} */ (await response.json()) : {};
    if (keys.length !== names.length) throw new TypeError('this is not the answer of a key service');
    return names.map((_, i) => ({ key: keys[i] === null ? undefined : keyOf(keys[i]) }));
  };
  return {
    async keysOf(names) {
      const found = names.map((name) => cache.get(textOfName(name)));
      const missing = names.filter((_, i) => !found[i]);
      if (missing.length > 0) {
        const entries = await ask(missing).catch(() => {
          throw new Problem(503, 'The keys cannot be read at the moment. Try again soon.');
        });
        for (const [i, name] of missing.entries()) {
          cache.set(textOfName(name), entries[i]);
          found[names.indexOf(name)] = entries[i];
        }
      }
      return found.map((entry) => entry?.key);
    },
    // A batch may still read a key when the cache drops it, so keys are wiped here only.
    close() {
      wipe(...[...cache.values()].flatMap(({ key }) => key ?? []));
      cache.clear();
    },
  };
}

const hexadecimal = new RegExp(`^[0-9a-f]{${2 * romulusN.keyLength}}$`, 'i');

function keyOf(/** @type {unknown} */ hex) {
  if (typeof hex !== 'string' || !hexadecimal.test(hex)) throw new TypeError('a key is hexadecimal');
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function entriesOf(/** @type {unknown} */ object) {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) throw new TypeError('this is no object');
  return Object.entries(object);
}
