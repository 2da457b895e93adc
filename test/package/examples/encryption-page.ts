/** The example browser-encryption, built and served, and opened in browsers. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContextOptions, chromium, firefox, type Page } from 'playwright';
import { describe, expect, it, onTestFinished, type TestAPI } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped, launches } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { cleanEnvironment, root, startedOnce, temporaryFolder } from '../npm.js';
import { downloads, folder, Visitor } from './encryption-page-visitor.js';

export { eventually, Visitor };

export const built = join(folder, 'dist');

export function build(): void {
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

async function startSite({ files = built, port = 0, policy }: SiteOptions = {}) {
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

export const shared = startedOnce(startSite, (site) => site.close());
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

interface Opened {
  visitor: Visitor;
  page: Page;
}

/** Tests in each installed browser. The page is open in a test that takes the visitor or the page. */
export function inBrowsers(what: string, opening: Opening, define: (test: TestAPI<Opened>, name: BrowserName) => void) {
  for (const name of opening.browsers ?? (['chromium', 'firefox'] as const))
    describe.skipIf(isSkipped(name))(`${what}, in ${name}`, { timeout: 180_000 }, () => {
      const test = it.extend<Opened>({
        visitor: async ({ task: _ }, use) => use(await visit(name, opening)),
        page: ({ visitor }, use) => use(visitor.page),
      });
      define(test, name);
    });
}

/** A context of a browser in which no page was open before, and the address of a site for it. */
export async function newContext(name: BrowserName, options?: BrowserContextOptions) {
  const { address } = await siteForThisTest();
  const context = await (await browsers[name]()).newContext(options);
  onTestFinished(() => context.close());
  return { context, address };
}

/** Opens the page in a browser of its own, whose profile is in this folder. */
export async function openWithProfile(name: BrowserName, profile: string, before?: () => void) {
  const { address } = await siteForThisTest();
  const context = await { chromium, firefox }[name].launchPersistentContext(profile, {
    ...launches[name],
    ...options[name],
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

/** Opens the page for a test. The test fails if the page logs an error or violates its policy. */
export async function visit(name: BrowserName, { address, site, before, logs = /(?!)/ }: Opening = {}) {
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
