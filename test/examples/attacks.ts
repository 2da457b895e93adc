/** Clients that attack the example hash-service: each names what it does, and the service must go on as its README says. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { text } from '../inputs/bytes.js';
import { Service } from './service.js';

/** A connection on which a client writes what it likes. */
class Connection {
  /** Everything that has come. */
  received = '';
  readonly closed: Promise<unknown>;
  readonly socket: Socket;

  constructor({ port }: Service) {
    this.socket = connect(port, '127.0.0.1').setNoDelay();
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close');
    this.socket.setEncoding('utf8').on('data', (part) => {
      this.received += part;
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  static sending(service: Service, ...parts: string[]): Connection {
    const connection = new Connection(service);
    for (const part of parts) connection.socket.write(part);
    return connection;
  }

  /** Statuses of the answers so far, in their order. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }

  /** Once the service has sent so many answers. */
  async answers(count: number): Promise<number[]> {
    await expect.poll(() => this.statuses.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
    return this.statuses;
  }
}

const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
/** One whose body does not come. */
const announced = (path: string, length = 10, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n`;
const message = JSON.stringify({
  device: 'thermometer-1',
  nonce: 'AAECAwQFBgcICQoLDA0ODw==',
  ciphertext: 'T0Ku0hnsx59Nrz47rVKu5w==',
});
const inFlight = (path: string) => `http_requests_in_flight{route="${path}"}`;
const residentMemory = 'process_resident_memory_bytes';

/** The most memory of a service, in bytes above what it has now, while something is done to it. */
async function memoryOf(service: Service, attack: () => Promise<unknown>): Promise<number> {
  const before = await service.metric(residentMemory);
  let most = before;
  let attacking = true;
  const watching = (async () => {
    while (attacking) most = Math.max(most, await service.metric(residentMemory));
  })();
  await attack();
  attacking = false;
  await watching;
  return most - before;
}

describe('requests that wait in a pipeline when their connection dies', () => {
  it.each(['/hash', '/hash/many', '/open'])('leave their places: %s', async (path) => {
    const service = await Service.forThisTest({
      ...{ OPEN_GATHER: '1000', HASH_REQUESTS: '3', HASH_MANY_REQUESTS: '3', OPEN_REQUESTS: '4' },
    });
    for (let round = 0; round < 3; round++) {
      // The first is answered after a second: the others are done and wait for it.
      const connection = Connection.sending(service, post('/open', message) + post(path, '{}').repeat(3));
      const before = path === '/open' ? 4 : 3;
      await service.until(inFlight(path), (value) => value === before);
      connection.socket.resetAndDestroy();
      await service.until(inFlight(path), (value) => value === 0);
      await service.until(inFlight('/open'), (value) => value === 0);
    }
    // No place was lost, and none was given back twice.
    const places = path === '/open' ? 4 : 3;
    for (let i = 0; i < places; i++) Connection.sending(service, announced(path));
    await service.until(inFlight(path), (value) => value === places);
    expect((await service.post(path, '{}', 'application/json')).status).toBe(503);
  });

  it('cost no more memory than so many of them', async () => {
    const service = await Service.forThisTest({ OPEN_GATHER: '60000', LOG_LEVEL: 'info' });
    const flood = post('/open', message) + 'GET /x HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(100_000);
    const connection = Connection.sending(service, flood);
    await connection.closed;
    expect(connection.received).toBe('');
    await service.until(inFlight('/open'), (value) => value === 0);
  });
});

describe('bodies in pieces of one byte', () => {
  it.each(['/hash/many', '/open', '/nowhere'])('are not collected by %s', async (path) => {
    const service = await Service.forThisTest({ LOG_LEVEL: 'info' });
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const connection = Connection.sending(service, head);
    const memory = await memoryOf(service, async () => {
      for (let i = 0; i < 60; i++) {
        if (!connection.socket.write('1\r\n[\r\n'.repeat(10_000))) await once(connection.socket, 'drain');
      }
      await connection.answers(1);
    });
    expect(connection.statuses[0]).toBe(path === '/nowhere' ? 404 : 411);
    expect(memory).toBeLessThan(60e6);
  });
});
