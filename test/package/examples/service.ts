/** Installs the example hash-service once, starts it in processes of its own, and talks to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, installLocked, root } from '../tarball.js';

export const folder = join(root, 'examples/hash-service');

/** As a person would. */
export function install(): void {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing: run `npm run build` first');
  installLocked(folder);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, unknown>;
}

async function read(response: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  const json = response.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : {};
  return { status: response.statusCode!, headers: response.headers, text, json };
}

export interface Exit {
  code: number | null;
  signal: string | null;
}

export class Service {
  /** Everything that it has printed. */
  log = '';
  readonly port: number;
  readonly exited: Promise<Exit>;
  readonly #process: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  private constructor(process: ChildProcess, port: number, exited: Promise<Exit>) {
    this.#process = process;
    this.port = port;
    this.exited = exited;
  }

  /** A service with these settings, for a test or, outside of tests, for as long as it is not stopped. */
  static async start(settings: Record<string, string> = {}): Promise<Service> {
    const child = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: { ...cleanEnvironment(), PORT: '0', LOG_LEVEL: 'trace', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    let log = '';
    let service: Service | undefined;
    const port = await new Promise<number>((resolve, reject) => {
      const read = (part: Buffer) => {
        log += part;
        if (service) service.log = log;
        const [, port] = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(log) ?? [];
        if (port) resolve(Number(port));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      exited.then(({ code }) => reject(new Error(`the service ended with ${code}: ${log}`)));
    });
    service = new Service(child, port, exited);
    service.log = log;
    return service;
  }

  /** Of a test's own. */
  static async forThisTest(settings: Record<string, string> = {}): Promise<Service> {
    const service = await Service.start(settings);
    onTestFinished(() => service.kill());
    return service;
  }

  terminate(): void {
    this.#process.kill('SIGTERM');
  }

  kill(): void {
    this.#agent.destroy();
    this.#process.kill('SIGKILL');
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: string | Uint8Array | AsyncIterable<Uint8Array>, type = 'application/octet-stream') {
    return this.send('POST', path, body, type);
  }

  postJson(path: string, value: unknown): Promise<Answer> {
    return this.post(path, JSON.stringify(value), 'application/json');
  }

  /** A body that is iterated over is sent in chunks, without its length; one in memory with its length. */
  async send(
    method: string,
    path: string,
    body: string | Uint8Array | AsyncIterable<Uint8Array> = '',
    type?: string,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const request = httpRequest({
      port: this.port,
      host: '127.0.0.1',
      agent: this.#agent,
      method,
      path,
      ...(signal && { signal }),
      headers: type ? { 'content-type': type } : {},
    });
    let answered = false;
    const answer = new Promise<Answer>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        answered = true;
        resolve(read(response));
      });
    });
    if (typeof body === 'string' || body instanceof Uint8Array) {
      request.end(body);
      return answer;
    }
    // Node lets nobody know any more when there is room for the rest of a body that was answered already.
    const over = answer.catch(() => {});
    for await (const chunk of body) {
      if (answered || request.destroyed) break;
      if (!request.write(chunk)) await Promise.race([over, new Promise((resolve) => request.once('drain', resolve))]);
    }
    request.end();
    return answer;
  }

  /** The value of a metric, by its name and labels as Prometheus writes them; 0 if it is not there yet. */
  async metric(name: string): Promise<number> {
    const { text } = await this.get('/metrics');
    const line = text.split('\n').find((line) => line.startsWith(`${name} `));
    return line ? Number(line.slice(name.length + 1)) : 0;
  }

  /** Waits until a metric is as expected. */
  async until(name: string, expected: (value: number) => boolean): Promise<void> {
    const end = performance.now() + 10_000;
    for (;;) {
      const value = await this.metric(name);
      if (expected(value)) return;
      if (performance.now() > end) throw new Error(`${name} is still ${value}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
