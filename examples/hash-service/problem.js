/**
 * Problems with requests, in the form that the client sees: a status and a sentence, and nothing of the request itself.
 * And the schemas of answers.
 */
import { endConnection } from './pipeline.js';

/** @type {Record<number, string>} */
const names = {
  400: 'bad_request',
  404: 'not_found',
  408: 'timeout',
  409: 'replayed',
  411: 'length_required',
  413: 'too_large',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  422: 'not_authentic',
  431: 'bad_request',
  503: 'busy',
};

export class Problem extends Error {
  constructor(/** @type {number} */ statusCode, /** @type {string} */ message) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const busy = () => new Problem(503, 'Too many requests at a time. Try again soon.');

/** @type {(limit: number) => Problem} */
export const tooLarge = (limit) => new Problem(413, `The body is longer than ${limit} bytes.`);

/** The body of an answer. */
const answerOf = (statusCode, message) => ({ error: names[statusCode] ?? 'bad_request', message });

/** @type {(properties: Record<string, object>, required?: string[]) => object} a JSON schema of an object with no others */
export const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

/** @type {(items: object, maxItems?: number) => object} a JSON schema of a list */
export const listOf = (items, maxItems) => ({ type: 'array', items, ...(maxItems && { maxItems }) });

/**
 * The responses of a route for its schema.
 *
 * @param {object} content the body of its answer, as a JSON schema, or by its media types
 * @param {number[]} statuses the problems that it may answer
 */
export function responses(content, ...statuses) {
  const problem = object({ error: { type: 'string' }, message: { type: 'string' } });
  const all = { 200: { description: 'ok', ...content } };
  for (const status of [400, 408, 417, 431, 500, 503, ...statuses])
    all[status] = { description: names[status] ?? 'internal', ...problem };
  return all;
}

/** @type {(app: import('./app.js').App) => void} answers with JSON to every error of a route, of Fastify, and of Node */
export function answerProblems(app) {
  app.setNotFoundHandler(() => {
    throw new Problem(404, 'There is no such route.');
  });
  app.setErrorHandler(answerProblem);
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw: { headers, httpVersion } }) => {
    if (headers.expect !== undefined && !/(^|\W)100-continue($|\W)/i.test(headers.expect))
      throw new Problem(417, 'Only 100-continue can be expected.');
    if (httpVersion === '1.1' && headers.host === undefined) throw new Problem(400, 'The request has no Host.');
  });
}

/** @type {(error: Error & { statusCode?: number, code?: string }, request: import('fastify').FastifyRequest, reply: import('fastify').FastifyReply) => any} */
export function answerProblem(error, request, reply) {
  // The client left in the middle of its body. Nobody will read the answer, and the service has no error to report.
  const statusCode = error.code === 'ECONNRESET' ? 400 : (error.statusCode ?? 500);
  // Closing the connection while the client still sends would destroy the answer. The service therefore reads and drops
  // the rest of the body, until the time limit. It does not do so for a client that hardly sends.
  if (statusCode === 408 || !reply.raw.shouldKeepAlive) reply.header('connection', 'close');
  else reply.removeHeader('connection');
  request.raw.resume();
  if (statusCode === 503) reply.header('retry-after', 1);
  if (statusCode < 500 || error instanceof Problem) {
    // Fastify's message is replaced, because it quotes the address.
    const message = error.code === 'FST_ERR_BAD_URL' ? 'The address cannot be decoded.' : error.message;
    return reply.code(statusCode).send(answerOf(statusCode, message));
  }
  request.log.error(error);
  return reply.code(500).send({ error: 'internal', message: 'Something went wrong here.' });
}

const refusals = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too long.'],
};

/**
 * Answers errors that occur before there is a request: the input is no HTTP, or did not come in time.
 *
 * @type {(error: Error & { code?: string }, socket: import('node:net').Socket) => void}
 */
export function answerClientError(error, socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP.'];
  const body = JSON.stringify(answerOf(Number.parseInt(status, 10), message));
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  endConnection(socket, `${head}\r\n\r\n${body}`);
}
