/** The page of browser-encryption in Chromium: files of the desktop, new versions, and the length of its tasks. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { built, eventually, noDisk, Site, Visitor } from './encryption-page.js';
import { expectOpens, longFile, temporaryFolder } from './page-files.js';
import { unzip } from './zip.js';

describe.skipIf(isSkipped('chromium'))('the page with files of the desktop', () => {
  const open = () => Visitor.open('chromium');

  it('says so if a file was changed since it was chosen', async () => {
    const visitor = await open();
    const path = join(temporaryFolder(), 'changing');
    writeFileSync(path, text(100));
    await visitor.choose(path);
    writeFileSync(path, text(200));
    await visitor.workWithKey('No file is done.');
    expect((await visitor.rows())[0]).toMatch(/^changing: The file cannot be read. It was changed or removed/);
  });

  it('takes files and whole folders that are dropped from the desktop, and keeps their places', async () => {
    const visitor = await open();
    const files = temporaryFolder();
    mkdirSync(join(files, 'folder/inner'), { recursive: true });
    mkdirSync(join(files, 'nothing'));
    writeFileSync(join(files, 'folder/one'), text(20));
    writeFileSync(join(files, 'folder/inner/two.txt'), text(30));
    writeFileSync(join(files, 'file'), text(10));
    const session = await visitor.page.context().newCDPSession(visitor.page);
    const drop = async (...names: string[]) => {
      const data = { items: [], files: names.map((name) => join(files, name)), dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    };
    await drop('nothing');
    await eventually(() => visitor.page.locator('#files-problem').textContent()).toBe(
      'There is no file in that folder.',
    );
    await drop('folder', 'file');
    await eventually(async () => (await visitor.rows()).sort()).toEqual([
      'file: 10 bytes',
      'folder/inner/two.txt: 30 bytes',
      'folder/one: 20 bytes',
    ]);
    await visitor.page.getByRole('radio', { name: 'Each file by itself' }).check();
    await visitor.workWithKey('3 files encrypted.');
    const { contents } = await visitor.download(visitor.page.getByRole('button', { name: 'Download all' }));
    const inZip = unzip(contents);
    expect([...inZip.keys()].sort()).toEqual(['file.romulus', 'folder/inner/two.txt.romulus', 'folder/one.romulus']);
    await expectOpens(inZip.get('folder/inner/two.txt.romulus')!, text(30));
  });
});

describe.skipIf(isSkipped('chromium'))('a new version of the page', () => {
  it('comes whole, once no page of the old one is open', async () => {
    const old = await Site.forThisTest();
    const visitor = await Visitor.open('chromium', { site: old });
    await visitor.page.getByText('Works without a network from now on').waitFor();
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
    await Site.forThisTest({ files, port: old.port });

    const isNewer = async () => {
      await visitor.page.goto(old.address);
      return (await visitor.page.locator('meta[name=newer]').count()) > 0;
    };
    expect(await isNewer()).toBe(false);
    const newWorker = () =>
      visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await eventually(newWorker).toBe('installed');
    expect(await isNewer()).toBe(false);
    const isNewerAfterAbsence = async () => {
      await visitor.page.goto('about:blank');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isNewer();
    };
    await eventually(isNewerAfterAbsence).toBe(true);
    const caches = await visitor.page.evaluate(() => window.caches.keys());
    expect(caches).toEqual(['browser-encryption newer']);
  });
});

describe.skipIf(isSkipped('chromium'))('the page while it works', () => {
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

  it.each([
    { target: 'the disk', opening: {} },
    { target: 'memory', opening: { before: noDisk } },
  ])('holds the page for less than 50 ms at a time, to $target', async ({ opening }) => {
    const visitor = await Visitor.open('chromium', opening);
    await visitor.choose(longFile(64_000_000));
    await visitor.typeKey(hex(key));
    // PerformanceObserver knows only when a task began and ended, so its times include other programs of the machine.
    const tasks = await tasksDuring(visitor, async () => expect(await visitor.work()).toBe('1 file encrypted.'));
    expect(tasks.filter((time) => time > 0).length).toBeGreaterThan(32);
    expect(Math.max(...tasks)).toBeLessThan(50);
  });
});
