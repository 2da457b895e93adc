/** The example browser-encryption as people meet it: its page, and its files next to those of the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectSame, hex, key, text } from '../../fixtures/bytes.js';
import { cleanEnvironment } from '../tarball.js';
import {
  built,
  eventually,
  folder,
  inBrowsers,
  installAndBuild,
  romulus,
  siteForThisTest,
  Visitor,
} from './encryption-page.js';
import { describeExample } from './example.js';
import { brokenFiles, expectOpens, temporaryFolder } from './page-files.js';
import './encryption-page-desktop.js';
import './encryption-page-passphrases.js';
import './encryption-page-people.js';
import './encryption-page-results.js';
import './encryption-page-states.js';
import './encryption-page-tabs.js';

installAndBuild();

const passphrase = 'correct horse battery staple, Pferd im Glück';
const passphraseBytes = new TextEncoder().encode(passphrase);

describeExample(folder, '.', 'service-worker');

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
      for (const [accepted, encoding] of [
        ['gzip', 'gzip'],
        ['identity', null],
      ]) {
        const response = await fetch(address + name, { headers: { 'Accept-Encoding': accepted! } });
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

inBrowsers('the page', {}, (test, name) => {
  test('encrypts a chosen file with a passphrase, for the program and the reference', async ({ visitor }) => {
    // The page has started, and does not change its mind after some seconds.
    expect(await visitor.page.locator('#not-started').count()).toBe(0);
    await visitor.choose({ 'letter.txt': text(70_000) });
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('1 file encrypted.');
    const sealed = await visitor.downloadOf('letter.txt.romulus');
    expect(sealed.name).toBe('letter.txt.romulus');
    await expectOpens(sealed.contents, text(70_000), { passphrase: passphraseBytes });

    const files = temporaryFolder();
    writeFileSync(join(files, 'sealed'), sealed.contents);
    writeFileSync(join(files, 'passphrase'), passphrase);
    await romulus('decrypt', '-p', join(files, 'passphrase'), join(files, 'sealed'), '-o', join(files, 'opened'));
    expectSame(readFileSync(join(files, 'opened')), text(70_000));
  });

  test('decrypts what the program encrypted, with its key file', async ({ visitor }) => {
    const files = temporaryFolder();
    const path = (file: string) => join(files, file);
    await romulus('keygen', path('key'));
    writeFileSync(path('short'), text(5));
    writeFileSync(path('long'), text(3_000_000));
    await romulus('encrypt', '--mode', 'M', '-k', path('key'), path('short'));
    await romulus('encrypt', '--mode', 'T', '-k', path('key'), path('long'));

    await visitor.choose([path('short.romulus'), path('long.romulus')]);
    // Only encrypted files are listed for decryption.
    expect(await visitor.status.textContent()).toBe('2 files to decrypt.');
    await visitor.useKey(true);
    await visitor.page.getByLabel('Load key file').setInputFiles(path('key'));
    await eventually(() => visitor.status.textContent()).toBe('The key of key is in the field.');
    expect(await visitor.work()).toBe('2 files decrypted.');
    for (const file of ['short', 'long'])
      expectSame((await visitor.downloadOf(file)).contents, readFileSync(path(file)));
  });

  test('encrypts dropped files with a key made here, which opens them elsewhere', async ({ visitor }) => {
    await visitor.bring('drop', { files: { 'a.txt': 'a'.repeat(70_000), 'b.txt': 'b'.repeat(70_000) } });
    await eventually(() => visitor.rows()).toEqual(['a.txt: 70.0 kB', 'b.txt: 70.0 kB']);
    await visitor.useKey(true);
    await visitor.page.getByRole('button', { name: 'Generate' }).click();
    const first = await visitor.page.getByLabel('Key', { exact: true }).inputValue();
    await visitor.page.getByRole('button', { name: 'Generate' }).click();
    const keyFile = await visitor.download(visitor.page.getByRole('button', { name: 'Save key file' }));
    expect(String(keyFile.contents)).toMatch(/^romulus-key-1 [0-9a-f]{32}\n$/);
    expect(String(keyFile.contents)).not.toContain(first);
    await visitor.page.getByRole('radio', { name: 'Romulus-T' }).check();
    expect(await visitor.work()).toBe('2 files encrypted.');

    const files = temporaryFolder();
    writeFileSync(join(files, 'key'), keyFile.contents);
    for (const each of ['a', 'b']) {
      const { name: sealedName, contents } = await visitor.downloadOf(`${each}.txt.romulus`);
      expect(String.fromCharCode(contents[8]!)).toBe('T');
      const sealed = join(files, sealedName);
      writeFileSync(sealed, contents);
      await romulus('decrypt', '-k', join(files, 'key'), sealed);
      expect(readFileSync(join(files, `${each}.txt`), 'utf8')).toBe(each.repeat(70_000));
    }
  });

  test('says in words what is wrong with a file, and keeps nothing of it', async ({ visitor, page }) => {
    const { 'too costly': tooCostly, ...files } = brokenFiles(passphrase);
    const named = Object.entries(files).map(([name, contents]) => [`${name}.txt.romulus`, contents] as const);
    await visitor.choose(Object.fromEntries(named));
    await visitor.typeKey(`romulus-key-1 ${hex(key).toUpperCase()}\n`);
    expect(await visitor.work()).toBe('1 file decrypted, 11 not.');
    const damaged = /^The file is damaged: it was changed or cut/;
    const unsealed = /^This is not an encrypted file, or only the beginning of one/;
    const said: Record<keyof typeof files, RegExp> = {
      good: /^good\.txt · 3\.00 kB$/,
      'other key': /^This key does not open the file, or its first bytes are damaged/,
      'damaged in the first chunk': damaged,
      damaged,
      cut: damaged,
      'not sealed': unsealed,
      empty: unsealed,
      'cut in the header': unsealed,
      newer: /version 3 of the format\. A newer page or program reads it/,
      draft: /version 1 of the format, a draft/,
      'unknown mode': /^The file was made by a newer program than this page, or its first bytes are damaged/,
      passphrase: /^This file opens with a passphrase, not with a key/,
    };
    const rows = (await visitor.rows()).map((row) => row.replace(/^.*?: /, ''));
    for (const [i, [what, expected]] of Object.entries(said).entries()) expect(rows[i], what).toMatch(expected);
    expect(await page.locator('.download').count()).toBe(1);
    expectSame((await visitor.downloadOf('good.txt')).contents, text(3000));

    // The field that needs a change has the focus, and gives the reason.
    await page.reload();
    await visitor.choose({ 'x.romulus': files.passphrase, key: files.good, 'slow.romulus': tooCostly });
    await visitor.typePassphrase('correct horse');
    expect(await visitor.work()).toBe('No file is done.');
    expect(await visitor.rows()).toEqual([
      expect.stringMatching(/^x\.romulus: This passphrase does not open the file/),
      expect.stringMatching(/^key: This file opens with a key, not with a passphrase/),
      expect.stringMatching(/^slow\.romulus: Its passphrase needs 512 MiB of memory, more than this page takes/),
    ]);
    await eventually(() => visitor.focused(({ id }) => id)).toBe('decrypt');
    const field = page.locator('#decrypt');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#decrypt-problem').textContent()).toMatch(/^This passphrase does not open the file/);
    await field.fill(passphrase);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(await visitor.work()).toBe('1 file decrypted, 2 not.');
    expectSame((await visitor.downloadOf('x')).contents, text(3000));
  });

  test.alone('opens and works without a network once it was loaded, whatever follows its address', async () => {
    const { address, close } = await siteForThisTest();
    const visitor = await Visitor.open(name, { address });
    await visitor.page.getByText('Works without a network from now on').waitFor();
    await close();
    await visitor.page.goto(`${address}?utm=1#part`);
    await visitor.encrypt('a', text(1000));
    await visitor.expectOpens('a.romulus', text(1000));
    await visitor.choose({ b: text(10) });
    await visitor.useKey(false);
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.button('QR code').click();
    await visitor.page.getByRole('img', { name: 'The passphrase as a QR code' }).waitFor();
  });

  test.alone('says so where a button cannot do its work', async () => {
    const files = temporaryFolder();
    cpSync(built, files, { recursive: true });
    for (const each of readdirSync(files)) if (each.startsWith('qr-')) rmSync(join(files, each));
    const visitor = await Visitor.open(name, { site: { files }, logs: /404|MIME/ });
    await visitor.choose({ a: text(10) });
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.button('Print').click();
    await eventually(() => visitor.status.textContent()).toMatch(/^This browser could not load a part of the page/);
  });

  test('is usable by keyboard alone', async ({ visitor, page }) => {
    await visitor.choose({ a: text(10) });
    await visitor.openAdvanced();
    await page.getByRole('group', { name: 'Encrypt with' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('h1').click();
    const reached =
      'tab-files files folder remove copy-passphrase new-passphrase use-own SUMMARY use-key N start language';
    for (const id of reached.split(' ')) {
      await page.keyboard.press('Tab');
      const at = await visitor.focused(({ id, value, tagName }) => [id.replace(/-\d+$/, ''), value, tagName]);
      expect(at).toContain(id);
    }

    await page.locator('#use-own').focus();
    await page.keyboard.press('Enter');
    await eventually(() => visitor.focused(({ id }) => id)).toBe('own');
    await page.keyboard.type('correct horse');
    for (const key of ['Tab', 'Space']) await page.keyboard.press(key);
    await eventually(() => page.locator('#again').getAttribute('type')).toBe('text');
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Enter');
    await eventually(() => visitor.status.textContent()).toBe('1 file encrypted.');
    // The next step has the focus.
    await eventually(() => visitor.focused(({ id }) => id)).toBe('get');
  });
});
