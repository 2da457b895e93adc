/** The site: one folder for the path that it is built for, the command that serves it, and its pages in browsers. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import { documents } from '../../../site/documents.js';
import { suites } from '../../../ts/suites/table.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import {
  browserOf,
  expectAccessible,
  expectAccessibleInEachScheme,
  failuresOf,
  withoutColours,
} from '../browser/pages.js';
import {
  element,
  open as openInWebkit,
  startedWebkit,
  until,
  isSkipped as webkitIsSkipped,
} from '../browser/webkit.js';
import { cleanEnvironment, root } from '../npm.js';
import { base, repository, served, testFolder, textOf } from './folder.js';

const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };

type PageTest = (title: string, path: string, use: (page: Page) => Promise<void>) => void;

/** Opens a page of the site, which may log no error. */
async function open(name: BrowserName, path: string): Promise<Page> {
  const context = await (await browsers[name]()).newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures = failuresOf(page);
  const foreign: string[] = [];
  const { origin } = new URL((await served()).address);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) foreign.push(url);
  });
  onTestFinished(() => expect({ failures: failures.join('\n'), foreign }).toEqual({ failures: '', foreign: [] }));
  await page.goto((await served()).address + path);
  // A page may report what it still did when it was left. Other tests begin with each kind of page.
  let whenLeft = Number.POSITIVE_INFINITY;
  page.on('request', (request) => {
    const isOfPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isOfPage && request.url() !== page.url()) whenLeft = failures.length;
  });
  page.on('load', () => {
    failures.splice(whenLeft);
    whenLeft = Number.POSITIVE_INFINITY;
  });
  return page;
}

/** Tests in each installed browser. A page of the site is open when a test begins. */
const inBrowsers = (what: string, define: (test: PageTest, name: BrowserName) => void) =>
  describe.each<BrowserName>(['chromium', 'firefox'])(`${what} in %s`, (name) =>
    define((title, path, use) => it.skipIf(isSkipped(name))(title, async () => use(await open(name, path))), name),
  );

describe('the folder', testFolder);

/** Runs the command until it ends, or has written the wanted text. */
async function site(words: string[], wanted = /(?!)/): Promise<{ said: string; code: number | null }> {
  const argv = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'site/main.ts', ...words];
  // The command links the sources as in a workflow of GitHub.
  const [, server, GITHUB_REPOSITORY, GITHUB_SHA] = /^(https:\/\/[^/]+)\/(\w+)\/blob\/(\w+)$/.exec(repository)!;
  const env = { ...cleanEnvironment(), GITHUB_SERVER_URL: server, GITHUB_REPOSITORY, GITHUB_SHA };
  const child = spawn(process.execPath, argv, { cwd: root, env });
  onTestFinished(() => void child.kill());
  let said = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        said += String(data);
        if (wanted.test(said)) resolve({ said, code: null });
      });
    child.once('close', (code) => resolve({ said, code }));
  });
}

describe('npm run site -- --serve, in a fresh clone,', () => {
  it('builds the same once more, shows it on this machine, and says where', async () => {
    // VitePress keeps the parts of a build in a folder that the others use too.
    const checksums = await textOf('checksums.txt');
    const { said } = await site(['--serve', '--port=0', `--base=${base}`], /Ctrl\+C/);
    const [, address] = /the site: (http:\S+)/.exec(said)!;
    expect(new URL(address!).pathname).toBe(base);
    for (const path of ['', 'encrypt/', 'performance/', 'docs/overview.html'])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    expect((await fetch(`${address}nowhere`)).status).toBe(404);
    expect(await (await fetch(`${address}checksums.txt`)).text()).toBe(checksums);
    expect(said).not.toContain('localhost:0');
  });

  it.each(['--server', '--serve --port=70000', '--base=/../'])('refuses %s', async (words) => {
    const said = expect.stringMatching(/^(Unknown option|--base|--port)/);
    expect(await site(words.split(' '))).toEqual({ said, code: 1 });
  });
});

