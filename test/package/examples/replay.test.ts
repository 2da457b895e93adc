/** Lists of messages, and repeated messages: to one process, and to Redis behind it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, flipBit } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { Bridge, Redis } from './redis.js';
import { base64, folder, inJson, type Message, numbered, Service, vectors } from './service.js';

function inBytes(messages: Message[]): Buffer {
  return Buffer.concat(
    messages.flatMap(({ device, keyId = 0, nonce, ciphertext, associatedData }) => {
      const name = Buffer.from(device);
      const head = Buffer.alloc(11);
      head[0] = name.length;
      head.writeUInt32BE(keyId, 1);
      head.writeUInt16BE(associatedData.length, 5);
      head.writeUInt32BE(ciphertext.length, 7);
      return [head, name, nonce, associatedData, ciphertext];
    }),
  );
}

/** The results of a JSON answer, with bytes decoded. */
function read(body: Buffer): unknown[] {
  const results = [];
  for (let at = 0; at < body.length; ) {
    const [kind = 9, length] = [body[at], body.readUInt32BE(at + 1)];
    const plaintext = body.subarray(at + 5, at + 5 + length);
    results.push(
      kind === 0 ? { plaintext: base64(plaintext) } : { error: ['', 'not_authentic', 'replayed', 'unavailable'][kind] },
    );
    at += 5 + length;
  }
  return results;
}

/** The results of a list, sent and answered as bytes. */
const results = async (service: Service, messages: Message[]) =>
  read((await service.post('/open/many', inBytes(messages))).bytes);

const opened = (text = 'opened') => ({ plaintext: base64(Buffer.from(text)) });
const replayed = { error: 'replayed' };
const notAuthentic = { error: 'not_authentic' };

describe('POST /open/many', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.kill());

  const official = vectors.map(({ bytes }) => bytes);

  it('opens the official vectors in their order, in both forms, and refuses each forged one alone', async () => {
    const list = official.map((message, i) =>
      i % 20 === 3 ? { ...message, ciphertext: flipBit(message.ciphertext, i % 128) } : message,
    );
    const expected = vectors.map(({ plaintext }, i) => (i % 20 === 3 ? notAuthentic : { plaintext }));
    const json = await service.postJson('/open/many', { messages: list.map(inJson) });
    expect(json.json).toEqual({ results: expected });
    expect(json.headers.get('cache-control')).toBe('no-store');
    expect(await results(service, list)).toEqual(expected);
  });

  it('takes 10 000 messages, none, and no more', async () => {
    const list = Array<Message>(10_000).fill(official.at(-1)!);
    const { plaintext } = vectors.at(-1)!;
    expect(await results(service, list)).toEqual(Array(10_000).fill({ plaintext }));
    expect(await results(service, [])).toEqual([]);
    expect((await service.post('/open/many', inBytes([...list, list[0]!]))).status).toBe(400);
    const messages = Array(10_001).fill(inJson(official[0]!));
    expect((await service.postJson('/open/many', { messages })).status).toBe(400);
  });

  it('is as its README says, byte for byte', async () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const [list, answer] = [...readme.matchAll(/^ {4}((?:[\da-f]{2,} ?)+)$/gm)].map(([, text]) =>
      Buffer.from(text!.replaceAll(' ', ''), 'hex'),
    );
    const { status, bytes } = await service.post('/open/many', list!);
    expect({ status, body: bytes.toString('hex') }).toEqual({ status: 200, body: answer!.toString('hex') });
  });

  it('refuses a list that is cut anywhere, and lengths that no message has', async () => {
    const one = inBytes([official[40]!]);
    const changed = (at: number, value: number) => {
      const body = Buffer.from(one);
      body[at] = value;
      return body;
    };
    const cut = Array.from({ length: one.length - 1 }, (_, i) => one.subarray(0, i + 1));
    const noTag = inBytes([{ ...official[40]!, ciphertext: new Uint8Array(15) }]);
    const noName = inBytes([{ ...official[40]!, device: '' }]);
    const longName = inBytes([{ ...official[40]!, device: 'x'.repeat(65) }]);
    // The name's first byte becomes one that UTF-8 does not have.
    for (const body of [...cut, changed(11, 255), changed(0, 255), changed(7, 255), noTag, noName, longName]) {
      const answer = await service.post('/open/many', body);
      expect(answer).toMatchObject({ status: 400, json: { error: 'bad_request' } });
    }
  });
});

