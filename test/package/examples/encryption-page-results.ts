/** The results of the page of browser-encryption: where they wait, how they leave, and what protects them from loss. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { encryptBlob } from '../../../ts/stream/index.js';
import { flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { temporaryFolder } from '../npm.js';
import { eventually, inBrowsers, Visitor, visit } from './encryption-page.js';
import { expectOpens, longFile, ownDialogs, ownFiles, seal, unzip } from './encryption-page-visitor.js';

const lengths = async (page: Page): Promise<number[]> =>
  Object.entries(await ownFiles(page)).flatMap(([folder, files]) =>
    folder.startsWith('romulus-encrypt results ') ? Object.values(files) : [],
  );

/** Clears the data of the site, as a browser does on request. */
const clearData = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
  });

/** The files in a profile that contain the text. The browser may remove a file while this reads. */
const filesWith = (profile: string, text: string): string[] =>
  spawnSync('grep', ['-rlF', text, profile], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const handed = 'Handed to the browser: check your downloads.';

function noWorker(): void {
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new TypeError('not here'));
}

inBrowsers('results', { before: ownDialogs }, (test, name) => {
  test('wait on the disk until they are removed; what failed or was cancelled leaves nothing there', async ({
    visitor,
    page,
  }) => {
    await visitor.choose([longFile(400_000_000)]);
    await visitor.choose({ short: text(100) });
    await visitor.typeKey(hex(key));
    await visitor.press();
    const progress = page.getByRole('progressbar', { name: 'Working' });
    const share = () => progress.evaluate(({ value }: HTMLProgressElement) => value);
    await eventually(share).toBeGreaterThan(0);
    // Both files are encrypted at the same time, and the short one may begin later.
    await eventually(async () => (await visitor.rows())[1]).toBe('short: short.romulus · 180 bytes');
    expect(await visitor.focused(({ id }) => id)).toBe('cancel');
    expect(await share()).toBeLessThan(1);
    await visitor.look('at work');
    await visitor.button('Cancel').click();
    expect(await visitor.end()).toBe('Cancelled. Nothing unfinished was saved.');
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
    await visitor.button('Remove damaged.romulus').click();
    await visitor.encrypt('other');
    await visitor.button('Remove short').click();
    await visitor.button('Remove other').click();
    // The result that was handed out waits for its download.
    await eventually(() => lengths(page)).toEqual([180]);
  });

  test('of a tab that is gone are removed, not those of another, and not before a download has begun', async () => {
    const first = await visit(name);
    const open = async () => {
      const page = await first.page.context().newPage();
      page.on('dialog', (dialog) => dialog.accept());
      await page.goto(first.page.url());
      return new Visitor(page);
    };
    await first.encrypt('a');
    const [ofFirst] = Object.keys(await ownFiles(first.page));
    const second = await open();
    await second.encrypt('a');
    expect(await lengths(second.page)).toEqual([90, 90]);
    await second.page.close();
    // The state that a crashed browser leaves.
    await first.page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const gone = await root.getDirectoryHandle('romulus-encrypt results of a tab that is gone', { create: true });
      await gone.getFileHandle('1', { create: true });
    });
    const third = await open();
    await eventually(async () => Object.keys(await ownFiles(third.page))).toEqual([ofFirst!]);
    await first.page.close();
    await third.choose([longFile(20_000_000)]);
    await third.workWithKey('1 file encrypted.');
    const { page } = third;
    const { contents } = await third.download(third.downloadButton('long.romulus'), async () => {
      await page.clock.install();
      await page.reload();
    });
    expect(contents.length).toBeGreaterThan(20_000_000);
    expect(await lengths(page)).toEqual([contents.length]);
    await page.clock.fastForward('00:20');
    await eventually(() => lengths(page)).toEqual([]);
  });

  for (const [where, before] of [
    ['with a service worker', undefined],
    ['without one', noWorker],
  ] as const)
    test(`that are decrypted leave nothing in the profile: short at any time, long later, ${where}`, async () => {
      const files = temporaryFolder();
      const contents = { short: 'the short secret\n'.repeat(60_000), long: 'the long secret\n'.repeat(1_200_000) };
      for (const [each, plaintext] of Object.entries(contents)) {
        const sealed = await encryptBlob(new Blob([plaintext]), { key });
        writeFileSync(join(files, `${each}.romulus`), new Uint8Array(await sealed.arrayBuffer()));
      }
      const profile = temporaryFolder();
      const visitor = await visit(name, { profile, ...(before && { before }) });
      const context = visitor.page.context();
      if (!before) await visitor.page.getByText('Works without a network from now on').waitFor();
      await visitor.choose(['short', 'long'].map((each) => join(files, `${each}.romulus`)));
      await visitor.workWithKey('2 files decrypted.');
      expect(filesWith(profile, 'the short secret')).toEqual([]);
      expect(filesWith(profile, 'the long secret')).toHaveLength(1);
      await visitor.page.getByText('they may stay until you open it again').waitFor();
      expect(String((await visitor.downloadOf('short')).contents)).toBe(contents.short);
      await context.newPage();
      await visitor.page.close();
      // The download of a result in memory keeps no file waiting.
      await expect.poll(() => filesWith(profile, 'the long secret'), { timeout: 15_000 }).toEqual([]);
      await context.close();
      for (const each of ['short', 'long']) expect(filesWith(profile, `the ${each} secret`)).toEqual([]);
    });

  test('leave all at once: in a zip file, or saved in a folder beside what is there', async ({ visitor, page }) => {
    const names = ['a.txt', 'A.txt', 'a.txt'];
    for (const [i, each] of names.entries()) await visitor.choose({ [each]: text(10 + i) });
    const passphrase = 'correct horse battery staple, Pferd im Glück';
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('3 files encrypted.');
    const button = visitor.button('Download all (zip)');
    const { name: zipName, contents } = await visitor.download(button);
    expect(zipName).toBe('romulus-files.zip');
    const files = unzip(contents);
    expect([...files.keys()]).toEqual(['a.txt.romulus', 'A (2).txt.romulus', 'a (3).txt.romulus']);
    const secret = { passphrase: new TextEncoder().encode(passphrase) };
    for (const [i, sealed] of [...files.values()].entries()) await expectOpens(sealed, text(10 + i), secret);
    expect(new Set(Array.from(files.values(), (each) => hex(each.subarray(16, 32)))).size).toBe(3);
    await eventually(() => visitor.status.textContent()).toBe(handed);
    expect(await visitor.rows()).toEqual(names.map((each) => `${each}: ${handed}`));
    expect(await visitor.asks()).toBe(true);
    // The next archive has the current files, not the earlier ones.
    await page.locator('.remove').nth(1).click();
    expect([...unzip((await visitor.download(button)).contents).keys()]).toHaveLength(2);

    const save = async (refusal: string, expected: RegExp) => {
      await page.evaluate((refusal) => Object.assign(window, { refusal }), refusal);
      await visitor.button('Save into a folder').click();
      await eventually(() => visitor.status.textContent()).toMatch(expected);
    };
    // A cancelled dialog changes nothing.
    await save('AbortError', /^Handed to the browser/);
    await save('SecurityError', /^The browser gave this page no folder/);
    await save('', /^Saved in the folder\.$/);
    expect(await visitor.rows()).toEqual(Array(2).fill('a.txt: Saved in the folder.'));
    expect(await visitor.asks()).toBe(false);
    expect((await ownFiles(page)).chosen).toEqual({ 'a.txt.romulus': 90, 'a (2).txt.romulus': 92 });
    await page.evaluate(() => {
      FileSystemFileHandle.prototype.createWritable = async () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    });
    await save('', /^Saving in chosen stopped: perhaps there is too little space/);
    await visitor.look('with results in a folder');
    expect(Object.keys((await ownFiles(page)).chosen!)).toHaveLength(2);
  });

  test('that are gone with the data of the site are said to be gone, and made again', async ({ visitor, page }) => {
    for (const each of ['a', 'b']) await visitor.encrypt(each);
    await clearData(page);
    await visitor.downloadButton('a.romulus').click();
    const gone = 'The browser has removed this result with the data of this site. You can make it again below.';
    await eventually(() => visitor.status.textContent()).toBe(gone);
    expect(await visitor.rows()).toEqual([`a: ${gone}`, 'b: b.romulus · 90 bytes']);
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.expectOpens('a.romulus', text(10));
    await visitor.button('Download all (zip)').click();
    await eventually(() => visitor.rows()).toEqual([`a: ${handed}`, `b: ${gone}`]);
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await lengths(page)).toEqual([90, 90]);
    // Results wait in memory if the browser takes the folder away and gives no other.
    await clearData(page);
    await page.evaluate(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));
    });
    await visitor.encrypt('d', text(5000));
    await visitor.expectOpens('d.romulus', text(5000));
  });
});

// Firefox takes no order to be full.
inBrowsers('results', { browsers: ['chromium'] }, (test) => {
  test('that fail for space say what helps, and others go on', async ({ visitor, page }) => {
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 });
    await visitor.choose([longFile(20_000_000)]);
    await visitor.choose({ short: text(100) });
    await visitor.workWithKey('1 file encrypted, 1 not.');
    const failed = (await visitor.rows()).filter((row) => row.includes('not enough space'));
    expect(failed).toEqual([expect.stringMatching(/download results one by one and remove them from the list/)]);
    await visitor.look('with a full disk');
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await visitor.work()).toBe('1 file encrypted.');
  });
});
