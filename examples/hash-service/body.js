/** Bodies: which of them are read, how slowly they may arrive, how deeply their JSON may nest, and when it is parsed. */
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { busy, Problem, tooLarge } from './problem.js';

/**
 * @import { FastifyRequest } from 'fastify'
 * @import { App } from './app.js'
 * @typedef {{ interval: number, bytes: number }} Pace the bytes that a body must bring in each interval, in milliseconds
 */

/**
 * Limits the number of requests at a time in the plugin's routes, and the declared length of their bodies, before a body
 * is read.
 *
 * @type {(app: App, limits: { requests: number, bodyLimit: number }) => void}
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

/** Requests with `Expect: 100-continue`, with their responses. */
const expecting = new WeakMap();

/**
 * Answers a client that asks before it sends its body. The answer comes when the body is read, after the checks of the
 * headers. Node alone would accept every body.
 */
export function continueWhenRead(/** @type {import('node:http').Server} */ server) {
  server.on('checkContinue', (request, response) => {
    expecting.set(request, response);
    server.emit('request', request, response);
  });
}

/**
 * Reads a body to its end, piece by piece. Keeps no piece after its use, because a piece of one byte costs some hundred
 * bytes of memory. Reads nothing more while `take` works.
 *
 * @type {(request: FastifyRequest, pace: Pace, take: (piece: Uint8Array) => void) => Promise<void>}
 */
export async function readBody({ raw: request }, pace, take) {
  expecting.get(request)?.writeContinue();
  const refusing = new AbortController();
  let arrived = 0;
  const onData = (piece) => {
    arrived += piece.length;
    try {
      take(piece);
    } catch (error) {
      refusing.abort(error);
    }
  };
  const check = () => {
    if (arrived < pace.bytes) refusing.abort(new Problem(408, 'The body took too long to arrive.'));
    arrived = 0;
  };
  // After a long pause of this process, the input that has come meanwhile is read before the check.
  const watching = setInterval(() => setImmediate(check), pace.interval);
  try {
    await finished(request.on('data', onData), { signal: refusing.signal });
  } catch (error) {
    throw refusing.signal.reason ?? error;
  } finally {
    clearInterval(watching);
    request.off('data', onData);
  }
}

/**
 * Reads the whole body into one buffer of its declared length. Let `admit` check the length first. `check` sees each
 * piece as it arrives, and throws if the rest need not come.
 *
 * @type {(request: FastifyRequest, pace: Pace, check?: (piece: Uint8Array) => void) => Promise<Buffer>}
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
 * Makes the plugin's routes take JSON of a declared length. Refuses a body that nests more deeply than `deepest` as soon
 * as the bracket that nests too deeply arrives. 2 is a list in an object.
 *
 * @type {(app: App, pace: Pace, deepest?: number) => void}
 */
export function acceptJson(app, pace, deepest = 2) {
  const parse = promisify(app.getDefaultJsonParser('error', 'error'));
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === undefined) throw new Problem(411, 'The request has no Content-Length.');
  });
  app.addContentTypeParser('application/json', async (request) => {
    const body = await collectBody(request, pace, depthLimit(deepest));
    return parse(request, body.toString());
  });
  // Parsed JSON can be twenty times as large as its text. It is therefore dropped before the client takes the answer.
  app.addHook('onSend', async (request) => {
    request.body = undefined;
  });
}

const [quote, backslash, bracketOpens, braceOpens, bracketCloses, braceCloses] = Buffer.from('"\\[{]}');

/**
 * Returns a function that takes JSON piece by piece and throws at the first bracket that nests too deeply. Parsing a
 * megabyte of brackets would take a third of a second.
 *
 * @type {(deepest: number) => (piece: Uint8Array) => void}
 */
export function depthLimit(deepest) {
  let [depth, inText, escaped] = [0, false, false];
  return (piece) => {
    for (const byte of piece) {
      if (escaped) escaped = false;
      else if (byte === quote) inText = !inText;
      else if (inText) escaped = byte === backslash;
      else if (byte === bracketOpens || byte === braceOpens) depth++;
      else if (byte === bracketCloses || byte === braceCloses) depth--;
      if (depth > deepest) throw new Problem(400, 'The JSON is nested too deeply.');
    }
  };
}

/** The most bytes that are parsed in one turn of the event loop. A longer body is parsed in a turn of its own. */
const room = 65_536;
let left = 0;
let turn = Promise.resolve();

/**
 * Resolves in a turn in which a body of this length may be parsed. Many long bodies thus take many turns, and requests
 * that need less are answered in between.
 *
 * @type {(length: number) => Promise<void>}
 */
function turnFor(length) {
  turn = turn.then(async () => {
    if (length > left) {
      await nextTurn();
      left = room;
    }
    left -= length;
  });
  return turn;
}
