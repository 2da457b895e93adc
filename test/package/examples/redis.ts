/** A Redis for tests: Debian's, set to write each change to the disk before it confirms it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { freePort } from '../npm.js';

export class Redis {
  readonly #folder = mkdtempSync(join(tmpdir(), 'romulus-wasm-redis-'));
  #process: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<Redis> {
    const redis = new Redis(await freePort());
    await redis.start();
    return redis;
  }

  static async forThisTest(): Promise<Redis> {
    const redis = await Redis.start();
    onTestFinished(() => redis.remove());
    return redis;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder, ...durable];
    const redis = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = redis;
    for await (const line of createInterface(redis.stdout)) if (line.includes('Ready to accept connections')) break;
  }

  /** Gives Redis a command, and returns its answer. */
  command(...words: string[]): string {
    return execFileSync('redis-cli', ['-p', `${this.port}`, ...words], { encoding: 'utf8' }).trim();
  }

  /** Ends Redis as a crash does. */
  async kill(): Promise<void> {
    // `kill` gives false for a process that has ended, which sends no further event.
    if (this.#process?.kill('SIGKILL')) await once(this.#process, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}

/** A bridge between a service and the Redis at `target`, which new connections reach. It can hold back answers and break connections. */
export class Bridge {
  /** Each connection from the service, with the one to Redis. */
  readonly #pairs = new Map<Socket, Socket>();
  readonly #server = createServer((near) => {
    const far = connect(this.target, '127.0.0.1');
    this.#pairs.set(near, far);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', () => near.destroy() && far.destroy());
    near.on('close', () => this.#pairs.delete(near));
  }).listen(0, '127.0.0.1');

  private constructor(public target: number) {
    onTestFinished(() => this.close());
  }

  static async to({ port }: Redis): Promise<Bridge> {
    const bridge = new Bridge(port);
    await once(bridge.#server, 'listening');
    return bridge;
  }

  get address(): string {
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Holds back what Redis answers, until `resume`. */
  pause(): void {
    for (const [near, far] of this.#pairs) far.unpipe(near);
  }

  resume(): void {
    for (const [near, far] of this.#pairs) far.pipe(near);
  }

  /** Loses everything on the present connections for good, without ending them. */
  partition(): void {
    this.pause();
    for (const [near, far] of this.#pairs) near.unpipe(far);
    this.#pairs.clear();
  }

  break(): void {
    for (const near of this.#pairs.keys()) near.destroy();
  }

  close(): void {
    this.break();
    this.#server.close();
  }
}
