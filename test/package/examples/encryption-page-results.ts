/** The results of the page of browser-encryption: where they wait, how they are downloaded at once, and what keeps them from being lost. */
import type { Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { eventually, inBrowsers, noDisk, noPickers, Site, Visitor } from './encryption-page.js';
import { expectOpens, longFile, seal } from './page-files.js';
import { answer, asks, questions } from './questions.js';
import { unzip } from './zip.js';

/** How many bytes each tab's results take, by the names of their folders. */
const scratch = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const folders: Record<string, number> = {};
    for await (const [name, folder] of (await navigator.storage.getDirectory()).entries()) {
      if (!name.startsWith('romulus results ')) continue;
      folders[name] = 0;
      for await (const file of (folder as FileSystemDirectoryHandle).values())
        folders[name] += (await (file as FileSystemFileHandle).getFile()).size;
    }
    return folders;
  });

inBrowsers('results', { before: noPickers }, (test, name) => {
  test('are on the disk, not in memory, until their row is removed', async ({ visitor }) => {
    await visitor.choose(longFile(20_000_000));
    await visitor.choose({ name: 'short', contents: text(1000) });
    await visitor.workWithKey('2 files encrypted.');
    const total = () => scratch(visitor.page).then((folders) => Object.values(folders).reduce((a, b) => a + b, 0));
    expect(await total()).toBeGreaterThan(20_000_000);
    await visitor.page.getByRole('button', { name: 'Remove long' }).click();
    await eventually(total).toBe(1000 + 64 + 16);
    await visitor.page.getByRole('button', { name: 'Start over' }).click();
    await eventually(total).toBe(0);
    expect(await visitor.rows()).toEqual([]);
    expect(await visitor.page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
  });

  test('that failed or were cancelled leave nothing on the disk', async ({ visitor }) => {
    const files = () =>
      visitor.page.evaluate(async () => {
        const names: string[] = [];
        for await (const folder of (await navigator.storage.getDirectory()).values())
          for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name);
        return names;
      });
    await visitor.cancelLong();
    // Not even an empty file.
    await eventually(files).toEqual([]);
    await visitor.page.getByRole('button', { name: 'Remove long' }).click();
    const sealed = await seal({ plaintext: text(100_000) });
    await visitor.choose({ name: 'damaged.romulus', contents: flipBit(sealed, 8 * 50_000) });
    expect(await visitor.work()).toBe('No file was decrypted.');
    await eventually(files).toEqual([]);
  });

  test.alone('wait in memory where the browser has no files of its own', async () => {
    const visitor = await Visitor.open(name, { before: noDisk });
    await visitor.choose({ name: 'a', contents: text(70_000) }, { name: 'b', contents: text(0) });
    await visitor.workWithKey('2 files encrypted.');
    await expectOpens((await visitor.downloadOf('a.romulus')).contents, text(70_000));
    const { contents } = await visitor.download(visitor.page.getByRole('button', { name: 'Download all' }));
    await expectOpens(unzip(contents).get('b.romulus')!, text(0));
    expect(await scratch(visitor.page)).toEqual({});
  });

  test.alone('of a tab that is gone are removed, and not those of another', async () => {
    const site = await Site.forThisTest();
    const visitor = await Visitor.open(name, { site, before: noPickers });
    const context = await visitor.page.context().browser()!.newContext();
    onTestFinished(() => context.close());
    const openTab = async () => {
      const page = await context.newPage();
      page.on('dialog', (dialog) => dialog.accept());
      await page.goto(site.address);
      return page;
    };
    const encrypt = async (page: Page) => {
      await page.locator('#files').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from(text(10)) });
      await page.locator('#advanced summary').click();
      await page.getByLabel('Use a key').check();
      await page.getByLabel('Key', { exact: true }).fill(hex(key));
      await page.locator('#start').click();
      await page.getByRole('link', { name: 'Download a.romulus' }).waitFor();
    };
    const first = await openTab();
    await encrypt(first);
    const [ofFirst] = Object.keys(await scratch(first));
    const second = await openTab();
    await encrypt(second);
    expect(Object.values(await scratch(second))).toEqual([90, 90]);
    await second.close();
    // As a browser leaves it that was ended.
    await first.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const gone = await root.getDirectoryHandle('romulus results of a tab that is gone', { create: true });
      await gone.getFileHandle('1', { create: true });
    });
    const third = await openTab();
    await eventually(() => scratch(third)).toEqual({ [ofFirst!]: 90 });
  });

  test('can be downloaded all at once, under names of their own', async ({ visitor }) => {
    const names = ['a.txt', 'A.txt', 'a.txt', 'b'];
    for (const [i, each] of names.entries()) await visitor.choose({ name: each, contents: text(10 + i) });
    await visitor.workWithKey('4 files encrypted.');
    const button = visitor.page.getByRole('button', { name: 'Download all' });
    const { name: zipName, contents } = await visitor.download(button);
    expect(zipName).toBe('romulus-files.zip');
    const files = unzip(contents);
    expect([...files.keys()]).toEqual(['a.txt.romulus', 'A (2).txt.romulus', 'a (3).txt.romulus', 'b.romulus']);
    for (const [i, sealed] of [...files.values()].entries()) await expectOpens(sealed, text(10 + i));
    await eventually(() => visitor.status.textContent()).toBe('4 files are in your downloads, in romulus-files.zip.');
    expect(await asks(visitor)).toBe(false);
    // Of what is there now, not of what there was.
    await visitor.page.getByRole('button', { name: 'Remove b' }).click();
    expect([...unzip((await visitor.download(button)).contents).keys()]).toHaveLength(3);
  });

  test('are not left without a question until they are downloaded', async ({ visitor }) => {
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typeKey(hex(key));
    expect(await asks(visitor)).toBe(false);
    await visitor.work();
    expect(await asks(visitor)).toBe(true);
    await answer(visitor, false);
    await visitor.page.getByRole('button', { name: 'Start over' }).click();
    expect(await questions(visitor)).toEqual([expect.stringMatching(/is not saved yet/)]);
    expect(await visitor.rows()).toHaveLength(1);
    await visitor.downloadOf('a.romulus');
    expect(await asks(visitor)).toBe(false);
    await visitor.page.getByRole('button', { name: 'Start over' }).click();
    expect(await visitor.rows()).toEqual([]);
    expect(await questions(visitor)).toHaveLength(1);
  });

  test('keep their key: one that was made here is not replaced in silence', async ({ visitor }) => {
    const field = visitor.page.getByLabel('Key', { exact: true });
    const generate = visitor.page.getByRole('button', { name: 'Generate' });
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.useKey(true);
    await generate.click();
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.downloadOf('a.romulus');
    const used = await field.inputValue();
    // The result is safe, the key is not.
    expect(await asks(visitor)).toBe(true);
    await answer(visitor, false);
    // Where all is done, its field is not seen, and a reminder of it is.
    await visitor.page.locator('#key-reminder').getByRole('button', { name: 'Save key file' }).waitFor();
    await visitor.choose({ name: 'b', contents: text(10) });
    await generate.click();
    await visitor.page
      .getByLabel('Load key file')
      .setInputFiles({ name: 'k', mimeType: '', buffer: Buffer.from(`romulus-key-1 ${hex(key)}\n`) });
    await eventually(() => questions(visitor)).toHaveLength(2);
    await field.press('End');
    await field.press('Backspace');
    expect(await questions(visitor)).toEqual(Array(3).fill(expect.stringMatching(/is not saved.*Replace it/)));
    expect(await field.inputValue()).toBe(used);
    const saved = await visitor.download(visitor.page.locator('#save-key'));
    expect(String(saved.contents)).toBe(`romulus-key-1 ${used}\n`);
    expect(await asks(visitor)).toBe(false);
    await generate.click();
    expect(await field.inputValue()).not.toBe(used);
    expect(await questions(visitor)).toHaveLength(3);
  });

  test('keep their key when the work is cancelled after the first', async ({ visitor }) => {
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.choose(longFile(400_000_000));
    await visitor.useKey(true);
    await visitor.page.getByRole('button', { name: 'Generate' }).click();
    await visitor.press();
    const progress = visitor.page.getByRole('progressbar', { name: 'Encrypting long' });
    await eventually(() => progress.evaluate(({ value }: HTMLProgressElement) => value)).toBeGreaterThan(0);
    // What is done need not wait for the rest.
    await visitor.downloadOf('a.romulus');
    await visitor.page.getByRole('button', { name: 'Cancel' }).click();
    await visitor.end();
    expect(await asks(visitor)).toBe(true);
    await visitor.download(visitor.page.locator('#save-key'));
    expect(await asks(visitor)).toBe(false);
  });
});
