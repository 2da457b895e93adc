/**
 * Requests that a client sends before it has the answers to earlier ones. The service processes one request of a
 * connection at a time, and Node answers them in their order.
 */

/**
 * The unanswered requests of each connection, in their order, and the last one that came.
 *
 * @typedef {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, begin: () => void }} Exchange
 * @type {WeakMap<import('node:net').Socket, { queue: Exchange[], last?: Exchange }>}
 */
const connections = new WeakMap();

/**
 * Hands on a connection's next request when the answer before it is sent. A response therefore always emits `close`,
 * which Node does not do for a response that waits behind others. Closes a connection with more than `most` unanswered
 * requests, because each costs memory.
 *
 * @type {(handle: import('node:http').RequestListener, most: number) => import('node:http').RequestListener}
 */
export function oneAtATime(handle, most) {
  return (request, response) => {
    const { socket } = request;
    // Ignores the rest of a packet that brought one request too many.
    if (socket.destroyed) return;
    const connection = connections.get(socket) ?? { queue: [] };
    connections.set(socket, connection);
    const { queue } = connection;
    const begin = () => {
      response.once('close', () => {
        queue.shift();
        // Node gives a response its socket when the answer before it is sent, and the connection stays open.
        if (queue[0]?.response.socket) queue[0].begin();
      });
      handle(request, response);
    };
    connection.last = { request, response, begin };
    if (queue.push(connection.last) > most) socket.destroy();
    else if (queue.length === 1) begin();
  };
}

/**
 * Ends a connection whose input is no request. The answer says why, unless it would stand in the place of another one: that
 * of a complete request, or one that has begun.
 *
 * @type {(socket: import('node:net').Socket, answer: string) => void}
 */
export function endConnection(socket, answer) {
  const { queue, last } = connections.get(socket) ?? { queue: [] };
  const { request, response } = queue[0] ?? last ?? {};
  const isFree = !request || (request.complete ? response?.writableFinished : !response?.headersSent);
  socket.end(isFree ? answer : '', () => socket.destroy());
}
