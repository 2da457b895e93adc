/**
 * `POST /open`: the plaintext of a device's message, decrypted in a batch with those of other requests. `POST /open/many`:
 * the plaintexts of a list of messages, as JSON or as bytes, answered in the same form.
 */
import { wipe } from 'romulus-wasm';
import { batcher } from '../batcher.js';
import { acceptJson, admit, collectBody } from '../body.js';
import { messageOf, messageSchema, readMessages, textOf, writeOpened } from '../messages.js';
import { listOf, object, Problem, responses } from '../problem.js';
import { unavailable } from '../replay.js';

/** @import { Route } from '../app.js' */

/** @type {Route} */
export async function openRoute(app, { config, opener }) {
  admit(app, config.open);
  acceptJson(app, config.pace);
  const add = batcher((messages, decrypted) => opener.open(messages, '/open', decrypted), config.open);
  const schema = {
    summary: 'The plaintext of a message.',
    body: messageSchema,
    response: responses(object({ plaintext: { type: 'string' } }), 409, 411, 413, 415, 422),
  };
  app.post('/open', { schema }, async (request, reply) => {
    const [message] = await opener.findKeys([messageOf(/** @type {any} */ (request.body))]);
    const opened = await add(message);
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

/** @type {Route} */
export async function openManyRoute(app, { config, opener }) {
  const { messages: most } = config.openMany;
  admit(app, config.openMany);
  acceptJson(app, config.pace, 3);
  app.addContentTypeParser('application/octet-stream', async (request) => collectBody(request, config.pace));
  const list = object({ messages: listOf(messageSchema, most) });
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const refusal = { enum: ['not_authentic', 'replayed', 'unavailable'] };
  const results = object({ results: listOf(object({ plaintext: { type: 'string' }, error: refusal }, [])) });
  const schema = {
    summary: 'The plaintexts of a list of messages, in the form in which it came.',
    body: { content: { 'application/json': { schema: list }, 'application/octet-stream': { schema: {} } } },
    response: responses({ content: { 'application/json': { schema: results }, ...bytes } }, 411, 413, 415),
  };

  // Only one list is processed at a time, because its messages take much more memory as arrays than as a body.
  const add = batcher(
    async ([read], decrypted) => [await opener.open(await opener.findKeys(read()), '/open/many', decrypted)],
    { gather: 0, batch: 1, queue: config.openMany.requests },
  );
  app.post('/open/many', { schema }, async (request, reply) => {
    const body = /** @type {any} */ (request.body);
    const isJson = 'messages' in body;
    const opened = await add(() => (isJson ? body.messages.map(messageOf) : readMessages(body, most)));
    try {
      reply.header('cache-control', 'no-store');
      if (!isJson) return reply.type('application/octet-stream').send(writeOpened(opened));
      return { results: opened.map((one) => (typeof one === 'string' ? { error: one } : { plaintext: textOf(one) })) };
    } finally {
      wipe(...opened.filter((one) => typeof one !== 'string'));
    }
  });
}
