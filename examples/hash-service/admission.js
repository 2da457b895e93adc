/** Back-pressure: who is let in, decided before a body is read. */
import { busy, tooLarge } from './problem.js';

/**
 * Lets so many requests at a time into the plugin's routes, with bodies of so many bytes, as far as they say.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {{ requests: number, bodyLimit: number }} limits
 */
export function admit(app, { requests, bodyLimit }) {
  let inside = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge(bodyLimit);
    if (inside >= requests) throw busy();
    inside++;
    // Not onResponse, which does not come when the client goes away.
    reply.raw.once('close', () => inside--);
  });
}
