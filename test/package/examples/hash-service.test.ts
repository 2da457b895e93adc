/** The example hash-service as its users meet it: over HTTP, with well-behaved clients and others, and as a process that is told to end. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hashStream, romulusH, romulusN } from '../../../ts/index.js';
import { flipBit, hex, text } from '../../fixtures/bytes.js';
import { readAeadVectors, readHashVectors } from '../../reference/vectors.js';
import { cleanEnvironment, root } from '../tarball.js';
import './attacks.js';
import { folder, install, Service } from './service.js';

install();

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The key of the vectors is that of a device of the demonstration. */
const device = 'thermometer-1';
const vectors = (await readAeadVectors('romulus-n.txt')).map(({ nonce, associatedData, ciphertext, plaintext }) => ({
  message: {
    device,
    nonce: base64(nonce),
    ciphertext: base64(ciphertext),
    associatedData: base64(associatedData),
  },
  plaintext: base64(plaintext),
}));
const vector = vectors.at(-1)!;

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.kill());

it('has correct types', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })).toBe('');
});

it('answers as its README shows', async () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const calls = [...readme.matchAll(/^\$ curl --(json|data-binary) '?(.*?)'? localhost:3000(\S+)\n(.+)$/gm)];
  expect(calls.length).toBe(3);
  for (const [, option, body = '', path = '', promised] of calls) {
    const { text } = await service.post(path, body, option === 'json' ? 'application/json' : 'a/b');
    expect(text).toBe(promised);
  }
});

it('comes with a lock file that names no registry', () => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const addresses = Object.values<{ resolved?: string }>(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(addresses).toEqual(['../..']);
});

