/** The example browser-encryption as people meet it: its page, and its files next to those of the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectSame, hex, key, text } from '../../fixtures/bytes.js';
import { cleanEnvironment } from '../tarball.js';
import { built, eventually, folder, inBrowsers, installAndBuild, romulus, Site, Visitor } from './encryption-page.js';
import { describeExample } from './example.js';
import { brokenFiles, expectOpens, temporaryFolder } from './page-files.js';
import './encryption-page-desktop.js';
import './encryption-page-passphrases.js';
import './encryption-page-people.js';
import './encryption-page-results.js';
import './encryption-page-start.js';
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

  it('is served with its policy by `npm start`, and nothing else is', async () => {
    const settings = { cwd: folder, env: { ...cleanEnvironment(), PORT: '0' } };
    const child = spawn(process.execPath, ['server.js'], { ...settings, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    const [address = ''] = /http:\S+/.exec(String(await once(child.stdout, 'data'))) ?? [];
    const page = await fetch(address);
    const inPage = /Content-Security-Policy"\s+content="([^"]+)"/.exec(await page.text())![1];
    expect(inPage).toMatch(/^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; /);
    for (const name of ['', ...readdirSync(built)]) {
      const { status, headers } = await fetch(address + name);
      expect({ name, status }).toEqual({ name, status: 200 });
      expect(headers.get('content-security-policy')).toBe(`${inPage}; frame-ancestors 'none'`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
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
    await visitor.choose({ name: 'letter.txt', contents: text(70_000) });
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

    await visitor.choose(path('short.romulus'), path('long.romulus'));
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
    await visitor.page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (const each of ['a', 'b']) dataTransfer.items.add(new File([each.repeat(70_000)], `${each}.txt`));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('h1')!.dispatchEvent(drop);
      if (!drop.defaultPrevented) throw new Error('the browser would have left the page');
    });
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
    await visitor.choose(
      ...Object.entries(files).map(([name, contents]) => ({ name: `${name}.txt.romulus`, contents })),
    );
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
    await visitor.choose({ name: 'x.romulus', contents: files.passphrase }, { name: 'key', contents: files.good });
    await visitor.choose({ name: 'slow.romulus', contents: tooCostly });
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

  test('stops in the middle when told to, keeps nothing, and goes on afterwards', async ({ visitor }) => {
    await visitor.cancelLong({ name: 'short', contents: text(100) });
    // The file that was finished before stays.
    expect(await visitor.rows()).toEqual(['long: 400 MB', 'short: short.romulus · 180 bytes']);
    expect(await visitor.page.locator('.download').count()).toBe(1);

    await visitor.page.getByRole('button', { name: 'Remove long' }).click();
    await eventually(() => visitor.focused(({ ariaLabel }) => ariaLabel)).toBe('Remove short');
    const { contents } = await visitor.downloadOf('short.romulus');
    await expectOpens(contents, text(100));
  });

  test.alone('opens and works without a network once it was loaded, whatever follows its address', async () => {
    const site = await Site.forThisTest();
    const visitor = await Visitor.open(name, { site });
    await visitor.page.getByText('Works without a network from now on').waitFor();
    await site.close();
    await visitor.page.goto(`${site.address}?utm=1#part`);
    await visitor.choose({ name: 'a', contents: text(1000) });
    await visitor.workWithKey('1 file encrypted.');
    const { contents } = await visitor.downloadOf('a.romulus');
    await expectOpens(contents, text(1000));
  });

  test('is usable by keyboard and screen reader, and on a telephone', async ({ visitor, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.choose({ name: `a ${'very '.repeat(30)}long name`, contents: text(10) });
    for (const isKey of [true, false]) {
      await visitor.useKey(isKey);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      const snapshot = await page.locator('body').ariaSnapshot();
      const controls = snapshot.match(/- (button|textbox|radio|link|progressbar|checkbox|combobox)\b.*/g) ?? [];
      expect(controls.length).toBeGreaterThanOrEqual(10);
      // Each control has a name for screen readers.
      expect(controls.filter((control) => !/^- \w+ "[^"]+"/.test(control))).toEqual([]);
      expect(snapshot).toContain(isKey ? '- textbox "Key"' : '- group "Encrypt with"');
    }
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('h1').click();
    const reached = [
      'tab-files',
      'files',
      'folder',
      'remove',
      'copy-passphrase',
      'new-passphrase',
      'use-own',
      'SUMMARY',
    ];
    for (const id of [...reached, 'use-key', 'N', 'start', 'language']) {
      await page.keyboard.press('Tab');
      const at = await visitor.focused(({ id, value, tagName }) => [id.replace(/-\d+$/, ''), value, tagName]);
      expect(at).toContain(id);
    }

    // Uses the keyboard only.
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
