/** What goes wrong with a request, as the client is told: a status and a sentence, never anything of the request itself. */

/** @type {Record<number, string>} */
const names = {
  400: 'bad_request',
  404: 'not_found',
  408: 'timeout',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'not_authentic',
  503: 'busy',
};

export class Problem extends Error {
  /**
   * @param {number} statusCode
   * @param {string} message
   */
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const busy = () => new Problem(503, 'Too many requests at a time. Try again soon.');

/** @type {(limit: number) => Problem} */
export const tooLarge = (limit) => new Problem(413, `The body is longer than ${limit} bytes.`);

/**
 * The body of an answer.
 *
 * @param {number} statusCode
 * @param {string} message
 */
export const answerOf = (statusCode, message) => ({ error: names[statusCode] ?? 'bad_request', message });

/**
 * Answers with JSON to everything that a route or Fastify throws.
 *
 * @param {import('fastify').FastifyInstance} app
 */
export function answerProblems(app) {
  app.setNotFoundHandler(() => {
    throw new Problem(404, 'There is no such route.');
  });
  app.setErrorHandler((/** @type {Error & { statusCode?: number, code?: string }} */ error, request, reply) => {
    // The client went away in the middle of its body: nobody will read the answer, and nothing is wrong here.
    const statusCode = error.code === 'ECONNRESET' ? 400 : (error.statusCode ?? 500);
    // Closing the connection while the client still sends would take the answer with it. So the rest of the body is read and
    // thrown away, until the time limit.
    reply.removeHeader('connection');
    request.raw.resume();
    if (statusCode === 503) reply.header('retry-after', 1);
    if (statusCode < 500 || error instanceof Problem) {
      return reply.code(statusCode).send(answerOf(statusCode, error.message));
    }
    request.log.error(error);
    return reply.code(500).send({ error: 'internal', message: 'Something went wrong here.' });
  });
}

/**
 * Answers where there is no request yet to answer to: what came is not HTTP, or did not come in time.
 *
 * @param {Error & { code?: string }} error
 * @param {import('node:net').Socket} socket
 */
export function answerClientError(error, socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request took too long to arrive.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers are too long.']
        : ['400 Bad Request', 'This is not HTTP.'];
  const body = JSON.stringify(answerOf(Number.parseInt(status, 10), message));
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}
