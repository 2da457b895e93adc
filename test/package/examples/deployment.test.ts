/** The service in several processes, with the files of deploy/: behind HAProxy, under systemd, in a container. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { generateKey, romulusN } from '../../../ts/index.js';
import { eventually, flipBit, hex } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { freePort, root } from '../npm.js';
import { balancing, post, served, startHaproxy } from './haproxy.js';
import './manifests.js';
import { Bridge, Redis } from './redis.js';
import { base64, demoKeys, deployed, folder, inFlight, Service } from './service.js';

const scratch = mkdtempSync(join(tmpdir(), 'romulus-wasm-deployment-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const needing = (...programs: string[]) =>
  it.skipIf(programs.some((program) => (program === 'root' ? process.getuid?.() !== 0 : isMissing(program))));

/** A message of the demonstration's door, in JSON. */
async function numbered(number: number): Promise<string> {
  const nonce = new Uint8Array(16);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(number));
  const ciphertext = await romulusN.encrypt({ key: Buffer.from(demoKeys.door![0]!, 'hex'), nonce, plaintext: nonce });
  return JSON.stringify({ device: 'door', nonce: base64(nonce), ciphertext: base64(ciphertext) });
}

interface Sent {
  /** The statuses of all attempts to send it. */
  statuses: number[];
  forged: boolean;
  body: string;
  answer: string;
}

/** check.yml sets 10^5. */
const leastMessages = Number(process.env.OPENED_MESSAGES ?? 10_000);

