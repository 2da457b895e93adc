/** WebKit in an invisible window: Debian's WebKitWebDriver under xvfb-run, driven by Selenium. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort, startedOnce } from '../npm.js';
import { webkitDriver } from './launch.js';

/** Opens a page, and waits for it: the driver may still show the page before, and waits for no import of a script. */
export async function open(webkit: WebDriver, url: string): Promise<void> {
  await webkit.get(url);
  const address = JSON.stringify(new URL(url).href);
  await until(webkit, `return location.href === ${address} && document.readyState === 'complete'`, 30_000);
}

/** Runs a function's body in the page until its result is true, and resolves with that. */
export const until = <Result>(webkit: WebDriver, body: string, timeout: number): Promise<Result> =>
  webkit.wait(
    () => webkit.executeScript<Result>(body),
    timeout,
    `it did not come true: ${body}`,
    50,
  ) as Promise<Result>;

/** The selector's first element, once it is there. */
export async function element(webkit: WebDriver, css: string): Promise<WebElement> {
  await until(webkit, `return document.querySelector(${JSON.stringify(css)}) !== null`, 30_000);
  return webkit.findElement({ css });
}

async function launch(): Promise<{ webkit: WebDriver; driver: ChildProcess }> {
  const port = await freePort();
  // A process group, so that the display ends with the driver.
  const driver = spawn('xvfb-run', ['--auto-servernum', webkitDriver, '--host=127.0.0.1', `--port=${port}`], {
    detached: true,
    // Without a locale, the browser reports the language C, and Intl throws.
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '', LANGUAGE: 'en_US' },
    stdio: 'ignore',
  });
  process.once('exit', () => stop(driver));
  const builder = new Builder().forBrowser('MiniBrowser').usingServer(`http://127.0.0.1:${port}`);
  for (const end = Date.now() + 30_000; ; await sleep(50))
    try {
      return { webkit: await builder.build(), driver };
    } catch (error) {
      // The driver takes some time to listen.
      if (Date.now() < end && driver.exitCode === null) continue;
      stop(driver);
      throw error;
    }
}

function stop({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
}

/** WebKit, which the tests of a file share. */
export function startedWebkit(): () => Promise<WebDriver> {
  const started = startedOnce(launch, ({ webkit, driver }) => webkit.quit().finally(() => stop(driver)));
  return async () => (await started()).webkit;
}
