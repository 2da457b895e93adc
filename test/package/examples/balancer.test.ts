/** The service in several processes behind HAProxy, with the configuration of deploy/. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterAll, assert, expect, onTestFinished } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { freePort, temporaryFolder } from '../npm.js';
import { Bridge, Redis } from './redis.js';
import {
  type Answer,
  type Client,
  deployed,
  inFlight,
  inJson,
  needing,
  numbered,
  Service,
  served,
  waitFor,
} from './service.js';

const scratch = temporaryFolder(afterAll);

/** A POST through the balancer. Status 0 means that the connection ended without an answer. */
const post = (client: Client, path: string, body: string): Promise<Pick<Answer, 'status'>> =>
  client.post(path, body, 'application/json').catch(() => ({ status: 0 }));

/**
 * Starts Debian's HAProxy with the example's configuration for these processes, which have a port for clients and one
 * for operators each, and with these changes.
 */
async function balance(ports: (readonly [port: number, operations: number])[], changes: Record<string, string> = {}) {
  const port = await freePort();
  const servers = ports.map(([port, operations], i): [string, string] => [
    `process${i + 1} 127.0.0.1:300${i + 1} port 400${i + 1}\n`,
    `process${i + 1} 127.0.0.1:${port} port ${operations}\n`,
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

needing(['haproxy'], 'a process that is ending finishes what the balancer gave it, and gets nothing more', async () => {
  const start = () => Service.forThisTest({ DRAIN_DELAY: '10000' });
  const services = await Promise.all([start(), start()]);
  const ports = services.map(({ port, operations }) => [port, operations.port] as const);
  const balancer = await balance([...ports, ...ports]);
  let ending: Service | undefined;
  async function* body() {
    yield new Uint8Array(1000);
    ending = await waitFor(async () => {
      for (const service of services) if (await service.metric(inFlight('/hash'))) return service;
      throw new Error('the request has not arrived');
    });
    ending.terminate();
    // The balancer may not know it yet.
    await eventually(async () => (await ending!.operations.get('/readyz')).status).toBe(404);
    await sleep(1000);
    expect((await ending.post('/hash', 'x')).status).toBe(200);
    // For longer than the checks after which the balancer would call the process down.
    for (let i = 0; i < 8; i++) {
      await sleep(1000);
      expect((await post(balancer, '/hash', 'x')).status).toBe(200);
      yield new Uint8Array(10_000);
    }
  }
  expect((await balancer.post('/hash', body())).json).toMatchObject({ length: 81_000 });
  expect(await ending!.exited).toEqual({ code: 0, signal: null });
  for (let i = 0; i < 20; i++) expect((await post(balancer, '/hash', 'x')).status).toBe(200);
});

needing(
  ['haproxy', 'redis-server'],
  'a process that loses Redis, and one that stops, get nothing from the balancer',
  async () => {
    const redis = await Redis.forThisTest();
    const bridge = await Bridge.to(redis.port);
    onTestFinished(bridge.close);
    const start = (REPLAY_STORE: string) => Service.forThisTest({ REPLAY_STORE, LOG_LEVEL: 'info' });
    const services = await Promise.all([bridge.address, redis.address, redis.address].map(start));
    const ports = services.map(({ port, operations }) => [port, operations.port] as const);
    const balancer = await balance([...ports, ports[2]!]);
    let next = 0;
    const attempt = async () => (await post(balancer, '/open', JSON.stringify(inJson(await numbered(next++))))).status;
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);

    bridge.close();
    await waitFor(async () => assert((await services[0]!.operations.get('/readyz')).status === 404));
    // Longer than the interval of the checks.
    await sleep(2500);
    for (let i = 0; i < 100; i++) expect(await attempt()).toBe(200);

    // A stopped process holds what it has until it is down, and then the client learns of it.
    services[1]!.stop();
    const begun = performance.now();
    const statuses = await Promise.all(Array.from({ length: 10 }, attempt));
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(statuses.filter((status) => status !== 200 && status !== 502)).toEqual([]);
    expect(statuses).toContain(502);
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);
  },
);

needing(
  ['haproxy'],
  'haproxy.cfg hides the metrics, and its choices work: TLS, and a share for each address',
  async () => {
    const service = await Service.forThisTest();
    const secure = await freePort();
    const [certificate, key] = [join(scratch, 'service.pem'), join(scratch, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '1'];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    const ca = readFileSync(certificate);
    writeFileSync(certificate, Buffer.concat([ca, readFileSync(key)]));
    const processes = Array(4).fill([service.port, service.operations.port]);
    const balancer = await balance(processes, {
      '#+': '  ',
      ':8443': `127.0.0.1:${secure}`,
      '/etc/haproxy/service.pem': certificate,
    });
    const to = { port: secure, host: '127.0.0.1', servername: 'localhost', method: 'POST', path: '/hash', ca };
    const [response] = await once(httpsRequest(to).end(), 'response');
    response.resume();
    expect([(response.socket as TLSSocket).authorized, response.statusCode]).toEqual([true, 200]);
    for (const path of ['/metrics', '/%6detrics']) expect((await balancer.get(path)).status).toBe(404);

    const statuses: number[] = [];
    // Only a few at a time: connections count for a while after they close.
    const some = () => Promise.all(Array.from({ length: 10 }, async () => (await post(balancer, '/hash', 'x')).status));
    while (!statuses.includes(429) && statuses.length < 30_000) statuses.push(...(await some()));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.indexOf(429)).toBeGreaterThan(1900);
  },
);
