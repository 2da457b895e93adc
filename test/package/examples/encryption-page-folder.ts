/** The page of browser-encryption and the files of a person: whatever happens, each that existed is as it was, byte for byte. */
import { describe, expect, it } from 'vitest';
import { expectSame, fromHex, hex, key, text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { eventually, inBrowsers, Site, Visitor } from './encryption-page.js';
import { expectOpens, longFile, seal } from './page-files.js';

/** In place of the native dialog: the person picks a folder with real handles, which is one of the site's own. */
function pickers(): void {
  const showDirectoryPicker = async () => {
    const refusal = sessionStorage.getItem('refusal');
    if (refusal) throw new DOMException('The person picked nothing.', refusal);
    return (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true });
  };
  Object.assign(window, { showDirectoryPicker });
}

/** What a person has in the folder: names that the results will have, too. */
const existing: Record<string, Uint8Array> = {
  'diary.txt': text(5000),
  'diary.txt.romulus': text(700),
  'diary (2).txt.romulus': text(70),
  letter: text(300),
  empty: text(0),
};

/** Empties the folder and fills it with the files that exist. */
const fillFolder = ({ page }: Visitor) =>
  page.evaluate(
    async (files) => {
      sessionStorage.clear();
      const root = await navigator.storage.getDirectory();
      await root.removeEntry('picked', { recursive: true }).catch(() => {});
      const picked = await root.getDirectoryHandle('picked', { create: true });
      await picked.getDirectoryHandle('folder', { create: true });
      for (const [name, contents] of files) {
        const writable = await (await picked.getFileHandle(name, { create: true })).createWritable();
        await writable.write(Uint8Array.from(contents));
        await writable.close();
      }
    },
    Object.entries(existing).map(([name, contents]) => [name, [...contents]] as const),
  );

