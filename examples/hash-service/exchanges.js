/** The requests of each connection that are not over: not answered yet, and the connection is still open. */

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ request: Request, response: Response, callbacks: (() => void)[] }} Exchange
 * @typedef {{ open: Map<Response, Exchange>, last: Exchange }} Connection in the order of the requests
 */

/** @type {WeakMap<import('node:net').Socket, Connection>} */
const connections = new WeakMap();

/**
 * Follows every request of a server, those too that no hook of Fastify sees. A connection with more of them at a time is
 * closed: each costs memory while it waits for the answers before it.
 *
 * @param {import('node:http').Server} server
 * @param {{ pipelined: number }} limits
 */
export function followExchanges(server, { pipelined }) {
  server.prependListener('request', (request, response) => {
    exchangeOf(request, response);
    if (/** @type {Connection} */ (connections.get(request.socket)).open.size > pipelined) request.socket.destroy();
  });
}

/**
 * Calls back once: when the answer was sent, or when the connection closed before that. The response alone does not tell: it
 * emits no `close` while it is queued behind the answers to the requests before it.
 *
 * @param {Request} request
 * @param {Response} response
 * @param {() => void} callback
 */
export function whenOver(request, response, callback) {
  exchangeOf(request, response).callbacks.push(callback);
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
  const coming = [...open.values()].filter(({ request, response }) => request.complete || response.headersSent);
  const before = coming.at(-1);
  if (before) before.callbacks.push(() => whenAnswered(socket, callback));
  else callback(last.request.complete || !last.response.headersSent);
}

/** @type {(request: Request, response: Response) => Exchange} */
function exchangeOf(request, response) {
  const { socket } = request;
  let connection = connections.get(socket);
  const known = connection?.open.get(response);
  if (known) return known;

  const exchange = { request, response, callbacks: [] };
  if (connection) connection.last = exchange;
  else {
    connection = { open: new Map(), last: exchange };
    connections.set(socket, connection);
    const { open } = connection;
    socket.once('close', () => {
      for (const exchange of [...open.values()]) end(open, exchange);
    });
  }
  const { open } = connection;
  open.set(response, exchange);
  response.once('close', () => end(open, exchange));
  return exchange;
}

/** @type {(open: Map<Response, Exchange>, exchange: Exchange) => void} */
function end(open, { response, callbacks }) {
  if (!open.delete(response)) return;
  for (const callback of callbacks) callback();
}
