/** The results of the page of browser-encryption: where they wait, how they leave, and what protects them from loss. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import { expectSame, flipBit, hex, key, text } from '../../fixtures/bytes.js';
import type { BrowserName } from '../browser/launch.js';
import { eventually, inBrowsers, newContext, noDisk, openWithProfile, romulus, Visitor } from './encryption-page.js';
import { expectOpens, longFile, seal, temporaryFolder, unzip } from './page-files.js';

/** The lengths of each tab's results, by the names of their folders. */
const scratch = (page: Page): Promise<Record<string, number[]>> =>
  page.evaluate(async () => {
    const folders: Record<string, number[]> = {};
    for await (const [name, folder] of (await navigator.storage.getDirectory()).entries()) {
      if (!name.startsWith('romulus results ')) continue;
      folders[name] = [];
      for await (const file of (folder as FileSystemDirectoryHandle).values())
        folders[name].push((await (file as FileSystemFileHandle).getFile()).size);
    }
    return folders;
  });

const lengths = async (page: Page): Promise<number[]> => Object.values(await scratch(page)).flat();

/** On a site of its own, a test meets no results of others, which wait there for their downloads. */
const onOwnSite = { site: {} };

/** Clears the data of the site, as a browser does on request. */
const clearData = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
  });

/** Opens tabs of one site, in which none was open before. */
async function newTabs(name: BrowserName, options?: BrowserContextOptions) {
  const { context, address } = await newContext(name, options);
  return async () => {
    const page = await context.newPage();
    page.on('dialog', (dialog) => dialog.accept());
    await page.goto(address);
    return new Visitor(page);
  };
}

/** The names of the files in a profile that contain the text. A browser may remove a file while this reads. */
function filesWith(profile: string, text: string): string[] {
  return readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter((name) => {
    try {
      return readFileSync(join(profile, name)).includes(text);
    } catch {
      return false;
    }
  });
}

const handed = 'Handed to the browser: check your downloads';

