/** The source of the devices' keys. */
import { readFileSync } from 'node:fs';
import { romulusN, wipe } from 'romulus-wasm';

/**
 * The interface of a key store. Put your own key management behind it.
 *
 * @typedef {object} KeyStore
 * @property {(device: string) => Promise<Uint8Array | undefined>} keyOf 16 bytes, for reading only; undefined if there is no such device
 * @property {() => void} close forgets all keys
 */

/**
 * A demonstration: keys in hexadecimal in a JSON file, `{ "device": "key" }`, read once and held in memory.
 *
 * @param {string} file
 * @returns {KeyStore}
 */
export function fileKeyStore(file) {
  /** @type {Map<string, Uint8Array>} */
  const keys = new Map();
  // Error messages quote nothing of the file, because a name may be a misplaced key.
  const isKey = new RegExp(`^[0-9a-f]{${2 * romulusN.keyLength}}$`, 'i');
  for (const [i, [device, hex]] of Object.entries(readObject(file)).entries()) {
    if (typeof hex !== 'string' || !isKey.test(hex))
      throw new TypeError(`${file}: the key of entry ${i + 1} is not ${romulusN.keyLength} bytes in hexadecimal`);
    keys.set(device, new Uint8Array(Buffer.from(hex, 'hex')));
  }
  return {
    keyOf: async (device) => keys.get(device),
    close() {
      wipe(...keys.values());
      keys.clear();
    },
  };
}

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
    throw new TypeError(`${file} is not a JSON object of device names and keys`);
  return value;
}
