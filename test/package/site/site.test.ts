/** The site: one folder for the path that it is built for, the command that serves it, and its pages in browsers. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { suites } from '../../../ts/suites/table.js';
import { expectAccessible, expectAccessibleInEachScheme, withoutColours } from '../browser/accessibility.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { cleanEnvironment, root } from '../tarball.js';
import {
  element,
  open as openInWebkit,
  startedWebkit,
  until,
  isSkipped as webkitIsSkipped,
} from '../webkit/browser.js';
import { type PageTest, testDocuments } from './documents.js';
import { base, pagesOf, pagesOfEachLook, repository, served, testFolder, textOf } from './folder.js';
import { testHead } from './head.js';

const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };

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

  it.each(['--server', '--serve --port=70000', '--serve more', '--base=docs', '--base=/../'])(
    'refuses %s',
    async (words) => {
      const said = expect.stringMatching(/^(Unknown option|Unexpected argument|--base|--port)/);
      expect(await site(words.split(' '))).toEqual({ said, code: 1 });
    },
  );
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

inBrowsers('the documents', (test, name) => {
  test('are searched without a server', 'docs/guide.html', async (page) => {
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('tweakable block cipher');
    await page.locator('.result').first().click();
    await page.waitForURL(/docs\/algorithms\//);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  testDocuments(test);

  test('have a menu on a phone, anchors, code to copy, and light or dark', 'docs/guide.html', async (page) => {
    await page.setViewportSize({ width: 1700, height: 900 });
    await page.getByRole('button', { name: 'On this page' }).click();
    await page.locator('.VPLocalNav').getByRole('link', { name: 'TypeScript' }).click();
    expect(new URL(page.url()).hash).toBe('#typescript');
    await page.locator('button.copy').first().waitFor({ state: 'attached' });
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await expect.poll(colour).not.toBe(light);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('.VPSidebar').getByRole('link', { name: 'The program romulus' }).click();
    await page.getByRole('heading', { name: 'The program romulus', level: 1 }).waitFor();
  });

  it.skipIf(isSkipped(name))('say so if there is no page, and lead back', async () => {
    const page = await (await browsers[name]()).newPage();
    onTestFinished(() => page.close());
    const answer = await page.goto(`${(await served()).address}docs/nowhere.html`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'The start page' }).click();
    await page.getByRole('heading', { name: 'Romulus encryption and hashing, in WebAssembly' }).waitFor();
  });
});

inBrowsers('the head', testHead);

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

/** The rules of axe-core that depend on the order, the names and the widths of a page's own contents. */
const ofOrder = [
  ...[
    'heading-order',
    'empty-heading',
    'page-has-heading-one',
    'landmark-unique',
    'duplicate-id-aria',
    'document-title',
  ],
  ...['link-name', 'button-name', 'image-alt', 'empty-table-header', 'scrollable-region-focusable'],
];

describe.skipIf(isSkipped('chromium'))('no rule of axe-core is broken', () => {
  /** Opens the pages one after the other. */
  async function visitEach(paths: string[], visit: (page: Page, path: string) => Promise<void>): Promise<void> {
    const page = await open('chromium', '');
    for (const path of paths) {
      await page.goto((await served()).address + path);
      // The page's script writes the page for missing addresses.
      await page.locator('h1').first().waitFor();
      await visit(page, path);
    }
  }

  it('in light and in dark, by any kind of element', async () => {
    await visitEach(await pagesOfEachLook(), expectAccessibleInEachScheme);
  }, 240_000);

  it('on a phone, where each page fits: all rules by any kind of element, and those of its own order', async () => {
    const looks = new Set(await pagesOfEachLook());
    await visitEach(await pagesOf(), async (page, path) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, `${path} on a phone`, looks.has(path) ? withoutColours : { runOnly: ofOrder });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    });
  }, 240_000);
});

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

it('names every suite and mode on the start page', async () => {
  const html = await textOf('index.html');
  for (const { name } of Object.values(suites)) expect(html).toContain(name);
  for (const name of ['Romulus-N', 'Romulus-M', 'Romulus-T', 'Romulus-H'])
    expect(html).toContain(`>${name}</span></strong>`);
});
