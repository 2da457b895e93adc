/**
 * Opens messages of devices: finds their keys, decrypts them together, and lets the replay store refuse repeated
 * messages.
 */
import { generateKey, romulusN, wipe } from 'romulus-wasm';
import { textOfName } from './key-store.js';
import { batchMessages, batchSeconds, messageBytes, messagesOpened } from './metrics.js';

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

/**
 * @typedef {ReturnType<typeof createOpener>} Opener
 * @param {import('./key-store.js').KeyStore} keyStore
 * @param {import('./replay.js').ReplayStore} replayStore
 */
export function createOpener(keyStore, replayStore) {
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
    const names = new Map(messages.map((message) => [textOfName(message), message]));
    const found = await keyStore.keysOf(Array.from(names.values(), ({ device, keyId }) => ({ device, keyId })));
    const keys = new Map(Array.from(names.keys(), (name, i) => [name, found[i]]));
    return messages.map((message) => {
      const { nonce, ciphertext, associatedData } = message;
      const keyName = textOfName(message);
      return { keyName, nonce, request: { key: keys.get(keyName) ?? nobodysKey, nonce, ciphertext, associatedData } };
    });
  };

  /**
   * Opens messages, and returns the results in their order. Calls `decrypted` when the next messages may be opened. Their
   * numbers are then claimed after those of the earlier ones, because Redis runs commands in their order.
   *
   * @type {(messages: KeyedMessage[], route: string, decrypted: () => void) => Promise<Opened[]>}
   */
  const open = async (messages, route, decrypted) => {
    const lengths = messageBytes.labels(route);
    for (const { request } of messages) lengths.observe(request.ciphertext.length);
    const end = batchSeconds.startTimer();
    const plaintexts = await romulusN.decryptMany(messages.map(({ request }) => request));
    end();
    decrypted();
    batchMessages.observe(messages.length);

    // A number is claimed only if its message is authentic. Otherwise anybody could use up a device's numbers.
    const authentic = messages.filter((_, i) => plaintexts[i]);
    const claims = await replayStore.claim(authentic).catch((error) => {
      wipe(...plaintexts.filter((plaintext) => plaintext !== null));
      throw error;
    });
    let next = 0;
    const opened = plaintexts.map((plaintext) => {
      if (!plaintext) return 'not_authentic';
      const claim = claims[next++];
      if (claim === 'accepted') return plaintext;
      wipe(plaintext);
      return claim;
    });
    for (const result of ['authentic', 'not_authentic', 'replayed', 'unavailable'])
      messagesOpened.inc(
        { result },
        opened.filter((one) => (typeof one === 'string' ? one : 'authentic') === result).length,
      );
    return opened;
  };
  return { findKeys, open };
}
