/// <reference lib="dom.asynciterable" />
/** The example browser-encryption, built and served, and a person who uses it in a browser. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContextOptions, chromium, firefox, type Locator, type Page } from 'playwright';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually, hex, key, text } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped, launches } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { cleanEnvironment, installExample, root } from '../npm.js';
import { startedOnce } from '../started-once.js';
import { expectOpens, type Secret, temporaryFolder } from './page-files.js';

export { eventually };

export const folder = join(root, 'examples/browser-encryption');
export const built = join(folder, 'dist');

export function installAndBuild(): void {
  installExample(folder);
  execFileSync(process.execPath, ['build.js'], { cwd: folder, env: cleanEnvironment(), stdio: 'pipe' });
}

export async function romulus(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), ...args], { env: cleanEnvironment() });
}

interface SiteOptions {
  readonly files?: string;
  readonly port?: number;
  /** A policy that replaces the page's own, in its header and in the page. */
  readonly policy?: string;
}

export async function startSite({ files = built, port = 0, policy }: SiteOptions = {}) {
  const { createSite } = await import(join(folder, 'site.js'));
  if (policy !== undefined) {
    const given = join(files, 'index.html');
    files = temporaryFolder();
    cpSync(join(given, '..'), files, { recursive: true });
    const html = readFileSync(given, 'utf8').replace(/(Content-Security-Policy"\s+content=")[^"]+/, `$1${policy}`);
    writeFileSync(join(files, 'index.html'), html);
  }
  const server: Server = createSite(files, policy);
  await once(server.listen(port, 'localhost'), 'listening');
  const taken = (server.address() as AddressInfo).port;
  const close = async () => {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  // A secure context: the page's workers and its service worker need one.
  return { port: taken, address: `http://localhost:${taken}/`, close };
}

export async function siteForThisTest(options?: SiteOptions) {
  const site = await startSite(options);
  onTestFinished(site.close);
  return site;
}

const downloads = mkdtempSync(join(tmpdir(), 'romulus-downloads-'));
afterAll(() => rmSync(downloads, { recursive: true, force: true }));

const shared = startedOnce(startSite, (site) => site.close());
const options = {
  chromium: {},
  // The panel would take keys that are meant for the page.
  firefox: { downloadsPath: downloads, firefoxUserPrefs: { 'browser.download.alwaysOpenPanel': false } },
};
const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox', options.firefox) };

export interface Opening {
  readonly browsers?: BrowserName[];
  /** The address of a site, if it is not the one that all tests share. */
  readonly address?: string;
  readonly site?: SiteOptions;
  /** Runs in the page before its own scripts. */
  readonly before?: (() => void) | string;
  readonly logs?: RegExp;
}

type Use = (used: { readonly visitor: Visitor; readonly page: Page }) => Promise<void>;

interface PageTest {
  (title: string, use: Use): void;
  /** Defines a test that opens the page in another way. */
  where(opening: Opening, title: string, use: Use): void;
  /** Defines a test that opens the page by itself. */
  alone(title: string, use: () => Promise<void>): void;
}

/** Tests in each installed browser. The page is open when a test begins. */
export function inBrowsers(what: string, opening: Opening, define: (test: PageTest, name: BrowserName) => void): void {
  describe.each<BrowserName>(opening.browsers ?? ['chromium', 'firefox'])(`${what}, in %s`, (name) => {
    const alone: PageTest['alone'] = (title, use) => it.skipIf(isSkipped(name))(title, { timeout: 180_000 }, use);
    const where: PageTest['where'] = (own, title, use) =>
      alone(title, async () => {
        const visitor = await Visitor.open(name, { ...opening, ...own });
        await use({ visitor, page: visitor.page });
      });
    const opened = (title: string, use: Use) => where({}, title, use);
    define(Object.assign(opened, { where, alone }), name);
  });
}

/** A context of a browser in which no page was open before, and the address of a site for it. */
export async function newContext(name: BrowserName, options?: BrowserContextOptions) {
  const { address } = await siteForThisTest();
  const context = await (await browsers[name]()).newContext(options);
  onTestFinished(() => context.close());
  return { context, address };
}

interface ProfileOptions extends BrowserContextOptions {
  readonly before?: (() => void) | undefined;
}

/** Opens the page in a browser of its own, whose profile is in this folder. */
export async function openWithProfile(name: BrowserName, profile: string, { before, ...own }: ProfileOptions = {}) {
  const { address } = await siteForThisTest();
  const { firefoxUserPrefs, ...others } = { firefoxUserPrefs: {}, ...options[name] };
  // Playwright forces no colours in a released Firefox, whose own setting does.
  const colours = own.forcedColors ? { 'browser.display.document_color_use': 2 } : {};
  const context = await { chromium, firefox }[name].launchPersistentContext(profile, {
    ...launches[name],
    ...others,
    firefoxUserPrefs: { ...firefoxUserPrefs, ...colours },
    ...own,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.accept());
  if (before) await page.addInitScript(before);
  await page.goto(address);
  return { context, visitor: new Visitor(page) };
}

/** Pages by the script that runs before their own, with what they log: reloading one is faster than opening another. */
const pages = new Map<string, Promise<{ page: Page; failures: string[] }>>();

async function pageOf(name: BrowserName, before: Opening['before']) {
  const page = await (await browsers[name]()).newPage();
  page.setDefaultTimeout(20_000);
  // A page that still works, after a failed test, asks before it closes.
  page.on('dialog', (dialog) => dialog.accept());
  if (before) await page.addInitScript(typeof before === 'string' ? { content: before } : before);
  return { page, failures: failuresOf(page) };
}

export class Visitor {
  constructor(readonly page: Page) {}

  /** Opens the page for a test. The test fails if the page logs an error or violates its policy. */
  static async open(name: BrowserName, { address, site, before, logs = /(?!)/ }: Opening = {}) {
    const id = `${name} ${before}`;
    if (!pages.has(id)) pages.set(id, pageOf(name, before));
    const { page, failures } = await pages.get(id)!;
    failures.length = 0;
    onTestFinished(() => expect(failures.filter((each) => !logs.test(each))).toEqual([]));
    await page.setViewportSize({ width: 1000, height: 740 });
    const served = site ? await siteForThisTest(site) : await shared();
    await page.goto(address ?? served.address);
    return new Visitor(page);
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

  /** Chooses files by their paths, or by their names with their contents. */
  async choose(files: string[] | Record<string, Uint8Array>): Promise<void> {
    const before = (await this.rows()).length;
    const given = Array.isArray(files)
      ? files
      : Object.entries(files).map(([name, contents]) => ({ name, mimeType: '', buffer: Buffer.from(contents) }));
    await this.page.locator('#files').setInputFiles(given as string[]);
    await eventually(async () => (await this.rows()).length).toBe(before + given.length);
  }

  /** Pastes or drops a text or files on the heading. Fails if the browser would have left the page. */
  bring(type: 'paste' | 'drop', what: { text?: string; files?: Record<string, string> }): Promise<void> {
    return this.page.evaluate(
      ({ type, text, files = {} }) => {
        const data = new DataTransfer();
        if (text !== undefined) data.setData('text/plain', text);
        for (const [name, contents] of Object.entries(files)) data.items.add(new File([contents], name));
        const event = new Event(type, { bubbles: true, cancelable: true });
        Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data });
        document.querySelector('h1')!.dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error('the browser would have left the page');
      },
      { type, ...what },
    );
  }

  /** Types into the visible fields: the passphrase to encrypt with, the one to decrypt with, or both. */
  async typePassphrase(passphrase: string, again: string | undefined = passphrase): Promise<void> {
    await this.useKey(false);
    const { page } = this;
    if (await page.locator('#encrypt-with').isVisible()) {
      if (await page.locator('#use-own').isVisible()) await page.locator('#use-own').click();
      await page.locator('#own').fill(passphrase);
      await page.locator('#again').fill(again);
      await page.locator('#strength').waitFor();
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

  /** Encrypts one more file with the tests' key. */
  async encrypt(name: string, contents = text(10)): Promise<void> {
    await this.choose({ [name]: contents });
    await this.workWithKey('1 file encrypted.');
  }

  /** Waits for the end of the work, and returns the page's message. */
  async end(): Promise<string | null> {
    await this.page.locator('form:not(.working)').waitFor();
    return this.status.textContent();
  }

  /** The file that a click saves. `next` runs between the click and the end of the download. */
  async download(what: Locator, next = () => Promise.resolve()): Promise<{ name: string; contents: Buffer }> {
    if (this.page.context().browser()?.browserType().name() === 'chromium') {
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

  /** Downloads a result, which the reference must open. */
  async expectOpens(name: string, plaintext: Uint8Array, secret?: Secret): Promise<void> {
    await expectOpens((await this.downloadOf(name)).contents, plaintext, secret);
  }
}
