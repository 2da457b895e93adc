/** The service: its routes, the port of its operators, and its shutdown. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import Fastify, { LogController } from 'fastify';
import { register } from 'prom-client';
import { load } from 'romulus-wasm';
import { continueWhenRead } from './body.js';
import { formats } from './messages.js';
import { observeRequests } from './metrics.js';
import { createOpener } from './opening.js';
import { oneAtATime } from './pipeline.js';
import { answerClientError, answerProblem, answerProblems } from './problem.js';
import { openReplayStore } from './replay.js';
import { hashManyRoute, hashRoute } from './routes/hash.js';
import { openManyRoute, openRoute } from './routes/open.js';

/**
 * @typedef {import('fastify').FastifyInstance} App
 * @typedef {import('./config.js').Config} Config
 * @typedef {(app: App, parts: { config: Config, opener: import('./opening.js').Opener }) => Promise<void>} Route
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
  const replayStore = await openReplayStore(config.replay, (message) => app.log.warn(message));
  let closing = false;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  answerProblems(app);
  observeRequests(app);
  app.addHook('onSend', async (request, reply) => {
    if (closing) reply.header('connection', 'close');
    // A client that does not take its answer could hold its place for any length of time.
    const timer = setTimeout(() => request.raw.socket.destroy(), config.timeLimit).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('preClose', async () => {
    // From now on, Node no longer checks the time of requests. Incomplete requests are ended after one more time limit.
    setTimeout(() => app.server.closeAllConnections(), config.timeLimit).unref();
    // An answer that was under way has not asked the client to close the connection, so idle connections are closed
    // here.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });
  app.addHook('onClose', async () => {
    keyStore.close();
    await replayStore.close();
  });
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'hash-service', version: '0.0.0' } } });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  const parts = { config, opener: createOpener(keyStore, replayStore) };
  for (const route of [hashRoute, hashManyRoute, openRoute, openManyRoute]) await app.register(route, parts);

  // The port of the operators, which clients do not reach.
  const operations = Fastify();
  operations.get('/healthz', async () => ({ status: 'ok' }));
  operations.get('/readyz', async (_, reply) => {
    const status = closing ? 'closing' : (await replayStore.isReady()) ? 'ready' : 'no_replay_store';
    // With 404, HAProxy sends nothing new here, and lets the requests that are here finish. With 503 it would end them.
    return reply.code(status === 'ready' ? 200 : 404).send({ status });
  });
  operations.get('/metrics', async (_, reply) => reply.type(register.contentType).send(await register.metrics()));

  return {
    app,
    operations,
    /** Answers the requests that have come, and then ends the service. */
    async shutDown() {
      closing = true;
      await sleep(config.drainDelay);
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
