/** `POST /open`: the plaintext of a device's message, decrypted in a batch with those of other requests. */
import { wipe } from 'romulus-wasm';
import { admit, requireLength } from '../admission.js';
import { bytesOf, textOf } from '../base64.js';
import { Batcher } from '../batcher.js';
import { acceptJson } from '../body.js';
import { Problem, responses } from '../problem.js';
import { unavailable } from '../replay.js';

/** A message in JSON. */
export const messageSchema = {
  type: 'object',
  required: ['device', 'nonce', 'ciphertext'],
  additionalProperties: false,
  properties: {
    device: { type: 'string', format: 'device' },
    keyId: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    nonce: { type: 'string', format: 'base64-16-bytes' },
    // The shortest ciphertext is a tag alone: 16 bytes, which are 24 characters.
    ciphertext: { type: 'string', format: 'base64', minLength: 24 },
    associatedData: { type: 'string', format: 'base64' },
  },
};

/** @typedef {{ device: string, keyId?: number, nonce: string, ciphertext: string, associatedData?: string }} JsonMessage */

/** @type {(message: JsonMessage) => import('../opening.js').Message} */
export const messageOf = ({ device, keyId = 0, nonce, ciphertext, associatedData = '' }) => ({
  device,
  keyId,
  nonce: bytesOf(nonce),
  ciphertext: bytesOf(ciphertext),
  associatedData: bytesOf(associatedData),
});

/** @type {import('../app.js').Route} */
export async function openRoute(app, { config, opener }) {
  requireLength(app);
  admit(app, config.open);
  acceptJson(app, config.pace);

  const batcher = new Batcher(
    (/** @type {import('../opening.js').KeyedMessage[]} */ messages, decrypted) =>
      opener.open(messages, '/open', decrypted),
    config.open,
  );

  const plaintext = { type: 'object', required: ['plaintext'], properties: { plaintext: { type: 'string' } } };
  const schema = {
    summary: 'The plaintext of a message.',
    body: messageSchema,
    response: responses(plaintext, 409, 411, 413, 415, 422),
  };
  app.post('/open', { schema }, async (request, reply) => {
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