inBrowsers('a folder of files that exist', { before: pickers, prepare: fillFolder }, (test) => {
  const contents = async ({ page }: Visitor): Promise<Record<string, string>> =>
    page.evaluate(async () => {
      const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
      const found: Record<string, string> = {};
      for await (const [name, handle] of picked.entries()) {
        if (handle.kind === 'directory') continue;
        const bytes = new Uint8Array(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer());
        found[name] = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      }
      return found;
    });

  const asItWas = Object.fromEntries(Object.entries(existing).map(([name, bytes]) => [name, hex(bytes)]));

  /** Makes the disk keep the first bytes of a file, and then take its time until `goOn()`, or be full until `mend()`. */
  const breakDisk = ({ page }: Visitor, how: 'slow' | 'full') =>
    page.evaluate((how) => {
      const { createWritable } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createWritable = async function () {
        const real = await createWritable.call(this);
        return new WritableStream({
          async write() {
            await real.write(new Uint8Array(50));
            await real.close();
            if (how === 'full') throw new DOMException('The disk is full.', 'QuotaExceededError');
            await new Promise<void>((resolve) => Object.assign(window, { goOn: resolve }));
          },
        }) as FileSystemWritableFileStream;
      };
      Object.assign(window, { mend: () => Object.assign(FileSystemFileHandle.prototype, { createWritable }) });
    }, how);

  /** Presses the button and waits for the end; what the page says then. */
  const save = async ({ page, status }: Visitor): Promise<string | null> => {
    await page.getByRole('button', { name: 'Save to folder' }).click();
    await page.locator('form:not(.working)').waitFor();
    return status.textContent();
  };

  /** A file of the folder itself, by its handle. */
  const chooseFromFolder = ({ page }: Visitor, name: string) =>
    page.evaluate(async (name) => {
      const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(await (await picked.getFileHandle(name)).getFile());
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, name);

  test('stays as it is when a file of it is encrypted into it', async ({ visitor }) => {
    await chooseFromFolder(visitor, 'diary.txt');
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await contents(visitor)).toEqual(asItWas);
    expect(await save(visitor)).toBe('1 file saved in the folder picked.');
    expect(await visitor.rows()).toEqual(['diary.txt: Saved as diary (3).txt.romulus']);
    const { 'diary (3).txt.romulus': sealed, ...others } = await contents(visitor);
    expect(others).toEqual(asItWas);
    await expectOpens(fromHex(sealed!), existing['diary.txt']!);
  });

  test('gets new names for results that have the name of a file, a folder or each other', async ({ visitor }) => {
    const sealed = await seal({});
    for (const each of ['letter', 'letter', 'folder', 'a.tar.gz'])
      await visitor.choose({ name: `${each}.romulus`, contents: sealed });
    await visitor.workWithKey('4 files decrypted.');
    expect(await save(visitor)).toBe('4 files saved in the folder picked.');
    const all = await contents(visitor);
    const added = Object.keys(all).filter((each) => !(each in existing));
    expect(added.sort()).toEqual(['a.tar.gz', 'folder (2)', 'letter (2)', 'letter (3)']);
    for (const each of added) expectSame(fromHex(all[each]!), text(3000));
    expect(all).toMatchObject(asItWas);
    // Nothing is left to be downloaded or saved.
    expect(await visitor.page.locator('.download').count()).toBe(0);
    expect(await visitor.page.getByRole('button', { name: 'Save to folder' }).isVisible()).toBe(false);
  });

  test('stays as it is when the work is cancelled', async ({ visitor }) => {
    await visitor.cancelLong();
    expect(await contents(visitor)).toEqual(asItWas);
  });

  test('stays as it is when saving is cancelled in the middle', async ({ visitor }) => {
    await visitor.choose(longFile(10_000_000));
    await visitor.workWithKey('1 file encrypted.');
    await breakDisk(visitor, 'slow');
    await visitor.page.getByRole('button', { name: 'Save to folder' }).click();
    await visitor.page.waitForFunction(() => 'goOn' in window);
    await visitor.page.getByRole('button', { name: 'Cancel' }).click();
    await visitor.page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    await visitor.end();
    expect(await visitor.status.textContent()).toBe('Cancelled. The results can still be downloaded.');
    expect(await contents(visitor)).toEqual(asItWas);
    expect(await visitor.downloadButton('long.romulus').isVisible()).toBe(true);
  });

  test('stays as it is when a result cannot be written there, which can still be downloaded', async ({ visitor }) => {
    await visitor.choose({ name: 'diary.txt', contents: text(9000) }, { name: 'new', contents: text(100) });
    await visitor.workWithKey('2 files encrypted.');
    await breakDisk(visitor, 'full');
    expect(await save(visitor)).toBe('No file was saved. 2 files can still be downloaded.');
    expect(await contents(visitor)).toEqual(asItWas);
    expect((await visitor.rows())[0]).toMatch(/^diary\.txt: Not saved: There is not enough space for the result\./);
    const { contents: downloaded } = await visitor.downloadOf('diary.txt.romulus');
    await expectOpens(downloaded, text(9000));

    await visitor.page.evaluate(() => (window as unknown as { mend(): void }).mend());
    expect(await save(visitor)).toBe('2 files saved in the folder picked.');
    expect(await contents(visitor)).toMatchObject(asItWas);
  });

  for (const refusal of ['AbortError', 'SecurityError', 'NotAllowedError'])
    test(`is not needed: where it is refused with ${refusal}, results can be downloaded`, async ({ visitor }) => {
      await visitor.page.evaluate((refusal) => sessionStorage.setItem('refusal', refusal), refusal);
      await visitor.choose({ name: 'a', contents: text(10) }, { name: 'b', contents: text(20) });
      await visitor.workWithKey('2 files encrypted.');
      expect(await save(visitor)).toBe('No folder was chosen. The results can still be downloaded.');
      await eventually(() => visitor.focused(({ id }) => id)).toBe('save-to-folder');
      await expectOpens((await visitor.downloadOf('b.romulus')).contents, text(20));
      expect(await contents(visitor)).toEqual(asItWas);
    });
});

describe.skipIf(isSkipped('chromium'))('a page with too little room', () => {
  it('says so, keeps nothing of the result, and goes on when there is room', async () => {
    const site = await Site.forThisTest();
    const visitor = await Visitor.open('chromium', { site, before: pickers });
    const session = await visitor.page.context().newCDPSession(visitor.page);
    const { origin } = new URL(site.address);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 });
    await visitor.choose(longFile(20_000_000));
    await visitor.choose({ name: 'short', contents: text(100) });
    await visitor.workWithKey('1 file encrypted, 1 not.');
    expect((await visitor.rows())[0]).toBe(
      'long: There is not enough space for the result. Free space on the disk or remove results from the list, and try again.',
    );
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await visitor.work()).toBe('1 file encrypted.');
    // The room is gone when it is to be saved.
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 21_000_000 });
    await visitor.page.getByRole('button', { name: 'Save to folder' }).click();
    await visitor.end();
    expect(await visitor.status.textContent()).toBe(
      '1 file saved in the folder picked. 1 file can still be downloaded.',
    );
    const names = await visitor.page.evaluate(async () => {
      const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
      const found: string[] = [];
      for await (const name of picked.keys()) found.push(name);
      return found;
    });
    expect(names).toEqual(['short.romulus']);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  });
});
