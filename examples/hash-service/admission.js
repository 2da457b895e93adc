/** Back-pressure: admits or refuses a request before its body is read. */
import { busy, Problem, tooLarge } from './problem.js';

/**
 * Limits the number of requests at a time in the plugin's routes, and the declared length of their bodies.
 *
 * @type {(app: import('./app.js').App, limits: { requests: number, bodyLimit: number }) => void}
 */
export function admit(app, { requests, bodyLimit }) {
  let inside = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge(bodyLimit);
    if (inside >= requests) throw busy();
    inside++;
    reply.raw.once('close', () => inside--);
  });
}

/** @type {(app: import('./app.js').App) => void} refuses requests that do not say how long their body is */
export function requireLength(app) {
  app.addHook('onRequest', async (request) => {
    if (request.headers['content-length'] === undefined) throw new Problem(411, 'The request has no Content-Length.');
  });
}
