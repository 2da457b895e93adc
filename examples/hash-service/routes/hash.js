/** `POST /hash`: the Romulus-H digest of a body of any type and size. */
import { createHasher } from 'romulus-wasm';
import { admit } from '../admission.js';
import { readBody } from '../body.js';
import { tooLarge } from '../problem.js';

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ config: import('../config.js').Config, metrics: import('../metrics.js').Metrics }} options
 */
export async function hashRoute(app, { config, metrics }) {
  const { bodyLimit } = config.hash;
  admit(app, config.hash);
  // The route itself reads bodies of all types.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.post('/hash', async (request) => {
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
