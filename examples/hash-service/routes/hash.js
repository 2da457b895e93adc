/** `POST /hash`: the Romulus-H digest of a body of any type and size. */
import { hashStream } from 'romulus-wasm';
import { admit } from '../admission.js';
import { tooLarge } from '../problem.js';

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ config: import('../config.js').Config, metrics: import('../metrics.js').Metrics }} options
 */
export async function hashRoute(app, { config, metrics }) {
  const { bodyLimit } = config.hash;
  admit(app, config.hash);
  // Fastify is not to read the body: the route does.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.post('/hash', async (request) => {
    let length = 0;
    async function* body() {
      // The stream stays as it is when this loop is left early, so that an answer can still be sent.
      for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
        length += chunk.length;
        if (length > bodyLimit) throw tooLarge(bodyLimit);
        metrics.hashedBytes.inc(chunk.length);
        yield chunk;
      }
    }
    // Chunks are read as fast as they are hashed. When the client goes away, the body ends with an error, and so does the work.
    const digest = await hashStream(body());
    metrics.messageBytes.observe({ route: '/hash' }, length);
    return { digest: Buffer.from(digest).toString('hex'), length };
  });
}