inBrowsers('the start page', (test) => {
  test('leads to all parts of the site, by its head and from there back', '', async (page) => {
    for (const [link, heading] of [
      ['Encrypt files', 'Encrypt files in your browser'],
      ['How fast', 'How fast is Romulus here?'],
      ['Documentation', 'romulus-wasm'],
    ] as const) {
      await page
        .getByRole('navigation', { name: /Site|Main/ })
        .getByRole('link', { name: link, exact: true })
        .click();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.getByRole('link', { name: 'romulus-wasm', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Romulus encryption and hashing, in WebAssembly' }).waitFor();
    }
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

inBrowsers('the head', (test) => {
  const isDark = (page: Page) =>
    page.evaluate(() => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number);
      return red < 128;
    });

  test('is the same on all kinds of page, with one choice of light and dark', 'performance/', async (page) => {
    const places = ['docs/guide.html', '', 'encrypt/', 'performance/'];
    for (const [i, path] of [...places, ...places].entries()) {
      await page.goto((await served()).address + path);
      const isLater = i > 0;
      expect([path, await isDark(page)]).toEqual([path, isLater && i <= places.length]);
      const navigation = page.getByRole('navigation', { name: /^(Site|Main Navigation)$/ });
      expect(await navigation.getByRole('link').allTextContents()).toEqual(
        expect.arrayContaining(['Encrypt files', 'How fast', 'Documentation']),
      );
      // The choice is dark on the first page, and light on the first of the second round.
      if (i % places.length === 0) {
        await page.getByRole('button', { name: 'Light or dark' }).click();
        expect(await isDark(page)).toBe(i === 0);
      }
    }
  });

  test('speaks German where the page does', 'encrypt/', async (page) => {
    await page.locator('#language').selectOption('de');
    await page.getByRole('button', { name: german.appearance }).waitFor();
    const parts = ['romulus-wasm', german.partEncrypt, german.partSpeed, german.partDocuments];
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(parts);
    const links = [german.footerFormat, german.footerLimits, german.footerSource];
    expect(await page.locator('footer').getByRole('link').allTextContents()).toEqual(links);
  });
});

inBrowsers('the other pages', (test) => {
  test('encrypt', 'encrypt/', async (page) => {
    await page.locator('#files').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from('text') });
    await page.locator('#start').click();
    await page.getByRole('button', { name: 'Download a.romulus' }).waitFor();
    await page.evaluate(() => Object.assign(window, { onbeforeunload: null }));
  });

  test('measure', 'performance/?sizes=64&rounds=1&time=1', async (page) => {
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('#results.run tr').first().waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').filter({ hasText: 'Stopped; the figures so far stay.' }).waitFor();
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

describe.skipIf(webkitIsSkipped)('the site in WebKit', () => {
  const started = startedWebkit();

  it('shows each kind of page, and measures', async () => {
    const [webkit, site] = [await started(), await served()];
    for (const path of ['', 'encrypt/', 'performance/', 'docs/guide.html']) {
      await openInWebkit(webkit, site.address + path);
      expect(await webkit.executeScript("return document.querySelector('h1').textContent")).not.toBe('');
    }
    await openInWebkit(webkit, `${site.address}performance/?sizes=64&rounds=1&time=1`);
    await (await element(webkit, '#start')).click();
    await until(webkit, "return /^Done in /.test(document.querySelector('#status').textContent)", 100_000);
    const cells = await webkit.executeScript<[title: string, figure: string][]>(
      "return Array.from(document.querySelectorAll('tr'), ({ cells }) => [cells[0].textContent, cells[2].textContent])",
    );
    expect(cells.length).toBeGreaterThan(20);
    for (const [title, figure] of cells) expect(Number(figure.replaceAll(/[, ±]/g, '')), title).toBeGreaterThan(0);
    const by = new Set(cells.map(([title]) => title.replace(/.*, /, '')));
    const others = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [`romulus-wasm/${entry}`]));
    for (const wanted of ['simd128', 'WebCrypto', ...others]) expect(by).toContain(wanted);
    expect(by).not.toContain('relaxed');
  }, 150_000);
});
