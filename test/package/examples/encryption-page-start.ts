/** The page of browser-encryption where it cannot work: it says so at once, in words that help. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { BrowserContextOptions } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { built, inBrowsers, Site, Visitor } from './encryption-page.js';

async function newPage(name: BrowserName, options: BrowserContextOptions = {}) {
  const site = await Site.forThisTest();
  const visitor = await Visitor.open(name, { site });
  const context = await visitor.page.context().browser()!.newContext(options);
  onTestFinished(() => context.close());
  return { page: await context.newPage(), address: site.address };
}

inBrowsers('where it cannot work', {}, (test, name) => {
  test.alone('says what helps where the policy forbids WebAssembly', async () => {
    const site = await Site.forThisTest({ policy: "default-src 'self'; script-src 'self'; object-src 'none'" });
    const visitor = await Visitor.open(name, { site, logs: /Content.Security.Policy|CSP/ });
    const alert = visitor.page.getByRole('alert');
    await alert.waitFor();
    const words = await alert.textContent();
    expect(words).toContain('The encryption cannot start');
    expect(words).toMatch(/tell whoever runs this site: .*Content-Security-Policy.*'wasm-unsafe-eval'/);
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.workWithKey('No file is done.');
    expect((await visitor.rows())[0]).toMatch(/^a: The encryption cannot start\. .*'wasm-unsafe-eval'/);
  });

  test.alone('says so where the browser has no WebAssembly', async () => {
    const { page, address } = await newPage(name);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
    await page.goto(address);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/This browser has WebAssembly switched off/);
    expect(await page.locator('#form').isVisible()).toBe(false);
  });

  test.alone('says so where it came without HTTPS', async () => {
    const { page } = await newPage(name);
    const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' };
    await page.route('http://page.example/**', (route) => {
      const file = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      return route.fulfill({ contentType: types[extname(file)] ?? 'text/html', body: readFileSync(join(built, file)) });
    });
    await page.goto('http://page.example/');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/unprotected connection.*https:\/\//);
    expect(await page.locator('#form').isVisible()).toBe(false);
  });

  test.alone('says so where its script does not come', async () => {
    const { page, address } = await newPage(name);
    await page.route('**/page-*.js', (route) => route.abort());
    await page.goto(address);
    await page.getByRole('heading', { name: 'The page has not started' }).waitFor();
    expect(await page.locator('#form').isVisible()).toBe(false);
  });
});

describe.skipIf(isSkipped('chromium'))('where JavaScript is switched off', () => {
  it('says so', async () => {
    const { page, address } = await newPage('chromium', { javaScriptEnabled: false });
    await page.goto(address);
    // The texts are visible at once, without waiting for a script.
    expect(await page.getByText('one of them is switched off or blocked here').isVisible()).toBe(true);
    expect(await page.getByText('eines davon hier abgeschaltet oder gesperrt').isVisible()).toBe(true);
    expect(await page.locator('#form').isVisible()).toBe(false);
  });
});
