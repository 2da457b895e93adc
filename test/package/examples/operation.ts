/** The example hash-service in operation: its start, its health, slow and too many clients, and its end. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashStream } from '../../../ts/index.js';
import { eventually, hex, rejection, text } from '../../fixtures/bytes.js';
import { deferred } from '../../fixtures/runtime.js';
import { announced, Connection, folder, inFlight, limitedRoutes, Service, vectors } from './service.js';

describe('slow clients', () => {
  it.each(['/hash', '/hash/many', '/open'])('get 408 from %s when their time is over', async (path) => {
    const hasty = await Service.forThisTest({ TIME_LIMIT: '300' });
    const connection = Connection.sending(hasty, announced(path, 1000), '{');
    const dripping = setInterval(() => connection.socket.write(' '), 50);
    await connection.closed.finally(() => clearInterval(dripping));
    expect(connection.received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error":"timeout"/);
    await hasty.until(inFlight(path), (value) => value === 0);
  });

  it('get 408 when not even their headers come', async () => {
    const hasty = await Service.forThisTest({ TIME_LIMIT: '300' });
    expect(await Connection.sending(hasty, 'POST /hash HTTP/1.1\r\n').answers(1)).toEqual([408]);
  });
});

describe('back-pressure', () => {
  it.each(limitedRoutes)('is 503 with Retry-After where too many are inside: $path', async ({ path, setting }) => {
    const narrow = await Service.forThisTest({ [setting]: '2' });
    const [finishing, leaving] = [0, 1].map(() => Connection.sending(narrow, announced(path, 2), '{').socket);
    await narrow.until(inFlight(path), (value) => value === 2);
    const refused = await narrow.post(path, text(1000), 'application/json');
    expect(refused).toMatchObject({ status: 503, json: { error: 'busy' }, headers: { 'retry-after': '1' } });
    // One request finishes and one client leaves: both make room.
    finishing!.write('}');
    leaving!.destroy();
    await narrow.until(inFlight(path), (value) => value === 0);
    expect((await narrow.postJson(path, {})).status).not.toBe(503);
  });

  it('is 503 where too many messages wait, and the others get their answers', async () => {
    const narrow = await Service.forThisTest({ OPEN_QUEUE: '5', OPEN_GATHER: '500' });
    const answers = await Promise.all(vectors.slice(0, 30).map(({ message }) => narrow.postJson('/open', message)));
    const opened = answers.filter(({ status, json }, i) => status === 200 && json.plaintext === vectors[i]!.plaintext);
    expect(opened).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(25);
  });

  it('makes no batch above OPEN_BATCH', async () => {
    const narrow = await Service.forThisTest({ OPEN_BATCH: '7', OPEN_GATHER: '100' });
    const answers = await Promise.all(vectors.slice(0, 100).map(({ message }) => narrow.postJson('/open', message)));
    expect(answers.map(({ json }) => json)).toEqual(vectors.slice(0, 100).map(({ plaintext }) => ({ plaintext })));
    const batches = await narrow.metric('romulus_batch_messages_count');
    expect(batches).toBeGreaterThanOrEqual(15);
    expect(await narrow.metric('romulus_batch_messages_bucket{le="8"}')).toBe(batches);
  });
});

describe('the end', () => {
  it('comes after everything in flight is answered, with exit code 0', async () => {
    const ending = await Service.forThisTest({ OPEN_GATHER: '3000', DRAIN_DELAY: '1000' });
    const finishing = deferred();
    async function* body() {
      yield text(1000);
      await finishing.promise;
      yield text(5000);
    }
    const hashed = ending.post('/hash', body());
    await ending.until(inFlight('/hash'), (value) => value === 1);
    const opened = vectors.slice(0, 200).map(({ message }) => ending.postJson('/open', message));
    await ending.until(inFlight('/open'), (value) => value === 200);

    ending.terminate();
    await eventually(() => ending.get('/readyz')).toMatchObject({ status: 503, json: { error: 'busy' } });
    expect((await ending.get('/healthz')).status).toBe(200);
    expect((await Promise.all(opened)).map(({ json }) => json)).toEqual(
      vectors.slice(0, 200).map(({ plaintext }) => ({ plaintext })),
    );
    const refusal = async () => (await ending.get('/healthz').catch(() => ({ status: 503 }))).status;
    await eventually(refusal).toBe(503);

    finishing.resolve();
    const { json: digest, headers } = await hashed;
    expect(digest).toEqual({ digest: hex(await hashStream(body())), length: 6000 });
    expect(headers.connection).toBe('close');
    const answered = performance.now();
    expect(await ending.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - answered).toBeLessThan(2000);
  });

  it('does not wait for clients that never finish, and comes at once where there is nothing to do', async () => {
    const hindered = await Service.forThisTest({ TIME_LIMIT: '1500' });
    Connection.sending(hindered, announced('/hash'), '{');
    await hindered.until(inFlight('/hash'), (value) => value === 1);
    const idle = await Service.forThisTest();
    const told = performance.now();
    for (const ending of [idle, hindered]) ending.terminate();
    expect(await idle.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(2000);
    expect(await hindered.exited).toEqual({ code: 0, signal: null });
  });
});

describe('health and metrics', () => {
  it('is well and ready', async () => {
    const service = await Service.forThisTest();
    expect((await service.get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await service.get('/readyz')).json).toEqual({ status: 'ready' });
  });

  it('counts requests, lengths, batches and opened messages', async () => {
    const counted = await Service.forThisTest();
    await counted.post('/hash', text(100));
    await counted.postJson('/hash/many', { messages: ['AAAA', ''] });
    await counted.postJson('/open', vectors.at(-1)!.message);
    await counted.postJson('/open', { ...vectors.at(-1)!.message, device: 'unknown' });
    await counted.get('/nowhere/1');
    await counted.get('/nowhere/2');
    const { text: metrics, headers } = await counted.get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'http_request_duration_seconds_count{route="/hash",status="200"} 1',
      'http_request_duration_seconds_count{route="/open",status="422"} 1',
      'http_request_duration_seconds_count{route="none",status="404"} 2',
      'http_requests_in_flight{route="/metrics"} 1',
      'romulus_hashed_bytes_total 100',
      'romulus_message_bytes_sum{route="/hash"} 100',
      'romulus_message_bytes_count{route="/hash/many"} 2',
      'romulus_messages_opened_total{result="authentic"} 1',
      'romulus_messages_opened_total{result="not_authentic"} 1',
      'romulus_batch_messages_sum 2',
      'romulus_batch_duration_seconds_count 2',
    ])
      expect(metrics.split('\n')).toContain(line);
    expect(metrics).not.toContain('nowhere');
  });
});

describe('a key store that fails', () => {
  it('is 500 for its own requests, and neither the answer nor the metrics say why', async () => {
    const keyStore = {
      async keyOf(name: string) {
        if (name === 'lost') throw new Error('SECRET');
        return Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
      },
      close() {},
    };
    // Imports by computed names, which the compiler does not follow: it runs without the example's dependencies.
    const [{ createApp }, { readConfig }] = await Promise.all(
      ['app.js', 'config.js'].map((name) => import(/* @vite-ignore */ join(folder, name))),
    );
    const { app, shutDown } = await createApp({ ...readConfig({}), logLevel: 'silent' }, keyStore);
    const asked = [{ ...vectors.at(-1)!.message, device: 'lost' }, vectors.at(-1)!.message].map((payload) =>
      app.inject({ method: 'POST', url: '/open', payload }),
    );
    const [lost, other] = await Promise.all(asked);
    expect(lost.statusCode).toBe(500);
    expect(lost.json()).toEqual({ error: 'internal', message: 'Something went wrong here.' });
    expect(other.json()).toEqual({ plaintext: vectors.at(-1)!.plaintext });
    await shutDown();
  });
});

describe('the start', () => {
  it.each<[settings: Record<string, string>, named: string]>([
    [{ PORT: 'x' }, 'PORT'],
    [{ TIME_LIMIT: '0' }, 'TIME_LIMIT'],
    [{ OPEN_BATCH: '-1' }, 'OPEN_BATCH'],
    [{ HASH_BODY_LIMIT: '1e9' }, 'HASH_BODY_LIMIT'],
    [{ KEY_FILE: '/nowhere/keys.json' }, '/nowhere/keys.json'],
    [{ KEY_FILE: join(folder, 'package.json') }, join(folder, 'package.json')],
    [{ REPLAY_STORE: 'redis://:secret@127.0.0.1:1' }, 'REPLAY_STORE'],
    [{ REPLAY_STORE: 'postgres://:secret@127.0.0.1' }, 'REPLAY_STORE'],
    [{ REPLAY_STORE: '' }, 'REPLAY_STORE'],
  ])('is refused with %o', async (settings, named) => {
    const { message } = await rejection(() => Service.start(settings));
    expect(message).toMatch(/^the service ended with 1: /);
    expect(message).toContain(named);
    expect(message).not.toContain('secret');
  });
});
