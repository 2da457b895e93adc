/** The page of browser-encryption for everybody: mixed files, languages, small screens, strange names, other inputs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import english from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { hex, key, text } from '../../fixtures/bytes.js';
import { referenceOpen } from '../../reference/encrypted-file.js';
import { eventually, inBrowsers, Visitor } from './encryption-page.js';
import { expectOpens, seal, temporaryFolder, unzip } from './page-files.js';

const passphrase = 'correct horse battery staple';
const secret = { passphrase: new TextEncoder().encode(passphrase) };

inBrowsers('the page for all people', {}, (test, name) => {
  test('finds the direction of each file, does both, and takes another when told to', async ({ visitor, page }) => {
    const sealed = seal({ secret: { ...secret, costLog: 10 } });
    await visitor.choose({ plain: text(10), 'sealed.romulus': sealed, 'sealed under another name': sealed });
    expect(await visitor.status.textContent()).toBe('1 file to encrypt, 2 files to decrypt.');
    const start = page.locator('#start');
    expect(await start.textContent()).toBe('Encrypt 1, decrypt 2');
    // A failed file keeps its direction until a person chooses another.
    await visitor.typePassphrase('wrong');
    expect(await visitor.work()).toBe('1 file encrypted, 2 not.');
    const direction = page.getByLabel('Direction for sealed under another name');
    expect(await direction.inputValue()).toBe('decrypt');
    await direction.selectOption('Encrypt again');
    expect(await start.textContent()).toBe('Encrypt 1, decrypt 1');
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('1 file encrypted, 1 file decrypted.');
    expect((await visitor.rows()).map((row) => row.split(' · ')[0])).toEqual([
      'plain: plain.romulus',
      'sealed.romulus: sealed',
      'sealed under another name: sealed under another name.romulus',
    ]);
    await visitor.expectOpens('sealed under another name.romulus', sealed, secret);
    // The page does not offer finished files again.
    await visitor.choose({ next: text(10) });
    expect(await start.textContent()).toBe('Encrypt 1 file');
  });

  test('makes one archive of a folder, and opens it again', async ({ visitor, page }) => {
    const folder = join(temporaryFolder(), 'trip');
    mkdirSync(folder);
    for (const [path, contents] of Object.entries({ a: text(10), b: text(70_000) }))
      writeFileSync(join(folder, path), contents);
    await visitor.choose({ first: text(1) });
    await visitor.button('Remove first').click();
    if (name === 'chromium') {
      await page.locator('#folder').setInputFiles(folder);
    } else {
      // No program can use the dialog for folders. Files that claim to come from a folder look the same to the page.
      await page.evaluate(() => {
        Object.defineProperty(File.prototype, 'webkitRelativePath', {
          get(this: File) {
            return `trip/${this.name}`;
          },
        });
      });
      await page.locator('#files').setInputFiles([join(folder, 'a'), join(folder, 'b')]);
    }
    await eventually(() => visitor.rows()).toHaveLength(2);
    expect(await page.getByRole('radio', { name: 'One encrypted archive (zip)' }).isChecked()).toBe(true);
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('2 files encrypted.');
    expect(await visitor.rows()).toEqual([expect.stringMatching(/^trip\.zip: trip\.zip\.romulus · /)]);
    const { contents } = await visitor.downloadOf('trip.zip.romulus');
    const zip = unzip(Buffer.from((await referenceOpen(contents, secret, new Uint8Array(0)))!));
    expect(Object.fromEntries([...zip].map(([path, bytes]) => [path, bytes.length]).sort())).toEqual({
      'trip/a': 10,
      'trip/b': 70_000,
    });
  });

  test('prepares the passphrases of files side by side, each with a salt of its own', async ({ visitor, page }) => {
    await visitor.choose(Object.fromEntries(Array.from({ length: 4 }, (_, i) => [i, text(i)])));
    await visitor.typePassphrase(passphrase);
    await visitor.press();
    // The list starts with the files that are worked on.
    await eventually(() =>
      page.locator('.note', { hasText: /preparing the passphrase, \d\d? %/ }).count(),
    ).toBeGreaterThan(1);
    await eventually(() => page.locator('#count').textContent()).toMatch(/^\d+ files per minute, \d+ seconds? left$/);
    expect(await visitor.end()).toBe('4 files encrypted.');
    const { contents } = await visitor.download(visitor.button('Download all (zip)'));
    const sealed = [...unzip(contents).values()];
    for (const each of sealed) await expectOpens(each, text(each.length - 80), secret);
    expect(new Set(sealed.map((each) => hex(each.subarray(16, 32)))).size).toBe(4);
  });

  test('lists five of many files until asked for more', async ({ visitor, page }) => {
    const many = Array.from({ length: 110 }, (_, i) => [`${i}.txt`, '']);
    await visitor.bring('drop', { files: Object.fromEntries(many) });
    const rows = page.locator('#rows > li');
    await eventually(() => rows.count()).toBe(5);
    // The page offers the archive because there are more than nine files.
    expect(await page.getByRole('radio', { name: 'Each file by itself' }).isChecked()).toBe(true);
    await visitor.button('Show 100 more of 105').click();
    expect(await rows.count()).toBe(105);
    await visitor.button('Show fewer').click();
    expect(await rows.count()).toBe(5);
  });

  test.alone(
    'speaks German with those who do, until they choose the other language, which may be kept nowhere',
    async () => {
      for (const isBlocked of [false, true]) {
        const before = `Object.defineProperty(navigator, 'languages', { value: ['de-DE'] });
        if (${isBlocked}) Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } });`;
        const { page } = await Visitor.open(name, { before });
        await page.getByRole('heading', { name: german.title }).waitFor();
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
        await page.getByLabel(german.language).selectOption('en');
        await page.getByRole('heading', { name: english.title }).waitFor();
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
        if (isBlocked) continue;
        await page.reload();
        await page.getByRole('heading', { name: english.title }).waitFor();
      }
    },
  );

  test('fits a telephone, with long names and with fingers', async ({ visitor, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const names = [`a ${'very '.repeat(30)}long name.tar.gz`, 'photo\u202egnp.exe', 'שלום.txt'];
    for (const each of names) await visitor.choose({ [each]: text(10) });
    await visitor.choose({ 'b.romulus': seal({}) });
    const name = page.locator('.name').first();
    expect(await page.locator('bdi.ending').allTextContents()).toEqual(['.tar.gz', '.exe', '.txt', '.romulus']);
    expect((await page.locator('bdi.stem').allTextContents()).slice(1)).toEqual(['photo[U+202E]gnp', 'שלום', 'b']);
    // The ending is at the right, and complete.
    for (const [stem, ending] of [0, 2].map((i) => ['stem', 'ending'].map((part) => page.locator(`.${part}`).nth(i)))) {
      const [left, right] = [(await stem!.boundingBox())!, (await ending!.boundingBox())!];
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width - 1);
      expect(right.x + right.width).toBeLessThan(330);
    }
    expect(await name.getAttribute('title')).toMatch(/long name\.tar\.gz$/);
    const expectFits = async () => {
      expect(await smallTargets(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    };
    for (const isKey of [false, true]) {
      await visitor.useKey(isKey);
      await expectFits();
    }
    await visitor.typeKey(hex(key));
    await visitor.work();
    await expectFits();
  });
});

/** Controls that are less than 40 pixels high. A control in a label counts with its label. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('body :is(button, a, input, summary, select, textarea)');
    return Array.from(controls, (control) => control.closest('label') ?? control.closest('.input') ?? control)
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 40)
      .map(({ outerHTML }) => outerHTML);
  });

/** Runs in the page: the system launches it with a file. */
function launchWithFile(): void {
  const given = new File([new Uint8Array(80)], 'from the system.romulus');
  const launch = { files: [{ getFile: async () => given }] };
  const setConsumer = (consumer: (given: typeof launch) => void) => setTimeout(() => consumer(launch));
  Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
}

inBrowsers('the page as a program', { browsers: ['chromium'], before: launchWithFile }, (test) => {
  test('opens the files that the system gives it', async ({ visitor, page }) => {
    await eventually(() => visitor.rows()).toEqual(['from the system.romulus: 80 bytes']);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data!).file_handlers[0].accept).toEqual({ 'application/vnd.romulus': ['.romulus'] });
  });
});
