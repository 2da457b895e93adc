/** The page of browser-encryption around its work: browsers and sites that prevent it, the desktop, new versions. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { built, eventually, inBrowsers, newContext, noDisk, siteForThisTest, Visitor } from './encryption-page.js';
import { expectOpens, longFile, temporaryFolder, unzip } from './page-files.js';

inBrowsers('where the page cannot work, it', {}, (test, name) => {
  const site = { policy: "default-src 'self'; script-src 'self'; object-src 'none'" };
  const logs = /Content.Security.Policy|CSP/;
  test.where({ site, logs }, 'names the policy that WebAssembly needs', async ({ visitor, page }) => {
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const words = await alert.textContent();
    expect(words).toContain('The encryption cannot start');
    expect(words).toMatch(/tell whoever runs this site: .*Content-Security-Policy.*'wasm-unsafe-eval'/);
    await visitor.choose({ a: text(10) });
    await visitor.workWithKey('No file is done.');
    expect((await visitor.rows())[0]).toMatch(/^a: The encryption cannot start\. .*'wasm-unsafe-eval'/);
  });

  const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' };
  const overHttp = (route: Route) => {
    const file = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    return route.fulfill({ contentType: types[extname(file)] ?? 'text/html', body: readFileSync(join(built, file)) });
  };
  const places: { where: string; at?: string; prepare(page: Page): Promise<unknown>; says: RegExp | string }[] = [
    {
      where: 'the browser has no WebAssembly',
      prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly')),
      says: /This browser has WebAssembly switched off/,
    },
    {
      where: 'it came without HTTPS',
      at: 'http://page.example/',
      prepare: (page) => page.route('http://page.example/**', overHttp),
      says: /unprotected connection.*https:\/\//,
    },
    {
      where: 'its script does not come',
      prepare: (page) => page.route('**/page-*.js', (route) => route.abort()),
      says: 'The page has not started',
    },
  ];
  for (const { where, at, prepare, says } of places)
    test.alone(`says so where ${where}, and shows no form`, async () => {
      const { context, address } = await newContext(name);
      const page = await context.newPage();
      await prepare(page);
      await page.goto(at ?? address);
      const role = where.includes('script') ? 'heading' : 'alert';
      await page.getByRole(role).filter({ hasText: says }).waitFor();
      expect(await page.locator('#form').isVisible()).toBe(false);
    });
});

inBrowsers('where JavaScript is switched off, the page', { browsers: ['chromium'] }, (test, name) => {
  test.alone('says so in both languages', async () => {
    const { context, address } = await newContext(name, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    // The texts are visible at once, without waiting for a script.
    expect(await page.getByText('one of them is switched off or blocked here').isVisible()).toBe(true);
    expect(await page.getByText('eines davon hier abgeschaltet oder gesperrt').isVisible()).toBe(true);
    expect(await page.locator('#form').isVisible()).toBe(false);
  });
});

inBrowsers('the page with files of the desktop', { browsers: ['chromium'] }, (test) => {
  test('says so if a file was changed since it was chosen', async ({ visitor }) => {
    const path = join(temporaryFolder(), 'changing');
    writeFileSync(path, text(100));
    await visitor.choose([path]);
    writeFileSync(path, text(200));
    await visitor.workWithKey('No file is done.');
    expect((await visitor.rows())[0]).toMatch(/^changing: The file cannot be read. It was changed or removed/);
  });

  test('takes files and whole folders that are dropped from the desktop', async ({ visitor, page }) => {
    const files = temporaryFolder();
    for (const each of ['folder/inner', 'nothing']) mkdirSync(join(files, each), { recursive: true });
    for (const [path, length] of Object.entries({ file: 10, 'folder/one': 20, 'folder/inner/two.txt': 30 }))
      writeFileSync(join(files, path), text(length));
    const session = await page.context().newCDPSession(page);
    const drop = async (...names: string[]) => {
      const data = { items: [], files: names.map((name) => join(files, name)), dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    };
    await drop('nothing');
    await eventually(() => page.locator('#files-problem').textContent()).toBe('There is no file in that folder.');
    await drop('folder', 'file');
    await eventually(async () => (await visitor.rows()).sort()).toEqual([
      'file: 10 bytes',
      'folder/inner/two.txt: 30 bytes',
      'folder/one: 20 bytes',
    ]);
    await page.getByRole('radio', { name: 'Each file by itself' }).check();
    await visitor.workWithKey('3 files encrypted.');
    const { contents } = await visitor.download(page.getByRole('button', { name: 'Download all' }));
    const inZip = unzip(contents);
    expect([...inZip.keys()].sort()).toEqual(['file.romulus', 'folder/inner/two.txt.romulus', 'folder/one.romulus']);
    await expectOpens(inZip.get('folder/inner/two.txt.romulus')!, text(30));
  });
});

inBrowsers('the page', { browsers: ['chromium'] }, (test) => {
  test.alone('comes whole in a new version, once no page of the old one is open', async () => {
    const old = await siteForThisTest();
    const { page } = await Visitor.open('chromium', { address: old.address });
    await page.getByText('Works without a network from now on').waitFor();
    await old.close();

    const files = temporaryFolder();
    cpSync(built, files, { recursive: true });
    const change = (name: string, from: string | RegExp, to: string) => {
      const contents = readFileSync(join(files, name), 'utf8');
      expect(contents).toMatch(from);
      writeFileSync(join(files, name), contents.replace(from, to));
    };
    change('index.html', '<meta name="referrer"', '<meta name="newer"><meta name="referrer"');
    change('service-worker.js', /"[0-9a-f]{16}"/, '"newer"');
    await siteForThisTest({ files, port: old.port });

    const isNewer = async () => {
      await page.goto(old.address);
      return (await page.locator('meta[name=newer]').count()) > 0;
    };
    expect(await isNewer()).toBe(false);
    const newWorker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await eventually(newWorker).toBe('installed');
    expect(await isNewer()).toBe(false);
    const isNewerAfterAbsence = async () => {
      await page.goto('about:blank');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isNewer();
    };
    await eventually(isNewerAfterAbsence).toBe(true);
    expect(await page.evaluate(() => window.caches.keys())).toEqual(['browser-encryption newer']);
  });

  /** The processor time in milliseconds of each task of the page's main thread during `work`. */
  async function tasksDuring({ page }: Visitor, work: () => Promise<unknown>): Promise<number[]> {
    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    await work();
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
    const main = new Set(threads.map(threadOf));
    const tasks = traceEvents.filter((event) => /RunTask$/.test(event.name) && main.has(threadOf(event)));
    return tasks.map(({ tdur = 0 }) => tdur / 1000);
  }

  interface TraceEvent {
    name: string;
    pid: number;
    tid: number;
    tdur?: number;
    args?: { name?: string };
  }

  for (const [target, before] of Object.entries({ 'the disk': () => {}, memory: noDisk }))
    test.where({ before }, `works for less than 50 ms at a time, to ${target}`, async ({ visitor }) => {
      await visitor.choose([longFile(32_000_000)]);
      await visitor.typeKey(hex(key));
      // PerformanceObserver knows only when a task began and ended, so its times include other programs of the machine.
      const tasks = await tasksDuring(visitor, async () => expect(await visitor.work()).toBe('1 file encrypted.'));
      expect(tasks.filter((time) => time > 0).length).toBeGreaterThan(32);
      expect(Math.max(...tasks)).toBeLessThan(50);
    });
});
