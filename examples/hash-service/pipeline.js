/**
 * Requests that a client sends before it has the answers to earlier ones. The service processes one request of a
 * connection at a time, and Node answers them in their order.
 */

/**
 * The unanswered requests of each connection, in their order, and the last one that came. An element of the queue without
 * a request is the last answer of the connection.
 *
 * @type {WeakMap<import('node:net').Socket, { queue: any[], last?: any }>}
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
        if (queue[0]?.response?.socket !== null) queue[0]?.begin();
      });
      handle(request, response);
    };
    connection.last = { request, response, begin };
    if (queue.push(connection.last) > most) socket.destroy();
    else if (queue.length === 1) begin();
  };
}

/**
 * Gives a connection its last answer, after the answers to its complete requests. A request whose body is incomplete
 * gets this answer instead of its own. Does nothing if the connection has its last answer.
 *
 * @type {(socket: import('node:net').Socket, answer: string) => void}
 */
export function endAfterAnswers(socket, answer) {
  const { queue, last } = connections.get(socket) ?? { queue: [] };
  if (queue.length > 0 && !queue.at(-1).request) return;
  const isIncomplete = last?.request.complete === false;
  if (isIncomplete && queue.at(-1) === last) queue.pop();
  const text = isIncomplete && last.response.headersSent ? '' : answer;
  const begin = () => {
    if (socket.writable) socket.end(text, () => socket.destroy());
  };
  connections.set(socket, { queue });
  if (queue.push({ begin }) === 1) begin();
}
