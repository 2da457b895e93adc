/** The page of browser-encryption for all people: mixed files, languages, small and contrasting screens, long names, other ways in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { english } from '../../../examples/browser-encryption/page/words/english.js';
import { german } from '../../../examples/browser-encryption/page/words/german.js';
import { hex, key, text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { built, eventually, inBrowsers, noPickers, Site, Visitor } from './encryption-page.js';
import { expectOpens, longFile, seal } from './page-files.js';

const passphrase = 'correct horse battery staple';

inBrowsers('the page for all people', { before: noPickers }, (test) => {
  test('finds the direction of each file, does both at once, and turns a file when told to', async ({
    visitor,
    page,
  }) => {
    const sealed = await seal({ secret: { passphrase: new TextEncoder().encode(passphrase), costLog: 10 } });
    await visitor.choose(
      { name: 'plain', contents: text(10) },
      { name: 'sealed.romulus', contents: sealed },
      { name: 'sealed under another name', contents: sealed },
    );
    expect(await visitor.status.textContent()).toBe('1 file to encrypt, 2 files to decrypt.');
    const start = page.locator('#start');
    expect(await start.textContent()).toBe('Encrypt 1, decrypt 2');
    const turn = page.getByRole('button', { name: 'Decrypt: Encrypt sealed under another name once more' });
    await turn.click();
    expect(await start.textContent()).toBe('Encrypt 2, decrypt 1');
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('2 files encrypted, 1 file decrypted.');
    expect((await visitor.rows()).map((row) => row.split(' · ')[0])).toEqual([
      'plain: plain.romulus',
      'sealed.romulus: sealed',
      'sealed under another name: sealed under another name.romulus',
    ]);
    const { contents } = await visitor.downloadOf('sealed under another name.romulus');
    await expectOpens(contents, sealed, { passphrase: new TextEncoder().encode(passphrase) });
    // What is done is not offered again.
    await visitor.choose({ name: 'next', contents: text(10) });
    expect(await start.textContent()).toBe('Encrypt 1 file');
  });

  test('says what has been downloaded, and how much is done', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(1000) }, { name: 'b', contents: text(1000) });
    expect(await page.locator('#count').textContent()).toBe('2 files, 2.00 kB');
    await visitor.typeKey(hex(key));
    await visitor.work();
    expect(await page.locator('#summary-title').textContent()).toBe('2 files done, 2.16 kB');
    expect(await page.locator('#fields').isVisible()).toBe(false);
    const links = page.getByRole('link', { name: /\.romulus$/ });
    expect(await links.allTextContents()).toEqual(['Download', 'Download']);
    await visitor.downloadOf('a.romulus');
    expect(await links.allTextContents()).toEqual(['Downloaded', 'Download']);
    await visitor.download(page.getByRole('button', { name: 'Download all' }));
    expect(await links.allTextContents()).toEqual(['Downloaded', 'Downloaded']);
  });

  test('shows the progress of all, the speed and the time that is left', async ({ visitor, page }) => {
    await visitor.choose(longFile(400_000_000));
    await visitor.typeKey(hex(key));
    await page.getByRole('radio', { name: 'Romulus-T' }).check();
    await visitor.press();
    await eventually(() => page.locator('#count').textContent()).toMatch(/^[\d.]+ MB\/s, \d+ (second|minute)s? left$/);
    const overall = page.getByRole('progressbar', { name: 'Overall progress' });
    expect(await overall.evaluate(({ value }: HTMLProgressElement) => value)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await visitor.end();
    expect(await overall.isVisible()).toBe(false);
  });

  test('speaks German with those who do, until they choose the other language', async ({ visitor }) => {
    const site = await Site.forThisTest();
    const browser = visitor.page.context().browser()!;
    const context = await browser.newContext({ locale: 'de-DE' });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(site.address);
    await page.getByRole('heading', { name: german.title }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    // As long as the person does not choose the other.
    await page.getByLabel(german.footerLanguage).selectOption('en');
    await page.getByRole('heading', { name: english.title }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: english.title }).waitFor();
  });

  test('shows the end of long names, and is large enough for fingers', async ({ visitor, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.choose(
      { name: `a ${'very '.repeat(30)}long name.tar.gz`, contents: text(10) },
      { name: 'b.romulus', contents: await seal({}) },
    );
    const end = page.locator('.extension').first();
    expect(await end.textContent()).toBe('.tar.gz');
    const { right } = await end.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(right).toBeLessThan(320);
    await visitor.openAdvanced();
    expect(await smallTargets(page)).toEqual([]);
    await visitor.typeKey(hex(key));
    await visitor.work();
    expect(await smallTargets(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

/** What can be pressed and is not 36 pixels high: by its label, if it lies in one. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('main :is(button, a, input, summary, select, textarea)');
    return Array.from(controls, (control) => control.closest('label') ?? control.closest('.input') ?? control)
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 36)
      .map(({ outerHTML }) => outerHTML);
  });

describe.skipIf(isSkipped('chromium'))('the page as a program', () => {
  it('shares results where the browser can', async () => {
    const visitor = await Visitor.open('chromium', {
      before: () => {
        Reflect.deleteProperty(window, 'showDirectoryPicker');
        Object.assign(Navigator.prototype, {
          canShare: () => true,
          async share({ files }: { files: File[] }) {
            if (sessionStorage.getItem('refusal')) throw new DOMException('No.', 'AbortError');
            Object.assign(window, { shared: await Promise.all(files.map(async (file) => [file.name, file.size])) });
          },
        });
      },
    });
    const { page } = visitor;
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typeKey(hex(key));
    await visitor.work();
    await page.evaluate(() => sessionStorage.setItem('refusal', 'yes'));
    await page.getByRole('button', { name: 'Share' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^Nothing was shared/);
    expect(await page.getByRole('link', { name: 'a.romulus' }).textContent()).toBe('Download');
    await page.evaluate(() => sessionStorage.clear());
    await page.getByRole('button', { name: 'Share' }).click();
    await eventually(() => visitor.status.textContent()).toBe('1 file shared.');
    expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual([['a.romulus', 90]]);
    expect(await page.getByRole('link', { name: 'a.romulus' }).textContent()).toBe('Downloaded');
  });

  it('can be installed, and opens the files that the system gives it', async () => {
    const visitor = await Visitor.open('chromium', {
      before: () => {
        Reflect.deleteProperty(window, 'showDirectoryPicker');
        const given = new File([new Uint8Array(80)], 'from the system.romulus');
        const launch = { files: [{ getFile: async () => given }] };
        const setConsumer = (consumer: (given: typeof launch) => void) => setTimeout(() => consumer(launch));
        Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
      },
    });
    const { page } = visitor;
    await eventually(() => visitor.rows()).toEqual(['from the system.romulus: 80 bytes']);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data!);
    expect(manifest.file_handlers[0].accept).toEqual({ 'application/vnd.romulus': ['.romulus'] });
    const install = page.getByRole('button', { name: 'Install as an app' });
    await page.evaluate(() => {
      const prompt = Object.assign(new Event('beforeinstallprompt'), {
        prompt: async () => Object.assign(window, { isAsked: true }),
      });
      window.dispatchEvent(prompt);
    });
    await install.click();
    expect(await page.evaluate(() => (window as unknown as { isAsked: boolean }).isAsked)).toBe(true);
    expect(await install.isVisible()).toBe(false);
  });

  it('is small, and served compressed', async () => {
    const site = await Site.forThisTest();
    const all = readdirSync(built).filter((file) => !file.startsWith('strength-'));
    const sizes = all.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
    for (const file of all) {
      const compressed = await fetch(site.address + file, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(compressed.headers.get('content-encoding')).toBe('gzip');
      expect(Buffer.from(await compressed.arrayBuffer())).toEqual(readFileSync(join(built, file)));
      const plain = await fetch(site.address + file, { headers: { 'Accept-Encoding': 'identity' } });
      expect(plain.headers.get('content-encoding')).toBeNull();
    }
  });
});
