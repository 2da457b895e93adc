/** The service in several processes behind HAProxy, with the configuration of deploy/. */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, assert, expect, onTestFinished } from 'vitest';
import { generateKey } from '../../../ts/index.js';
import { eventually, hex } from '../../fixtures/bytes.js';
import { freePort, temporaryFolder } from '../npm.js';
import { Bridge, Redis } from './redis.js';
import { base64, type Client, deployed, inFlight, inJson, needing, numbered, Service, served } from './service.js';

const scratch = temporaryFolder(afterAll);

/** A request does not use a connection again, because the balancer may close an idle one at that moment. */
const headers = { 'content-type': 'application/json', connection: 'close' };
/** A POST through the balancer. Status 0 means that the connection ended without an answer. */
const post = (client: Client, path: string, body: string) =>
  client.send('POST', path, body, headers).catch(() => ({ status: 0, text: '' }));

/** Starts Debian's HAProxy with the example's configuration for these processes, and with these changes. */
async function balance(services: Service[], changes: Record<string, string> = {}) {
  const port = await freePort();
  const servers = services.map(({ port, operations }, i): [string, string] => [
    `process${i + 1} 127.0.0.1:300${i + 1} port 400${i + 1}\n`,
    `process${i + 1} 127.0.0.1:${port} port ${operations.port}\n`,
  ]);
  let configuration = deployed('haproxy.cfg');
  for (const [from, to] of [[':8080', `127.0.0.1:${port}`], ...servers, ...Object.entries(changes)] as const) {
    assert(configuration.includes(from), from);
    configuration = configuration.replaceAll(from, to);
  }
  const file = join(scratch, `${port}.cfg`);
  writeFileSync(file, configuration);
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void haproxy.kill('SIGKILL'));
  return served(port);
}

interface Sent {
  /** The statuses of all attempts to send it, -1 for a wrong plaintext. */
  statuses: number[];
  body: string;
  answer: string;
}

/** check.yml sets 10^5. */
const leastMessages = Number(process.env.OPENED_MESSAGES ?? 5000);

needing(
  ['haproxy', 'redis-server'],
  'messages are accepted once each while processes and Redis are killed',
  async () => {
    const redis = await Redis.forThisTest();
    const devices = Array.from({ length: 100 }, generateKey);
    const keyFile = join(scratch, 'keys.json');
    const keys = devices.map((key, i) => [`device ${i}`, { 0: hex(key) }]);
    writeFileSync(keyFile, JSON.stringify(Object.fromEntries(keys)));
    const ports = await Promise.all(
      Array.from({ length: 4 }, async () => [await freePort(), await freePort()] as const),
    );
    const settings = { KEY_FILE: keyFile, REPLAY_STORE: redis.address, DRAIN_DELAY: '3000', LOG_LEVEL: 'info' };
    const start = ([port, operations]: (typeof ports)[number]) =>
      Service.forThisTest({ PORT: `${port}`, OPERATIONS_PORT: `${operations}`, ...settings });
    const services = await Promise.all(ports.map(start));
    const balancer = await balance(services);

    // Each device sends its numbers in order, and repeats each until it knows the outcome.
    const sent: Sent[] = [];
    let isOver = false;
    const deliver = async ({ statuses, body, answer }: Sent) => {
      for (;;) {
        const { status, text } = await post(balancer, '/open', body);
        statuses.push(status === 200 && text !== answer ? -1 : status);
        if (![0, 502, 503, 504].includes(status)) return;
        await sleep(20);
      }
    };
    const send = async (device: number) => {
      for (let i = 0; !isOver || sent.length < leastMessages; i++) {
        const text = `${device}: ${i}`;
        const body = inJson(await numbered(i, { device: `device ${device}`, text, key: devices[device]! }));
        const answer = { plaintext: base64(Buffer.from(text)) };
        const message: Sent = { statuses: [], body: JSON.stringify(body), answer: JSON.stringify(answer) };
        sent.push(message);
        // One in twenty goes to two processes at the same time: the connections to each take turns.
        await Promise.all(i % 20 === 13 ? [deliver(message), deliver(message)] : [deliver(message)]);
        if (!isOver) await sleep(50);
      }
    };
    const sending = Promise.all(devices.map((_, device) => send(device)));
    const thousandMore = async () => {
      const before = sent.length;
      await expect.poll(() => sent.length, { timeout: 120_000 }).toBeGreaterThan(before + 1000);
    };

    await thousandMore();
    for (const i of [0, 1]) {
      services[i]!.kill('SIGTERM');
      expect(await services[i]!.exited).toEqual({ code: 0, signal: null });
      services[i] = await start(ports[i]!);
    }
    await thousandMore();
    services[2]!.kill();
    await services[2]!.exited;
    services[2] = await start(ports[2]!);
    await thousandMore();
    await redis.kill();
    // Longer than REPLAY_TIME_LIMIT, so the service refuses requests under way too, not only later ones.
    await sleep(2500);
    await redis.start();
    await thousandMore();
    isOver = true;
    await sending;

    expect(sent.length).toBeGreaterThanOrEqual(leastMessages);
    const having = (...wanted: number[]) =>
      sent.filter(({ statuses }) => statuses.some((status) => wanted.includes(status)));
    const known = [0, 200, 409, 502, 503, 504];
    expect(sent.filter(({ statuses }) => !statuses.every((status) => known.includes(status)))).toEqual([]);
    expect(sent.filter(({ statuses }) => statuses.filter((status) => status === 200).length > 1)).toEqual([]);
    // A message is lost only if the killed process ended its connection without an answer, or if Redis ended between
    // noting the message's number and its answer.
    const explained = new Set(having(0, 200, 502, 504));
    const lost = sent.filter((message) => !explained.has(message));
    expect(lost.filter(({ statuses }) => !statuses.includes(503))).toEqual([]);
    expect(lost.length).toBeLessThan(devices.length / 10);
    expect(having(503).length).toBeGreaterThan(0);
    expect(having(409).length).toBeGreaterThan(0.04 * sent.length);
  },
);

