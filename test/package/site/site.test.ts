/** The site: one folder that works at any path of any host, and what its pages do there in browsers. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { german } from '../../../examples/browser-encryption/page/words/german.js';
import { buildSite } from '../../../site/build.js';
import { documents } from '../../../site/documents.js';
import { serveSite } from '../../../site/server.js';
import { romulusH, toHex } from '../../../ts/index.js';
import { suites } from '../../../ts/suites/table.js';
import { expectAccessible } from '../browser/accessibility.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../started-once.js';
import { isSkipped as webkitIsSkipped } from '../webkit/browser.js';
import { webkitWith } from '../webkit/shared.js';

const built = startedOnce(
  () => buildSite(),
  async () => {},
);
/** Not at the root of its host, and with no header of its own, as on GitHub Pages. */
const served = startedOnce(
  async () => serveSite(await built(), '/some/path/'),
  (site) => site.close(),
);
const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };

const textOf = async (path: string) => String(Buffer.from((await built()).contentsOf(path)));
const pagesOf = async () => [...(await built()).files.keys()].filter((path) => path.endsWith('.html'));

/** The addresses that a page links, loads or shows. */
const addressesIn = (html: string) => Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address]) => address!);

/** A page of the site, which may log no error. */
async function open(name: BrowserName, path: string, locale = 'en'): Promise<Page> {
  const context = await (await browsers[name]()).newContext({ locale });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures = failuresOf(page);
  onTestFinished(() => expect(failures).toEqual([]));
  await page.goto((await served()).address + path);
  return page;
}

