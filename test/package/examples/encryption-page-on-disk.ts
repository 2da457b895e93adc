/** The page of browser-encryption in Chromium: files written to the disk, new versions of the page, and how long its tasks take. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectSame, flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import {
  built,
  eventually,
  expectOpens,
  longFile,
  noPickers,
  Site,
  seal,
  temporaryFolder,
  Visitor,
} from './encryption-page.js';

/** As if the person picked the same folder each time: one of the page's own, on disk. */
function diskPickers(): void {
  Object.assign(window, {
    showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    showDirectoryPicker: () => navigator.storage.getDirectory(),
  });
}

describe.skipIf(isSkipped('chromium'))('the page in a browser with access to the disk', () => {
  type Entries = { entries(): AsyncIterable<[string, FileSystemFileHandle]> };

  /** The folder is empty then. */
  const open = async () => {
    const visitor = await Visitor.open('chromium', { before: diskPickers });
    await visitor.page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      for await (const [name] of (folder as unknown as Entries).entries()) await folder.removeEntry(name);
    });
    return visitor;
  };

  /** All files there and their lengths. */
  const onDisk = ({ page }: Visitor) =>
    page.evaluate(async () => {
      const found: Record<string, number> = {};
      const folder = (await navigator.storage.getDirectory()) as unknown as Entries;
      for await (const [name, handle] of folder.entries()) found[name] = (await handle.getFile()).size;
      return found;
    });

  const readDisk = async ({ page }: Visitor, name: string) =>
    Uint8Array.from(
      await page.evaluate(async (name) => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle(name);
        return [...new Uint8Array(await (await file.getFile()).arrayBuffer())];
      }, name),
    );

  it('writes one file where it is told to', async () => {
    const visitor = await open();
    await visitor.choose({ name: 'a.txt', contents: text(100_000) });
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await visitor.rows()).toEqual(['a.txt: Saved as a.txt.romulus']);
    const sealed = await readDisk(visitor, 'a.txt.romulus');
    await expectOpens(sealed, text(100_000));
  });

  it('writes several files into a folder, replaces none, and leaves none that failed', async () => {
    const visitor = await open();
    await visitor.turnTo('Decrypt');
    const sealed = await seal({});
    const files = { 'a.tar.gz.romulus': sealed, 'b.romulus': flipBit(sealed, 8 * (sealed.length - 1)) };
    await visitor.choose(...Object.entries(files).map(([name, contents]) => ({ name, contents })));
    await visitor.choose({ name: 'a.tar.gz.romulus', contents: sealed });
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('2 files decrypted, 1 not.');
    expect(await onDisk(visitor)).toEqual({ 'a.tar.gz': 3000, 'a (2).tar.gz': 3000 });
    expectSame(await readDisk(visitor, 'a (2).tar.gz'), text(3000));
  });

  it('leaves nothing of what is cancelled', async () => {
    const visitor = await open();
    await visitor.cancelLong();
    expect(await onDisk(visitor)).toEqual({});
  });

  it('says so if a file was changed since it was chosen, and leaves nothing', async () => {
    const visitor = await open();
    const path = join(temporaryFolder(), 'changing');
    writeFileSync(path, text(100));
    await visitor.choose(path);
    writeFileSync(path, text(200));
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('No file was encrypted.');
    expect((await visitor.rows())[0]).toMatch(/^changing: The file cannot be read. It was changed or removed/);
    expect(await onDisk(visitor)).toEqual({});
  });

  it('begins nothing if the person wants to save nowhere', async () => {
    const visitor = await Visitor.open('chromium', {
      before: () => {
        const showSaveFilePicker = async () => {
          throw new DOMException('The user aborted a request.', 'AbortError');
        };
        Object.assign(window, { showSaveFilePicker });
      },
    });
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('Cancelled. No unfinished file was saved.');
    expect(await visitor.rows()).toEqual(['a: 10 bytes']);
  });

  it('takes files that are dropped from the desktop, and asks for archives of folders', async () => {
    const visitor = await open();
    const files = temporaryFolder();
    mkdirSync(join(files, 'folder'));
    writeFileSync(join(files, 'file'), text(10));
    const session = await visitor.page.context().newCDPSession(visitor.page);
    const data = { items: [], files: [join(files, 'folder'), join(files, 'file')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    await eventually(() => visitor.rows()).toEqual(['file: 10 bytes']);
    expect(await visitor.page.locator('#files-problem').textContent()).toMatch(/^A folder is not a file/);
  });
});

describe.skipIf(isSkipped('chromium'))('a new version of the page', () => {
  it('comes whole, once no page of the old one is open', async () => {
    const old = await Site.forThisTest();
    const visitor = await Visitor.open('chromium', { site: old, before: noPickers });
    await visitor.page.getByText('Works without a network from now on').waitFor();
    await old.close();

    const files = temporaryFolder();
    cpSync(built, files, { recursive: true });
    const change = (name: string, from: string | RegExp, to: string) => {
      const contents = readFileSync(join(files, name), 'utf8');
      expect(contents).toMatch(from);
      writeFileSync(join(files, name), contents.replace(from, to));
    };
    change('index.html', '<title>File encryption', '<title>Newer');
    change('service-worker.js', /"[0-9a-f]{16}"/, '"newer"');
    await Site.forThisTest({ files, port: old.port });

    const titleOf = async () => {
      await visitor.page.goto(old.address);
      return visitor.page.title();
    };
    expect(await titleOf()).toBe('File encryption');
    const newWorker = () =>
      visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await eventually(newWorker).toBe('installed');
    expect(await titleOf()).toBe('File encryption');
    const titleAfterAbsence = async () => {
      await visitor.page.goto('about:blank');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return titleOf();
    };
    await eventually(titleAfterAbsence).toBe('Newer');
    const caches = await visitor.page.evaluate(() => window.caches.keys());
    expect(caches).toEqual(['browser-encryption newer']);
  });
});

describe.skipIf(isSkipped('chromium'))('the page while it works', () => {
  /** The processor time of each task of the page's main thread meanwhile, in milliseconds. */
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
    { target: 'the disk', before: diskPickers },
    { target: 'a download', before: noPickers },
  ])('holds the page for less than 50 ms at a time, to $target', async ({ before }) => {
    const visitor = await Visitor.open('chromium', { before });
    await visitor.choose(longFile(64_000_000));
    await visitor.typeKey(hex(key));
    // Not by PerformanceObserver, which knows only when a task began and ended: other programs of the machine are in that, too.
    const tasks = await tasksDuring(visitor, async () => expect(await visitor.work()).toBe('1 file encrypted.'));
    expect(tasks.filter((time) => time > 0).length).toBeGreaterThan(32);
    expect(Math.max(...tasks)).toBeLessThan(50);
  });
});
