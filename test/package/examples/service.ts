/** Starts the example hash-service in processes of its own, and talks to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { romulusN } from '../../../ts/index.js';
import { eventually } from '../../fixtures/bytes.js';
import { isMissing } from '../../fixtures/programs.js';
import { readAeadVectors } from '../../reference/vectors.js';
import { cleanEnvironment, root, startedOnce } from '../npm.js';

export const folder = join(root, 'examples/hash-service');

/** A file of its deployment. */
export const deployed = (name: string) => readFileSync(join(folder, 'deploy', name), 'utf8');

/** A package of the example's. */
export const dependency = (name: string) => import(createRequire(join(folder, 'app.js')).resolve(name));

/** Asks what listens on a port, by the connections that Node's fetch keeps. */
export class Client {
  constructor(public port = 0) {}

  get(path: string) {
    return this.send('GET', path);
  }

  post(path: string, body: string | Uint8Array | AsyncIterable<Uint8Array>, type = 'application/octet-stream') {
    return this.send('POST', path, body, type ? { 'content-type': type } : {});
  }

  postJson(path: string, value: unknown) {
    return this.post(path, JSON.stringify(value), 'application/json');
  }

  /** An iterable body is sent in chunks, without its length; a body in memory with its length. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array | AsyncIterable<Uint8Array>,
    headers: Record<string, string> = {},
  ) {
    // A text by itself would get a content type.
    const sent = (typeof body === 'string' ? Buffer.from(body) : body) as BodyInit;
    const init = { method, headers, body: sent, duplex: 'half' };
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const json: Record<string, unknown> = isJson ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, bytes, text, json };
  }
}

export class Service extends Client {
  log = '';
  /** The port of health, readiness and metrics. */
  readonly operations = new Client();
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly #process: ChildProcess;

  private constructor(settings: Record<string, string>) {
    super();
    const env = { ...cleanEnvironment(), PORT: '0', OPERATIONS_PORT: '0', LOG_LEVEL: 'trace', ...settings };
    this.#process = spawn(process.execPath, ['server.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.exited = once(this.#process, 'exit').then(([code, signal]) => ({ code, signal }));
  }

  /** Starts a service with these settings. It ends with the test; outside of tests it runs until it is stopped. */
  static async start(settings: Record<string, string> = {}): Promise<Service> {
    const service = new Service(settings);
    const { stdout, stderr } = service.#process;
    await new Promise<void>((resolve, reject) => {
      for (const stream of [stdout, stderr])
        stream?.on('data', (part) => {
          service.log += part;
          const port = (text: string) =>
            Number(service.log.split(`${text} at http://127.0.0.1:`)[1]?.match(/^\d+\b/)?.[0]);
          service.port = port('listening');
          service.operations.port = port('metrics');
          if (service.port && service.operations.port) resolve();
        });
      service.exited.then(({ code }) => reject(new Error(`the service ended with ${code}: ${service.log}`)));
    });
    return service;
  }

  static async forThisTest(settings: Record<string, string> = {}): Promise<Service> {
    const service = await Service.start(settings);
    onTestFinished(() => service.kill());
    return service;
  }

  /** SIGSTOP leaves a process that keeps its connections and answers nothing. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' = 'SIGKILL'): void {
    this.#process.kill(signal);
  }

  /** A metric's value, by its name and labels as Prometheus writes them; 0 if it does not exist yet. */
  async metric(name: string): Promise<number> {
    const { text } = await this.operations.get('/metrics');
    const line = text.split('\n').find((line) => line.startsWith(`${name} `));
    return line ? Number(line.slice(name.length + 1)) : 0;
  }

  async until(name: string, expected: number): Promise<void> {
    await eventually(() => this.metric(name)).toBe(expected);
  }
}

/** Waits until a service answers on this port; returns its client. */
export async function served(port: number): Promise<Client> {
  const client = new Client(port);
  await eventually(async () => (await client.post('/hash', 'x').catch(() => ({ status: 0 }))).status).toBe(200);
  return client;
}

