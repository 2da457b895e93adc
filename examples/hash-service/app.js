/** The service: its routes and its shutdown. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import swagger from '@fastify/swagger';
import Fastify, { LogController } from 'fastify';
import { load } from 'romulus-wasm';
import { formats } from './base64.js';
import { continueWhenRead } from './body.js';
import { createMetrics, observeRequests } from './metrics.js';
import { createOpener } from './opening.js';
import { createOperations } from './operations.js';
import { oneAtATime } from './pipeline.js';
import { answerClientError, answerProblem, answerProblems } from './problem.js';
import { openReplayStore } from './replay.js';
import { hashRoute } from './routes/hash.js';
import { hashManyRoute } from './routes/hash-many.js';
import { openRoute } from './routes/open.js';
import { openManyRoute } from './routes/open-many.js';

/**
 * @typedef {import('fastify').FastifyInstance} App
 * @typedef {import('./config.js').Config} Config
 * @typedef {ReturnType<import('./opening.js').createOpener>} Opener
 * @typedef {(app: App, parts: { config: Config, metrics: import('./metrics.js').Metrics, opener: Opener }) => Promise<void>} Route
 */

/** @type {(config: Config, keyStore: import('./key-store.js').KeyStore) => Promise<{ app: App, operations: App, shutDown: () => Promise<void> }>} closes the key store with the service */
export async function createApp(config, keyStore) {
  // The module is loaded before the first request. A service that cannot load it does not start.
  await load();

  const app = Fastify({
    logger: { level: config.logLevel },
    // The metrics count requests. A log line for each would take longer than the work.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers: { 'x-request-id': id } }) => (/^[\w.-]{1,64}$/.test(`${id}`) && id ? `${id}` : randomUUID()),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerProblem,
    serverFactory: (handle) => createServer(serverOptions(config), oneAtATime(handle, config.connections.pipelined)),
    // JSON stays as it is: no strings become numbers, and nothing is removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, formats } },
  });
  // Only the routes that admit a body read it. Otherwise Fastify would read JSON for unknown routes too.
  app.removeAllContentTypeParsers();
  app.server.maxConnections = config.connections.most;
  continueWhenRead(app.server);
  const metrics = createMetrics();
  const replayStore = await openReplayStore(config.replay, (message) => app.log.warn(message));
  const opener = createOpener({ metrics, keyStore, replayStore });
  let closing = false;
  const operations = createOperations(metrics.registry, async () => {
    if (closing) return 'closing';
    return (await replayStore.isReady()) ? 'ready' : 'no_replay_store';
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  answerProblems(app);
  observeRequests(app, metrics);
  limitAnswers(app, config);
  closeConnections(app, config);
  app.addHook('onClose', async () => {
    keyStore.close();
    await replayStore.close();
  });
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'hash-service', version: '0.0.0' } } });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  for (const route of [hashRoute, hashManyRoute, openRoute, openManyRoute])
    await app.register(route, { config, metrics, opener });

  return {
    app,
    operations,
    /** Answers the requests that have come, and then ends the service. */
    async shutDown() {
      closing = true;
      await new Promise((resolve) => setTimeout(resolve, config.drainDelay));
      await app.close();
      await operations.close();
    },
  };
}

/** @type {(config: Config) => import('node:http').ServerOptions} */
const serverOptions = ({ timeLimit }) => ({
  requestTimeout: timeLimit,
  headersTimeout: timeLimit,
  // This time is longer than load balancers keep connections, so that load balancers close them first.
  keepAliveTimeout: 72_000,
  // The interval at which Node looks for requests whose time is over.
  connectionsCheckingInterval: Math.min(timeLimit, 1000),
  // Without this option, Node would refuse requests without a Host header, with a text of its own.
  requireHostHeader: false,
});

/**
 * Ends a connection whose client does not take its answer within the time limit, because such a client could hold its
 * place for any length of time.
 *
 * @type {(app: App, config: Config) => void}
 */
function limitAnswers(app, { timeLimit }) {
  app.addHook('onSend', async (request, reply) => {
    const timer = setTimeout(() => request.raw.socket.destroy(), timeLimit).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

/** @type {(app: App, config: Config) => void} ends each connection after its last answer when the service closes */
function closeConnections(app, { timeLimit }) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // From now on, Node no longer checks the time of requests. Incomplete requests are ended after one more time limit.
    setTimeout(() => app.server.closeAllConnections(), timeLimit).unref();
    // An answer that was under way has not asked the client to close the connection, so idle connections are closed
    // here.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
