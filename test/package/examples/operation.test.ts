/** The example hash-service in operation: its start, its health, too many clients, and its end. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';
import { hashStream } from '../../../ts/index.js';
import { eventually, hex, rejection, text } from '../../fixtures/bytes.js';
import { deferred } from '../../fixtures/runtime.js';
import { listen, temporaryFolder } from '../npm.js';
import {
  admitting,
  announced,
  Connection,
  demoKeys,
  deployed,
  folder,
  inFlight,
  limitedRoutes,
  Service,
  sharedService,
  vectors,
} from './service.js';

// Imports by computed names, which the compiler does not follow: it runs without the example's dependencies.
const [{ createApp }, { readConfig }, { fileKeyStore }] = await Promise.all(
  ['app.js', 'config.js', 'key-store.js'].map((name) => import(/* @vite-ignore */ join(folder, name))),
);

describe('back-pressure', () => {
  const admittingTwo = sharedService(admitting(2));

  it.each(limitedRoutes)('is 503 with Retry-After where too many are inside: %s', async (path) => {
    const narrow = await admittingTwo();
    const [finishing, leaving] = [0, 1].map(() => new Connection(narrow, announced(path, 2), '{').socket);
    await narrow.until(inFlight(path), 2);
    const refused = await narrow.post(path, text(1000), 'application/json');
    expect(refused).toMatchObject({ status: 503, json: { error: 'busy' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    // One request finishes and one client leaves: both make room.
    finishing!.write('}');
    leaving!.destroy();
    await narrow.until(inFlight(path), 0);
    expect((await narrow.postJson(path, {})).status).not.toBe(503);
  });

  it('is 503 where too many messages wait, and the others get their answers', async () => {
    const narrow = await Service.forThisTest({ OPEN_QUEUE: '5', OPEN_GATHER: '3000' });
    const post = ({ message }: { message: object }) => narrow.postJson('/open', message);
    const waiting = vectors.slice(0, 5).map(post);
    await narrow.until(inFlight('/open'), 5);
    const refused = await Promise.all(vectors.slice(5, 30).map(post));
    expect(refused.map(({ status }) => status)).toEqual(Array(25).fill(503));
    const answers = await Promise.all(waiting);
    expect(answers.map(({ json }) => json)).toEqual(vectors.slice(0, 5).map(({ plaintext }) => ({ plaintext })));
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
    const ending = await Service.forThisTest({ OPEN_GATHER: '3000', DRAIN_DELAY: '3000', PACE_BYTES: '0' });
    const finishing = deferred();
    async function* body() {
      yield text(1000);
      await finishing.promise;
      yield text(5000);
    }
    const hashed = ending.post('/hash', body());
    await ending.until(inFlight('/hash'), 1);
    const opened = vectors.slice(0, 200).map(({ message }) => ending.postJson('/open', message));
    await ending.until(inFlight('/open'), 200);

    ending.kill('SIGTERM');
    const { operations } = ending;
    await eventually(() => operations.get('/readyz')).toMatchObject({ status: 404, json: { status: 'closing' } });
    expect((await operations.get('/healthz')).status).toBe(200);
    // A balancer may not know it yet.
    expect((await ending.post('/hash', '')).status).toBe(200);
    expect((await Promise.all(opened)).map(({ json }) => json)).toEqual(
      vectors.slice(0, 200).map(({ plaintext }) => ({ plaintext })),
    );
    const refusal = async () => (await ending.post('/hash', '').catch(() => ({ status: 503 }))).status;
    await eventually(refusal).toBe(503);

    finishing.resolve();
    const { json: digest, headers } = await hashed;
    expect(digest).toEqual({ digest: hex(await hashStream(body())), length: 6000 });
    expect(headers.get('connection')).toBe('close');
    const answered = performance.now();
    expect(await ending.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - answered).toBeLessThan(2000);
  });

  it('does not wait for clients that never finish, and comes at once where there is nothing to do', async () => {
    const hindered = await Service.forThisTest({ TIME_LIMIT: '1500' });
    new Connection(hindered, announced('/hash'), '{');
    await hindered.until(inFlight('/hash'), 1);
    const idle = await Service.forThisTest();
    const told = performance.now();
    for (const ending of [idle, hindered]) ending.kill('SIGTERM');
    expect(await idle.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(2000);
    expect(await hindered.exited).toEqual({ code: 0, signal: null });
  });
});

const { message, plaintext } = vectors.at(-1)!;

it('is well and ready, and counts requests, lengths, batches and opened messages', async () => {
  const counted = await Service.forThisTest();
  expect((await counted.operations.get('/healthz')).json).toEqual({ status: 'ok' });
  expect((await counted.operations.get('/readyz')).json).toEqual({ status: 'ready' });
  for (const path of ['/metrics', '/%6detrics', '/healthz', '/readyz'])
    expect((await counted.get(path)).status).toBe(404);
  await counted.post('/hash', text(100));
  await counted.postJson('/hash/many', { messages: ['AAAA', ''] });
  for (const each of [message, { ...message, device: 'unknown' }]) await counted.postJson('/open', each);
  for (const path of ['/nowhere/1', '/nowhere/2']) await counted.get(path);
  const { text: metrics, headers } = await counted.operations.get('/metrics');
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const line of [
    'http_request_duration_seconds_count{route="/hash",status="200"} 1',
    'http_request_duration_seconds_count{route="none",status="404"} 6',
    'romulus_hashed_bytes_total 100',
    'romulus_message_bytes_sum{route="/hash"} 100',
    'romulus_message_bytes_count{route="/hash/many"} 2',
    'romulus_messages_opened_total{result="not_authentic"} 1',
    'romulus_batch_messages_sum 2',
  ])
    expect(metrics.split('\n')).toContain(line);
  expect(metrics).not.toContain('nowhere');
  // The alert is about metrics that the service has.
  const [group] = parseDocument(deployed('alerts.yaml')).toJS().groups;
  const names: string[] = group.rules.flatMap(({ expr }: { expr: string }) => expr.match(/\w+_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(metrics).toContain(`${name}{route="/hash",status="200"} 1`);
});

it('answers 500 where the key store fails, to its own requests alone, and does not say why', async () => {
  const keyStore = {
    async keysOf([name]: { device: string }[]) {
      if (name!.device === 'lost') throw new Error('SECRET');
      return [Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')];
    },
    close() {},
  };
  const { app, shutDown } = await createApp({ ...readConfig({}), logLevel: 'silent' }, keyStore);
  const post = (payload: object) => app.inject({ method: 'POST', url: '/open', payload });
  const [lost, other] = await Promise.all([post({ ...message, device: 'lost' }), post(message)]);
  expect(lost.statusCode).toBe(500);
  expect(lost.json()).toEqual({ error: 'internal', message: 'Something went wrong here.' });
  expect(other.json()).toEqual({ plaintext });
  await shutDown();
});

describe('keys of a service', () => {
  type Names = { device: string; keyId: number }[];
  const answering = (names: Names) =>
    JSON.stringify({ keys: names.map(({ device, keyId }) => demoKeys[device]?.[keyId] ?? null) });

  /** A key management service, and a service that asks it. */
  async function started(settings: Record<string, string> = {}) {
    const asked: unknown[] = [];
    const keys = { asked, answer: answering as (names: Names) => string | undefined };
    const server = createServer(async (request, response) => {
      expect(request.headers.authorization).toBe('Bearer letmein');
      const { keys: names } = JSON.parse(await textOf(request));
      asked.push(names);
      const body = keys.answer(names);
      if (body !== undefined) response.end(body);
    });
    const KEY_SERVICE = `http://127.0.0.1:${await listen(server)}/keys`;
    onTestFinished(() => void server.close().closeAllConnections());
    const access = { KEY_SERVICE, KEY_SERVICE_TOKEN: 'letmein', KEY_TIME_LIMIT: '500' };
    return { keys, service: await Service.forThisTest({ ...access, ...settings }) };
  }

  it('are asked for once a list, kept for a while, and then asked for again', async () => {
    const { keys, service } = await started({ KEY_CACHE_TIME: '2000' });
    const messages = [message, { ...message, device: 'unknown' }, message, { ...message, keyId: 7 }];
    const results = [{ plaintext }, { error: 'not_authentic' }, { plaintext }, { error: 'not_authentic' }];
    for (let i = 0; i < 3; i++) expect((await service.postJson('/open/many', { messages })).json).toEqual({ results });
    const device = 'thermometer-1';
    expect(keys.asked).toEqual([
      [
        { device, keyId: 0 },
        { device: 'unknown', keyId: 0 },
        { device, keyId: 7 },
      ],
    ]);
    keys.answer = () => '{"keys":[null]}';
    await eventually(async () => (await service.postJson('/open', message)).status).toBe(422);
  });

  it('are 503 where it does not answer, or not with keys, until it does', async () => {
    const { keys, service } = await started();
    for (const answer of [undefined, 'SECRET', '{"keys":[]}', '{"keys":[null,null]}', '{"keys":["SECRET"]}']) {
      keys.answer = () => answer;
      const { status, text, headers } = await service.postJson('/open', message);
      expect({ status, wait: headers.get('retry-after'), answer }).toEqual({ status: 503, wait: '1', answer });
      expect(text + service.log).not.toContain('SECRET');
    }
    keys.answer = answering;
    expect((await service.postJson('/open', message)).json).toEqual({ plaintext });
  });
});

describe('the start', () => {
  const key = 'c0ffee00c0ffee00c0ffee00c0ffee00';

  /** Expects an error that names this, and has no secret, not even eight digits of a key. */
  async function expectRefused(start: () => Promise<unknown>, named: string): Promise<void> {
    const { message } = await rejection(start);
    expect(message).toContain(named);
    expect(message.toLowerCase()).not.toMatch(/secret|c0ffee/);
  }

  it.each<readonly [settings: Record<string, string>, named: string]>([
    [{ PORT: 'x' }, 'PORT'],
    [{ TIME_LIMIT: '0' }, 'TIME_LIMIT'],
    [{ OPEN_BATCH: '-1' }, 'OPEN_BATCH'],
    [{ HASH_BODY_LIMIT: '1e9' }, 'HASH_BODY_LIMIT'],
    [{ REPLAY_STORE: 'postgres://:secret@127.0.0.1' }, 'REPLAY_STORE'],
    [{ REPLAY_STORE: '' }, 'REPLAY_STORE'],
    [{ KEY_SERVICE: 'keys.example' }, 'KEY_SERVICE'],
    ...['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example'].map((HOST) => [{ HOST }, 'KEY_FILE'] as const),
  ])('is refused with %o', (settings, named) => expectRefused(async () => readConfig(settings), named));

  it('takes the keys of the demonstration on loopback', () => {
    for (const HOST of ['127.9.9.9', '::1', 'localhost'])
      expect(readConfig({ HOST }).keys.file).toMatch(/demo-keys\.json$/);
  });

  it.each([
    ...['null', `"${key}"`, `["${key}"]`, `{"${key}": "door"}`, `{"door": "${key}",}`, `{"door": "${key}"}`],
    ...[`{"door": ["${key}0"]}`, `{"door": {"0": "${key}0"}}`, '{"door": null}'],
    ...['key', '-1', '01', '1.0', '4294967296', key].map((id) => `{"door": {"${id}": "${key}"}}`),
  ])('is refused with the keys %s', async (keys) => {
    const file = join(temporaryFolder(), 'keys.json');
    writeFileSync(file, keys);
    await expectRefused(async () => fileKeyStore(file), file);
  });

  it.each([
    [{ KEY_FILE: join(folder, 'package.json') }, join(folder, 'package.json')],
    [{ REPLAY_STORE: 'redis://:secret@127.0.0.1:1' }, 'REPLAY_STORE'],
  ])('ends the process where it is refused: %o', async (settings, named) => {
    const started = Service.start(settings);
    await expectRefused(() => started, named);
    await expect(started).rejects.toThrow(/^the service ended with 1: /);
  });
});