const missing = isMissing('redis-server');
const stores = ['memory', ...(missing ? [] : ['redis'])];

describe.each(stores)('numbers of devices in %s', (store) => {
  let service: Service;
  let redis: Redis | undefined;
  beforeAll(async () => {
    if (store === 'redis') redis = await Redis.start();
    service = await Service.start({ REPLAY_STORE: redis?.address ?? store });
  });
  afterAll(async () => {
    service.kill();
    await redis?.remove();
  });

  it('may come late by 63, and by no more, up to the highest of all', async () => {
    const top = 2n ** 64n - 1n;
    const list = [top - 64n, top, top - 63n, top - 64n, top - 65n, top, 0n, top - 1n];
    const expected = [opened(), opened(), opened(), replayed, replayed, replayed, replayed, opened()];
    const messages = list.map((number) => numbered(number, { device: 'thermometer-1' }));
    expect(await results(service, await Promise.all(messages))).toEqual(expected);
  });

  it('are accepted as a window of 64 for each key of each device accepts them, whatever their order, and forged ones are nothing', async () => {
    const step = fc.oneof(fc.integer({ min: -70, max: 3 }), fc.integer({ min: -200, max: 200 }));
    const keys = [{ device: 'door' }, { device: 'door', keyId: 1 }, { device: 'thermometer-2' }];
    const one = fc.record({ step, key: fc.nat({ max: 2 }), isForged: fc.constantFrom(false, false, false, true) });
    // The runs cross the border between the halves of a number.
    let base = 2n ** 32n - 2_000_000n;
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 90 }), async (steps) => {
        base += 100_000n;
        const windows = keys.map(() => ({ highest: base - 1000n, seen: new Set<bigint>() }));
        const expected = [];
        const list = [];
        for (const { step, key, isForged } of steps) {
          const window = windows[key]!;
          const number = (window.highest < base ? base : window.highest) + BigInt(step);
          const genuine = await numbered(number, keys[key]);
          list.push(isForged ? { ...genuine, ciphertext: flipBit(genuine.ciphertext, 3) } : genuine);
          const isReplayed = number <= window.highest - 64n || window.seen.has(number);
          expected.push(isForged ? notAuthentic : isReplayed ? replayed : opened());
          if (isForged) continue;
          window.seen.add(number);
          if (number > window.highest) window.highest = number;
        }
        expect(await results(service, list)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe.skipIf(missing)('Redis behind the service', () => {
  /** A Redis, a bridge to it, and a service that uses both. */
  async function started(REPLAY_TIME_LIMIT: string) {
    const redis = await Redis.forThisTest();
    const bridge = await Bridge.to(redis);
    const service = await Service.forThisTest({ REPLAY_STORE: bridge.address, REPLAY_TIME_LIMIT });
    const answer = async (message: Message) => service.postJson('/open', inJson(message));
    const statusOf = async (number: number) => (await answer(await numbered(number))).status;
    return { redis, bridge, service, answer, statusOf };
  }

  it('that does not answer is 503, and nothing is lost or accepted twice', async () => {
    const { bridge, service, answer, statusOf } = await started('2000');
    // Redis runs the script, but its answer never comes: the service takes the number back.
    bridge.pause();
    const { status, headers, json } = await answer(await numbered(1));
    expect({ status, error: json.error, wait: headers.get('retry-after') }).toEqual({
      status: 503,
      error: 'busy',
      wait: '1',
    });
    bridge.resume();
    await eventually(() => statusOf(1)).toBe(200);
    expect(await statusOf(1)).toBe(409);

    // The connection breaks meanwhile. The service sends the script again, and finds its own claim.
    bridge.pause();
    const late = statusOf(2);
    await sleep(100);
    bridge.break();
    expect(await late).toBe(200);
    expect(await statusOf(2)).toBe(409);
    expect(service.log).not.toMatch(/"level":[56]0/);
  });

  it('may fail over, vanish and be lost: the service goes on by itself, and readiness tells', async () => {
    const { redis, bridge, service, statusOf } = await started('1000');
    const next = await Redis.forThisTest();
    const becomes = (expected: string) =>
      eventually(async () => (await service.operations.get('/readyz')).json.status).toBe(expected);
    await becomes('ready');
    bridge.partition();
    await becomes('no_replay_store');
    await becomes('ready');
    expect(await statusOf(1)).toBe(200);

    // The old Redis becomes a replica of the next one, and keeps its connections.
    bridge.target = next.port;
    redis.command('replicaof', '127.0.0.1', `${next.port}`);
    expect([await statusOf(2), await statusOf(2)]).toEqual([200, 409]);
    expect(next.command('exists', 'replay:0:door')).toBe('1');

    await next.kill();
    await becomes('no_replay_store');
    expect((await service.operations.get('/healthz')).status).toBe(200);
    await next.start();
    await becomes('ready');
  });

  it('decides about messages in their order, while the service decrypts the next ones', async () => {
    const { bridge, service, answer } = await started('20000');
    const batches = 'romulus_batch_messages_count';
    bridge.pause();
    const answers = [];
    // The second number is too far ahead of the first one to be accepted before it.
    for (const [i, number] of [1, 1000].entries()) {
      answers.push(service.post('/open/many', inBytes([await numbered(number)])));
      await service.until(batches, 2 * i + 1);
      answers.push(answer(await numbered(number, { device: 'thermometer-1' })));
      await service.until(batches, 2 * i + 2);
    }
    bridge.resume();
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect(await results(service, [await numbered(1), await numbered(1000)])).toEqual([replayed, replayed]);
  });

  it('gets no write for a refused message, and fails one device where its window is damaged', async () => {
    const { redis, service, statusOf, answer } = await started('20000');
    const writes = () => /rdb_changes_since_last_save:(\d+)/.exec(redis.command('info', 'persistence'))![1];
    expect(await statusOf(1)).toBe(200);
    const before = writes();
    expect([await statusOf(1), await statusOf(1)]).toEqual([409, 409]);
    expect(writes()).toBe(before);

    redis.command('set', 'replay:0:door', 'too short');
    redis.command('lpush', 'replay:0:thermometer-1', 'no text');
    const devices = ['door', 'thermometer-1', 'thermometer-2'];
    const list = await Promise.all(devices.map((device) => numbered(1, { device })));
    const unavailable = { error: 'unavailable' };
    expect(await results(service, list)).toEqual([unavailable, unavailable, opened()]);
    expect((await Promise.all(list.map(answer))).map(({ status }) => status)).toEqual([503, 503, 409]);
    expect(service.log).toMatch(/the window at replay:0:door in Redis is damaged/);
    redis.command('del', 'replay:0:door');
    expect(await statusOf(1)).toBe(200);
  });

  it('that forgets is told in the log, at the start and later', async () => {
    const redis = await Redis.forThisTest();
    const start = (REPLAY_STORE: string) => Service.forThisTest({ REPLAY_STORE, REPLAY_CHECK_INTERVAL: '50' });
    const service = await start(redis.address);
    const times = () => service.log.split('Redis may forget').length - 1;
    expect(times()).toBe(0);
    for (const [i, [name, wrong, right]] of [
      ['appendonly', 'no', 'yes'],
      ['appendfsync', 'no', 'always'],
      ['maxmemory-policy', 'allkeys-lru', 'volatile-lru'],
    ].entries()) {
      redis.command('config', 'set', name!, wrong!);
      await eventually(times).toBe(i + 1);
      expect(service.log).toContain(`${name} is ${wrong}`);
      // It is told once, however often it is found.
      await sleep(300);
      expect(times()).toBe(i + 1);
      redis.command('config', 'set', name!, right!);
    }

    redis.command('acl', 'setuser', 'service', 'on', 'nopass', '~*', '+@all', '-config');
    const forbidden = await start(redis.address.replace('//', '//service:x@'));
    expect(forbidden.log).toContain('the settings of Redis could not be read');
    expect((await forbidden.postJson('/open', inJson(await numbered(1)))).status).toBe(200);
    expect((await start('none')).log).toContain('REPLAY_STORE is none');
  });
});
