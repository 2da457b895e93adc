/** Where the keys of devices come from. */
import { readFileSync } from 'node:fs';
import { romulusN, wipe } from 'romulus-wasm';

/**
 * What the service needs of a key store: put one in front of your key management here.
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
  for (const [device, hex] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    if (typeof hex !== 'string' || !/^[0-9a-f]*$/i.test(hex) || hex.length !== 2 * romulusN.keyLength)
      throw new TypeError(`${file}: the key of ${device} is not ${romulusN.keyLength} bytes in hexadecimal`);
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