/** A service that tests share, as each start takes most of a second. */
export const sharedService = (settings: Record<string, string> = {}) =>
  startedOnce(
    () => Service.start(settings),
    async (service) => service.kill(),
  );

export class Connection {
  received = '';
  readonly closed: Promise<unknown>;
  readonly socket: Socket;

  constructor({ port }: Service, ...parts: string[]) {
    this.socket = connect(port, '127.0.0.1').setNoDelay();
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.setEncoding('utf8').on('data', (part) => {
      this.received += part;
    });
    onTestFinished(() => void this.socket.destroy());
    for (const part of parts) this.socket.write(part);
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }

  async answers(count: number): Promise<number[]> {
    await eventually(() => this.statuses.length).toBeGreaterThanOrEqual(count);
    return this.statuses;
  }
}

/** A request whose body does not come. */
export const announced = (path: string, length = 10, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n`;
export const post = (path: string, body: string, headers = '') => announced(path, body.length, headers) + body;
/** The request with the least work. */
export const quick = 'POST /hash HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
export const inFlight = (path: string) => `http_requests_in_flight{route="${path}"}`;

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export interface Message {
  device: string;
  keyId?: number;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
  associatedData: Uint8Array;
}

export const inJson = ({ device, keyId, nonce, ciphertext, associatedData }: Message) => ({
  device,
  ...(keyId !== undefined && { keyId }),
  nonce: base64(nonce),
  ciphertext: base64(ciphertext),
  associatedData: base64(associatedData),
});

/** The devices and keys of the demonstration. */
export const demoKeys: Record<string, Record<number, string>> = JSON.parse(
  readFileSync(join(folder, 'demo-keys.json'), 'utf8'),
);

/** The key of the vectors belongs to a device of the demonstration. */
export const vectors = (await readAeadVectors('romulus-n.txt')).map((vector) => {
  const { nonce, ciphertext, associatedData, plaintext } = vector;
  const bytes = { device: 'thermometer-1', nonce, ciphertext, associatedData };
  return { bytes, message: inJson(bytes), plaintext: base64(plaintext) };
});

/** A message with a number. Another `text` makes another message with that number. */
export async function numbered(
  number: bigint | number,
  {
    device = 'door',
    text = 'opened',
    keyId = 0,
    key = Buffer.from(demoKeys[device]![keyId]!, 'hex') as Uint8Array,
  } = {},
): Promise<Message> {
  const nonce = new Uint8Array(16);
  new DataView(nonce.buffer).setBigUint64(0, BigInt(number));
  nonce.set(Buffer.from(text).subarray(0, 8), 8);
  const associatedData = Buffer.from('lock 7');
  const ciphertext = await romulusN.encrypt({ key, nonce, plaintext: Buffer.from(text), associatedData });
  return { device, keyId, nonce, ciphertext, associatedData };
}

const residentMemory = 'process_resident_memory_bytes';

/** The service's peak memory during an attack, in bytes above its present use. */
export async function memoryOf(service: Service, attack: () => Promise<unknown>): Promise<number> {
  const before = await service.metric(residentMemory);
  let most = before;
  let attacking = true;
  const watching = (async () => {
    while (attacking) most = Math.max(most, await service.metric(residentMemory));
  })();
  await attack().finally(() => {
    attacking = false;
  });
  await watching;
  return most - before;
}

export const limitedRoutes = ['/hash', '/hash/many', '/open'];

/** Settings that admit this many requests to each of these routes at a time. */
export const admitting = (most: number) =>
  Object.fromEntries(['HASH', 'HASH_MANY', 'OPEN'].map((route) => [`${route}_REQUESTS`, `${most}`]));

/** Defines a test that needs these programs, or to be root, and has time to wait for them. */
export function needing(programs: string[], name: string, test: () => Promise<void>): void {
  const isHere = (program: string) => (program === 'root' ? process.getuid?.() === 0 : !isMissing(program));
  it.skipIf(!programs.every(isHere))(name, { timeout: 300_000 }, test);
}
