/// <reference lib="dom.asynciterable" />
/** The example browser-encryption, built and served, and a person who uses it in a browser. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type ConsoleMessage, chromium, firefox, type Locator, type Page } from 'playwright';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually, hex, key } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped, launches } from '../browser/launch.js';
import { cleanEnvironment, installExample, root } from '../npm.js';
import { folder, Site } from './encryption-site.js';
import { longFile } from './page-files.js';

export { built, folder, Site } from './encryption-site.js';

export function installAndBuild(): void {
  installExample(folder);
  execFileSync(process.execPath, ['build.js'], { cwd: folder, env: cleanEnvironment(), stdio: 'pipe' });
}

/** Runs the program `romulus`; rejects if it fails. */
export async function romulus(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), ...args], { env: cleanEnvironment() });
}

export { eventually };

/** Runs in the page: removes the browser's own files, or the part of them that writes. */
export function noDisk(): void {
  if ('FileSystemFileHandle' in window) Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable');
}

const started = new Map<BrowserName, Promise<Browser>>();
const downloads = mkdtempSync(join(tmpdir(), 'romulus-downloads-'));
let site: Promise<Site> | undefined;

afterAll(async () => {
  // A browser that did not start has already failed its tests.
  await Promise.allSettled([...started.values()].map(async (browser) => (await browser).close()));
  await (await site)?.close();
  rmSync(downloads, { recursive: true, force: true });
});

const launch: Record<BrowserName, () => Promise<Browser>> = {
  chromium: () => chromium.launch(launches.chromium),
  firefox: () =>
    firefox.launch({
      ...launches.firefox,
      downloadsPath: downloads,
      // The panel would take keys that are meant for the page.
      firefoxUserPrefs: { 'browser.download.alwaysOpenPanel': false },
    }),
};

export interface Opening {
  readonly site?: Site;
  readonly width?: number;
  /** Runs in the page before its own scripts. */
  readonly before?: (() => void) | string;
  /** Errors that the browser may log. */
  readonly logs?: RegExp;
}

interface Used {
  readonly visitor: Visitor;
  readonly page: Page;
}

interface PageTest {
  (title: string, use: (used: Used) => Promise<void>): void;
  /** Defines a test that opens the page by itself. */
  alone(title: string, use: () => Promise<void>): void;
}

/** Tests in each installed browser. The page is open when a test begins. */
export function inBrowsers(what: string, opening: Opening, define: (test: PageTest, name: BrowserName) => void): void {
  describe.each<BrowserName>(['chromium', 'firefox'])(`${what}, in %s`, (name) => {
    const alone: PageTest['alone'] = (title, use) => it.skipIf(isSkipped(name))(title, use);
    const opened = (title: string, use: (used: Used) => Promise<void>) =>
      alone(title, async () => {
        const visitor = await Visitor.open(name, opening);
        await use({ visitor, page: visitor.page });
      });
    define(Object.assign(opened, { alone }), name);
  });
}

/** Pages by the script that runs before their own: reloading one is faster than opening another. */
const pages = new Map<string, Promise<Page>>();

async function pageOf(name: BrowserName, before: Opening['before']): Promise<Page> {
  // No hook starts the browser: when a hook fails, the tests count as skipped instead of failed.
  if (!started.has(name)) started.set(name, launch[name]());
  const page = await (await started.get(name)!).newPage();
  page.setDefaultTimeout(20_000);
  // A page that still works, after a failed test, asks before it closes.
  page.on('dialog', (dialog) => dialog.accept());
  if (before) await page.addInitScript(typeof before === 'string' ? { content: before } : before);
  return page;
}

/** A person in front of the page. */
export class Visitor {
  readonly page: Page;
  readonly #name: BrowserName;

  constructor(page: Page, name: BrowserName) {
    this.page = page;
    this.#name = name;
  }

  /** Opens the page for a test. The test fails if the page logs an error or violates its policy. */
  static async open(name: BrowserName, { site: own, width = 1000, before, logs = /(?!)/ }: Opening = {}) {
    const id = `${name} ${before}`;
    if (!pages.has(id)) pages.set(id, pageOf(name, before));
    const page = await pages.get(id)!;
    const failures: string[] = [];
    const note = (error: string) => logs.test(error) || failures.push(error);
    const onError = (error: Error) => note(String(error));
    const onConsole = (message: ConsoleMessage) => message.type() === 'error' && note(message.text());
    page.on('pageerror', onError).on('console', onConsole);
    onTestFinished(() => {
      page.off('pageerror', onError).off('console', onConsole);
      expect(failures).toEqual([]);
    });
    site ??= Site.start();
    await page.setViewportSize({ width, height: 740 });
    await page.goto((own ?? (await site)).address);
    return new Visitor(page, name);
  }

  focused<Result>(read: (element: HTMLInputElement) => Result): Promise<Result> {
    return this.page.evaluate(`(${read})(document.activeElement)`);
  }

  get status(): Locator {
    return this.page.getByRole('status');
  }

  /** The text of every file's row: its name and its state. */
  async rows(): Promise<string[]> {
    const more = this.page.locator('#show-more');
    while (await more.isVisible()) await more.click();
    return this.page
      .locator('#rows > li')
      .evaluateAll((elements) =>
        elements.map((element) =>
          Array.from(element.querySelectorAll('.name, .note'), ({ textContent }) => textContent).join(': '),
        ),
      );
  }