describe('the folder', () => {
  it('has a page for each document, and each link leads somewhere', async () => {
    const { files } = await built();
    const pages = await pagesOf();
    for (const path of ['index.html', 'encrypt/index.html', 'performance/index.html', 'docs/index.html'])
      expect(pages).toContain(path);
    for (const { path } of documents) expect(pages).toContain(path);
    const broken: string[] = [];
    for (const page of pages)
      for (const address of addressesIn(await textOf(page))) {
        if (/^(https?:|#rows)/.test(address)) continue;
        const { pathname, hash } = new URL(address, `http://site/${page}`);
        const file = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
        const isThere = files.has(file) && (!hash || (await textOf(file)).includes(`id="${hash.slice(1)}"`));
        if (!isThere) broken.push(`${page}: ${address}`);
      }
    expect(broken).toEqual([]);
  });

  it('loads nothing from elsewhere, under a policy of its own in each page', async () => {
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
      expect(policy, page).toMatch(/^default-src '(none|self)';/);
      expect(policy, page).not.toMatch(/'unsafe-|[*:]/);
      expect(html, page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      const loaded = html.match(/<(?:script|link|img)[^>]*>/g) ?? [];
      for (const element of loaded) expect(element, page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(html, page).toMatch(/<meta name="description" content="[^"]{20,}/);
      expect(html.match(/<h1[ >]/g), page).toHaveLength(1);
    }
  });

  it('names what pages load after its contents, and has the checksum of every file', async () => {
    const { files } = await built();
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      for (const [, address, digest] of html.matchAll(/(?:src|href)="([^"]+)" integrity="sha384-([^"]+)"/g)) {
        const contents = files.get(posix.join(posix.dirname(page), address!))!;
        expect(createHash('sha384').update(contents).digest('base64')).toBe(digest);
      }
      const loaded = addressesIn(html).filter((address) => /\.(js|css)$/.test(address));
      for (const address of loaded) expect(address, page).toMatch(/-[0-9a-zA-Z]{8,10}\.(js|css)$/);
    }
    const checksums = (await textOf('checksums.txt')).trimEnd().split('\n');
    expect(checksums).toHaveLength(files.size - 1);
    for (const line of checksums) {
      const [digest, path] = line.split('  ') as [string, string];
      expect(createHash('sha256').update(files.get(path)!).digest('hex')).toBe(digest);
    }
  });

  it('is the same when it is built again', async () => {
    const again = await buildSite();
    expect(Buffer.from(again.contentsOf('checksums.txt')).toString()).toBe(await textOf('checksums.txt'));
  });

  it('links the sources where it is told where they are', async () => {
    const folder = await buildSite({ repository: 'https://example.org/project/blob/main' });
    const html = (path: string) => Buffer.from(folder.contentsOf(path)).toString();
    expect(html('index.html')).toContain('<a href="https://example.org/project/blob/main">Source</a>');
    expect(html('encrypt/index.html')).toContain('https://example.org/project/blob/main/examples/browser-encryption');
    expect(html('docs/examples/hash-service.html')).toContain('https://example.org/project/blob/main/examples/');
  });

  it('takes less than 100 KB compressed for each page, before anything is measured', async () => {
    const { files } = await built();
    const sizeOf = (path: string) => gzipSync(files.get(path)!, { level: 9 }).length;
    for (const page of await pagesOf()) {
      const loaded = addressesIn(await textOf(page)).filter((address) => /\.(js|css|svg)$/.test(address));
      const paths = new Set([page, ...loaded.map((address) => posix.join(posix.dirname(page), address))]);
      // What the page's workers load is loaded by its script.
      if (page === 'encrypt/index.html')
        for (const path of files.keys()) if (/encrypt\/(pool-worker|service-worker)/.test(path)) paths.add(path);
      expect(
        [...paths].map(sizeOf).reduce((sum, size) => sum + size, 0),
        page,
      ).toBeLessThan(100_000);
    }
  });
});

describe.each<BrowserName>(['chromium', 'firefox'])('the start page in %s', (name) => {
  it.skipIf(isSkipped(name))('shows the digest and the ciphertext of what is typed', async () => {
    const page = await open(name, '');
    const message = page.getByLabel('Your message');
    for (const typed of ['attack at dawn', 'Grüße', '']) {
      await message.fill(typed);
      const plaintext = new TextEncoder().encode(typed);
      const digest = page.locator('#digest').filter({ hasText: toHex(await romulusH(plaintext)) });
      await digest.waitFor();
      const ciphertext = page.locator('#ciphertext').filter({ hasText: /^[0-9a-f]+$/ });
      expect(await ciphertext.textContent()).toHaveLength(2 * (plaintext.length + 16));
    }
    const first = await page.locator('#ciphertext').textContent();
    await message.fill('x');
    await message.fill('');
    expect(await page.locator('#ciphertext').textContent()).not.toBe(first);
  });

  it.skipIf(isSkipped(name))('measures when it is asked to', async () => {
    const page = await open(name, '');
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByRole('status').filter({ hasText: 'Done.' }).waitFor({ timeout: 60_000 });
    const rows = await page.locator('#figure-rows tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t')[0])).toEqual(['Romulus-N', 'Romulus-M', 'Romulus-T', 'Romulus-H']);
    for (const row of rows) expect(row).toMatch(/^Romulus-.\t[\d.]+ MB\/s\t[\d.]+ MB\/s$/);
  });

  it.skipIf(isSkipped(name))('leads to all parts of the site, by its head and from there back', async () => {
    const page = await open(name, '');
    for (const [link, heading] of [
      ['Encrypt files', 'Encrypt files in your browser'],
      ['How fast', 'How fast is Romulus here?'],
      ['Documentation', 'Documentation'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.getByRole('link', { name: 'romulus-wasm', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Romulus encryption and hashing, in WebAssembly' }).waitFor();
    }
  });

  it.skipIf(isSkipped(name))('says so where WebAssembly is blocked', async () => {
    const context = await (await browsers[name]()).newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
    await page.goto((await served()).address);
    await page.getByText('This browser cannot run it').waitFor();
  });
});

describe.each<BrowserName>(['chromium', 'firefox'])('the other pages in %s', (name) => {
  it.skipIf(isSkipped(name))('encrypt', async () => {
    const page = await open(name, 'encrypt/');
    await page.locator('#files').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from('text') });
    await page.locator('#start').click();
    await page.getByRole('link', { name: 'Download a.romulus' }).waitFor();
    expect(await page.locator('#page-hash').textContent()).toMatch(/^[0-9a-f]{16}$/);
    const links = page.locator('footer').getByRole('link');
    expect(await links.allTextContents()).toEqual(['Format', 'What it can and cannot do']);
    await page.evaluate(() => Object.assign(window, { onbeforeunload: null }));
  });

  it.skipIf(isSkipped(name))('are named in German where the page is', async () => {
    const page = await open(name, 'encrypt/', 'de-DE');
    await page.getByRole('heading', { name: german.title }).waitFor();
    const parts = ['romulus-wasm', german.partEncrypt, german.partSpeed, german.partDocuments];
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(parts);
    const links = [german.footerFormat, german.footerLimits];
    expect(await page.locator('footer').getByRole('link').allTextContents()).toEqual(links);
  });

  it.skipIf(isSkipped(name))(
    'measure isolated from other sites, though the host sends no header for that',
    async () => {
      const page = await open(name, 'performance/?sizes=64&rounds=1&time=1');
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
      await page.getByRole('button', { name: 'Start' }).click();
      await page.waitForFunction(() => crossOriginIsolated, undefined, { timeout: 30_000 });
      // It goes on by itself after it was loaded again.
      await page
        .getByRole('status')
        .filter({ hasText: /^Done in/ })
        .waitFor({ timeout: 60_000 });
      expect(await page.locator('#facts').textContent()).not.toContain('coarse');
    },
  );
});

describe.skipIf(isSkipped('chromium'))('every page of the site', () => {
  it('breaks no rule of axe-core, in light and in dark', async () => {
    const page = await open('chromium', '');
    for (const path of await pagesOf()) {
      await page.goto((await served()).address + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessible(page, `${path}, ${colorScheme}`);
      }
    }
  }, 480_000);

  it('fits on a phone, and has its own address as the only one', async () => {
    const page = await open('chromium', '');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of await pagesOf()) {
      await page.goto((await served()).address + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
  }, 120_000);
});

describe.skipIf(webkitIsSkipped)('the site in WebKit', () => {
  const started = webkitWith(served);

  it('shows the digest of what is typed, and leads to the other pages', async () => {
    const { webkit, site } = await started();
    await webkit.open(site.address);
    const digest = toHex(await romulusH(new TextEncoder().encode('attack at dawn')));
    await webkit.waitFor(`return document.querySelector('#digest').textContent === '${digest}'`, 20_000);
    for (const path of ['encrypt/', 'performance/', 'docs/guide.html']) {
      await webkit.open(site.address + path);
      expect(await webkit.evaluate("return document.querySelector('h1').textContent")).not.toBe('');
    }
    await webkit.open(`${site.address}performance/?sizes=64&rounds=1&time=1`);
    await webkit.click('#start');
    await webkit.waitFor('return crossOriginIsolated', 30_000);
    await webkit.waitFor("return /^Done in /.test(document.querySelector('#status').textContent)", 100_000);
  }, 150_000);
});

it('names every suite on the start page', async () => {
  const html = await textOf('index.html');
  for (const { name } of Object.values(suites)) expect(html).toContain(name);
});
