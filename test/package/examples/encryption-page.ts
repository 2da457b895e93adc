/** The page of browser-encryption as its tests serve it, and open it in browsers. */
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, firefox, type Page } from 'playwright';
import { describe, expect, it, onTestFinished, type TestAPI } from 'vitest';
import { eventually } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped, launches } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { startedOnce, temporaryFolder } from '../npm.js';
import { downloads, folder, Visitor } from './encryption-page-visitor.js';

export { eventually, Visitor };

export const built = join(folder, 'dist');

interface SiteOptions {
  readonly files?: string;
  readonly port?: number;
  /** A policy that replaces the page's own, in its header and in the page. */
  readonly policy?: string;
}

/** A copy of the built page, with these changes of its files. */
export function changed(changes: Record<string, readonly [from: RegExp, to: string]>): string {
  const files = temporaryFolder();
  cpSync(built, files, { recursive: true });
  for (const [name, [from, to]] of Object.entries(changes)) {
    const contents = readFileSync(join(files, name), 'utf8');
    expect(contents).toMatch(from);
    writeFileSync(join(files, name), contents.replace(from, to));
  }
  return files;
}

async function startSite({ files = built, port = 0, policy }: SiteOptions = {}) {
  const { createSite } = await import(join(folder, 'site.js'));
  if (policy) files = changed({ 'index.html': [/(?<=Content-Security-Policy"\s+content=")[^"]+/, policy] });
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
  /** The folder of a profile, for a browser of the test's own. */
  readonly profile?: string;
  readonly javaScriptEnabled?: boolean;
  /** The address of a site, if it is not the one that all tests share. */
  readonly address?: string;
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

/** Opens the page in a context of its own. The test fails if the page logs an error or violates its policy. */
export async function visit(
  name: BrowserName,
  { address, profile, javaScriptEnabled = true, before, logs = /(?!)/ }: Opening = {},
) {
  const ofContext = { viewport: { width: 1000, height: 740 }, javaScriptEnabled };
  const context = profile
    ? await { chromium, firefox }[name].launchPersistentContext(profile, {
        ...launches[name],
        ...options[name],
        ...ofContext,
      })
    : await (await browsers[name]()).newContext(ofContext);
  onTestFinished(() => context.close());
  if (before) await context.addInitScript(typeof before === 'string' ? { content: before } : before);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  // A page that still works asks before it closes.
  page.on('dialog', (dialog) => dialog.accept());
  const failures = failuresOf(page, { allowed: logs });
  onTestFinished(() => expect(failures).toEqual([]));
  await page.goto(address ?? (await shared()).address);
  return new Visitor(page);
}
