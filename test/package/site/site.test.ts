/** The site: one folder for the path that it is built for, the command that serves it, and its pages in browsers. */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import { buildSite, filesIn, serveSite } from '../../../site/build.js';
import { documents } from '../../../site/documents.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import {
  browserOf,
  expectAccessible,
  expectAccessibleInEachScheme,
  failuresOf,
  withoutColours,
} from '../browser/pages.js';
import { element, open as openInWebkit, startedWebkit, until } from '../browser/webkit.js';
import { cleanEnvironment, root, startedOnce, temporaryFolder } from '../npm.js';

const base = '/some/path/';
const repository = 'https://example.org/project/blob/main';
const folder = temporaryFolder(afterAll);
const built = startedOnce(
  async () => {
    await buildSite(folder, base, repository);
    return folder;
  },
  async () => {},
);
/** Served below a path of its host, without headers of its own, as on GitHub Pages. */
const served = startedOnce(
  async () => serveSite(await built(), base),
  (site) => site.close(),
);
const bytesOf = async (path: string) => readFileSync(join(await built(), path));
const textOf = async (path: string) => (await bytesOf(path)).toString();
const pagesOf = async () => filesIn(await built()).filter((path) => path.endsWith('.html'));

/** The addresses of the site that a page links, loads or shows. */
const addressesIn = (html: string) =>
  Array.from(html.matchAll(/ (?:href|src)="(?!https?:)([^"]*)"/g), ([, address]) => address!);

/** The file in the folder for an address on a page. */
const fileAt = (address: string, page: string) =>
  decodeURI(new URL(address, `http://site${base}${page}`).pathname)
    .replace(base, '')
    .replace(/(^|\/)$/, '$1index.html');

const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };

type PageTest = (title: string, path: string, use: (page: Page) => Promise<void>) => void;

/** Opens a page of the site, which may log no error. */
async function open(name: BrowserName, path: string): Promise<Page> {
  const context = await (await browsers[name]()).newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures = failuresOf(page);
  // A page may report what it still did when it was left. Other tests begin with each kind of page.
  let whenLeft: number | undefined;
  onTestFinished(() => expect(failures.slice(0, whenLeft)).toEqual([]));
  await page.goto((await served()).address + path);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) whenLeft ??= failures.length;
  });
  return page;
}

/** Tests in each installed browser. A page of the site is open when a test begins. */
const inBrowsers = (what: string, define: (test: PageTest) => void) =>
  describe.each<BrowserName>(['chromium', 'firefox'])(`${what} in %s`, (name) =>
    define((title, path, use) => it.skipIf(isSkipped(name))(title, async () => use(await open(name, path)))),
  );

