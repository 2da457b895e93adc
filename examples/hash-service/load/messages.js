/** Messages of many devices, and the answers that the service must give to them. */
import { generateKey, romulusN } from 'romulus-wasm';

/** @typedef {{ request: string, status: number, answer: string }} Message */

/** Makes messages. One in twenty is forged, and all others have different answers. */
export async function makeMessages(devices = 200, count = 20_000) {
  const keys = Array.from({ length: devices }, generateKey);
  const requests = Array.from({ length: count }, (_, i) => {
    const nonce = new Uint8Array(16);
    new DataView(nonce.buffer).setUint32(0, i);
    return {
      key: /** @type {Uint8Array} */ (keys[i % devices]),
      nonce,
      plaintext: Buffer.from(`reading ${i}: ${'.'.repeat(i % 100)}`),
      associatedData: Buffer.from(`header of ${i}`),
    };
  });
  const ciphertexts = await romulusN.encryptMany(requests);
  const messages = requests.map(({ nonce, plaintext, associatedData }, i) => {
    const ciphertext = Buffer.from(/** @type {Uint8Array} */ (ciphertexts[i]));
    const forged = i % 20 === 0;
    if (forged) ciphertext[i % ciphertext.length] = ~(/** @type {number} */ (ciphertext[i % ciphertext.length]));
    return {
      request: JSON.stringify({
        device: `device ${i % devices}`,
        nonce: Buffer.from(nonce).toString('base64'),
        ciphertext: ciphertext.toString('base64'),
        associatedData: associatedData.toString('base64'),
      }),
      status: forged ? 422 : 200,
      answer: JSON.stringify(
        forged
          ? { error: 'not_authentic', message: 'The message is not authentic.' }
          : { plaintext: plaintext.toString('base64') },
      ),
    };
  });
  return {
    keys: Object.fromEntries(keys.map((key, i) => [`device ${i}`, Buffer.from(key).toString('hex')])),
    messages,
  };
}
