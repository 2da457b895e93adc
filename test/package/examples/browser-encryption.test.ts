/** The example browser-encryption: what it is built of and how it is served; the files beside this one use its page. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebDriver } from 'selenium-webdriver';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectSame, text } from '../../fixtures/bytes.js';
import { element, isSkipped, open, startedWebkit, until } from '../browser/webkit.js';
import { cleanEnvironment, root, temporaryFolder } from '../npm.js';
import { build, built, shared } from './encryption-page.js';
import { expectOpens, folder } from './encryption-page-visitor.js';
import './encryption-page-people.js';
import './encryption-page-places.js';
import './encryption-page-results.js';
import './encryption-page-secrets.js';

build();

it.each(['.', 'service-worker'])('has correct types in %s', (project) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(execFileSync(process.execPath, [tsc, '-p', join(folder, project)], { encoding: 'utf8' })).toBe('');
});

describe('the pages', () => {
  it('has no scripts and styles but in files of its own, and nothing from elsewhere', () => {
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    const addresses = readdirSync(built)
      .map((name) => readFileSync(join(built, name), 'utf8'))
      .flatMap((contents) => contents.match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? []);
    expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
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
});

/** Chooses a file, which the page decrypts if it looks encrypted. Resolves with the page's message and the result. */
async function work(webkit: WebDriver, name: string, contents: Uint8Array, secret: string) {
  await open(webkit, (await shared()).address);
  // The page's download: a test cannot fetch its link.
  await webkit.executeScript(`
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.handedOut = blob;
      return make.call(URL, blob);
    };`);
  const path = join(temporaryFolder(), name);
  writeFileSync(path, contents);
  await (await element(webkit, '#files')).sendKeys(path);
  await until(webkit, "return document.querySelectorAll('#rows li').length > 0", 60_000);
  if (await webkit.executeScript("return document.querySelector('#encrypt-with') === null")) {
    await (await element(webkit, '#decrypt')).sendKeys(secret);
  } else {
    await (await element(webkit, '#use-own')).click();
    await (await element(webkit, '#own')).sendKeys(secret);
  }
  await (await element(webkit, '#start')).click();
  const said = "document.querySelector('#status').innerText";
  // The work begins after a look at the passphrase.
  await until(webkit, `return !/^Working$|added\\.$/.test(${said})`, 120_000);
  const told = await webkit.executeScript(`return document.querySelector('#rows').innerText + ${said}`);
  await (await element(webkit, '.download')).click();
  await until(webkit, 'return window.handedOut !== undefined', 10_000);
  const bytes = 'return window.handedOut.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])';
  return { told, result: Uint8Array.from(await webkit.executeScript<number[]>(bytes)) };
}

describe.skipIf(isSkipped)('the page in WebKit', () => {
  const started = startedWebkit();

  it('encrypts a file, and decrypts it again', async () => {
    const passphrase = 'tricky-otter-violin-cement-banjo-quarry';
    const encrypted = await work(await started(), 'letter.txt', text(70_000), passphrase);
    expect(encrypted.told).toContain('1 file encrypted.');
    const secret = { passphrase: new TextEncoder().encode(passphrase) };
    await expectOpens(encrypted.result, text(70_000), secret);
    const decrypted = await work(await started(), 'letter.txt.romulus', encrypted.result, passphrase);
    expect(decrypted.told).toContain('1 file decrypted.');
    expectSame(decrypted.result, text(70_000));
  }, 600_000);
});
