/** The clients beside the main load: slow, leaving, streaming and pipelining clients. Each counts its work until the run is over. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHasher } from 'romulus-wasm';

/** @typedef {{ port: number, messages: import('./messages.js').Message[], over: boolean }} Run */

/** @type {(run: Run) => import('./messages.js').Message} */
const anyOf = ({ messages }) =>
  /** @type {import('./messages.js').Message} */ (messages[Math.floor(Math.random() * messages.length)]);

/** @type {(body: string, path?: string, connection?: string) => string} */
const requestOf = (body, path = '/open', connection = 'close') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** @param {Run} run */
export async function slow(run) {
  let count = 0;
  for (; !run.over; count++) {
    const message = anyOf(run);
    const socket = connect(run.port, '127.0.0.1').setEncoding('utf8');
    const request = requestOf(message.request);
    for (let start = 0; start < request.length; start += 10) {
      socket.write(request.slice(start, start + 10));
      await sleep(20);
    }
    let answer = '';
    for await (const part of socket) answer += part;
    if (!answer.startsWith(`HTTP/1.1 ${message.status} `) || !answer.endsWith(message.answer))
      throw new Error(`a slow client got ${answer} instead of ${message.answer}`);
  }
  return { slow: count };
}

/** @param {Run} run */
export async function aborting(run) {
  let count = 0;
  for (; !run.over; count++) {
    const socket = connect(run.port, '127.0.0.1');
    socket.on('error', () => {});
    const request = requestOf(anyOf(run).request);
    // Sends a whole request, or the beginning of a request.
    socket.write(count % 2 === 0 ? request : request.slice(0, Math.random() * request.length));
    await sleep(Math.random() * 20);
    socket.resetAndDestroy();
    if (!socket.closed) await once(socket, 'close');
    await sleep(50);
  }
  return { aborted: count };
}

/** @param {Run} run */
export async function streaming(run) {
  const chunk = new Uint8Array(50_000).fill(7);
  const hasher = await createHasher();
  for (let i = 0; i < 100; i++) hasher.update(chunk);
  const expected = Buffer.from(hasher.digest()).toString('hex');
  async function* body() {
    for (let i = 0; i < 100; i++) {
      yield chunk;
      await sleep(10);
    }
  }
  let count = 0;
  for (; !run.over; count++) {
    // Node's fetch takes an iterable as a body, although its types do not say so.
    const init = { method: 'POST', body: /** @type {any} */ (body()), duplex: 'half' };
    const response = await fetch(`http://127.0.0.1:${run.port}/hash`, init);
    const { digest } = await response.json();
    if (digest !== expected) throw new Error(`a stream got ${digest} instead of ${expected}`);
  }
  return { streamed: count };
}

/** @param {Run} run */
export async function pipelining(run) {
  const hasher = await createHasher();
  const hashed = JSON.stringify({
    digest: Buffer.from(hasher.update(Buffer.from('{}')).digest()).toString('hex'),
    length: 2,
  });
  let count = 0;
  for (let round = 0; !run.over; round++) {
    const messages = Array.from({ length: 4 }, () => anyOf(run));
    // Each message takes longer than the request that follows it, so that request waits.
    const requests = messages.map(({ request }, i) => {
      const connection = i === messages.length - 1 ? 'close' : 'keep-alive';
      return requestOf(request, '/open', 'keep-alive') + requestOf('{}', '/hash', connection);
    });
    const socket = connect(run.port, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => {});
    socket.write(requests.join(''));
    if (round % 2 === 0) {
      await sleep(Math.random() * 5);
      socket.resetAndDestroy();
      if (!socket.closed) await once(socket, 'close');
      continue;
    }
    let text = '';
    for await (const part of socket) text += part;
    const answers = text.split(/HTTP\/1\.1 \d+ [\s\S]*?\r\n\r\n/).slice(1);
    const expected = messages.flatMap(({ answer }) => [answer, hashed]);
    if (answers.join('\n') !== expected.join('\n'))
      throw new Error(`a pipelining client got ${answers.join('\n')} instead of ${expected.join('\n')}`);
    count += answers.length;
  }
  return { pipelined: count };
}
