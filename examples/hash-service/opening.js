/**
 * Opens messages of devices: finds their keys, decrypts them together, and lets the replay store refuse repeated
 * messages.
 */
import { generateKey, romulusN, wipe } from 'romulus-wasm';
import { textOfName } from './key-store.js';

/**
 * A message in the form in which it came. If the service refuses replays, the first 8 bytes of the nonce are a counter, big-endian.
 *
 * @typedef {object} Message
 * @property {string} device
 * @property {number} keyId which of the device's keys encrypted it
 * @property {Uint8Array} nonce
 * @property {Uint8Array} ciphertext with the tag at its end
 * @property {Uint8Array} associatedData
 *
 * @typedef {{ keyName: string, nonce: Uint8Array, request: import('romulus-wasm').DecryptRequest }} KeyedMessage
 * @typedef {'not_authentic' | 'replayed' | 'unavailable'} Refusal
 * @typedef {Uint8Array | Refusal} Opened the plaintext, which the caller wipes, or why there is none
 */

/** @param {{ metrics: import('./metrics.js').Metrics, keyStore: import('./key-store.js').KeyStore, replayStore: import('./replay.js').ReplayStore }} parts */
export function createOpener({ metrics, keyStore, replayStore }) {
  // Messages of unknown devices are decrypted too, under a key that nobody has. So neither the answer nor its time
  // tells which devices and keys are known.
  const nobodysKey = generateKey();

  /**
   * Finds the keys of a request's messages before they join the messages of other requests. A failure of the key store
   * therefore fails only one request.
   *
   * @type {(messages: Message[]) => Promise<KeyedMessage[]>}
   */
  const findKeys = async (messages) => {
    const keyNames = messages.map(textOfName);
    /** @type {Map<string, Message>} the last message under each key */
    const messageOf = new Map();
    for (const [i, message] of messages.entries()) messageOf.set(/** @type {string} */ (keyNames[i]), message);
    const found = await keyStore.keysOf([...messageOf.values()].map(({ device, keyId }) => ({ device, keyId })));
    const keys = new Map([...messageOf.keys()].map((name, i) => [name, found[i] ?? nobodysKey]));
    return messages.map(({ nonce, ciphertext, associatedData }, i) => {
      const keyName = /** @type {string} */ (keyNames[i]);
      const key = /** @type {Uint8Array} */ (keys.get(keyName));
      return { keyName, nonce, request: { key, nonce, ciphertext, associatedData } };
    });
  };

  /**
   * Opens messages, and returns the results in their order. Calls `decrypted` when the next messages may be opened. Their
   * numbers are then claimed after those of the earlier ones, because Redis runs commands in their order.
   *
   * @type {(messages: KeyedMessage[], route: string, decrypted: () => void) => Promise<Opened[]>}
   */
  const open = async (messages, route, decrypted) => {
    const lengths = metrics.messageBytes.labels(route);
    for (const { request } of messages) lengths.observe(request.ciphertext.length);
    const end = metrics.batchSeconds.startTimer();
    const plaintexts = await romulusN.decryptMany(messages.map(({ request }) => request));
    end();
    decrypted();
    metrics.batchMessages.observe(messages.length);

    // A number is claimed only if its message is authentic. Otherwise anybody could use up a device's numbers.
    const authentic = messages.filter((_, i) => plaintexts[i]);
    const claims = await replayStore.claim(authentic).catch((error) => {
      wipe(...plaintexts.filter((plaintext) => plaintext !== null));
      throw error;
    });
    let next = 0;
    const opened = plaintexts.map((plaintext) => {
      if (!plaintext) return 'not_authentic';
      const claim = /** @type {import('./replay.js').Claim} */ (claims[next++]);
      if (claim === 'accepted') return plaintext;
      wipe(plaintext);
      return claim;
    });
    for (const result of ['not_authentic', 'replayed', 'unavailable'])
      metrics.opened.inc({ result }, opened.filter((one) => one === result).length);
    metrics.opened.inc({ result: 'authentic' }, opened.filter((one) => typeof one !== 'string').length);
    return opened;
  };
  return { findKeys, open };
}
