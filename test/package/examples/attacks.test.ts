/** Clients that attack the example hash-service. Each test names the attack; the service must go on. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import {
  admitting,
  announced,
  Connection,
  folder,
  inFlight,
  limitedRoutes,
  memoryOf,
  post,
  quick,
  Service,
  sharedService,
  vectors,
} from './service.js';

const message = JSON.stringify(vectors[0]!.message);
const usual = sharedService();
const quiet = sharedService({ LOG_LEVEL: 'info' });

describe('requests that a client sends before it has answers', () => {
  it('are processed one after the other, and leave no place when their connection dies', async () => {
    const service = await Service.forThisTest({ OPEN_GATHER: '3000', ...admitting(1) });
    for (let round = 0; round < 3; round++) {
      const connection = new Connection(service, post('/open', message) + post('/hash', '{}').repeat(3));
      await service.until(inFlight('/open'), 1);
      expect(await service.metric(inFlight('/hash'))).toBe(0);
      connection.socket.resetAndDestroy();
      await service.until(inFlight('/open'), 0);
    }
    // The service lost no place, and gave none back twice.
    const connection = new Connection(service, post('/open', message) + post('/hash', '{}').repeat(3));
    expect(await connection.answers(4)).toEqual([200, 200, 200, 200]);
    new Connection(service, announced('/hash'));
    await service.until(inFlight('/hash'), 1);
    expect((await service.post('/hash', '{}')).status).toBe(503);
  });

  it('may reach the limit; more of them, or a flood, end with their connection and hold no place', async () => {
    const service = await Service.forThisTest({ OPEN_GATHER: '500', PIPELINED: '4', LOG_LEVEL: 'info' });
    const most = new Connection(service, post('/open', message) + quick.repeat(3));
    expect(await most.answers(4)).toEqual([200, 200, 200, 200]);
    for (const more of [quick.repeat(4), 'GET /x HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(100_000)]) {
      const connection = new Connection(service, post('/open', message) + more);
      await connection.closed;
      expect(connection.received).toBe('');
    }
    await service.until(inFlight('/open'), 0);
  });
});

it.each([
  ['/open', '', 411, '"error":"length_required"'],
  ['/nowhere', '', 404, '"error":"not_found"'],
  ['/hash', '0\r\n\r\n', 200, '"length":600000'],
])('collects no body in pieces of one byte: %s', { timeout: 120_000 }, async (path, end, status, contents) => {
  const service = await quiet();
  const headers = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const connection = new Connection(service, `POST ${path} HTTP/1.1\r\n${headers}`);
  const memory = await memoryOf(service, async () => {
    for (let sent = 0; sent < 60; sent++)
      if (!connection.socket.write('1\r\n[\r\n'.repeat(10_000))) await once(connection.socket, 'drain');
    connection.socket.write(end);
    await connection.answers(1);
  });
  expect(memory).toBeLessThan(60e6);
  expect(connection.statuses[0]).toBe(status);
  expect(connection.received).toContain(contents);
});

it('computes many lists in the memory of one', async () => {
  const service = await quiet();
  const list = { messages: Array(10_000).fill('') };
  const memory = await memoryOf(service, async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => service.postJson('/hash/many', list)));
    for (const { status } of answers) expect(status).toBe(200);
  });
  expect(memory).toBeLessThan(250e6);
}, 120_000);

describe('clients that hold places', () => {
  describe.each([
    ['when their time is over', { TIME_LIMIT: '300', PACE_INTERVAL: '60000' }],
    ['long before that if hardly anything comes', { PACE_INTERVAL: '1000', PACE_BYTES: '100' }],
  ])('by slow bodies get 408 %s', (_, limits) => {
    const shared = sharedService({ ...admitting(3), ...limits });

    it.each(limitedRoutes)('from %s', async (path) => {
      const service = await shared();
      const idle = new Connection(service, announced(path, 1000));
      const dripping = new Connection(service, announced(path, 1000));
      const stalling = new Connection(service, announced(path, 1000), ' '.repeat(900));
      const drops = setInterval(() => dripping.socket.write(' '), 50);
      onTestFinished(() => clearInterval(drops));
      for (const { closed } of [idle, dripping, stalling]) await closed;
      for (const { received } of [idle, dripping, stalling])
        expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"error":"timeout","message":"[^"]+"\}$/);
      await service.until(inFlight(path), 0);
      expect((await service.post(path, '{}', 'application/json')).status).not.toBe(503);
    });
  });

  it('get 408 when not even their headers come', async () => {
    const hasty = await Service.forThisTest({ TIME_LIMIT: '300' });
    expect(await new Connection(hasty, 'POST /hash HTTP/1.1\r\n').answers(1)).toEqual([408]);
  });

  it('by answers that they do not take lose their connection', async () => {
    const limits = { HASH_MANY_REQUESTS: '1', HASH_MANY_MESSAGES: '300000', TIME_LIMIT: '1000' };
    const service = await Service.forThisTest(limits);
    const messages = Array(300_000).fill('');
    const connection = new Connection(service);
    connection.socket.pause();
    connection.socket.write(post('/hash/many', JSON.stringify({ messages })));
    // Longer than the system's buffer for a client, so the service can send only a part.
    await service.until('romulus_message_bytes_count{route="/hash/many"}', 300_000);
    await service.until(inFlight('/hash/many'), 0);
    expect((await service.postJson('/hash/many', { messages: [] })).status).toBe(200);
  });

  it('are refused as connections beyond the limit', async () => {
    const service = await Service.forThisTest({ CONNECTIONS: '10' });
    const connections = Array.from({ length: 9 }, () => new Connection(service, quick));
    for (const connection of connections) expect(await connection.answers(1)).toEqual([200]);
    // The tests themselves hold the tenth connection.
    expect((await service.post('/hash', '')).status).toBe(200);
    const refused = new Connection(service, quick);
    await refused.closed;
    expect(refused.received).toBe('');
    connections[0]!.socket.end();
    await connections[0]!.closed;
    const next = new Connection(service, quick);
    expect(await next.answers(1)).toEqual([200]);
  });
});

describe('input that is no request', () => {
  it.each([
    ['GET /SECRET%ff HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_request'],
    ['GET /healthz HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    [post('/hash', 'x', 'Expect: SECRET\r\n'), 417, 'expectation_failed'],
    ['SECRET\r\n\r\n', 400, 'bad_request'],
    [`POST /hash HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nSECRET\r\n`, 400, 'bad_request'],
    ['POST /hash HTTP/1.1\r\nHost: x\r\nContent-Length: SECRET\r\n\r\n', 400, 'bad_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'SECRET'.repeat(10_000)}\r\n\r\n`, 431, 'bad_request'],
  ])('is answered in the shape of all errors: %j', async (sent, status, error) => {
    const service = await usual();
    const connection = new Connection(service, sent);
    await eventually(() => connection.received).toContain('}');
    const [head, body = ''] = connection.received.split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ error, message: expect.any(String) });
    expect(body).not.toMatch(/SECRET|%ff/);
    expect(service.log).not.toContain('SECRET');
  });

  it('gets no answer in the place of that to another request', async () => {
    const service = await Service.forThisTest({ OPEN_GATHER: '300' });
    const refused = new Connection(service, 'POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(await refused.answers(1)).toEqual([404]);
    refused.socket.write('SECRET\r\n');
    const waiting = new Connection(service, `${post('/open', message)}SECRET\r\n\r\n`);
    for (const { closed } of [refused, waiting]) await closed;
    expect([refused.statuses, waiting.statuses]).toEqual([[404], []]);
    await service.until(inFlight('/open'), 0);
  });
});

describe('a client that asks before it sends its body', () => {
  const expecting = 'Expect: 100-continue\r\n';
  const limited = sharedService({ HASH_BODY_LIMIT: '1000', OPEN_BODY_LIMIT: '1000' });

  it.each([
    ['/hash', 2000, 413],
    ['/open', 2000, 413],
    ['/nowhere', 2, 404],
  ])('is refused and not told to go on: %s', async (path, length, status) => {
    const connection = new Connection(await limited(), announced(path, length, expecting));
    await connection.closed;
    expect(connection.statuses).toEqual([status]);
  });

  it('gets 100 Continue where there is room', async () => {
    const connection = new Connection(await limited(), announced('/hash/many', 15, expecting));
    expect(await connection.answers(1)).toEqual([100]);
    connection.socket.write('{"messages":[]}');
    expect(await connection.answers(2)).toEqual([100, 200]);
  });
});

describe('JSON that nests too deeply', () => {
  it('is refused before the rest of it arrives', async () => {
    const service = await usual();
    const connection = new Connection(service, announced('/hash/many', 100_000), '{"messages":[[');
    expect(await connection.answers(1)).toEqual([400]);
    expect(connection.received).toContain('{"error":"bad_request","message":"The JSON is nested too deeply."}');
  });

  it('is told by its brackets, not by those in texts, wherever it is cut', async () => {
    const { depthLimit } = await import(/* @vite-ignore */ join(folder, 'body.js'));
    const texts = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', 'x') });
    const wraps = [(json: string) => `[${json}]`, (json: string) => `{"x":${json}}`];
    const one = fc.record({ text: texts, around: fc.array(fc.constantFrom(...wraps), { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(one), fc.integer({ min: 1, max: 5 }), fc.nat({ max: 4 }), (all, length, deepest) => {
        const take = depthLimit(1 + deepest);
        const json = all.map(({ text, around }) => around.reduce((json, wrap) => wrap(json), JSON.stringify(text)));
        const bytes = Buffer.from(`[${json}]`);
        const takeAll = () => {
          for (let at = 0; at < bytes.length; at += length) take(bytes.subarray(at, at + length));
        };
        if (all.some(({ around }) => around.length > deepest)) expect(takeAll).toThrow('nested too deeply');
        else takeAll();
      }),
    );
  });
});

it('parses one long body in a turn of the event loop, or short ones of 64 KiB together', async () => {
  const { collectBody } = await import(/* @vite-ignore */ join(folder, 'body.js'));
  let turn = 0;
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const parsed = [100_000, 100_000, 30_000, 30_000, 30_000, 100_000, 10, 10, 10].map(async (length) => {
    const request = { raw: Readable.from([Buffer.alloc(length)]), headers: { 'content-length': length } };
    await collectBody(request, { interval: 60_000, bytes: 0 });
    return turn;
  });
  const turns = await Promise.all(parsed).finally(() => clearImmediate(counting));
  expect(turns.map((each) => each - turns[0]!)).toEqual([0, 1, 2, 2, 3, 4, 5, 5, 5]);
});
