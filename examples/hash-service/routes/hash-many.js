/** `POST /hash/many`: the Romulus-H digests of a list of messages. */
import { hashMany } from 'romulus-wasm';
import { admit } from '../admission.js';
import { bytesOf } from '../base64.js';

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ config: import('../config.js').Config, metrics: import('../metrics.js').Metrics }} options
 */
export async function hashManyRoute(app, { config, metrics }) {
  const { bodyLimit, messages: maxItems } = config.hashMany;
  admit(app, config.hashMany);

  const lengths = metrics.messageBytes.labels('/hash/many');
  const body = {
    type: 'object',
    required: ['messages'],
    additionalProperties: false,
    properties: { messages: { type: 'array', maxItems, items: { type: 'string', format: 'base64' } } },
  };

  app.post('/hash/many', { bodyLimit, schema: { body } }, async (request) => {
    const { messages } = /** @type {{ messages: string[] }} */ (request.body);
    const list = messages.map(bytesOf);
    for (const { length } of list) lengths.observe(length);
    const digests = await hashMany(list);
    return { digests: digests.map((digest) => Buffer.from(digest).toString('hex')) };
  });
}
