/** The service: its routes, and how it ends. */
import { createServer } from 'node:http';
import Fastify, { LogController } from 'fastify';
import { load } from 'romulus-wasm';
import { formats } from './base64.js';
import { continueWhenRead } from './body.js';
import { following, whenOver } from './exchanges.js';
import { createMetrics, serveMetrics } from './metrics.js';
import { createOpener } from './opening.js';
import { answerClientError, answerProblem, answerProblems } from './problem.js';
import { openReplayStore } from './replay.js';
import { hashRoute } from './routes/hash.js';
import { hashManyRoute } from './routes/hash-many.js';
import { healthRoutes } from './routes/health.js';
import { openRoute } from './routes/open.js';
import { openManyRoute } from './routes/open-many.js';

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
    frameworkErrors: answerProblem,
    serverFactory: (handle) => createServer(serverOptions(config), following(handle, config.connections)),
    // JSON is taken as it is: no strings made into numbers, nothing removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, formats } },
  });
  // No body is read but by the routes that admit it: without this, Fastify reads JSON that is sent to no route.
  app.removeAllContentTypeParsers();
  app.server.maxConnections = config.connections.most;
  continueWhenRead(app.server);
  const metrics = createMetrics();
  const replayStore = await openReplayStore(config.replay, (message) => app.log.warn(message));
  const opener = createOpener({ metrics, keyStore, replayStore });
  const readiness = { ready: true };

  answerProblems(app);
  serveMetrics(app, metrics);
  limitAnswers(app, config);
  closeConnections(app, config);
  app.addHook('onClose', async () => {
    keyStore.close();
    await replayStore.close();
  });
  await app.register(healthRoutes, { readiness });
  await app.register(hashRoute, { config, metrics });
  await app.register(hashManyRoute, { config, metrics });
  await app.register(openRoute, { config, opener });
  await app.register(openManyRoute, { config, opener });

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

/** @type {(config: import('./config.js').Config) => import('node:http').ServerOptions} */
const serverOptions = ({ timeLimit }) => ({
  requestTimeout: timeLimit,
  headersTimeout: timeLimit,
  // Longer than load balancers keep connections, so that they are the ones to close them.
  keepAliveTimeout: 72_000,
  // How often Node looks for requests whose time is over.
  connectionsCheckingInterval: Math.min(timeLimit, 1000),
  // Node would refuse requests without a host in words of its own.
  requireHostHeader: false,
});

/**
 * Ends connections whose client does not take its answer: it would hold its place for as long as it likes. Twice the time
 * limit, as an answer may wait for a request before it that is still coming.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {import('./config.js').Config} config
 */
function limitAnswers(app, { timeLimit }) {
  app.addHook('onSend', async (request, reply) => {
    const timer = setTimeout(() => request.raw.socket.destroy(), 2 * timeLimit).unref();
    whenOver(request.raw, reply.raw, () => clearTimeout(timer));
  });
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
