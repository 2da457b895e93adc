/** Reads bodies, and refuses bodies that arrive too slowly. */
import { promisify } from 'node:util';
import { depthLimit, turnFor } from './json.js';
import { Problem } from './problem.js';

/** @typedef {{ interval: number, bytes: number }} Pace the bytes that a body must bring in each interval, in milliseconds */

/**
 * Requests with `Expect: 100-continue`, with their responses.
 *
 * @type {WeakMap<import('node:http').IncomingMessage, import('node:http').ServerResponse>}
 */
const expecting = new WeakMap();

/**
 * Answers a client that asks before it sends its body. The answer comes when the body is read, after the checks of the
 * headers. Node alone would accept every body.
 *
 * @type {(server: import('node:http').Server) => void}
 */
export function continueWhenRead(server) {
  server.on('checkContinue', (request, response) => {
    expecting.set(request, response);
    server.emit('request', request, response);
  });
}

/**
 * Reads a body to its end, piece by piece. Keeps no piece after its use, because a piece of one byte costs some hundred
 * bytes of memory. Reads nothing more while `take` works.
 *
 * @type {(request: import('fastify').FastifyRequest, pace: Pace, take: (piece: Uint8Array) => void) => Promise<void>}
 */
export async function readBody({ raw: request }, pace, take) {
  expecting.get(request)?.writeContinue();
  let stop = () => {};
  try {
    await new Promise((resolve, reject) => {
      let arrived = 0;
      const watching = setInterval(() => {
        // After a long pause of this process, the input that has come meanwhile is read before this check.
        setImmediate(() => {
          if (arrived < pace.bytes) reject(new Problem(408, 'The body took too long to arrive.'));
          arrived = 0;
        });
      }, pace.interval);
      const onData = (/** @type {Uint8Array} */ piece) => {
        arrived += piece.length;
        try {
          take(piece);
        } catch (error) {
          reject(error);
        }
      };
      stop = () => {
        clearInterval(watching);
        request.off('data', onData).off('end', resolve).off('error', reject);
      };
      request.on('data', onData).on('end', resolve).on('error', reject);
    });
  } finally {
    stop();
  }
}

/**
 * Reads the whole body into one buffer of its declared length. Let `admit` check the length first.
 *
 * @param {import('fastify').FastifyRequest} request
 * @param {Pace} pace
 * @param {(piece: Uint8Array) => void} [check] sees each piece as it arrives, and throws if the rest need not come
 */
export async function collectBody(request, pace, check) {
  // The buffer need not be filled with zeros, because nothing reads it before it is complete.
  const body = Buffer.allocUnsafeSlow(Number(request.headers['content-length']));
  let length = 0;
  await readBody(request, pace, (piece) => {
    check?.(piece);
    body.set(piece, length);
    length += piece.length;
  });
  await turnFor(length);
  return body;
}

/**
 * Makes the plugin's routes take JSON of a declared length. Refuses a body that nests too deeply as soon as the bracket
 * that nests too deeply arrives.
 *
 * @param {import('./app.js').App} app
 * @param {Pace} pace
 * @param {number} [deepest] how deeply a body may nest; 2 is a list in an object
 */
export function acceptJson(app, pace, deepest = 2) {
  /** @type {(request: import('fastify').FastifyRequest, text: string) => Promise<unknown>} */
  const parse = promisify(app.getDefaultJsonParser('error', 'error'));
  app.addContentTypeParser('application/json', async (/** @type {import('fastify').FastifyRequest} */ request) => {
    const body = await collectBody(request, pace, depthLimit(deepest));
    return parse(request, body.toString());
  });
  // Parsed JSON can be twenty times as large as its text. It is therefore dropped before the client takes the answer.
  app.addHook('onSend', async (request) => {
    request.body = undefined;
  });
}
