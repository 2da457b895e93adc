/** `POST /open`: the plaintext of a device's message, decrypted together with those of other requests. */
import { generateKey, romulusN, wipe } from 'romulus-wasm';
import { admit, requireLength } from '../admission.js';
import { bytesOf, textOf } from '../base64.js';
import { Batcher } from '../batcher.js';
import { acceptJson } from '../body.js';
import { Problem } from '../problem.js';

const body = {
  type: 'object',
  required: ['device', 'nonce', 'ciphertext'],
  additionalProperties: false,
  properties: {
    device: { type: 'string', minLength: 1, maxLength: 64 },
    nonce: { type: 'string', format: 'base64-16-bytes' },
    // 24 characters are 16 bytes: a tag, and nothing encrypted.
    ciphertext: { type: 'string', format: 'base64', minLength: 24 },
    associatedData: { type: 'string', format: 'base64' },
  },
};

/** @typedef {{ device: string, nonce: string, ciphertext: string, associatedData?: string }} Message */

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ config: import('../config.js').Config, metrics: import('../metrics.js').Metrics, keyStore: import('../key-store.js').KeyStore }} options
 */
export async function openRoute(app, { config, metrics, keyStore }) {
  requireLength(app);
  admit(app, config.open);
  acceptJson(app, config.pace);

  const batcher = new Batcher(async (/** @type {import('romulus-wasm').DecryptRequest[]} */ requests) => {
    const end = metrics.batchSeconds.startTimer();
    const plaintexts = await romulusN.decryptMany(requests);
    end();
    metrics.batchMessages.observe(requests.length);
    return plaintexts;
  }, config.open);

  // Messages of unknown devices are decrypted too, under a key that nobody has: neither the answer nor the time that it takes
  // tells who is known.
  const nobodysKey = generateKey();

  app.post('/open', { schema: { body } }, async (request, reply) => {
    const { device, nonce, ciphertext, associatedData = '' } = /** @type {Message} */ (request.body);
    const message = {
      key: (await keyStore.keyOf(device)) ?? nobodysKey,
      nonce: bytesOf(nonce),
      ciphertext: bytesOf(ciphertext),
      associatedData: bytesOf(associatedData),
    };
    const plaintext = await batcher.add(message);
    metrics.messageBytes.observe({ route: '/open' }, message.ciphertext.length);
    metrics.opened.inc({ result: plaintext ? 'authentic' : 'not_authentic' });
    if (!plaintext) throw new Problem(422, 'The message is not authentic.');
    try {
      reply.header('cache-control', 'no-store');
      return { plaintext: textOf(plaintext) };
    } finally {
      wipe(plaintext);
    }
  });
}
