/** `POST /open`: the plaintext of a device's message, decrypted in a batch with those of other requests. */
import { wipe } from 'romulus-wasm';
import { admit, requireLength } from '../admission.js';
import { bytesOf, textOf } from '../base64.js';
import { Batcher } from '../batcher.js';
import { acceptJson } from '../body.js';
import { Problem } from '../problem.js';
import { unavailable } from '../replay.js';

/** A message in JSON. */
export const messageSchema = {
  type: 'object',
  required: ['device', 'nonce', 'ciphertext'],
  additionalProperties: false,
  properties: {
    device: { type: 'string', minLength: 1, maxLength: 64 },
    nonce: { type: 'string', format: 'base64-16-bytes' },
    // The shortest ciphertext is a tag alone: 16 bytes, which are 24 characters.
    ciphertext: { type: 'string', format: 'base64', minLength: 24 },
    associatedData: { type: 'string', format: 'base64' },
  },
};

/** @typedef {{ device: string, nonce: string, ciphertext: string, associatedData?: string }} JsonMessage */

/** @type {(message: JsonMessage) => import('../opening.js').Message} */
export const messageOf = ({ device, nonce, ciphertext, associatedData = '' }) => ({
  device,
  nonce: bytesOf(nonce),
  ciphertext: bytesOf(ciphertext),
  associatedData: bytesOf(associatedData),
});

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ config: import('../config.js').Config, opener: ReturnType<import('../opening.js').createOpener> }} options
 */
export async function openRoute(app, { config, opener }) {
  requireLength(app);
  admit(app, config.open);
  acceptJson(app, config.pace);

  const batcher = new Batcher(
    (/** @type {import('../opening.js').KeyedMessage[]} */ messages) => opener.open(messages, '/open'),
    config.open,
  );

  app.post('/open', { schema: { body: messageSchema } }, async (request, reply) => {
    const [message] = await opener.findKeys([messageOf(/** @type {JsonMessage} */ (request.body))]);
    const opened = await batcher.add(/** @type {import('../opening.js').KeyedMessage} */ (message));
    if (opened === 'not_authentic') throw new Problem(422, 'The message is not authentic.');
    if (opened === 'replayed') throw new Problem(409, 'The message, or one with its number, was accepted before.');
    if (opened === 'unavailable') throw unavailable();
    try {
      reply.header('cache-control', 'no-store');
      return { plaintext: textOf(opened) };
    } finally {
      wipe(opened);
    }
  });
}