  async choose(...files: { name: string; contents: Uint8Array }[] | string[]): Promise<void> {
    const before = (await this.rows()).length;
    const given = files.map((file) =>
      typeof file === 'string'
        ? file
        : { name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.contents) },
    );
    await this.page.locator('#files').setInputFiles(given as string[]);
    await eventually(async () => (await this.rows()).length).toBe(before + files.length);
  }

  /** Types into the visible fields: the passphrase to encrypt with, the one to decrypt with, or both. */
  async typePassphrase(passphrase: string, again: string | undefined = passphrase): Promise<void> {
    await this.useKey(false);
    const { page } = this;
    if (await page.locator('#encrypt-with').isVisible()) {
      if (await page.locator('#use-own').isVisible()) await page.locator('#use-own').click();
      await page.locator('#own').fill(passphrase);
      await page.locator('#again').fill(again);
    }
    const unlock = page.locator('#decrypt');
    if (await unlock.isVisible()) await unlock.fill(passphrase);
  }

  async typeKey(key: string): Promise<void> {
    await this.useKey(true);
    await this.page.locator('#key').fill(key);
  }

  async useKey(isKey: boolean): Promise<void> {
    await this.openAdvanced();
    await this.page.locator('#use-key').setChecked(isKey);
  }

  async openAdvanced(): Promise<void> {
    const advanced = this.page.locator('#advanced');
    if (!(await advanced.evaluate(({ open }: HTMLDetailsElement) => open))) await advanced.locator('summary').click();
  }

  /** True if the browser would ask before it leaves the page. */
  asks(): Promise<boolean> {
    return this.page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  }

  /** Answers all later questions of the page. */
  answer(isYes: boolean): Promise<void> {
    return this.page.evaluate((isYes) => {
      const questions: unknown[] = [];
      Object.assign(window, { questions });
      window.confirm = (question) => questions.push(question) > 0 && isYes;
    }, isYes);
  }

  questions(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as { questions: string[] }).questions);
  }

  /** The passphrases that the page reminds of, and the names of their files. */
  async kept(): Promise<{ secret: string; names: string[] }[]> {
    return this.page.locator('.kept').evaluateAll((elements) =>
      elements.map((element) => ({
        secret: element.querySelector('.secret')?.textContent ?? '',
        names: Array.from(element.querySelectorAll('li'), ({ textContent }) => textContent),
      })),
    );
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  press(): Promise<void> {
    return this.page.locator('#start').click();
  }

  /** Presses the button, waits for the end, and returns the page's message. */
  async work(): Promise<string | null> {
    await this.press();
    return this.end();
  }

  /** Works with the tests' key, and expects this message of the page. */
  async workWithKey(said: string): Promise<void> {
    await this.typeKey(hex(key));
    expect(await this.work()).toBe(said);
  }

  /** Waits for the end of the work, and returns the page's message. */
  async end(): Promise<string | null> {
    await this.page.locator('form:not(.working)').waitFor();
    return this.status.textContent();
  }

  /** Chooses a long file, then others, and cancels while the long one is encrypted. */
  async cancelLong(...others: { name: string; contents: Uint8Array }[]): Promise<void> {
    await this.choose(longFile(400_000_000));
    await this.choose(...others);
    await this.typeKey(hex(key));
    await this.openAdvanced();
    await this.page.getByRole('radio', { name: 'Romulus-T' }).check();
    await this.press();
    const progress = this.page.getByRole('progressbar', { name: 'Encrypting long' });
    await eventually(() => progress.evaluate(({ value }: HTMLProgressElement) => value)).toBeGreaterThan(0);
    expect(await this.focused(({ id }) => id)).toBe('cancel');
    expect(await progress.evaluate(({ value }: HTMLProgressElement) => value)).toBeLessThan(1);
    await this.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await this.end()).toBe('Cancelled. No unfinished file was saved.');
  }

  /** The file that a click saves. `next` runs between the click and the end of the download. */
  async download(what: Locator, next = () => Promise.resolve()): Promise<{ name: string; contents: Buffer }> {
    if (this.#name === 'chromium') {
      const [download] = await Promise.all([this.page.waitForEvent('download'), what.click()]);
      await next();
      return { name: download.suggestedFilename(), contents: readFileSync(await download.path()) };
    }
    // Playwright does not report these downloads of Firefox. They appear in the folder, first under a random name of
    // eight letters. A file of another test would change the final name.
    for (const each of readdirSync(downloads)) rmSync(join(downloads, each));
    await what.click();
    await next();
    let name: string | undefined;
    await eventually(() => {
      const names = readdirSync(downloads);
      const isNamed = names.length === 1 && !/^[\w+-]{8}(\.\w+)?$|\.part$/.test(names[0]!);
      // A file gets its name before its contents.
      name = isNamed && statSync(join(downloads, names[0]!)).size > 0 ? names[0] : undefined;
      return name;
    }).toBeDefined();
    const path = join(downloads, name!);
    const contents = readFileSync(path);
    rmSync(path);
    return { name: name!, contents };
  }

  /** The button that hands the named result to the browser, for the first time or again. */
  downloadButton(name: string): Locator {
    return this.button(`Download ${name}`).or(this.button(`Download again ${name}`));
  }

  downloadOf(name: string): Promise<{ name: string; contents: Buffer }> {
    return this.download(this.downloadButton(name));
  }
}
