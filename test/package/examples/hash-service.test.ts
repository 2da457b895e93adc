/** The example hash-service as its users meet it: over HTTP, by its README. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashStream, romulusH } from '../../../ts/index.js';
import { flipBit, hex, text } from '../../fixtures/bytes.js';
import { root } from '../npm.js';
import { base64, dependency, folder, inJson, memoryOf, numbered, Service, vectors } from './service.js';

const vector = vectors.at(-1)!;

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.kill());

const projects = ['hash-service', 'bulk', 'browser-encryption', 'browser-encryption/service-worker'];
it.each(projects)('%s has correct types', (project) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(execFileSync(process.execPath, [tsc, '-p', join(root, 'examples', project)], { encoding: 'utf8' })).toBe('');
});

it('answers as its README shows', async () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const calls = [...readme.matchAll(/^\$ curl --(json|data-binary) '?(.*?)'? localhost:3000(\S+)\n(.+)$/gm)];
  expect(calls.length).toBe(4);
  for (const [, option, body = '', path = '', promised] of calls) {
    const { text } = await service.post(path, body, option === 'json' ? 'application/json' : 'a/b');
    expect(text).toBe(promised);
  }
});

it('describes its routes in OpenAPI, with every answer', async () => {
  const { json } = await service.get('/openapi.json');
  const { Validator } = await dependency('@seriousme/openapi-schema-validator');
  expect(await new Validator().validate(json)).toEqual({ valid: true });
  const routes = json as { paths: Record<string, { post: { responses: Record<string, { content: object }> } }> };
  const statuses = Object.entries(routes.paths).map(([path, { post }]) => [path, Object.keys(post.responses)]);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const documented = [...readme.matchAll(/^\| (\d{3}) /gm)].map(([, status]) => status);
  expect(statuses.map(([path]) => path).sort()).toEqual(['/hash', '/hash/many', '/open', '/open/many']);
  expect(new Set(statuses.flatMap(([, all]) => all))).toEqual(
    new Set(['200', ...documented.filter((status) => status !== '404')]),
  );
});

it('answers each request with its id, or with a new one', async () => {
  const idOf = async (id?: string) => {
    const headers = id === undefined ? undefined : { 'x-request-id': id };
    return (await service.send('GET', '/nowhere', undefined, headers)).headers.get('x-request-id');
  };
  expect(await idOf('order-7.a_b')).toBe('order-7.a_b');
  const made = [await idOf(), await idOf('SECRET '.repeat(2)), await idOf('x'.repeat(65))];
  for (const id of made) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
});

describe('POST /hash', () => {
  it.each(['', 'application/json'])('takes the body as it is with Content-Type %j', async (type) => {
    const digest = hex(await romulusH(Buffer.from('{"a":')));
    expect((await service.post('/hash', '{"a":', type)).json).toEqual({ digest, length: 5 });
  });

  it('hashes 70 MB in chunks of any lengths in constant memory', async () => {
    const chunk = text(1_000_000);
    async function* body() {
      for (const length of [1, 31, 33, 5000, 65_536, 7]) yield text(length);
      for (let i = 0; i < 70; i++) yield chunk;
    }
    const memory = await memoryOf(service, async () => {
      const { json } = await service.post('/hash', body());
      expect(json).toEqual({ digest: hex(await hashStream(body())), length: 70_070_608 });
    });
    expect(memory).toBeLessThan(50_000_000);
  });

  it('refuses a body that is too long in chunks, and no other', async () => {
    const small = await Service.forThisTest({ HASH_BODY_LIMIT: '1000000' });
    async function* chunks(length: number) {
      for (let sent = 0; sent < length; sent += 1000) yield text(Math.min(1000, length - sent));
    }
    const json = { error: 'too_large', message: 'The body is longer than 1000000 bytes.' };
    for (const length of [1_000_001, 5_000_000])
      expect(await small.post('/hash', chunks(length))).toMatchObject({ status: 413, json });
    for (const body of [text(1_000_000), chunks(1_000_000)])
      expect((await small.post('/hash', body)).json).toMatchObject({ length: 1_000_000 });
  });
});

describe('POST /open', () => {
  it('gives each of the official vectors its own plaintext, all at once', async () => {
    const batches = await service.metric('romulus_batch_messages_count');
    const answers = await Promise.all(vectors.map(({ message }) => service.postJson('/open', message)));
    expect(answers.map(({ json }) => json)).toEqual(vectors.map(({ plaintext }) => ({ plaintext })));
    expect((await service.metric('romulus_batch_messages_count')) - batches).toBeLessThan(vectors.length / 4);
    expect(answers[0]!.headers.get('cache-control')).toBe('no-store');
  });

  it('gives one answer to every forgery, and spoils nothing beside it', async () => {
    const { message } = vector;
    const flipped = (field: 'nonce' | 'ciphertext' | 'associatedData', bit: number) => ({
      ...message,
      [field]: base64(flipBit(Buffer.from(message[field], 'base64'), bit)),
    });
    const forged = [
      flipped('nonce', 0),
      flipped('ciphertext', 0),
      flipped('associatedData', 5),
      ...['thermometer-2', 'unknown', '__proto__'].map((device) => ({ ...message, device })),
      { ...message, keyId: 1 },
      // An unknown device that guesses the placeholder key.
      inJson(await numbered(1, { device: 'unknown', key: new Uint8Array(16) })),
    ];
    const all = forged.flatMap((forgery) => [forgery, message]);
    const answers = await Promise.all(all.map((message) => service.postJson('/open', message)));
    const refused = { status: 422, json: { error: 'not_authentic', message: 'The message is not authentic.' } };
    for (const [i, { status, json }] of answers.entries())
      if (i % 2 === 1) expect(json).toEqual({ plaintext: vector.plaintext });
      else expect({ status, json }).toEqual(refused);
  });
});

describe('bad input', () => {
  const list = (messages: unknown) => ['/hash/many', JSON.stringify({ messages })] as const;
  const open = (change: object) => ['/open', JSON.stringify({ ...vector.message, ...change })] as const;
  const zeros = (length: number) => base64(new Uint8Array(length));

  it.each<readonly [path: string, body: string]>([
    ...['', 'SECRET', '{"messages":["SECRET"', '["SECRET"]'].map((body) => ['/hash/many', body] as const),
    ['/hash/many', '{"messages":["AAAA"],"__proto__":{"SECRET":1}}'],
    ['/hash/many', '{"messages":["AAAA"],"constructor":{"prototype":1}}'],
    ...['AAAA', { 0: 'AAAA' }, [1], [null], [['AAAA']], ['AAAA', 'SECRET!'], Array(10_001).fill('')].map(list),
    // Texts that are no base64, and base64 that is not canonical.
    ...['A', 'AA', 'AB==', 'AAA', 'AAB=', 'AAAA=', 'AA AA', 'AAAA\n', 'AA-_'].map((message) => list([message])),
    ...['{}', 'null'].map((body) => ['/open', body] as const),
    ...['', 'x'.repeat(65), 'ü'.repeat(33), '\ud800', 1, undefined].map((device) => open({ device })),
    ...[-1, 1.5, 2 ** 32, '1', null].map((keyId) => open({ keyId })),
    ...[undefined, zeros(15), zeros(17), zeros(18), '!'.repeat(24)].map((nonce) => open({ nonce })),
    ...[undefined, '', zeros(15), 'SECRET'].map((ciphertext) => open({ ciphertext })),
    ...['SECRET', null].map((associatedData) => open({ associatedData })),
    open({ more: 'SECRET' }),
  ])('is 400 and not repeated: %s %s', async (path, body) => {
    const answer = await service.post(path, body, 'application/json');
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error: 'bad_request', message: expect.any(String) });
    expect(answer.text).not.toContain('SECRET');
  });

  it('is 404 for another route or method', async () => {
    for (const asked of ['GET /', 'GET /hash', 'PUT /hash', 'POST /hash/', 'POST /%', 'POST /SECRET']) {
      const [method = '', path = ''] = asked.split(' ');
      const { status, text } = await service.send(method, path);
      expect(`${asked} ${status}`).toMatch(/ 40[04]$/);
      expect(text).not.toContain('SECRET');
    }
  });

  it.each(['/hash/many', '/open'])('is 415 for another type than JSON: %s', async (path) => {
    for (const type of ['', 'text/plain', 'application/xml', 'nonsense'])
      expect(await service.post(path, '{}', type)).toMatchObject({
        status: 415,
        json: { error: 'unsupported_media_type' },
      });
  });
});

it('has written no key, plaintext or body to its log, at any level', () => {
  expect(service.log).toContain('listening');
  const secrets = ['SECRET', '000102030405060708090a0b0c0d0e0f', vector.plaintext, vector.message.ciphertext];
  for (const secret of secrets) expect(service.log.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(service.log).not.toMatch(/"level":[56]0/);
});
