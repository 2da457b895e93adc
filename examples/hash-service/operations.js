/** The port of the operators, for health, readiness and metrics. Clients do not reach it. */
import Fastify from 'fastify';

/** @typedef {() => Promise<'ready' | 'closing' | 'no_replay_store'>} Readiness */

/** @type {(registry: import('prom-client').Registry, readiness: Readiness) => import('./app.js').App} */
export function createOperations(registry, readiness) {
  const app = Fastify();
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const status = await readiness();
    // With 404, HAProxy sends nothing new here, and lets the requests that are here finish. With 503 it would end them.
    return reply.code(status === 'ready' ? 200 : 404).send({ status });
  });
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  return app;
}