inBrowsers('results', {}, (test, name) => {
  test.where(onOwnSite, 'are on the disk, until their row is removed for good', async ({ visitor, page }) => {
    await visitor.choose([longFile(2_000_000)]);
    await visitor.choose({ short: text(1000) });
    await visitor.workWithKey('2 files encrypted.');
    expect(Math.max(...(await lengths(page)))).toBeGreaterThan(2_000_000);
    await visitor.button('Remove long').click();
    // A person can restore the row, and its result with it.
    await page.locator('#undo').click();
    expect((await visitor.rows())[0]).toMatch(/^long: long\.romulus/);
    await visitor.button('Remove long').click();
    await visitor.choose({ next: text(1) });
    await eventually(() => lengths(page)).toEqual([1000 + 64 + 16]);
    expect(await page.locator('#undo').count()).toBe(0);
    await page.locator('#start-over').click();
    await eventually(() => lengths(page)).toEqual([]);
    expect(await visitor.rows()).toEqual([]);
  });

  test.where(onOwnSite, 'that failed or were cancelled leave nothing there, and others stay', async (used) => {
    const { visitor, page } = used;
    await visitor.choose([longFile(400_000_000)]);
    await visitor.choose({ short: text(100) });
    await visitor.typeKey(hex(key));
    await page.getByRole('radio', { name: 'Romulus-T' }).check();
    await visitor.press();
    const progress = page.getByRole('progressbar', { name: 'Encrypting long' });
    const share = () => progress.evaluate(({ value }: HTMLProgressElement) => value);
    await eventually(share).toBeGreaterThan(0);
    // Both files are encrypted at the same time, and the short one may begin later.
    await eventually(async () => (await visitor.rows())[1]).toBe('short: short.romulus · 180 bytes');
    expect(await visitor.focused(({ id }) => id)).toBe('cancel');
    expect(await share()).toBeLessThan(1);
    await visitor.button('Cancel').click();
    expect(await visitor.end()).toBe('Cancelled. No unfinished file was saved.');
    expect(await visitor.rows()).toEqual(['long: 400 MB', 'short: short.romulus · 180 bytes']);
    expect(await page.locator('.download').count()).toBe(1);
    // No second file is left, not even an empty one.
    await eventually(() => lengths(page)).toEqual([180]);
    await visitor.button('Remove long').click();
    await eventually(() => visitor.focused(({ ariaLabel }) => ariaLabel)).toBe('Remove short');
    await visitor.choose({ 'damaged.romulus': flipBit(seal({ plaintext: text(100_000) }), 8 * 50_000) });
    expect(await visitor.work()).toBe('No file is done.');
    await eventually(() => lengths(page)).toEqual([180]);
    await visitor.expectOpens('short.romulus', text(100));
  });

  test.alone('that fail say why, whatever progress comes late, and read no more', async () => {
    const before = () => {
      // The disk is full for the first file, while the page prepares its passphrase. Only secure pages have a disk.
      if (!('FileSystemFileHandle' in window)) return;
      let isFirst = true;
      const goneOn = new Promise<void>((goOn) => void Object.assign(window, { goOn }));
      FileSystemFileHandle.prototype.createWritable = async () => {
        const full = new DOMException('The disk is full.', 'QuotaExceededError');
        const start = (controller: WritableStreamDefaultController) => {
          if (isFirst) setTimeout(() => controller.error(full), 300);
          isFirst = false;
        };
        return new WritableStream({ start, write: () => goneOn }) as FileSystemWritableFileStream;
      };
      const { stream } = Blob.prototype;
      Blob.prototype.stream = function () {
        const reader = stream.call(this).getReader();
        return new ReadableStream({
          async pull(controller) {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => void Object.assign(window, { isCancelled: true }),
        });
      };
    };
    const visitor = await Visitor.open(name, { before });
    for (let i = 0; i < 2; i++) await visitor.choose([longFile(15_000_000)]);
    await visitor.press();
    const note = visitor.page.locator('[data-state=failed] .note').first();
    await note.waitFor();
    await visitor.page.waitForFunction(() => 'isCancelled' in window);
    // The other one goes on.
    await visitor.page.waitForTimeout(300);
    expect(await visitor.button('Cancel').isVisible()).toBe(true);
    expect(await note.textContent()).toMatch(/^There is not enough space for the result\./);
    await visitor.page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    expect(await visitor.end()).toBe('1 file encrypted, 1 not.');
    expect(await note.textContent()).toMatch(/^There is not enough space for the result\./);
  });

  test.where(
    { before: noDisk },
    'wait in memory where the browser has no files of its own',
    async ({ visitor, page }) => {
      await visitor.choose({ a: text(70_000), b: text(0) });
      await visitor.workWithKey('2 files encrypted.');
      await visitor.expectOpens('a.romulus', text(70_000));
      const { contents } = await visitor.download(visitor.button('Download all (zip)'));
      await expectOpens(unzip(contents).get('b.romulus')!, text(0));
      expect(await scratch(page)).toEqual({});
    },
  );

  test.alone('of a tab that is gone are removed, and not those of another', async () => {
    const open = await newTabs(name);
    const first = await open();
    await first.encrypt('a');
    const [ofFirst] = Object.keys(await scratch(first.page));
    const second = await open();
    await second.encrypt('a');
    expect(await lengths(second.page)).toEqual([90, 90]);
    await second.page.close();
    // The state that a crashed browser leaves.
    await first.page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const gone = await root.getDirectoryHandle('romulus results of a tab that is gone', { create: true });
      await gone.getFileHandle('1', { create: true });
    });
    const third = await open();
    await eventually(() => scratch(third.page)).toEqual({ [ofFirst!]: [90] });
  });

  test.alone('that were handed out are downloaded though the page is loaded again, and removed later', async () => {
    const visitor = await (await newTabs(name))();
    const { page } = visitor;
    await visitor.choose([longFile(20_000_000)]);
    await visitor.workWithKey('1 file encrypted.');
    const { contents } = await visitor.download(visitor.downloadButton('long.romulus'), async () => {
      await page.clock.install();
      await page.reload();
    });
    expect(contents.length).toBeGreaterThan(20_000_000);
    expect(await lengths(page)).toEqual([contents.length]);
    await page.clock.fastForward('00:20');
    await eventually(() => scratch(page)).toEqual({});
  });

  const noWorker = () => {
    if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new TypeError('not here'));
  };
  for (const [where, before] of [
    ['with a service worker', undefined],
    ['without one', noWorker],
  ] as const)
    test.alone(`that are decrypted leave nothing in the profile: short at any time, long later, ${where}`, async () => {
      const files = temporaryFolder();
      const path = (file: string) => join(files, file);
      writeFileSync(path('key'), `romulus-key-1 ${hex(key)}\n`);
      for (const [each, megabytes] of [
        ['short', 1],
        ['long', 20],
      ] as const) {
        writeFileSync(path(each), `the ${each} secret\n`.repeat(60_000 * megabytes));
        await romulus('encrypt', '-k', path('key'), path(each));
      }
      const profile = temporaryFolder();
      const { context, visitor } = await openWithProfile(name, profile, before);
      if (!before) await visitor.page.getByText('Works without a network from now on').waitFor();
      await visitor.choose([path('short.romulus'), path('long.romulus')]);
      await visitor.workWithKey('2 files decrypted.');
      expect(filesWith(profile, 'the short secret')).toEqual([]);
      expect(filesWith(profile, 'the long secret')).toHaveLength(1);
      const ending = before ? /or you close the page at work or within 20 seconds/ : /or ends within 20 seconds/;
      await visitor.page.getByText(ending).waitFor();
      const { contents } = await visitor.downloadOf('short');
      expectSame(contents, readFileSync(path('short')));
      await context.newPage();
      await visitor.page.close();
      // The download of a result in memory keeps no file waiting.
      await expect.poll(() => filesWith(profile, 'the long secret'), { timeout: 15_000 }).toEqual([]);
      await context.close();
      for (const each of ['short', 'long']) expect(filesWith(profile, `the ${each} secret`)).toEqual([]);
    });

  test('can be downloaded all at once, under names of their own', async ({ visitor }) => {
    const names = ['a.txt', 'A.txt', 'a.txt', 'b'];
    for (const [i, each] of names.entries()) await visitor.choose({ [each]: text(10 + i) });
    await visitor.workWithKey('4 files encrypted.');
    const button = visitor.button('Download all (zip)');
    const { name: zipName, contents } = await visitor.download(button);
    expect(zipName).toBe('romulus-files.zip');
    const files = unzip(contents);
    expect([...files.keys()]).toEqual(['a.txt.romulus', 'A (2).txt.romulus', 'a (3).txt.romulus', 'b.romulus']);
    for (const [i, sealed] of [...files.values()].entries()) await expectOpens(sealed, text(10 + i));
    const said = '4 files handed to the browser in romulus-files.zip: check your downloads.';
    await eventually(() => visitor.status.textContent()).toBe(said);
    expect(await visitor.rows()).toEqual(names.map((each) => `${each}: ${handed}`));
    expect(await visitor.asks()).toBe(true);
    // The next archive has the current files, not the earlier ones.
    await visitor.button('Remove b').click();
    expect([...unzip((await visitor.download(button)).contents).keys()]).toHaveLength(3);
  });

  test.alone('are offered again where the browser blocks downloads, and not left without a question', async () => {
    const visitor = await (await newTabs(name, { acceptDownloads: false }))();
    await visitor.encrypt('a');
    expect(await visitor.asks()).toBe(true);
    await visitor.downloadButton('a.romulus').click();
    await eventually(() => visitor.rows()).toEqual([`a: ${handed}`]);
    expect(await visitor.button('Download again a.romulus').isVisible()).toBe(true);
    expect(await visitor.asks()).toBe(true);
    await visitor.answer(false);
    await visitor.page.locator('#start-over').click();
    expect(await visitor.questions()).toEqual([expect.stringMatching(/check that they are in your downloads/)]);
    expect(await visitor.rows()).toHaveLength(1);
  });

  test('that are gone with the data of the site are not said to be downloaded', async ({ visitor, page }) => {
    for (const each of ['a', 'b']) await visitor.encrypt(each);
    await clearData(page);
    await visitor.downloadButton('a.romulus').click();
    const gone = 'The browser has removed this result with the data of this site. Make it again.';
    await eventually(() => visitor.status.textContent()).toBe(gone);
    expect(await visitor.rows()).toEqual([`a: Not saved: ${gone}`, 'b: b.romulus · 90 bytes']);
    await visitor.button('Download all (zip)').click();
    await visitor.end();
    expect(await visitor.status.textContent()).toBe(gone);
    expect(await visitor.asks()).toBe(true);
    // The page works as before, with a new folder.
    await visitor.encrypt('c');
    expect(await lengths(page)).toEqual([90]);
    await visitor.expectOpens('c.romulus', text(10));
    // Results wait in memory if the browser takes the folder away and gives no other.
    await clearData(page);
    await page.evaluate(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));
    });
    await visitor.encrypt('d', text(5000));
    await visitor.expectOpens('d.romulus', text(5000));
  });
});

inBrowsers('results', { browsers: ['chromium'] }, (test) => {
  test('are kept though the person cancels the dialog of a download', async ({ visitor, page }) => {
    await visitor.encrypt('a');
    const download = page.waitForEvent('download');
    await visitor.downloadButton('a.romulus').click();
    await (await download).cancel();
    expect(await visitor.rows()).toEqual([`a: ${handed}`]);
    expect(await visitor.asks()).toBe(true);
    await visitor.expectOpens('a.romulus', text(10));
  });

  test.where(onOwnSite, 'say so if there is too little room, and go on once there is', async ({ visitor, page }) => {
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 });
    await visitor.choose([longFile(20_000_000)]);
    await visitor.choose({ short: text(100) });
    await visitor.workWithKey('1 file encrypted, 1 not.');
    expect((await visitor.rows())[0]).toMatch(/^long: There is not enough space for the result\./);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await visitor.work()).toBe('1 file encrypted.');
  });
});
