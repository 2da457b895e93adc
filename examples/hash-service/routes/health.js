/** `GET /healthz` tells that the process runs. `GET /readyz` tells whether it accepts requests. */
import { Problem } from '../problem.js';

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {{ readiness: { ready: boolean } }} options
 */
export async function healthRoutes(app, { readiness }) {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (!readiness.ready) throw new Problem(503, 'The service is shutting down.');
    return { status: 'ready' };
  });
}
