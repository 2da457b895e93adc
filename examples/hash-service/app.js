/** The service: its routes, and how it ends. */
import Fastify, { LogController } from 'fastify';
import { load } from 'romulus-wasm';
import { formats } from './base64.js';
import { createMetrics, serveMetrics } from './metrics.js';
import { answerClientError, answerProblems } from './problem.js';
import { hashRoute } from './routes/hash.js';
import { hashManyRoute } from './routes/hash-many.js';
import { healthRoutes } from './routes/health.js';
import { openRoute } from './routes/open.js';

/**
 * @param {import('./config.js').Config} config
 * @param {import('./key-store.js').KeyStore} keyStore closed with the service
 */
export async function createApp(config, keyStore) {
  // So that the first request finds the module loaded, and a service that cannot load it does not start.
  await load();

  const app = Fastify({
    logger: { level: config.logLevel },
    // The metrics count requests; a line for each would take longer than the work.
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError,
    requestTimeout: config.timeLimit,
    // How often Node looks for requests whose time is over.
    http: { headersTimeout: config.timeLimit, connectionsCheckingInterval: Math.min(config.timeLimit, 1000) },
    // JSON is taken as it is: no strings made into numbers, nothing removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, formats } },
  });
  app.removeContentTypeParser('text/plain');
  const metrics = createMetrics();
  const readiness = { ready: true };

  answerProblems(app);
  serveMetrics(app, metrics);
  closeConnections(app, config);
  app.addHook('onClose', async () => keyStore.close());
  await app.register(healthRoutes, { readiness });
  await app.register(hashRoute, { config, metrics });
  await app.register(hashManyRoute, { config, metrics });
  await app.register(openRoute, { config, metrics, keyStore });

  return {
    app,
    /** Answers what has come, and ends. */
    async shutDown() {
      readiness.ready = false;
      await new Promise((resolve) => setTimeout(resolve, config.drainDelay));
      await app.close();
    },
  };
}

/**
 * Once the service closes, ends each connection after the answer that it waits for.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {import('./config.js').Config} config
 */
function closeConnections(app, { timeLimit }) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // Node no longer looks at the time of requests then. What is still coming after a whole time limit is over it.
    setTimeout(() => app.server.closeAllConnections(), timeLimit).unref();
    // An answer that was on its way just now did not ask the client to close.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