it('is installed from a clean clone as its README says, which leaves the lock file as it is', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'romulus-wasm-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, env: cleanEnvironment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  // The packed package, with the example where it is in the repository.
  const tarball = run(root, 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', scratch).trim();
  run(scratch, 'tar', '-xzf', tarball);
  const clone = join(scratch, 'package/examples/hash-service');
  cpSync(folder, clone, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const [, command = ''] = /^(npm \w+)\nnpm start$/m.exec(readFileSync(join(folder, 'README.md'), 'utf8'))!;
  const [npm = '', ...args] = command.split(' ');
  run(clone, npm, ...args, '--no-audit', '--no-fund', '--prefer-offline');
  const lockFile = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8');
  expect(lockFile(clone)).toBe(lockFile(folder));
  run(clone, process.execPath, '--input-type=module', '--eval', "await import('./app.js')");
}, 120_000);

describe('POST /hash', () => {
  it.each([0, 1, 31, 32, 1000, 100_000])('gives the digest of a body of %i bytes', async (length) => {
    const body = text(length);
    const { status, json } = await service.post('/hash', body);
    expect(status).toBe(200);
    expect(json).toEqual({ digest: hex(await romulusH(body)), length });
  });

  it.each(['', 'text/plain', 'application/json', 'multipart/form-data; boundary=x'])(
    'takes the body as it is with Content-Type %j',
    async (type) => {
      const { json } = await service.post('/hash', '{"a":', type);
      expect(json.digest).toBe(hex(await romulusH(Buffer.from('{"a":'))));
    },
  );

  it('takes a body in chunks of any lengths', async () => {
    async function* body() {
      for (const length of [1, 31, 33, 5000, 65_536, 7]) yield text(length);
    }
    const { json } = await service.post('/hash', body());
    expect(json.digest).toBe(hex(await hashStream(body())));
  });

  it('hashes 200 MB in constant memory', async () => {
    const chunk = text(1_000_000);
    async function* body() {
      for (let i = 0; i < 200; i++) yield chunk;
    }
    const before = await service.metric('process_resident_memory_bytes');
    let most = 0;
    const watching = setInterval(async () => {
      most = Math.max(most, await service.metric('process_resident_memory_bytes').catch(() => 0));
    }, 100);
    const { json } = await service.post('/hash', body()).finally(() => clearInterval(watching));
    expect(json).toEqual({ digest: hex(await hashStream(body())), length: 200_000_000 });
    expect(most).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(100_000_000);
  });

  it('answers others while it hashes', async () => {
    const chunk = text(1_000_000);
    async function* body() {
      for (let i = 0; i < 100; i++) yield chunk;
    }
    let hashing = true;
    const hashed = service.post('/hash', body()).finally(() => {
      hashing = false;
    });
    let answered = 0;
    while (hashing) {
      const { json } = await service.postJson('/open', vector.message);
      expect(json).toEqual({ plaintext: vector.plaintext });
      answered++;
    }
    expect((await hashed).status).toBe(200);
    expect(answered).toBeGreaterThan(10);
  });

  it('refuses a body that is too long, by its length and in chunks, and reads the next request', async () => {
    const small = await Service.forThisTest({ HASH_BODY_LIMIT: '1000000' });
    async function* chunks(length: number) {
      for (let sent = 0; sent < length; sent += 1000) yield text(Math.min(1000, length - sent));
    }
    const tooLarge = { error: 'too_large', message: 'The body is longer than 1000000 bytes.' };
    for (const body of [text(1_000_001), text(5_000_000), chunks(1_000_001), chunks(5_000_000)]) {
      const { status, json } = await small.post('/hash', body);
      expect(status).toBe(413);
      expect(json).toEqual(tooLarge);
    }
    for (const body of [text(1_000_000), chunks(1_000_000)]) {
      expect((await small.post('/hash', body)).json).toMatchObject({ length: 1_000_000 });
    }
  });

  it('stops the work when the client goes away', async () => {
    const goingAway = new AbortController();
    async function* body() {
      yield text(1000);
      await service.until('http_requests_in_flight{route="/hash"}', (value) => value === 1);
      goingAway.abort();
    }
    const aborted = 'http_request_duration_seconds_count{route="/hash",status="aborted"}';
    const before = await service.metric(aborted);
    await expect(service.send('POST', '/hash', body(), 'a/b', goingAway.signal)).rejects.toThrow('aborted');
    await service.until('http_requests_in_flight{route="/hash"}', (value) => value === 0);
    await service.until(aborted, (value) => value === before + 1);
    expect(service.log).not.toMatch(/"level":[56]0/);
  });
});

describe('POST /hash/many', () => {
  it('gives the digests of all official vectors, in their order', async () => {
    const official = await readHashVectors('romulus-h.txt');
    const messages = official.map(({ message }) => base64(message));
    const { status, json } = await service.postJson('/hash/many', { messages });
    expect(status).toBe(200);
    expect(json).toEqual({ digests: official.map(({ digest }) => hex(digest)) });
  });

  it('gives no digests for no messages', async () => {
    expect((await service.postJson('/hash/many', { messages: [] })).json).toEqual({ digests: [] });
  });
});

describe('POST /open', () => {
  it('gives each of the official vectors its own plaintext, all at once', async () => {
    const batches = await service.metric('romulus_batch_messages_count');
    const answers = await Promise.all(vectors.map(({ message }) => service.postJson('/open', message)));
    expect(answers.map(({ json }) => json)).toEqual(vectors.map(({ plaintext }) => ({ plaintext })));
    expect((await service.metric('romulus_batch_messages_count')) - batches).toBeLessThan(vectors.length / 4);
    expect(answers[0]!.headers['cache-control']).toBe('no-store');
  });

  it('takes messages without associated data', async () => {
    const { device, nonce, ciphertext } = vectors[0]!.message;
    expect((await service.postJson('/open', { device, nonce, ciphertext })).json).toEqual({ plaintext: '' });
  });

  it('says the same to everything that is not authentic, and spoils nothing beside it', async () => {
    const { message } = vector;
    const flipped = (field: 'nonce' | 'ciphertext' | 'associatedData', bit: number) => ({
      ...message,
      [field]: base64(flipBit(Buffer.from(message[field], 'base64'), bit)),
    });
    const forged = [
      flipped('nonce', 0),
      flipped('ciphertext', 0),
      flipped('ciphertext', 8 * 48 - 1),
      flipped('associatedData', 5),
      { ...message, device: 'thermometer-2' },
      { ...message, device: 'unknown' },
      { ...message, device: '__proto__' },
      { ...message, device: '\u0000' },
      { ...message, ciphertext: base64(new Uint8Array(16)) },
    ];
    const all = forged.flatMap((forgery) => [forgery, message]);
    const answers = await Promise.all(all.map((message) => service.postJson('/open', message)));
    for (const [i, { status, json }] of answers.entries()) {
      if (i % 2 === 1) expect(json).toEqual({ plaintext: vector.plaintext });
      else
        expect({ status, json }).toEqual({
          status: 422,
          json: { error: 'not_authentic', message: 'The message is not authentic.' },
        });
    }
  });

  it('mixes nothing up among thousands of requests of hundreds of devices', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'romulus-wasm-'));
    onTestFinished(() => rmSync(scratch, { recursive: true }));
    const keys = Array.from({ length: 300 }, (_, i) => new Uint8Array(16).fill(i).fill(i >> 8, 8));
    writeFileSync(
      join(scratch, 'keys.json'),
      JSON.stringify(Object.fromEntries(keys.map((key, i) => [`device ${i}`, hex(key)]))),
    );
    const busy = await Service.forThisTest({ KEY_FILE: join(scratch, 'keys.json') });
    const requests = Array.from({ length: 5000 }, (_, i) => ({
      key: keys[i % 300]!,
      nonce: new Uint8Array(16).fill(i).fill(i >> 8, 8),
      plaintext: Buffer.from(`reading ${i}, ${'x'.repeat((i * 7) % 200)}`),
    }));
    const ciphertexts = await romulusN.encryptMany(requests);
    const wrong = new Set<number>();
    const aborting: Promise<unknown>[] = [];
    await Promise.all(
      requests.map(async ({ nonce, plaintext }, i) => {
        const forged = i % 10 === 0;
        const ciphertext = forged ? flipBit(ciphertexts[i]!, i % 128) : ciphertexts[i]!;
        const message = { device: `device ${i % 300}`, nonce: base64(nonce), ciphertext: base64(ciphertext) };
        if (i % 25 === 0) {
          // Beside it, one that asks and does not wait.
          const signal = AbortSignal.timeout(i % 40);
          const asked = busy.send('POST', '/open', JSON.stringify(message), 'application/json', signal);
          aborting.push(asked.catch(() => {}));
        }
        const { status, json } = await busy.postJson('/open', message);
        if (forged ? status !== 422 : json.plaintext !== base64(plaintext)) wrong.add(i);
      }),
    );
    await Promise.all(aborting);
    expect([...wrong]).toEqual([]);
    await busy.until('http_requests_in_flight{route="/open"}', (value) => value === 0);
  });
});