describe('the folder', () => {
  // The first test builds the site.
  it('has exactly one page for each document, links to the sources, and no dead link', {
    timeout: 240_000,
  }, async () => {
    const files = new Set(filesIn(await built()));
    const pages = await pagesOf();
    const others = ['404.html', 'encrypt/index.html', 'index.html', 'performance/index.html'];
    expect(pages).toEqual([...others, ...documents.map(({ path }) => path)].sort());
    const broken: string[] = [];
    for (const page of pages)
      for (const address of addressesIn(await textOf(page))) {
        if (address.startsWith('#rows')) continue;
        const file = fileAt(address, page);
        const { hash } = new URL(address, 'http://site');
        const id = decodeURIComponent(hash.slice(1));
        const isThere = files.has(file) && (!id || (await textOf(file)).includes(`id="${id}"`));
        if (!isThere) broken.push(`${page}: ${address}`);
      }
    expect(broken).toEqual([]);
    expect(await textOf('index.html')).toContain(`<a href="${repository}">Source</a>`);
    expect(await textOf('docs/examples/hash-service/index.html')).toContain(`${repository}/examples/`);
  });

  it('loads nothing from elsewhere, under a policy of its own in each page', async () => {
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      const [, policy, rest = ''] = /Content-Security-Policy" content="([^"]+)"(.*)/s.exec(html) ?? [];
      expect(policy, page).toMatch(/^default-src '(none|self)';/);
      // VitePress's styles contain its pictures, and elements have the colours of their code.
      const usual = policy?.replace("img-src 'self' data:;", '').replace("style-src-attr 'unsafe-inline';", '');
      expect(usual, page).not.toMatch(/'unsafe-|[*:]/);
      expect(rest, page).not.toMatch(/<(script|style)(?![^>]*\ssrc=)[^>]*>/);
      expect(html, page).not.toMatch(/<[^>]*\son\w+=/);
      const loaded = html.match(/<(?:script|link|img)[^>]*>/g) ?? [];
      for (const element of loaded) expect(element, page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      // A link has the document's title, not the name of its file.
      expect(html, page).not.toMatch(/<a href="(?!https)[^>]*>[^<]*\.md<\/a>/);
    }
  });

  it('checks what the page that encrypts loads, and has the checksum of every file', async () => {
    const page = 'encrypt/index.html';
    const checked = [...(await textOf(page)).matchAll(/(?:src|href)="([^"]+)" integrity="sha384-([^"]+)"/g)];
    expect(checked).toHaveLength(2);
    for (const [, address = '', digest] of checked)
      expect(hash('sha384', await bytesOf(fileAt(address, page)), 'base64')).toBe(digest);
    const checksums = (await textOf('checksums.txt')).trimEnd().split('\n');
    expect(checksums).toHaveLength(filesIn(await built()).length - 1);
    for (const line of checksums) {
      const [digest, path] = line.split('  ') as [string, string];
      expect(hash('sha256', await bytesOf(path)), path).toBe(digest);
    }
  });
});

describe('npm run site -- --serve, in a fresh clone,', () => {
  it('builds the same once more, shows it on this machine, and says where', async () => {
    // VitePress keeps the parts of a build in a folder that the others use too.
    const checksums = await textOf('checksums.txt');
    // The command links the sources as in a workflow of GitHub.
    const [, server, GITHUB_REPOSITORY, GITHUB_SHA] = /^(https:\/\/[^/]+)\/(\w+)\/blob\/(\w+)$/.exec(repository)!;
    const env = { ...cleanEnvironment(), GITHUB_SERVER_URL: server, GITHUB_REPOSITORY, GITHUB_SHA };
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const words = [tsx, 'site/main.ts', '--serve', '--port=0', `--base=${base}`];
    const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    let said = '';
    for await (const part of child.stdout) {
      said += part;
      if (said.includes('Ctrl+C')) break;
    }
    const [, address = ''] = /the site: (http:\S+)/.exec(said)!;
    expect(new URL(address).pathname).toBe(base);
    for (const path of ['', 'encrypt/', 'performance/', 'docs/overview.html'])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect((await fetch(`${address}nowhere`)).status).toBe(404);
    expect(await (await fetch(`${address}checksums.txt`)).text()).toBe(checksums);
  });
});

/** The questions of the recipes, and the heading that answers each. */
const questions = Array.from(
  readFileSync(join(root, 'docs/recipes.md'), 'utf8').matchAll(/^\| (\S.*\?) +\| .*\[[^\]]*\]\(([^#)]*)#([^)]+)\)/gm),
  ([, question = '', file, heading]) => {
    const source = posix.join('docs', file || 'recipes.md');
    return [
      question.replaceAll('`', ''),
      `${documents.find((each) => each.source === source)?.path}#${heading}`,
    ] as const;
  },
);

inBrowsers('the documents', (test) => {
  test('answer each question of the recipes within three results', 'docs/guide.html', async (page) => {
    expect(questions.length).toBeGreaterThanOrEqual(14);
    await page.getByRole('button', { name: 'Search' }).first().click();
    const box = page.getByRole('searchbox');
    const found = page.locator('.result');
    for (const [typed, wanted] of questions) {
      await box.fill('');
      await expect.poll(() => found.count()).toBe(0);
      await box.fill(typed);
      await found.first().waitFor();
      const first = (await found.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).slice(0, 3);
      expect({ typed, first }).toEqual({ typed, first: expect.arrayContaining([base + wanted]) });
      expect(first.join()).not.toContain('docs/api/');
    }
  });
});

/** The parts of the site, by their links in the head, each with the heading of its page. */
const parts = Object.entries({
  'Encrypt files': 'Encrypt files in your browser',
  'How fast': 'How fast is Romulus here?',
  Documentation: 'romulus-wasm',
});

inBrowsers('the head', (test) => {
  /** The background is transparent, which looks dark, until the style is there. */
  const isDark = (page: Page) =>
    page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)) < 128);

  test('leads to all parts of the site and back, and all have its last choice of light or dark', '', async (page) => {
    let dark = false;
    const expectHead = async (heading: string) => {
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      const navigation = page.getByRole('navigation', { name: /^(Site|Main Navigation)$/ });
      const links = await navigation.getByRole('link').allTextContents();
      expect(links).toEqual(expect.arrayContaining(parts.map(([link]) => link)));
      await expect.poll(() => isDark(page), { message: heading }).toBe(dark);
      return navigation;
    };
    const start = 'Romulus encryption and hashing, in WebAssembly';
    for (const [link, heading] of parts) {
      await (await expectHead(start)).getByRole('link', { name: link, exact: true }).click();
      await expectHead(heading);
      await page.getByRole('button', { name: 'Light or dark' }).click();
      dark = !dark;
      await expectHead(heading);
      await page.getByRole('link', { name: 'romulus-wasm', exact: true }).first().click();
    }
    await expectHead(start);
  });
});

inBrowsers('the page that encrypts', (test) => {
  test('does so, and its head speaks German where it does', 'encrypt/', async (page) => {
    await page.locator('#files').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from('text') });
    await page.locator('#start').click();
    await page.getByRole('button', { name: 'Download a.romulus' }).waitFor();
    await page.locator('#language').selectOption('de');
    await page.getByRole('button', { name: german.appearance }).waitFor();
    const parts = ['romulus-wasm', german.partEncrypt, german.partSpeed, german.partDocuments];
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(parts);
    const links = [german.footerFormat, german.footerLimits, german.footerSource];
    expect(await page.locator('footer').getByRole('link').allTextContents()).toEqual(links);
    await page.evaluate(() => Object.assign(window, { onbeforeunload: null }));
  });
});

/** Pages of each template, and of each kind of contents of documents. */
const kinds: [kind: string, path: string][] = [
  ['the start page', ''],
  ['the page for missing addresses', '404.html'],
  ['the page that encrypts', 'encrypt/'],
  ['the performance page', 'performance/'],
  ['commands and their options', 'docs/cli.html'],
  ['tables wider than a phone', 'docs/benchmarks.html'],
  ['formulas and tables of numbers', 'docs/estimates.html'],
  ['a drawing', 'docs/architecture.html'],
  ['long names of files in tables', 'docs/security.html'],
  ['long lines of digits', 'docs/algorithms/skinny.html'],
  ['the list of functions', 'docs/api/romulus-wasm.html'],
  ['an example', 'docs/examples/hash-service/index.html'],
];

describe.skipIf(isSkipped('chromium'))(
  'no rule of axe-core is broken, in light, in dark and on a phone, where it fits',
  () => {
    it.each(kinds)('%s', async (_, path) => {
      const page = await open('chromium', path);
      // The page's script writes the page for missing addresses.
      await page.locator('h1').first().waitFor();
      await expectAccessibleInEachScheme(page, path);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, `${path} on a phone`, withoutColours);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    });
  },
);

describe.skipIf(isSkipped('webkit'))('the site in WebKit', () => {
  const started = startedWebkit();

  it('shows each kind of page, and measures', async () => {
    const [webkit, site] = [await started(), await served()];
    for (const path of ['', 'encrypt/', 'docs/guide.html', 'performance/?sizes=64&rounds=1&time=1']) {
      await openInWebkit(webkit, site.address + path);
      expect(await webkit.executeScript("return document.querySelector('h1').textContent")).not.toBe('');
    }
    await (await element(webkit, '#start')).click();
    await until(webkit, "return /^Done in /.test(document.querySelector('#status').textContent)", 100_000);
    expect(await webkit.executeScript("return document.querySelectorAll('#results.run tr').length")).toBeGreaterThan(
      20,
    );
  }, 150_000);
});
