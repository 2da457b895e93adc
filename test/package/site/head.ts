/** The head that all pages of the site share, in browsers. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import type { PageTest } from './documents.js';
import { served } from './folder.js';

export function testHead(test: PageTest): void {
  const isDark = (page: Page) =>
    page.evaluate(() => {
      const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number);
      return red < 128;
    });

  test('is the same on all kinds of page, with one choice of light and dark', 'performance/', async (page) => {
    const places = ['docs/guide.html', '', 'encrypt/', 'performance/'];
    for (const [i, path] of [...places, ...places].entries()) {
      await page.goto((await served()).address + path);
      const isLater = i > 0;
      expect([path, await isDark(page)]).toEqual([path, isLater && i <= places.length]);
      const navigation = page.getByRole('navigation', { name: /^(Site|Main Navigation)$/ });
      expect(await navigation.getByRole('link').allTextContents()).toEqual(
        expect.arrayContaining(['Encrypt files', 'How fast', 'Documentation']),
      );
      // The choice is dark on the first page, and light on the first of the second round.
      if (i % places.length === 0) {
        await page.getByRole('button', { name: 'Light or dark' }).click();
        expect(await isDark(page)).toBe(i === 0);
      }
    }
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('appearance')))).toEqual([
      'romulus-pages:appearance',
    ]);
    expect(await page.evaluate(() => localStorage.getItem('romulus-pages:appearance'))).toBe('dark');
  });

  test('changes the colours where nothing may be stored', 'performance/', async (page) => {
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })");
    await page.reload();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await isDark(page)).toBe(true);
  });

  test('speaks German where the page does', 'encrypt/', async (page) => {
    await page.locator('#language').selectOption('de');
    await page.getByRole('button', { name: german.appearance }).waitFor();
    const parts = ['romulus-wasm', german.partEncrypt, german.partSpeed, german.partDocuments];
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(parts);
    const links = [german.footerFormat, german.footerLimits, german.footerSource];
    expect(await page.locator('footer').getByRole('link').allTextContents()).toEqual(links);
  });
}
