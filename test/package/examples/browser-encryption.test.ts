/** The example browser-encryption: how it is built and served, and where it opens. The files beside this one use it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import english from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { expectSame, text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { element, open, startedWebkit, until } from '../browser/webkit.js';
import { cleanEnvironment, temporaryFolder } from '../npm.js';
import { built, changed, eventually, inBrowsers, shared, siteForThisTest, visit } from './encryption-page.js';
import { expectOpens, folder } from './encryption-page-visitor.js';
import './encryption-page-people.js';
import './encryption-page-results.js';

execFileSync(process.execPath, ['build.js'], { cwd: folder, env: cleanEnvironment(), stdio: 'pipe' });

it('has texts with the same slots for values in each language, and every other slot is a text', () => {
  const texts: [string, unknown][] = Object.entries(english);
  const valuesOf = (text: unknown) =>
    new Set(
      JSON.stringify(text)
        .match(/\{\w+\}/g)
        ?.filter((slot) => slot === '{files}' || !(slot.slice(1, -1) in english)),
    );
  for (const [name, text] of texts) expect(valuesOf(german[name as keyof typeof german]), name).toEqual(valuesOf(text));
});

it('is served by `npm start` with its policy, compressed for those who can, and nothing else is', async () => {
  const settings = { cwd: folder, env: { ...cleanEnvironment(), PORT: '0' } };
  const child = spawn(process.execPath, ['server.js'], { ...settings, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [address = ''] = /http:\S+/.exec(String(await once(child.stdout, 'data'))) ?? [];
  const page = await fetch(address);
  const inPage = /Content-Security-Policy"\s+content="([^"]+)"/.exec(await page.text())![1];
  expect(inPage).toMatch(/^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; /);
  for (const name of ['', ...readdirSync(built)]) {
    for (const accepted of ['gzip', 'identity']) {
      const encoding = accepted === 'gzip' ? accepted : null;
      const response = await fetch(address + name, { headers: { 'Accept-Encoding': accepted } });
      const { status, headers } = response;
      expect({ name, status, encoding: headers.get('content-encoding') }).toEqual({ name, status: 200, encoding });
      expect(headers.get('content-security-policy')).toBe(`${inPage}; frame-ancestors 'none'`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expectSame(new Uint8Array(await response.arrayBuffer()), readFileSync(join(built, name || 'index.html')), name);
    }
  }
  for (const path of ['server.js', '%2e%2e/package.json', 'page/main.tsx', 'dist/index.html'])
    expect((await fetch(address + path)).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
});

inBrowsers('the page in a place that is not as usual', {}, (test, name) => {
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
    // The page asks twice, and the second answer is yes.
    await visitor.page.evaluate(() => {
      const questions: unknown[] = [];
      Object.assign(window, { questions });
      window.confirm = (question) => questions.push(question) > 1;
    });
    const question = expect.stringMatching(/^Your passphrase is too weak/);
    const questions = () => visitor.page.evaluate(() => (window as unknown as { questions: string[] }).questions);
    await visitor.choose({ c: text(10) });
    await visitor.typePassphrase('password');
    await visitor.press();
    await eventually(questions).toEqual([question]);
    await eventually(() => visitor.focused(({ id }) => id)).toBe('own');
    expect((await visitor.rows()).at(-1)).toBe('c: 10 bytes');
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await questions()).toEqual([question, question]);
    const weak = { passphrase: new TextEncoder().encode('password') };
    await visitor.expectOpens('c.romulus', text(10), weak);
  });

  test('names the policy that it needs where another forbids WebAssembly', async () => {
    const { address } = await siteForThisTest({ policy: "default-src 'self'; script-src 'self'; object-src 'none'" });
    const visitor = await visit(name, { address, logs: /Content.Security.Policy|CSP|404|pool-worker/ });
    const needs = /The encryption cannot start.*tell whoever runs this site: .*'wasm-unsafe-eval'.*worker-src/;
    await visitor.page.getByRole('alert').filter({ hasText: needs }).waitFor();
    await visitor.choose({ a: text(10) });
    await visitor.workWithKey('No file is done.');
    expect((await visitor.rows())[0]).toMatch(needs);
    await visitor.look('with an alert');
  });

  test('says so without HTTPS or WebAssembly, and shows no form', async () => {
    const { page } = await visit(name);
    const address = page.url();
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
    const { policy } = await import(join(folder, 'site.js'));
    const { page } = await visit(name, await siteForThisTest({ policy }));
    const around = `${page.url()}around.html`;
    const body = '<!doctype html><iframe src="./" width="600" height="400"></iframe>';
    await page.route(around, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(around);
    const inFrame = (selector: string) =>
      page.locator('iframe').evaluate((frame, selector) => {
        const { contentDocument } = frame as HTMLIFrameElement;
        return contentDocument?.querySelector(selector)?.textContent;
      }, selector);
    await eventually(() => inFrame('[role=alert]')).toContain('This page is shown inside another one');
    expect(await inFrame('#form')).toBeUndefined();
  });
});

inBrowsers('the page in a place that is not as usual', { browsers: ['chromium'] }, (test) => {
  test('says in both languages that it has not started, where its script does not run', async () => {
    const { page } = await visit('chromium', { javaScriptEnabled: false });
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
    const files = changed({
      'index.html': [/(?=<meta name="referrer")/, '<meta name="newer">'],
      'service-worker.js': [/"[0-9a-f]{16}"/, '"newer"'],
    });
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

const webkit = startedWebkit();

it.skipIf(isSkipped('webkit'))('encrypts a file in WebKit', { timeout: 300_000 }, async () => {
  const page = await webkit();
  await open(page, (await shared()).address);
  // The page's download: a test cannot fetch its link.
  await page.executeScript(`
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.handedOut = blob;
      return make.call(URL, blob);
    };`);
  const path = join(temporaryFolder(), 'letter.txt');
  writeFileSync(path, text(70_000));
  await (await element(page, '#files')).sendKeys(path);
  await (await element(page, '#use-own')).click();
  const passphrase = 'tricky-otter-violin-cement-banjo-quarry';
  await (await element(page, '#own')).sendKeys(passphrase);
  await (await element(page, '#start')).click();
  await until(page, "return document.querySelector('#status').innerText === '1 file encrypted.'", 120_000);
  await (await element(page, '.download')).click();
  await until(page, 'return window.handedOut !== undefined', 10_000);
  const bytes = 'return window.handedOut.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])';
  const encrypted = Uint8Array.from(await page.executeScript<number[]>(bytes));
  await expectOpens(encrypted, text(70_000), { passphrase: new TextEncoder().encode(passphrase) });
});