describe('bad input', () => {
  const messages = (list: unknown) => ({ path: '/hash/many', body: JSON.stringify({ messages: list }) });
  const open = (change: object) => ({ path: '/open', body: JSON.stringify({ ...vector.message, ...change }) });

  it.each([
    { path: '/hash/many', body: '' },
    { path: '/hash/many', body: 'SECRET' },
    { path: '/hash/many', body: '{"messages":["SECRET"' },
    { path: '/hash/many', body: '["SECRET"]' },
    { path: '/hash/many', body: '{"messages":["AAAA"],"__proto__":{"SECRET":1}}' },
    { path: '/hash/many', body: '{"messages":["AAAA"],"constructor":{"prototype":1}}' },
    messages('AAAA'),
    messages({ 0: 'AAAA' }),
    messages([1]),
    messages([null]),
    messages([['AAAA']]),
    messages(['A']),
    messages(['AA']),
    messages(['AB==']),
    messages(['AAA']),
    messages(['AAB=']),
    messages(['AAAA=']),
    messages(['AA AA']),
    messages(['AAAA\n']),
    messages(['AA-_']),
    messages(['AAAA', 'SECRET!']),
    messages(Array(10_001).fill('')),
    { path: '/open', body: '{}' },
    { path: '/open', body: 'null' },
    open({ device: '' }),
    open({ device: 'x'.repeat(65) }),
    open({ device: 1 }),
    open({ device: undefined }),
    open({ nonce: undefined }),
    open({ nonce: base64(new Uint8Array(15)) }),
    open({ nonce: base64(new Uint8Array(17)) }),
    open({ nonce: base64(new Uint8Array(18)) }),
    open({ nonce: '!'.repeat(24) }),
    open({ ciphertext: undefined }),
    open({ ciphertext: '' }),
    open({ ciphertext: base64(new Uint8Array(15)) }),
    open({ ciphertext: 'SECRET' }),
    open({ associatedData: 'SECRET' }),
    open({ associatedData: null }),
    open({ more: 'SECRET' }),
  ])('is 400 and not repeated: $path $body', async ({ path, body }) => {
    const answer = await service.post(path, body, 'application/json');
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ error: 'bad_request', message: expect.any(String) });
    expect(answer.text).not.toContain('SECRET');
  });

  it('is 404 for another route or method', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/hash'],
      ['PUT', '/hash'],
      ['POST', '/hash/'],
      ['POST', '/%'],
      ['POST', '/SECRET'],
    ] as const) {
      const { status, text } = await service.send(method, path);
      expect(`${method} ${path} ${status}`).toMatch(/ 40[04]$/);
      expect(text).not.toContain('SECRET');
    }
  });

  it('is 415 for another type than JSON', async () => {
    for (const path of ['/hash/many', '/open']) {
      for (const type of ['', 'text/plain', 'application/xml', 'nonsense']) {
        const { status, json } = await service.post(path, '{}', type);
        expect({ status, error: json.error }).toEqual({ status: 415, error: 'unsupported_media_type' });
      }
    }
  });

  it.each(['/hash/many', '/open'])(
    'is 413 where it is too long, and 411 where it does not say how long it is: %s',
    async (path) => {
      async function* chunks() {
        for (let i = 0; i < 30; i++) yield text(100_000);
      }
      const tooLarge = await service.post(path, text(3_000_000), 'application/json');
      expect({ status: tooLarge.status, error: tooLarge.json.error }).toEqual({ status: 413, error: 'too_large' });
      const { status, json } = await service.post(path, chunks(), 'application/json');
      expect({ status, error: json.error }).toEqual({ status: 411, error: 'length_required' });
    },
  );

  it('is 400 where it is not HTTP, and 431 where headers are too long', async () => {
    for (const [sent, received] of [
      ['SECRET\r\n\r\n', /^HTTP\/1\.1 400 /],
      ['POST /hash HTTP/1.1\r\nHost: x\r\nContent-Length: SECRET\r\n\r\n', /^HTTP\/1\.1 400 /],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'SECRET'.repeat(10_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ] as const) {
      const socket = connect(service.port, '127.0.0.1');
      socket.end(sent);
      let answer = '';
      for await (const part of socket.setEncoding('utf8')) answer += part;
      expect(answer).toMatch(received);
      expect(answer).not.toContain('SECRET');
    }
  });
});

