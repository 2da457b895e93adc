/** `POST /open/many`: the plaintexts of a list of messages, as JSON or as bytes, answered in the same form. */
import { wipe } from 'romulus-wasm';
import { admit, requireLength } from '../admission.js';
import { textOf } from '../base64.js';
import { Batcher } from '../batcher.js';
import { acceptJson, collectBody } from '../body.js';
import { readMessages, writeOpened } from '../message-list.js';
import { responses } from '../problem.js';
import { messageOf, messageSchema } from './open.js';

/** @type {import('../app.js').Route} */
export async function openManyRoute(app, { config, opener }) {
  const { messages: most } = config.openMany;
  requireLength(app);
  admit(app, config.openMany);
  acceptJson(app, config.pace, 3);
  app.addContentTypeParser('application/octet-stream', (/** @type {import('fastify').FastifyRequest} */ request) =>
    collectBody(request, config.pace),
  );
  const list = {
    type: 'object',
    required: ['messages'],
    additionalProperties: false,
    properties: { messages: { type: 'array', maxItems: most, items: messageSchema } },
  };
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const result = {
    type: 'object',
    properties: { plaintext: { type: 'string' }, error: { enum: ['not_authentic', 'replayed', 'unavailable'] } },
  };
  const results = {
    type: 'object',
    required: ['results'],
    properties: { results: { type: 'array', items: result } },
  };
  const schema = {
    summary: 'The plaintexts of a list of messages, in the form in which it came.',
    body: { content: { 'application/json': { schema: list }, 'application/octet-stream': { schema: {} } } },
    response: responses({ content: { 'application/json': { schema: results }, ...bytes } }, 411, 413, 415),
  };

  // Only one list is processed at a time, because its messages take much more memory as arrays than as a body.
  const lists = new Batcher(
    async (/** @type {(() => import('../opening.js').Message[])[]} */ lists, /** @type {() => void} */ decrypted) =>
      Promise.all(lists.map(async (list) => opener.open(await opener.findKeys(list()), '/open/many', decrypted))),
    { gather: 0, batch: 1, queue: config.openMany.requests },
  );

  app.post('/open/many', { schema }, async (request, reply) => {
    const { body } = /** @type {{ body: Buffer | { messages: import('./open.js').JsonMessage[] } }} */ (request);
    const opened = await lists.add(
      'messages' in body ? () => body.messages.map(messageOf) : () => readMessages(body, most),
    );
    try {
      reply.header('cache-control', 'no-store');
      if (!('messages' in body)) return reply.type('application/octet-stream').send(writeOpened(opened));
      return { results: opened.map((one) => (typeof one === 'string' ? { error: one } : { plaintext: textOf(one) })) };
    } finally {
      wipe(...opened.filter((one) => typeof one !== 'string'));
    }
  });
}
