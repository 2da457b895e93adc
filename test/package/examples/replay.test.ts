/** Lists of messages, and repeated messages: to one process, and to Redis behind it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { romulusN } from '../../../ts/index.js';
import { eventually, flipBit } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { Bridge, Redis } from './redis.js';
import { base64, demoKeys, folder, inJson, type Message, Service, vectors } from './service.js';

/** A message with a number. Another `text` makes another message with that number. */
async function numbered(number: bigint | number, device = 'door', text = 'opened', keyId = 0): Promise<Message> {
  const nonce = new Uint8Array(16);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(number));
  nonce.set(Buffer.from(text).subarray(0, 8), 8);
  const associatedData = Buffer.from('lock 7');
  const key = Buffer.from(demoKeys[device]![keyId]!, 'hex');
  const ciphertext = await romulusN.encrypt({ key, nonce, plaintext: Buffer.from(text), associatedData });
  return { device, keyId, nonce, ciphertext, associatedData };
}

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
async function openBytes({ port }: Service, body: Uint8Array) {
  const request = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: body as BodyInit };
  const response = await fetch(`http://127.0.0.1:${port}/open/many`, request);
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}
const results = async (service: Service, messages: Message[]) =>
  read((await openBytes(service, inBytes(messages))).body);

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
    expect(json.headers['cache-control']).toBe('no-store');
    expect(await results(service, list)).toEqual(expected);
  });

  it('takes 10 000 messages, none, and no more', async () => {
    const list = Array<Message>(10_000).fill(official.at(-1)!);
    const { plaintext } = vectors.at(-1)!;
    expect(await results(service, list)).toEqual(Array(10_000).fill({ plaintext }));
    expect(await results(service, [])).toEqual([]);
    expect((await openBytes(service, inBytes([...list, list[0]!]))).status).toBe(400);
    const messages = Array(10_001).fill(inJson(official[0]!));
    expect((await service.postJson('/open/many', { messages })).status).toBe(400);
  });

  it('is as its README says, byte for byte', async () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const [list, answer] = [...readme.matchAll(/^ {4}((?:[\da-f]{2,} ?)+)$/gm)].map(([, text]) =>
      Buffer.from(text!.replaceAll(' ', ''), 'hex'),
    );
    const { status, body } = await openBytes(service, list!);
    expect({ status, body: body.toString('hex') }).toEqual({ status: 200, body: answer!.toString('hex') });
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
      const { status, body: answer } = await openBytes(service, body);
      expect({ status, ...JSON.parse(answer.toString()) }).toMatchObject({ status: 400, error: 'bad_request' });
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

  it('are accepted once: alone, in a list, and by either route', async () => {
    const [one, two] = [await numbered(1), await numbered(2)];
    expect((await service.postJson('/open', inJson(one))).json).toEqual(opened());
    const again = await service.postJson('/open', inJson(one));
    expect({ status: again.status, error: again.json.error }).toEqual({ status: 409, error: 'replayed' });
    expect(await results(service, [one, two, two, await numbered(2, 'door', 'closed')])).toEqual([
      replayed,
      opened(),
      replayed,
      replayed,
    ]);
  });

  it('do not count for a message that is forged', async () => {
    const message = await numbered(10);
    const forged = { ...message, ciphertext: flipBit(message.ciphertext, 3) };
    expect(await results(service, [forged])).toEqual([notAuthentic]);
    expect(await results(service, [forged, message, forged])).toEqual([notAuthentic, opened(), notAuthentic]);
  });

  it('are of one device each', async () => {
    const list = [await numbered(5, 'thermometer-1'), await numbered(5, 'thermometer-2')];
    expect(await results(service, list)).toEqual([opened(), opened()]);
  });

  it('begin anew under the next key, and the old key stays as it is', async () => {
    const old = [await numbered(2000), await numbered(2001)];
    const next = [await numbered(0, 'door', 'opened', 1), await numbered(1, 'door', 'opened', 1)];
    expect(await results(service, [old[0]!, next[0]!])).toEqual([opened(), opened()]);
    expect(await results(service, [...next, old[0]!, old[1]!])).toEqual([replayed, opened(), replayed, opened()]);
    // The id decides about the key, so a message under another key is not authentic.
    expect(
      await results(service, [
        { ...old[1]!, keyId: 1 },
        { ...old[1]!, keyId: 2 },
      ]),
    ).toEqual([notAuthentic, notAuthentic]);
    expect((await service.postJson('/open', inJson(next[1]!))).status).toBe(409);
  });

  it('may come late by 63, and by no more, up to the highest of all', async () => {
    const top = 2n ** 64n - 1n;
    const list = [top - 64n, top, top - 63n, top - 64n, top - 65n, top, 0n, top - 1n];
    const expected = [opened(), opened(), opened(), replayed, replayed, replayed, replayed, opened()];
    expect(await results(service, await Promise.all(list.map((number) => numbered(number))))).toEqual(expected);
  });

  it('are accepted as a window of 64 accepts them, whatever their order', async () => {
    const steps = fc.array(fc.oneof(fc.integer({ min: -70, max: 3 }), fc.integer({ min: -200, max: 200 })), {
      minLength: 1,
      maxLength: 60,
    });
    let base = 2n ** 40n;
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        base += 10_000n;
        let highest = base;
        const seen = new Set<bigint>();
        const numbers = steps.map((step) => highest + BigInt(step));
        const expected = numbers.map((number, i) => {
          if (i > 0 && number <= highest - 64n) return replayed;
          if (seen.has(number)) return replayed;
          seen.add(number);
          if (i === 0 || number > highest) highest = number;
          return opened();
        });
        const list = await Promise.all(numbers.map((number) => numbered(number, 'thermometer-1')));
        expect(await results(service, list)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

it.skipIf(missing)('a Redis that does not answer is 503, and nothing is lost or accepted twice', async () => {
  const redis = await Redis.forThisTest();
  const bridge = await Bridge.to(redis.port);
  onTestFinished(bridge.close);
  const service = await Service.forThisTest({ REPLAY_STORE: bridge.address, REPLAY_TIME_LIMIT: '2000' });
  const message = await numbered(1);

  // Redis runs the script, but its answer never comes: the service takes the number back.
  bridge.pause();
  const refused = await service.postJson('/open', inJson(message));
  expect({ status: refused.status, error: refused.json.error }).toEqual({ status: 503, error: 'busy' });
  expect(refused.headers['retry-after']).toBe('1');
  bridge.resume();
  await eventually(async () => (await service.postJson('/open', inJson(message))).status).toBe(200);
  expect((await service.postJson('/open', inJson(message))).status).toBe(409);

  // The connection breaks meanwhile. The service sends the script again, and finds its own claim.
  const next = await numbered(2);
  bridge.pause();
  const answer = service.postJson('/open', inJson(next));
  await new Promise((resolve) => setTimeout(resolve, 100));
  bridge.break();
  expect((await answer).json).toEqual(opened());
  expect((await service.postJson('/open', inJson(next))).status).toBe(409);

  await redis.kill();
  expect((await openBytes(service, inBytes([await numbered(3)]))).status).toBe(503);
  await redis.start();
  await eventually(async () => (await openBytes(service, inBytes([message]))).status).toBe(200);
  expect(await results(service, [message, next, await numbered(3)])).toEqual([replayed, replayed, opened()]);
  expect(service.log).not.toMatch(/"level":[56]0/);
});

it.skipIf(missing)(
  'a failover, a silent partition and a lost Redis end by themselves, and readiness tells',
  async () => {
    const [redis, next] = [await Redis.forThisTest(), await Redis.forThisTest()];
    const bridge = await Bridge.to(redis.port);
    onTestFinished(bridge.close);
    const service = await Service.forThisTest({ REPLAY_STORE: bridge.address, REPLAY_TIME_LIMIT: '1000' });
    const readiness = async () => (await service.operations.get('/readyz')).json.status;
    expect(await readiness()).toBe('ready');

    bridge.partition();
    await eventually(readiness).toBe('no_replay_store');
    await eventually(readiness).toBe('ready');
    expect((await service.postJson('/open', inJson(await numbered(1)))).status).toBe(200);

    // The old Redis becomes a replica of the next one, and keeps its connections.
    bridge.target = next.port;
    redis.command('replicaof', '127.0.0.1', `${next.port}`);
    const promoted = async () => (await service.postJson('/open', inJson(await numbered(2)))).status;
    expect(await promoted()).toBe(200);
    expect(await promoted()).toBe(409);
    expect(next.command('exists', 'replay:0:door')).toBe('1');

    await next.kill();
    await eventually(readiness).toBe('no_replay_store');
    expect((await service.operations.get('/healthz')).status).toBe(200);
    await next.start();
    await eventually(readiness).toBe('ready');
  },
);

it.skipIf(missing)('decrypts the next messages while Redis decides about earlier ones, in their order', async () => {
  const redis = await Redis.forThisTest();
  const bridge = await Bridge.to(redis.port);
  onTestFinished(bridge.close);
  const service = await Service.forThisTest({ REPLAY_STORE: bridge.address, REPLAY_TIME_LIMIT: '20000' });
  const batches = 'romulus_batch_messages_count';
  bridge.pause();
  const answers = [];
  // The second number is too far ahead of the first one to be accepted before it.
  for (const [i, number] of [1, 1000].entries()) {
    answers.push(openBytes(service, inBytes([await numbered(number)])));
    await service.until(batches, (value) => value === 2 * i + 1);
    answers.push(service.postJson('/open', inJson(await numbered(number, 'thermometer-1'))));
    await service.until(batches, (value) => value === 2 * i + 2);
  }
  bridge.resume();
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect(await results(service, [await numbered(1), await numbered(1000)])).toEqual([replayed, replayed]);
});

it.skipIf(missing)('a refused message writes nothing', async () => {
  const redis = await Redis.forThisTest();
  const service = await Service.forThisTest({ REPLAY_STORE: redis.address });
  const writes = () => /rdb_changes_since_last_save:(\d+)/.exec(redis.command('info', 'persistence'))![1];
  const message = await numbered(1);
  expect(await results(service, [message])).toEqual([opened()]);
  const before = writes();
  expect(await results(service, [message, message])).toEqual([replayed, replayed]);
  expect(writes()).toBe(before);
});

it.skipIf(missing)('a damaged window fails its device, and nothing beside it', async () => {
  const redis = await Redis.forThisTest();
  const service = await Service.forThisTest({ REPLAY_STORE: redis.address });
  redis.command('set', 'replay:0:door', 'too short');
  redis.command('lpush', 'replay:0:thermometer-1', 'no text');
  const devices = ['door', 'thermometer-1', 'thermometer-2'];
  const list = await Promise.all(devices.map((device) => numbered(1, device)));
  const unavailable = { error: 'unavailable' };
  expect(await results(service, list)).toEqual([unavailable, unavailable, opened()]);
  const statuses = list.map(async (message) => (await service.postJson('/open', inJson(message))).status);
  expect(await Promise.all(statuses)).toEqual([503, 503, 409]);
  expect(service.log).toMatch(/the window at replay:0:door in Redis is damaged/);
  redis.command('del', 'replay:0:door');
  expect(await results(service, [list[0]!])).toEqual([opened()]);
});

describe.skipIf(missing)('a store that forgets is told in the log', () => {
  it.each([
    ['appendonly', 'no', 'yes'],
    ['appendfsync', 'everysec', 'always'],
    ['maxmemory-policy', 'allkeys-lru', 'volatile-lru'],
  ])('at the start and later: %s %s', async (name, wrong, right) => {
    const redis = await Redis.forThisTest();
    const finding = `${name} is ${wrong}`;
    redis.command('config', 'set', name, wrong);
    const service = await Service.forThisTest({ REPLAY_STORE: redis.address, REPLAY_CHECK_INTERVAL: '50' });
    await eventually(() => service.log.split(finding).length).toBe(2);
    redis.command('config', 'set', name, right);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.log.split('Redis may forget').length).toBe(2);
    redis.command('config', 'set', name, wrong);
    await eventually(() => service.log.split(finding).length).toBe(3);
  });

  it('where CONFIG is forbidden, and where there is no store', async () => {
    const redis = await Redis.forThisTest();
    redis.command('acl', 'setuser', 'service', 'on', 'nopass', '~*', '+@all', '-config');
    const address = redis.address.replace('//', '//service:x@');
    const forbidden = await Service.forThisTest({ REPLAY_STORE: address });
    expect(forbidden.log).toContain('the settings of Redis could not be read');
    expect((await forbidden.postJson('/open', inJson(await numbered(1)))).status).toBe(200);
    const none = await Service.forThisTest();
    expect(none.log).toContain('REPLAY_STORE is none');
  });
});
