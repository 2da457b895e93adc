/** Journeys through the page of browser-encryption, with each thing and secret. Each is one visit, in each engine. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import english from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { romulusH, toHex } from '../../../ts/index.js';
import { armor } from '../../../ts/stream/index.js';
import { expectSame, flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { referenceOpen } from '../../reference/encrypted-file-reader.js';
import { cleanEnvironment, root, temporaryFolder } from '../npm.js';
import { eventually, inBrowsers, visit } from './encryption-page.js';
import { longFile, ownDialogs, scan, seal, unzip } from './encryption-page-visitor.js';

const passphrase = 'correct horse battery staple, Pferd im Glück';
const bytesOf = (passphrase: string) => ({ passphrase: new TextEncoder().encode(passphrase) });

inBrowsers('a journey', {}, (test, name) => {
  test('with many files: one archive by default, and each by itself on demand', async ({ visitor, page }) => {
    const folder = temporaryFolder();
    for (const [path, length] of Object.entries({ a: 10, b: 70_000 })) writeFileSync(join(folder, path), text(length));
    // No program can use Firefox's dialog for folders. Files that claim to come from a folder look the same to the page.
    await page.evaluate(() => {
      const get = function (this: File) {
        return `trip/${this.name}`;
      };
      Object.defineProperty(File.prototype, 'webkitRelativePath', { get });
    });
    const paths = ['a', 'b'].map((each) => join(folder, each));
    // An archive of which one file vanishes becomes its files again.
    await visitor.choose(paths);
    rmSync(paths[1]!);
    await visitor.workWithKey('No file is done.');
    expect(await visitor.rows()).toEqual([
      'trip/a: 10 bytes',
      expect.stringMatching(/^trip\/b: The file cannot be read/),
    ]);
    writeFileSync(paths[1]!, text(70_000));
    for (const each of ['trip/a', 'trip/b']) await visitor.button(`Remove ${each}`).click();
    await visitor.choose(paths);
    await visitor.workWithKey('2 files encrypted.');
    const { contents } = await visitor.downloadOf('trip.zip.romulus');
    const zip = unzip(Buffer.from((await referenceOpen(contents, { key }, new Uint8Array(0)))!));
    const lengths = Object.fromEntries([...zip].map(([path, bytes]) => [path, bytes.length]));
    expect(lengths).toEqual({ 'trip/a': 10, 'trip/b': 70_000 });

    await page.reload();
    const names: string[] = [];
    for (const count of [9, 10, 110]) {
      const more = Array.from({ length: count - names.length }, (_, i) => `${names.length + i}`);
      names.push(...more);
      await visitor.bring('drop', { files: Object.fromEntries(more.map((each) => [each, ''])) });
      await eventually(() => visitor.rows()).toHaveLength(Math.min(count, 100));
      expect(await page.locator('#archive').count()).toBe(count < 10 ? 0 : 1);
    }
    await page.getByText('and 10 more').waitFor();
    expect(await page.getByRole('radio', { name: 'One encrypted archive (zip)' }).isChecked()).toBe(true);
    await visitor.look('with many files');
  });

  test('with texts: for mail, from a quoted mail, of the program, and what is wrong with them', async ({
    visitor,
    page,
  }) => {
    const message = 'Grüße\nund mehr';
    const result = () => page.locator('#text-result').inputValue();
    const start = page.locator('#start');
    await visitor.bring('drop', { text: message });
    expect(await page.locator('#text').inputValue()).toBe(message);
    await page.getByText('Nobody can open the text without it').waitFor();
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe('The text is encrypted.');
    await eventually(() => visitor.focused(({ id }) => id)).toBe('text-result');
    expect(await visitor.asks()).toBe(true);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await eventually(() => visitor.asks()).toBe(false);
    await visitor.look('with an encrypted text');
    const files = temporaryFolder();
    const path = (file: string) => join(files, file);
    writeFileSync(path('key'), `romulus-key-1 ${hex(key)}\n`);
    writeFileSync(path('text.romulus'), await result());
    const decrypt = [join(root, 'dist/cli.js'), 'decrypt', '-k', path('key'), path('text.romulus')];
    execFileSync(process.execPath, decrypt, { env: cleanEnvironment() });
    expect(readFileSync(path('text'), 'utf8')).toBe(message);

    const mail = `Hello,\r\n\r\n${(await result()).replaceAll(/^(?=.)/gm, '> ').replaceAll('\n', '\r\n')}-- \r\nAlice`;
    await page.locator('#text').fill(mail);
    expect(await start.textContent()).toBe('Decrypt');
    expect(await visitor.work()).toBe('The text is decrypted.');
    expect(await result()).toBe(message);
    await visitor.typeKey('00'.repeat(16));
    expect(await visitor.work()).toMatch(/^This key does not open the text/);
    await eventually(() => visitor.focused(({ id }) => id)).toBe('key');
    await visitor.typeKey(hex(key));
    const armored = armor(seal({ plaintext: Uint8Array.of(0xff, 0xfe) }));
    for (const [wrong, said] of [
      ['', /^Type or paste a text first/],
      [armored.slice(0, -30), /^The encrypted text is not whole/],
      [armor(text(100)), /^This text is not an encrypted one/],
      [armored, /^What was encrypted is not a text/],
    ] as const) {
      await page.locator('#text').fill(wrong);
      await visitor.press();
      await eventually(() => page.locator('#text-problem').textContent()).toMatch(said);
      expect(await page.locator('#text-result').isVisible()).toBe(false);
    }
    await visitor.look('with a text that does not open');
    // A mail opens as a file too.
    await page.locator('#tab-files').check();
    await visitor.choose({ 'mail.eml': Buffer.from(mail) });
    expect(await start.textContent()).toBe('Decrypt');
    expect(await visitor.work()).toBe('1 file decrypted.');
    expect(String((await visitor.downloadOf('mail.eml.decrypted')).contents)).toBe(message);
  });

  test('with a hash: of a file that is chosen or dropped, compared, and stopped', async ({ visitor, page }) => {
    const hashOf = async (bytes: Uint8Array) =>
      eventually(() => page.locator('#digest').textContent()).toBe(toHex(await romulusH(bytes)));
    await page.locator('#tab-hash').check();
    await visitor.look('for a digest');
    await page.locator('#hash-file').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from(text(200_000)) });
    await hashOf(text(200_000));
    await visitor.bring('drop', { files: { 'b.txt': 'dropped' } });
    await hashOf(new TextEncoder().encode('dropped'));
    expect(await page.getByRole('radio', { name: 'Check a hash' }).isChecked()).toBe(true);
    await visitor.bring('paste', { text: (await page.locator('#digest').textContent())! });
    const verdict = page.locator('#verdict');
    expect(await verdict.textContent()).toMatch(/^It matches/);
    await visitor.look('with a digest that matches');
    await page.locator('#expected').fill('0'.repeat(64));
    expect(await verdict.textContent()).toMatch(/^It does not match/);
    await page.locator('#hash-file').setInputFiles(longFile(2_000_000_000));
    await visitor.button('Cancel').waitFor();
    expect(await visitor.asks()).toBe(true);
    await visitor.button('Cancel').click();
    expect(await visitor.end()).toBe('Cancelled. Nothing unfinished was saved.');
    expect(await visitor.asks()).toBe(false);
    expect(await page.locator('#hash-result').isVisible()).toBe(false);
  });

  test('by keyboard alone', async ({ visitor, page }) => {
    await visitor.choose({ a: text(10) });
    await page.getByRole('group', { name: 'Encrypt with' }).waitFor();
    await page.locator('h1').click();
    for (const id of 'tab-files files folder remove copy-generated use-own use-key start language'.split(' ')) {
      await page.keyboard.press('Tab');
      expect(await visitor.focused(({ id }) => id.replace(/-\d+$/, ''))).toBe(id);
    }
    const expectFocus = (id: string) => eventually(() => visitor.focused(({ id }) => id)).toContain(id);
    await page.locator('.remove').focus();
    await page.keyboard.press('Enter');
    await expectFocus('files');
    await visitor.choose({ a: text(10) });
    await page.locator('#use-own').focus();
    await page.keyboard.press('Enter');
    await expectFocus('own');
    const own = page.locator('#own');
    const refusals: Record<string, RegExp> = {
      '" "': /^Type a passphrase/,
      '" x"': /^Leave out the spaces/,
      // Fields of Firefox replace half a character by themselves.
      ...(name === 'chromium' && { '"x\\ud83d"': /^There is half a character/ }),
    };
    for (const [wrong, said] of Object.entries(refusals)) {
      await own.evaluate((input: HTMLInputElement, wrong) => {
        input.value = JSON.parse(wrong);
        input.dispatchEvent(new Event('input'));
      }, wrong);
      await page.keyboard.press('Enter');
      await eventually(() => page.locator('#own-problem').textContent()).toMatch(said);
    }
    // However a system writes an umlaut, the passphrase has it in one form.
    await own.fill(passphrase.normalize('NFD'));
    await page.keyboard.press('Enter');
    await eventually(() => visitor.status.textContent()).toBe('1 file encrypted.');
    // The next step has the focus.
    await expectFocus('get');
    await visitor.expectOpens('a.romulus', text(10), bytesOf(passphrase));
  });

  test('on a telephone, with long names', async ({ visitor, page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    const names = [`a ${'very '.repeat(30)}long name.tar.gz`, 'photo\u202egnp.exe', '👩‍💻 نامه‌ها.txt', 'x'.repeat(200)];
    for (const each of names) await visitor.choose({ [each]: text(10) });
    expect(await page.locator('.name').allTextContents()).toEqual([
      names[0],
      'photo[U+202E]gnp.exe',
      ...names.slice(2),
    ]);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const isKey of [true, false]) {
      await visitor.useKey(isKey);
      expect(await width()).toBeLessThanOrEqual(320);
    }
    await visitor.work();
    expect(await width()).toBeLessThanOrEqual(320);
  });

  test('in German, until they choose the other language, which may be kept nowhere', async () => {
    for (const isBlocked of [false, true]) {
      const before = `Object.defineProperty(navigator, 'languages', { value: ['de-DE'] });
      if (${isBlocked}) Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } });`;
      const { page } = await visit(name, { before });
      await page.getByRole('heading', { name: german.title }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
      await page.getByLabel(german.language).selectOption('en');
      await page.getByRole('heading', { name: english.title }).waitFor();
      if (!isBlocked) await page.reload();
      await page.getByRole('heading', { name: english.title }).waitFor();
    }
  });
});

inBrowsers('a journey with secrets', { before: ownDialogs }, (test, name) => {
  test('with passphrases made here: each is named for its own files, kept, and not forgotten', async ({
    visitor,
    page,
  }) => {
    // The page has started, and does not change its mind after some seconds.
    expect(await page.locator('#not-started').count()).toBe(0);
    await visitor.look('at the start');
    const generated = async () => (await page.locator('#generated').textContent())!;
    await visitor.choose({ a: text(10) });
    const first = await generated();
    expect(first.split('-').filter((word) => wordlist.includes(word))).toHaveLength(6);
    await visitor.work();
    expect(await visitor.focused(({ id }) => id)).toBe('keep');
    await page.getByRole('img', { name: 'The passphrase as a QR code' }).waitFor();
    expect(await scan(page)).toBe(first);
    await visitor.look('with a passphrase to keep');
    await visitor.button('Save into a folder').click();
    await eventually(() => visitor.status.textContent()).toBe('Saved in the folder.');
    expect(await visitor.asks()).toBe(true);
    await visitor.button('Print').click();
    await eventually(() => page.evaluate('printed')).toBe(1);
    // A person can copy by hand if the browser refuses.
    await page.evaluate(() => Object.assign(window, { refusal: 'NotAllowedError' }));
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The browser does not allow copying here/);
    await page.evaluate(() => Object.assign(window, { refusal: '' }));
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The passphrase is copied/);
    expect(await visitor.asks()).toBe(false);
    // Firefox hides the printed page from programs. It holds the passphrase and the names of its files, nothing else.
    if (name === 'chromium') {
      await page.emulateMedia({ media: 'print' });
      const printed = (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean);
      await page.emulateMedia({ media: null });
      expect(printed).toEqual(['Keep this safe', 'This passphrase opens:', 'a.romulus', first]);
    }
    await visitor.choose({ b: text(10) });
    await visitor.button('Use my own').click();
    await visitor.button('Use six new words').click();
    const second = await generated();
    await visitor.work();
    expect(await visitor.kept()).toEqual([
      { secret: first, names: ['a.romulus'] },
      { secret: second, names: ['b.romulus'] },
    ]);
    await visitor.expectOpens('a.romulus', text(10), bytesOf(first));
    await visitor.expectOpens('b.romulus', text(10), bytesOf(second));
  });

  test('with a key: made here, named as a key, saved, still shown beside another', async ({ visitor, page }) => {
    const field = page.getByLabel('Key', { exact: true });
    const load = (line: string) =>
      page.getByLabel('Load key file').setInputFiles({ name: 'k', mimeType: '', buffer: Buffer.from(line) });
    await visitor.choose({ a: text(70_000) });
    await visitor.useKey(true);
    await load(hex(key));
    await eventually(() => page.locator('#key-problem').textContent()).toMatch(/^k is not a key file\./);
    await visitor.button('Generate').click();
    const made = await field.inputValue();
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await visitor.kept()).toEqual([{ secret: made, names: ['a.romulus'] }]);
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The key is copied/);
    await visitor.choose({ b: text(10) });
    await load(`romulus-key-1 ${hex(key)}\n`);
    await eventually(() => field.inputValue()).toBe(hex(key));
    expect(await visitor.kept()).toEqual([{ secret: made, names: ['a.romulus'] }]);
    await field.fill(made);
    const saved = await visitor.download(visitor.button('Save key file'));
    expect(String(saved.contents)).toBe(`romulus-key-1 ${made}\n`);

    await visitor.expectOpens('a.romulus', text(70_000), { key: Buffer.from(made, 'hex') });
  });

  test('with files that do not open: each says why in words, and nothing of it is kept', async ({ visitor, page }) => {
    const good = seal({});
    const withPassphrase = seal({ secret: { ...bytesOf(passphrase), costLog: 10 } });
    const changed = (place: number, byte: number, file = good) => file.map((each, i) => (i === place ? byte : each));
    const files = {
      good,
      'other key': seal({ secret: { key: new Uint8Array(16) } }),
      damaged: flipBit(good, 8 * (good.length - 20)),
      cut: good.subarray(0, 64 + 2 * 1040),
      'not sealed': text(3000),
      newer: changed(7, 3),
      passphrase: withPassphrase,
    };
    const named = Object.entries(files).map(([what, contents]) => [`${what}.txt.romulus`, contents] as const);
    await visitor.choose(Object.fromEntries(named));
    await visitor.typeKey(`romulus-key-1 ${hex(key).toUpperCase()}\n`);
    expect(await visitor.work()).toBe('1 file decrypted, 6 not.');
    const damaged = /^This file is damaged: it was changed or cut/;
    const said: Record<keyof typeof files, RegExp> = {
      good: /^good\.txt · 3 kB$/,
      'other key': /^This key does not open the file, or its first bytes are damaged/,
      damaged,
      cut: damaged,
      'not sealed': /^This file is not an encrypted one, or only the beginning of one/,
      newer: /version 3 of the format, and this page reads only version 2/,
      passphrase: /^This file opens with a passphrase, not with a key/,
    };
    const rows = (await visitor.rows()).map((row) => row.replace(/^.*?: /, ''));
    for (const [i, [what, expected]] of Object.entries(said).entries()) expect(rows[i], what).toMatch(expected);
    await visitor.look('with files that failed');
    expect(await page.locator('.download').count()).toBe(1);
    expectSame((await visitor.downloadOf('good.txt')).contents, text(3000));

    // The field that needs a change has the focus, and gives the reason.
    await page.reload();
    const tooCostly = changed(11, 19, withPassphrase);
    await visitor.choose({ 'x.romulus': withPassphrase, key: good, 'slow.romulus': tooCostly });
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
    await visitor.look('with a wrong passphrase');
    await field.fill(passphrase);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(await visitor.work()).toBe('1 file decrypted, 2 not.');
    expectSame((await visitor.downloadOf('x')).contents, text(3000));
  });
});
