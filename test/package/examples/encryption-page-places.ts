/** The page of browser-encryption in places that are not as usual: hostile or bare browsers and sites. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { temporaryFolder } from '../npm.js';
import { built, eventually, inBrowsers, newContext, siteForThisTest, visit } from './encryption-page.js';

inBrowsers('the page', {}, (test, name) => {
  test('opens and works without a network once it was loaded, whatever follows its address', async () => {
    const { address, close } = await siteForThisTest();
    const visitor = await visit(name, { address });
    await visitor.page.getByText('Works without a network from now on').waitFor();
    await close();
    await visitor.page.goto(`${address}?utm=1#part`);
    await visitor.encrypt('a', text(1000));
    await visitor.expectOpens('a.romulus', text(1000));
    await visitor.choose({ b: text(10) });
    await visitor.useKey(false);
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.page.getByRole('img', { name: 'The passphrase as a QR code' }).waitFor();
    await visitor.answer(false);
    await visitor.choose({ c: text(10) });
    await visitor.typePassphrase('password');
    await visitor.press();
    await eventually(() => visitor.questions()).toEqual([expect.stringMatching(/^Your passphrase is too weak/)]);
  });

  for (const [what, policy] of [
    ['WebAssembly', "default-src 'self'; script-src 'self'; object-src 'none'"],
    ['workers', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; object-src 'none'"],
  ] as const) {
    test(`names the policy that it needs where it forbids ${what}`, async () => {
      const visitor = await visit(name, { site: { policy }, logs: /Content.Security.Policy|CSP|404|pool-worker/ });
      const { page } = visitor;
      const needs = /The encryption cannot start.*tell whoever runs this site: .*'wasm-unsafe-eval'.*worker-src/;
      await page.getByRole('alert').filter({ hasText: needs }).waitFor();
      await visitor.choose({ a: text(10) });
      await visitor.workWithKey('No file is done.');
      expect((await visitor.rows())[0]).toMatch(needs);
      await visitor.look('with an alert');
    });
  }

  test('says so without HTTPS or WebAssembly, and shows no form', async () => {
    const { context, address } = await newContext(name);
    const page = await context.newPage();
    const expectSaid = async (at: string, says: RegExp) => {
      await page.goto(at);
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
      expect(await page.locator('#form').isVisible()).toBe(false);
    };
    const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' };
    await page.route('http://page.example/**', (route) => {
      const file = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      return route.fulfill({ contentType: types[extname(file)] ?? 'text/html', body: readFileSync(join(built, file)) });
    });
    await expectSaid('http://page.example/', /unprotected connection.*https:\/\//);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
    await expectSaid(address, /This browser has WebAssembly switched off/);
  });

  test('shows no form in a frame, where its host sends no header', async () => {
    const files = temporaryFolder();
    cpSync(built, files, { recursive: true });
    writeFileSync(join(files, 'around.html'), '<!doctype html><iframe src="./" width="600" height="400"></iframe>');
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    const policy = /Content-Security-Policy"\s+content="([^"]+)/.exec(html)![1]!;
    const { address } = await siteForThisTest({ files, policy: `${policy}; frame-src 'self'` });
    const { page } = await visit(name, { address: `${address}around.html`, logs: /404/ });
    const inFrame = (selector: string) =>
      page.locator('iframe').evaluate((frame, selector) => {
        const { contentDocument } = frame as HTMLIFrameElement;
        return contentDocument?.querySelector(selector)?.textContent;
      }, selector);
    await eventually(() => inFrame('[role=alert]')).toContain('This page is shown inside another one');
    expect(await inFrame('#form')).toBeUndefined();
  });
});

inBrowsers('the page', { browsers: ['chromium'] }, (test) => {
  test('says in both languages that it has not started, where its script does not run', async () => {
    const { context, address } = await newContext('chromium', { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    // The texts are visible at once, without waiting for a script.
    expect(await page.getByText('one of them is switched off or blocked here').isVisible()).toBe(true);
    expect(await page.getByText('eines davon hier abgeschaltet oder gesperrt').isVisible()).toBe(true);
    expect(await page.locator('#form').isVisible()).toBe(false);
  });

  test('comes whole in a new version, once no page of the old one is open', async () => {
    const old = await siteForThisTest();
    const { page } = await visit('chromium', { address: old.address });
    await page.getByText('Works without a network from now on').waitFor();
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
    await siteForThisTest({ files, port: old.port });

    const isNewer = async () => {
      await page.goto(old.address);
      return (await page.locator('meta[name=newer]').count()) > 0;
    };
    expect(await isNewer()).toBe(false);
    const newWorker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await eventually(newWorker).toBe('installed');
    expect(await isNewer()).toBe(false);
    const isNewerAfterAbsence = async () => {
      await page.goto('about:blank');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isNewer();
    };
    await eventually(isNewerAfterAbsence).toBe(true);
    expect(await page.evaluate(() => window.caches.keys())).toEqual(['browser-encryption newer']);
  });
});
