/** `POST /hash`: the Romulus-H digest of a body of any type and size. */
import { createHasher } from 'romulus-wasm';
import { admit } from '../admission.js';
import { readBody } from '../body.js';
import { responses, tooLarge } from '../problem.js';

/** @type {import('../app.js').Route} */
export async function hashRoute(app, { config, metrics }) {
  const { bodyLimit } = config.hash;
  admit(app, config.hash);
  // The route itself reads bodies of all types.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const schema = {
    summary: 'The Romulus-H digest of the body.',
    body: { content: { '*/*': { schema: {} } } },
    response: responses(
      {
        type: 'object',
        required: ['digest', 'length'],
        properties: { digest: { type: 'string' }, length: { type: 'integer' } },
      },
      413,
    ),
  };

  app.post('/hash', { schema }, async (request) => {
    const hasher = await createHasher();
    let length = 0;
    await readBody(request, config.pace, (piece) => {
      length += piece.length;
      if (length > bodyLimit) throw tooLarge(bodyLimit);
      metrics.hashedBytes.inc(piece.length);
      hasher.update(piece);
    });
    metrics.messageBytes.observe({ route: '/hash' }, length);
    return { digest: Buffer.from(hasher.digest()).toString('hex'), length };
  });
}