needing('haproxy', 'redis-server')(
  'messages are accepted once each while processes and Redis are killed',
  { timeout: 300_000 },
  async () => {
    const redis = await Redis.forThisTest();
    const devices = Array.from({ length: 100 }, generateKey);
    const keyFile = join(scratch, 'keys.json');
    writeFileSync(
      keyFile,
      JSON.stringify(Object.fromEntries(devices.map((key, i) => [`device ${i}`, { 0: hex(key) }]))),
    );
    const address = await freePort();
    const ports = await Promise.all(
      Array.from({ length: 4 }, async () => [await freePort(), await freePort()] as const),
    );
    const settings = { KEY_FILE: keyFile, REPLAY_STORE: redis.address, DRAIN_DELAY: '3000', LOG_LEVEL: 'info' };
    const start = ([port, operations]: (typeof ports)[number]) =>
      Service.forThisTest({ PORT: `${port}`, OPERATIONS_PORT: `${operations}`, ...settings });
    const services = await Promise.all(ports.map(start));
    startHaproxy(balancing(address, ports));
    const balancer = await served(address);

    // Each device sends its numbers in order, and repeats each until it knows the outcome.
    const sent: Sent[] = [];
    let isOver = false;
    const attempt = async (message: Sent) => {
      const { status, text } = await post(balancer, '/open', message.body);
      message.statuses.push(status);
      if (status === 200 && text !== message.answer) message.statuses.push(-1);
      return status;
    };
    const deliver = async (message: Sent) => {
      while ([0, 502, 503, 504].includes(await attempt(message))) await sleep(20);
    };
    const send = async (device: number) => {
      for (let i = 0; !isOver || sent.length < leastMessages; i++) {
        const nonce = new Uint8Array(16);
        new DataView(nonce.buffer).setBigUint64(0, BigInt(i));
        const plaintext = Buffer.from(`${device}: ${i}`);
        const ciphertext = await romulusN.encrypt({ key: devices[device]!, nonce, plaintext });
        const forged = i % 20 === 7;
        const body = JSON.stringify({
          device: `device ${device}`,
          nonce: base64(nonce),
          ciphertext: base64(forged ? flipBit(ciphertext, i % 128) : ciphertext),
        });
        const message: Sent = { statuses: [], forged, body, answer: JSON.stringify({ plaintext: base64(plaintext) }) };
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
      services[i]!.terminate();
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
    const count = ({ statuses }: Sent, wanted: number[]) => statuses.filter((status) => wanted.includes(status)).length;
    const unknown = (message: Sent) => count(message, [0, 502, 504]) > 0;
    const genuine = sent.filter(({ forged }) => !forged);
    const wrong = sent.filter((message) => count(message, [0, 200, 409, 422, 502, 503, 504]) < message.statuses.length);
    expect(wrong).toEqual([]);
    expect(sent.filter((message) => message.forged && count(message, [200, 409]) > 0)).toEqual([]);
    expect(genuine.filter((message) => count(message, [422]) > 0)).toEqual([]);
    expect(genuine.filter((message) => count(message, [200]) > 1)).toEqual([]);
    // A message is lost only if the killed process ended its connection without an answer, or if Redis ended between
    // noting the message's number and its answer.
    const lost = genuine.filter((message) => count(message, [200]) === 0 && !unknown(message));
    expect(lost.filter((message) => count(message, [503]) === 0)).toEqual([]);
    expect(lost.length).toBeLessThan(devices.length / 10);
    expect(sent.filter(unknown).length).toBeLessThan(devices.length);
    expect(sent.filter((message) => count(message, [503]) > 0).length).toBeGreaterThan(0);
    expect(genuine.filter((message) => count(message, [409]) > 0).length).toBeGreaterThan(0.04 * sent.length);
  },
);

needing('haproxy', 'redis-server')(
  'a process that loses Redis, and one that stops, get nothing from the balancer',
  async () => {
    const redis = await Redis.forThisTest();
    const bridge = await Bridge.to(redis.port);
    onTestFinished(bridge.close);
    const start = (REPLAY_STORE: string) => Service.forThisTest({ REPLAY_STORE, LOG_LEVEL: 'info' });
    const services = [await start(bridge.address), await start(redis.address), await start(redis.address)];
    const address = await freePort();
    const ports = services.map(({ port, operations }) => [port, operations.port] as const);
    startHaproxy(balancing(address, [...ports, ports[2]!]));
    const balancer = await served(address);
    let next = 0;
    const attempt = async () => (await post(balancer, '/open', await numbered(next++))).status;
    for (let i = 0; i < 20; i++) expect(await attempt()).toBe(200);

    bridge.close();
    await eventually(async () => (await services[0]!.operations.get('/readyz')).status).toBe(404);
    // The interval of the checks.
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
  120_000,
);

needing('haproxy')('a process that is ending finishes what the balancer gave it', { timeout: 60_000 }, async () => {
  // Longer than the checks after which the balancer would call it down.
  const service = await Service.forThisTest({ DRAIN_DELAY: '10000' });
  const address = await freePort();
  startHaproxy(balancing(address, Array(4).fill([service.port, service.operations.port])));
  const balancer = await served(address);
  async function* body() {
    yield new Uint8Array(1000);
    await service.until(inFlight('/hash'), (value) => value === 1);
    service.terminate();
    for (let i = 0; i < 9; i++) {
      await sleep(1000);
      yield new Uint8Array(10_000);
    }
  }
  expect((await balancer.post('/hash', body())).json).toMatchObject({ length: 91_000 });
});

needing('haproxy')('a client whose headers do not come loses its connection to the balancer', async () => {
  const service = await Service.forThisTest();
  const address = await freePort();
  const configuration = balancing(address, Array(4).fill([service.port, service.operations.port]));
  expect(configuration).toContain('timeout http-request 10s');
  startHaproxy(configuration.replace('timeout http-request 10s', 'timeout http-request 1s'));
  await served(address);
  const dripping = connect(address, '127.0.0.1').on('error', () => {});
  dripping.write('POST /hash HTTP/1.1\r\n');
  const drops = setInterval(() => dripping.write('X: y\r\n'), 100);
  onTestFinished(() => clearInterval(drops));
  let received = '';
  for await (const part of dripping) received += part;
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

needing('haproxy')('the choices in haproxy.cfg work: TLS, and a share for each address', async () => {
  const service = await Service.forThisTest();
  const [address, secure] = [await freePort(), await freePort()];
  const certificate = join(scratch, 'service.pem');
  const key = join(scratch, 'key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '1'];
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
  const authority = readFileSync(certificate);
  writeFileSync(certificate, Buffer.concat([authority, readFileSync(key)]));
  const configuration = balancing(address, Array(4).fill([service.port, service.operations.port]))
    .replaceAll('#+', '  ')
    .replace(':8443', `127.0.0.1:${secure}`)
    .replace('/etc/haproxy/service.pem', certificate);
  startHaproxy(configuration);
  const balancer = await served(address);

  const { socket, status } = await new Promise<{ socket: string; status: number }>((resolve, reject) => {
    const options = {
      port: secure,
      host: '127.0.0.1',
      servername: 'localhost',
      method: 'POST',
      path: '/hash',
      ca: authority,
    };
    const request = httpsRequest(options, (response) => {
      const { socket } = response as unknown as { socket: import('node:tls').TLSSocket };
      resolve({ socket: `${socket.authorized}`, status: response.statusCode! });
      response.resume();
    });
    request.on('error', reject).end();
  });
  expect({ socket, status }).toEqual({ socket: 'true', status: 200 });
  for (const path of ['/metrics', '/%6detrics']) expect((await balancer.get(path)).status).toBe(404);

  const statuses: number[] = [];
  // Only a few at a time: connections count for a while after they close.
  const some = () => Promise.all(Array.from({ length: 10 }, async () => (await post(balancer, '/hash', 'x')).status));
  while (!statuses.includes(429) && statuses.length < 30_000) statuses.push(...(await some()));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.indexOf(429)).toBeGreaterThan(1900);
});

needing('root', 'systemctl')(
  'systemd starts the unit, without privileges, and stops it',
  { timeout: 120_000 },
  async () => {
    const [port, store] = [await freePort(), await Redis.forThisTest()];
    await store.kill();
    const unit = join(scratch, 'hash-service@.service');
    const home = join(scratch, 'opt');
    cpSync(folder, join(home, 'examples/hash-service'), { recursive: true, verbatimSymlinks: true });
    for (const name of ['package.json', 'dist']) cpSync(join(root, name), join(home, name), { recursive: true });
    writeFileSync(unit, deployed('hash-service@.service').replace('redis://127.0.0.1:6379', store.address));
    // A separate systemd in its own namespaces. It sees the programs of this machine, and can write nothing.
    const boot = `set -e
  mount --make-rprivate / && mount -o remount,bind,ro /
  mount -t tmpfs -o mode=755 none /run && mkdir -p /run/systemd/system /run/lock /run/etc
  cp -a /etc/. /run/etc && mount --bind /run/etc /etc
  mount -t tmpfs none /opt && cp -a ${home} /opt/romulus-wasm && cp ${unit} /run/systemd/system/
  mkdir /etc/hash-service && cp ${join(folder, 'demo-keys.json')} /etc/hash-service/keys.json
  useradd --system hash-service && chown hash-service /etc/hash-service/keys.json && chmod 400 /etc/hash-service/keys.json
  for name in /tmp /var; do mount -t tmpfs -o mode=755 none $name; done
  exec env -i container=other PATH="$PATH" /lib/systemd/systemd --system --unit=hash-service@${port}.service`;
    const namespaces = ['--pid', '--mount', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child', '--mount-proc'];
    const systemd = spawn('unshare', [...namespaces, 'bash', '-c', boot], { stdio: 'ignore' });
    onTestFinished(async () => {
      systemd.kill('SIGKILL');
      if (systemd.exitCode === null && systemd.signalCode === null) await once(systemd, 'exit');
    });
    const child = () => readFileSync(`/proc/${systemd.pid}/task/${systemd.pid}/children`, 'utf8').trim();
    await eventually(() => child()).toMatch(/^\d+$/);
    const inside = (...command: string[]) =>
      execFileSync('nsenter', ['--target', child(), '--all', ...command], { encoding: 'utf8' });

    const name = `hash-service@${port}`;
    const shown = (property: string) => inside('systemctl', 'show', `--property=${property}`, '--value', name).trim();
    // More starts than systemd allows by itself.
    await expect.poll(() => Number(shown('NRestarts')), { timeout: 100_000 }).toBeGreaterThan(6);
    expect(shown('Wants')).toBe('redis-server.service');
    expect(shown('StartLimitIntervalUSec')).toBe('0');
    await store.start();
    await served(port);
    const pid = shown('MainPID');
    expect(inside('stat', '--format=%U', `/proc/${pid}`)).toBe('hash-service\n');
    inside('systemctl', 'stop', name);
    expect(inside('systemctl', 'show', '--property=Result,ActiveState', name)).toMatch(
      /Result=success\nActiveState=inactive/,
    );
  },
);

needing('root', 'buildah')('the image starts the service, as a user without rights', { timeout: 180_000 }, async () => {
  const storage = join(scratch, 'containers');
  const at = [`--root=${join(storage, 'root')}`, `--runroot=${join(storage, 'run')}`, '--storage-driver=vfs'];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const buildah = (...args: string[]) => execFileSync('buildah', [...at, ...args], { encoding: 'utf8', env }).trim();
  // A base image of Node and its libraries only: the test cannot fetch another.
  const base = buildah('from', 'scratch');
  const files = join(scratch, 'base');
  for (const program of [process.execPath, '/bin/sh']) {
    const linked = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const [from, to] of [...linked.map((file) => [file, file]), [program, `/bin/${program.split('/').at(-1)}`]]) {
      mkdirSync(dirname(join(files, to!)), { recursive: true });
      cpSync(from!, join(files, to!), { dereference: true });
    }
  }
  buildah('copy', base, files, '/');
  buildah('config', '--env', 'PATH=/bin', base);
  buildah('commit', base, 'localhost/base');
  const file = ['-f', join(folder, 'deploy/Containerfile')];
  buildah('build', '--build-arg', 'BASE=localhost/base', '-t', 'localhost/hash-service', ...file, root);
  const container = buildah('from', 'localhost/hash-service');
  const port = await freePort();
  const run = [
    'run',
    '--env',
    `PORT=${port}`,
    '--env',
    'KEY_FILE=demo-keys.json',
    container,
    '--',
    'node',
    'server.js',
  ];
  const service = spawn('buildah', [...at, ...run], { env, detached: true });
  onTestFinished(() => void process.kill(-service.pid!, 'SIGKILL'));
  await served(port);
});