needing(
  ['haproxy', 'redis-server'],
  'a process without Redis, one that is ending and one that stops get nothing more from the balancer',
  async () => {
    const redis = await Redis.forThisTest();
    const bridge = await Bridge.to(redis);
    const start = (REPLAY_STORE: string) => Service.forThisTest({ REPLAY_STORE, DRAIN_DELAY: '10000' });
    const services = await Promise.all([bridge, redis, redis, redis].map(({ address }) => start(address)));
    const balancer = await balance(services);
    let next = 0;
    const attempt = async () => (await post(balancer, '/open', JSON.stringify(inJson(await numbered(next++))))).status;
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);

    bridge.close();
    await eventually(async () => (await services[0]!.operations.get('/readyz')).status).toBe(404);
    // Longer than the interval of the checks.
    await sleep(2500);
    for (let i = 0; i < 100; i++) expect(await attempt()).toBe(200);

    let ending: Service | undefined;
    async function* body() {
      yield new Uint8Array(1000);
      const place = async () => (await Promise.all(services.map((each) => each.metric(inFlight('/hash'))))).indexOf(1);
      await eventually(place).toBeGreaterThanOrEqual(0);
      ending = services[await place()]!;
      ending.kill('SIGTERM');
      // For longer than the checks after which the balancer would call the process down.
      for (let i = 0; i < 8; i++) {
        await sleep(1000);
        expect(await attempt()).toBe(200);
        yield new Uint8Array(10_000);
      }
    }
    expect((await balancer.post('/hash', body())).json).toMatchObject({ length: 81_000 });
    expect(await ending!.exited).toEqual({ code: 0, signal: null });
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);

    // A stopped process holds what it has until it is down, and then the client learns of it.
    services
      .slice(1)
      .find((service) => service !== ending)!
      .kill('SIGSTOP');
    const begun = performance.now();
    const statuses = await Promise.all(Array.from({ length: 10 }, attempt));
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(statuses.filter((status) => status !== 200 && status !== 502)).toEqual([]);
    expect(statuses).toContain(502);
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);
  },
);

needing(['haproxy'], 'the choices of haproxy.cfg are valid, and give each address its share', async () => {
  const pem = join(scratch, 'service.pem');
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', pem, '-out', pem, '-subj', '/CN=localhost'];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const choices = { '#+': '  ', ':8443': `127.0.0.1:${await freePort()}`, '/etc/haproxy/service.pem': pem };
  const balancer = await balance(Array(4).fill(await Service.forThisTest()), choices);
  const statuses: number[] = [];
  // Only a few at a time: connections count for a while after they close.
  const some = () => Promise.all(Array.from({ length: 10 }, async () => (await post(balancer, '/hash', 'x')).status));
  while (!statuses.includes(429) && statuses.length < 30_000) statuses.push(...(await some()));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.indexOf(429)).toBeGreaterThan(1900);
});
