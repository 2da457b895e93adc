/**
 * The open exchanges of each connection. An exchange is open until its request is answered or the connection closes.
 */

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ request: Request, response: Response, over: boolean, callbacks: (() => void)[] }} Exchange
 * @typedef {{ open: Set<Exchange>, last: Exchange }} Connection the open exchanges in the order of their requests
 */

/** @type {WeakMap<import('node:net').Socket, Connection>} */
const connections = new WeakMap();

/** @type {WeakMap<Response, Exchange>} */
const exchanges = new WeakMap();

/**
 * Follows every request and hands it on, even a request that no hook of Fastify sees. Closes a connection with more
 * than `pipelined` requests at a time, because each costs memory while it waits for earlier answers.
 *
 * @param {(request: Request, response: Response) => void} handle
 * @param {{ pipelined: number }} limits
 * @returns {(request: Request, response: Response) => void}
 */
export function following(handle, { pipelined }) {
  return (request, response) => {
    const { socket } = request;
    // Ignores the rest of a packet that brought one request too many.
    if (socket.destroyed) return;
    exchangeOf(request, response);
    const { open } = /** @type {Connection} */ (connections.get(socket));
    if (open.size > pipelined) socket.destroy();
    else handle(request, response);
  };
}

/**
 * Calls back once, when the exchange is over: the answer is sent, or the connection closes before that. Calls back at
 * once if the exchange is already over. The response alone does not show this, because it emits no `close` while it
 * waits behind earlier answers.
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
 * Calls back when a connection that sends no further requests has its answers, or at once if it waits for none. The
 * callback learns whether the connection still needs an answer to its last request, of which a part is missing.
 *
 * @param {import('node:net').Socket} socket
 * @param {(owed: boolean) => void} callback
 */
export function whenAnswered(socket, callback) {
  const connection = connections.get(socket);
  if (!connection) return callback(true);
  const { open, last } = connection;
  // A request with an incomplete body may never get an answer.
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