describe('slow clients', () => {
  it.each(['/hash', '/hash/many', '/open'])('get 408 from %s when their time is over', async (path) => {
    const hasty = await Service.forThisTest({ TIME_LIMIT: '300' });
    const socket = connect(hasty.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
    const dripping = setInterval(() => socket.write(' '), 50);
    socket.on('error', () => {});
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    await once(socket, 'close').finally(() => clearInterval(dripping));
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error":"timeout"/);
    await hasty.until(`http_requests_in_flight{route="${path}"}`, (value) => value === 0);
  });

  it('get 408 when not even their headers come', async () => {
    const hasty = await Service.forThisTest({ TIME_LIMIT: '300' });
    const socket = connect(hasty.port, '127.0.0.1');
    socket.write('POST /hash HTTP/1.1\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('back-pressure', () => {
  it.each([
    { path: '/hash', setting: 'HASH_REQUESTS' },
    { path: '/hash/many', setting: 'HASH_MANY_REQUESTS' },
    { path: '/open', setting: 'OPEN_REQUESTS' },
  ])('is 503 with Retry-After where too many are inside: $path', async ({ path, setting }) => {
    const narrow = await Service.forThisTest({ [setting]: '2' });
    const inFlight = `http_requests_in_flight{route="${path}"}`;
    const sockets = [0, 1].map(() => {
      const socket = connect(narrow.port, '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
      return socket;
    });
    await narrow.until(inFlight, (value) => value === 2);
    const refused = await narrow.post(path, text(1000), 'application/json');
    expect(refused.status).toBe(503);
    expect(refused.json.error).toBe('busy');
    expect(refused.headers['retry-after']).toBe('1');
    // One finishes and one goes away: both make room.
    sockets[0]!.write('}');
    sockets[1]!.destroy();
    await narrow.until(inFlight, (value) => value === 0);
    sockets[0]!.destroy();
    expect((await narrow.postJson(path, {})).status).not.toBe(503);
  });

  it('is 503 where too many messages wait, and the others get their answers', async () => {
    const narrow = await Service.forThisTest({ OPEN_QUEUE: '5', OPEN_GATHER: '500' });
    const answers = await Promise.all(vectors.slice(0, 30).map(({ message }) => narrow.postJson('/open', message)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(5);
    expect(statuses.filter((status) => status === 503).length).toBe(25);
    for (const [i, { status, json }] of answers.entries())
      if (status === 200) expect(json).toEqual({ plaintext: vectors[i]!.plaintext });
  });

  it('makes batches of no more than so many', async () => {
    const narrow = await Service.forThisTest({ OPEN_BATCH: '7', OPEN_GATHER: '100' });
    const answers = await Promise.all(vectors.slice(0, 100).map(({ message }) => narrow.postJson('/open', message)));
    expect(answers.map(({ json }) => json)).toEqual(vectors.slice(0, 100).map(({ plaintext }) => ({ plaintext })));
    expect(await narrow.metric('romulus_batch_messages_bucket{le="8"}')).toBe(
      await narrow.metric('romulus_batch_messages_count'),
    );
    expect(await narrow.metric('romulus_batch_messages_count')).toBeGreaterThanOrEqual(15);
  });
});

describe('health and metrics', () => {
  it('is well and ready', async () => {
    expect((await service.get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await service.get('/readyz')).json).toEqual({ status: 'ready' });
  });

  it('counts requests, lengths, batches and what was opened', async () => {
    const counted = await Service.forThisTest();
    await counted.post('/hash', text(100));
    await counted.postJson('/hash/many', { messages: ['AAAA', ''] });
    await counted.postJson('/open', vector.message);
    await counted.postJson('/open', { ...vector.message, device: 'unknown' });
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

describe('the end', () => {
  it('comes after everything in flight is answered, with exit code 0', async () => {
    const ending = await Service.forThisTest({ OPEN_GATHER: '3000', DRAIN_DELAY: '1000' });
    let finish = () => {};
    const finishing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* body() {
      yield text(1000);
      await finishing;
      yield text(5000);
    }
    const hashed = ending.post('/hash', body());
    await ending.until('http_requests_in_flight{route="/hash"}', (value) => value === 1);
    const opened = vectors.slice(0, 200).map(({ message }) => ending.postJson('/open', message));
    await ending.until('http_requests_in_flight{route="/open"}', (value) => value === 200);

    ending.terminate();
    await sleep(50);
    const { status, json } = await ending.get('/readyz');
    expect({ status, error: json.error }).toEqual({ status: 503, error: 'busy' });
    expect((await ending.get('/healthz')).status).toBe(200);
    expect((await Promise.all(opened)).map(({ json }) => json)).toEqual(
      vectors.slice(0, 200).map(({ plaintext }) => ({ plaintext })),
    );
    await expect(
      (async () => {
        for (;;) {
          await sleep(20);
          if ((await ending.get('/healthz')).status === 503) throw new Error('no more');
        }
      })(),
    ).rejects.toThrow(/no more|ECONNREFUSED|ECONNRESET|hang up/);

    finish();
    const { json: digest, headers } = await hashed;
    expect(digest).toEqual({ digest: hex(await hashStream(body())), length: 6000 });
    expect(headers.connection).toBe('close');
    const answered = performance.now();
    expect(await ending.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - answered).toBeLessThan(2000);
  });

  it('comes under load without a wrong answer', async () => {
    const ending = await Service.forThisTest();
    const statuses = new Set<number | string>();
    let asking = true;
    const clients = Array.from({ length: 64 }, async (_, i) => {
      for (let j = i; asking; j = (j + 64) % vectors.length) {
        const { message, plaintext } = vectors[j]!;
        try {
          const { status, json } = await ending.postJson('/open', message);
          statuses.add(status === 200 && json.plaintext !== plaintext ? 'mixed up' : status);
        } catch (error) {
          // Nobody listens any more, or the connection was closed while it was idle.
          statuses.add((error as NodeJS.ErrnoException).code!);
          return;
        }
      }
    });
    await sleep(500);
    ending.terminate();
    const exit = await ending.exited;
    asking = false;
    await Promise.all(clients);
    expect(exit).toEqual({ code: 0, signal: null });
    expect(statuses).toContain(200);
    statuses.delete(200);
    for (const status of statuses) expect([503, 'ECONNREFUSED', 'ECONNRESET']).toContain(status);
  });

  it('does not wait for clients that never finish', async () => {
    const ending = await Service.forThisTest({ TIME_LIMIT: '1500' });
    const socket = connect(ending.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /hash HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    await ending.until('http_requests_in_flight{route="/hash"}', (value) => value === 1);
    ending.terminate();
    expect(await ending.exited).toEqual({ code: 0, signal: null });
  });

  it('comes at once where there is nothing to do', async () => {
    const ending = await Service.forThisTest();
    await ending.get('/healthz');
    const told = performance.now();
    ending.terminate();
    expect(await ending.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(2000);
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
    // By names that the compiler does not follow: the example's dependencies are not installed where it runs.
    const [{ createApp }, { readConfig }] = await Promise.all(
      ['app.js', 'config.js'].map((name) => import(/* @vite-ignore */ join(folder, name))),
    );
    const { app, shutDown } = await createApp({ ...readConfig({}), logLevel: 'silent' }, keyStore);
    const asked = [{ ...vector.message, device: 'lost' }, vector.message].map((payload) =>
      app.inject({ method: 'POST', url: '/open', payload }),
    );
    const [lost, other] = await Promise.all(asked);
    expect(lost.statusCode).toBe(500);
    expect(lost.json()).toEqual({ error: 'internal', message: 'Something went wrong here.' });
    expect(other.json()).toEqual({ plaintext: vector.plaintext });
    await shutDown();
  });
});

describe('the start', () => {
  it.each([
    { PORT: 'x' },
    { TIME_LIMIT: '0' },
    { OPEN_BATCH: '-1' },
    { HASH_BODY_LIMIT: '1e9' },
    { KEY_FILE: '/nowhere/keys.json' },
    { KEY_FILE: join(folder, 'package.json') },
  ])('is refused with %o', async (settings) => {
    await expect(Service.start(settings as Record<string, string>)).rejects.toThrow('the service ended with 1');
  });
});

it('has written no key, plaintext or body to its log, at any level', () => {
  expect(service.log).toContain('listening');
  const secrets = ['SECRET', '000102030405060708090a0b0c0d0e0f', vector.plaintext, vector.message.ciphertext];
  for (const secret of secrets) expect(service.log.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(service.log).not.toMatch(/"level":[56]0/);
});
