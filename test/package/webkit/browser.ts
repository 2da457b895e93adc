/** WebKit in an invisible window, driven by plain W3C WebDriver requests to Debian's WebKitWebDriver under xvfb-run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../npm.js';
import { startedOnce } from '../started-once.js';

const driver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';

export const isInstalled = existsSync(driver) && existsSync('/usr/bin/xvfb-run');

/** In continuous integration a missing browser is a failure, not a reason to test less. */
export const isSkipped = !isInstalled && !process.env.CI;

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Launched = { process: ChildProcess; address: string };

/** One session with one window. A refused request rejects with the driver's error and message. */
export class WebKit {
  readonly #launched: Launched;
  readonly #session: string;

  private constructor(launched: Launched, id: string) {
    this.#launched = launched;
    this.#session = `/session/${id}`;
  }

  static async launch(): Promise<WebKit> {
    const launched = await startDriver();
    try {
      const { sessionId } = await request<{ sessionId: string }>(launched, 'POST', '/session', { capabilities: {} });
      return new WebKit(launched, sessionId);
    } catch (error) {
      stop(launched);
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.#post('url', { url });
    // The driver may still show the page before, and does not wait for imports of module scripts.
    const address = JSON.stringify(new URL(url).href);
    await this.waitFor(`return location.href === ${address} && document.readyState === 'complete'`, 30_000);
  }

  /** Runs a function's body in the page. Resolves with its result, or with its promise's. JSON both ways. */
  async evaluate<Result>(body: string, ...args: unknown[]): Promise<Result> {
    return this.#post('execute/sync', { script: body, args });
  }

  /** Runs the body until its result is true, and resolves with that; rejects after `timeout` milliseconds. */
  async waitFor<Result>(body: string, timeout: number): Promise<Result> {
    const end = Date.now() + timeout;
    for (;;) {
      const result = await this.evaluate<Result>(body);
      if (result) return result;
      if (Date.now() > end) throw new Error(`in ${timeout} ms it did not come true: ${body}`);
      await sleep(50);
    }
  }

  /** Clicks on the selector's first element as a person would: it must be in view. */
  async click(selector: string): Promise<void> {
    await this.#post(`element/${await this.#find(selector)}/click`, {});
  }

  /** Types into the selector's first element. For a file input the text is a path. */
  async type(selector: string, text: string): Promise<void> {
    await this.#post(`element/${await this.#find(selector)}/value`, { text });
  }

  async close(): Promise<void> {
    try {
      await request(this.#launched, 'DELETE', this.#session);
    } finally {
      stop(this.#launched);
    }
  }

  async #find(selector: string): Promise<string> {
    await this.waitFor(`return document.querySelector(${JSON.stringify(selector)}) !== null`, 30_000);
    const element = await this.#post<Record<string, string>>('element', { using: 'css selector', value: selector });
    return element[elementKey] as string;
  }

  #post<Value>(command: string, parameters: object): Promise<Value> {
    return request(this.#launched, 'POST', `${this.#session}/${command}`, parameters);
  }
}

async function startDriver(): Promise<Launched> {
  const port = await freePort();
  // A process group, so that the display ends with the driver.
  const child = spawn('xvfb-run', ['--auto-servernum', driver, '--host=127.0.0.1', `--port=${port}`], {
    detached: true,
    // Without a locale, the browser reports the language C, and Intl throws.
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', LANGUAGE: 'en_US' },
    stdio: 'ignore',
  });
  const launched = { process: child, address: `http://127.0.0.1:${port}` };
  process.once('exit', () => stop(launched));
  let ended: Error | undefined;
  child.once('error', (error) => {
    ended = error;
  });
  child.once('exit', (code) => {
    ended ??= new Error(`${driver} under xvfb-run ended with exit code ${code}`);
  });
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    const ready = await request<{ ready: boolean }>(launched, 'GET', '/status').catch(() => undefined);
    if (ready?.ready) return launched;
    if (ended) throw ended;
    if (Date.now() < end) continue;
    stop(launched);
    throw new Error(`${driver} did not answer in 30 seconds`);
  }
}

function stop({ process: { pid, exitCode, signalCode } }: Launched): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function request<Value>(
  { address }: Launched,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters?: object,
): Promise<Value> {
  const response = await fetch(address + path, { method, ...(parameters && { body: JSON.stringify(parameters) }) });
  const { value } = (await response.json()) as { value: Value };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${path}: ${error}: ${message}`);
}

/** Starts WebKit and a site, which the tests of a file share. */
export const webkitWith = <Site extends { close(): Promise<void> }>(serve: () => Promise<Site>) =>
  startedOnce(
    async () => ({ site: await serve(), webkit: await WebKit.launch() }),
    ({ site, webkit }) => Promise.all([site.close(), webkit.close()]),
  );
