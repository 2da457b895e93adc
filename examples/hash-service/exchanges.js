/** The requests of each connection that are not over: not answered yet, and the connection is still open. */

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ request: Request, response: Response, over: boolean, callbacks: (() => void)[] }} Exchange
 * @typedef {{ open: Set<Exchange>, last: Exchange }} Connection in the order of the requests
 */

/** @type {WeakMap<import('node:net').Socket, Connection>} */
const connections = new WeakMap();

/** @type {WeakMap<Response, Exchange>} */
const exchanges = new WeakMap();

/**
 * Follows every request, those too that no hook of Fastify sees, and hands it on. A connection with more of them at a time is
 * closed: each costs memory while it waits for the answers before it.
 *
 * @param {(request: Request, response: Response) => void} handle
 * @param {{ pipelined: number }} limits
 * @returns {(request: Request, response: Response) => void}
 */
export function following(handle, { pipelined }) {
  return (request, response) => {
    const { socket } = request;
    // What else came in the same packet as one too many.
    if (socket.destroyed) return;
    exchangeOf(request, response);
    const { open } = /** @type {Connection} */ (connections.get(socket));
    if (open.size > pipelined) socket.destroy();
    else handle(request, response);
  };
}

/**
 * Calls back once: when the answer was sent, or when the connection closed before that; at once if it has. The response alone
 * does not tell: it emits no `close` while it is queued behind the answers to the requests before it.
 *
 * @param {Request} request
 * @param {Response} response
 * @param {() => void} callback
 */
export function whenOver(request, response, callback) {
  const { over, callbacks } = exchangeOf(request, response);
  if (over) callback();
  else callbacks.push(callback);
}

/**
 * Calls back when a connection that brings no further request has got its answers; at once where it waits for none. The
 * callback learns whether the connection is owed one more: about its last request, of which a part did not come.
 *
 * @param {import('node:net').Socket} socket
 * @param {(owed: boolean) => void} callback
 */
export function whenAnswered(socket, callback) {
  const connection = connections.get(socket);
  if (!connection) return callback(true);
  const { open, last } = connection;
  // One whose body stays incomplete may never be answered.
  const coming = [...open].filter(({ request, response }) => request.complete || response.headersSent);
  const before = coming.at(-1);
  if (before) before.callbacks.push(() => whenAnswered(socket, callback));
  else callback(last.request.complete || !last.response.headersSent);
}

/** @type {(request: Request, response: Response) => Exchange} */
function exchangeOf(request, response) {
  const known = exchanges.get(response);
  if (known) return known;
  /** @type {Exchange} */
  const exchange = { request, response, over: false, callbacks: [] };
  exchanges.set(response, exchange);

  const { socket } = request;
  let connection = connections.get(socket);
  if (connection) connection.last = exchange;
  else {
    connection = { open: new Set(), last: exchange };
    connections.set(socket, connection);
    const { open } = connection;
    socket.once('close', () => {
      for (const exchange of [...open]) end(open, exchange);
    });
  }
  const { open } = connection;
  open.add(exchange);
  response.once('close', () => end(open, exchange));
  return exchange;
}

/** @type {(open: Set<Exchange>, exchange: Exchange) => void} */
function end(open, exchange) {
  if (!open.delete(exchange)) return;
  exchange.over = true;
  for (const callback of exchange.callbacks) callback();
}
