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
export const openKeyStore = (settings) =>
  settings.service ? serviceKeyStore(settings.service, settings) : fileKeyStore(settings.file);

/**
 * Keys in hexadecimal in a JSON file, `{ "device": { "id": "key" } }`, read once and held in memory.
 *
 * @param {string} file
 * @returns {KeyStore}
 */
export function fileKeyStore(file) {
  /** @type {Map<string, Uint8Array>} */
  const keys = new Map();
  // Error messages quote nothing of the file, because a name may be a misplaced key.
  for (const [i, [device, ofDevice]] of Object.entries(readObject(file)).entries()) {
    const refusal = new TypeError(
      `${file}: entry ${i + 1} is not an object of ids and keys: whole numbers below 2^32, and ${romulusN.keyLength} bytes in hexadecimal`,
    );
    if (typeof ofDevice !== 'object' || ofDevice === null) throw refusal;
    for (const [id, hex] of Object.entries(ofDevice)) {
      const keyId = Number(id);
      const key = keyOf(hex);
      if (!key || `${keyId >>> 0}` !== id) throw refusal;
      keys.set(textOfName({ device, keyId }), key);
    }
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
 * @param {string} service the address
 * @param {import('./config.js').Config['keys']} settings
 * @returns {KeyStore}
 */
function serviceKeyStore(service, { token, timeLimit, cacheTime }) {
  /** @type {LRUCache<string, { key: Uint8Array | undefined }>} */
  const cache = new LRUCache({ max: 100_000, ttl: cacheTime });
  /** @type {(names: KeyName[]) => Promise<unknown[]>} */
  const ask = async (names) => {
    const response = await fetch(service, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ keys: names }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    const { keys } = response.ok ? /** @type {any} */ (await response.json()) : {};
    if (!Array.isArray(keys) || keys.length !== names.length || !keys.every((key) => key === null || keyOf(key)))
      throw new Error('this is not the answer of a key service');
    return keys;
  };
  return {
    async keysOf(names) {
      const found = names.map((name) => cache.get(textOfName(name)));
      const missing = names.filter((_, i) => !found[i]);
      if (missing.length > 0) {
        const keys = await ask(missing).catch(() => {
          throw new Problem(503, 'The keys cannot be read at the moment. Try again soon.');
        });
        for (const [i, name] of missing.entries()) {
          const entry = { key: keyOf(keys[i]) };
          cache.set(textOfName(name), entry);
          found[names.indexOf(name)] = entry;
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

/** @type {(hex: unknown) => Uint8Array | undefined} */
const keyOf = (hex) =>
  typeof hex === 'string' && hexadecimal.test(hex) ? new Uint8Array(Buffer.from(hex, 'hex')) : undefined;

/** @type {(file: string) => object} */
function readObject(file) {
  const text = readFileSync(file, 'utf8');
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    // This error is ignored, because the error of JSON.parse quotes the text.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${file} is not a JSON object of devices and their keys`);
  return value;
}
