/**
 * `POST /hash`: the Romulus-H digest of a body of any type and size. `POST /hash/many`: the digests of a list of messages.
 */
import { createHasher, hashMany } from 'romulus-wasm';
import { batcher } from '../batcher.js';
import { acceptJson, admit, readBody } from '../body.js';
import { bytesOf } from '../messages.js';
import { hashedBytes, messageBytes } from '../metrics.js';
import { listOf, object, responses, tooLarge } from '../problem.js';

/** @import { Route } from '../app.js' */

const inHex = (/** @type {Uint8Array} */ digest) => Buffer.from(digest).toString('hex');

/** @type {Route} */
export async function hashRoute(app, { config }) {
  const { bodyLimit } = config.hash;
  admit(app, config.hash);
  // The route itself reads bodies of all types.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const schema = {
    summary: 'The Romulus-H digest of the body.',
    body: { content: { '*/*': { schema: {} } } },
    response: responses(object({ digest: { type: 'string' }, length: { type: 'integer' } }), 413),
  };
  app.post('/hash', { schema }, async (request) => {
    const hasher = await createHasher();
    let length = 0;
    await readBody(request, config.pace, (piece) => {
      length += piece.length;
      if (length > bodyLimit) throw tooLarge(bodyLimit);
      hashedBytes.inc(piece.length);
      hasher.update(piece);
    });
    messageBytes.observe({ route: '/hash' }, length);
    return { digest: inHex(hasher.digest()), length };
  });
}

/** @type {Route} */
export async function hashManyRoute(app, { config }) {
  admit(app, config.hashMany);
  acceptJson(app, config.pace);
  const schema = {
    summary: 'The Romulus-H digests of the messages.',
    body: object({ messages: listOf({ type: 'string', format: 'base64' }, config.hashMany.messages) }),
    response: responses(object({ digests: listOf({ type: 'string' }) }), 411, 413, 415),
  };

  // Only one list is processed at a time, because its messages and digests take much more memory as arrays than as text.
  const add = batcher(
    async ([texts]) => {
      const messages = texts.map(bytesOf);
      for (const { length } of messages) messageBytes.observe({ route: '/hash/many' }, length);
      return [(await hashMany(messages)).map(inHex)];
    },
    { gather: 0, batch: 1, queue: config.hashMany.requests },
  );
  app.post('/hash/many', { schema }, async (request) => {
    const { messages } = /** @type {any} */ (request.body);
    return { digests: await add(messages) };
  });
}
