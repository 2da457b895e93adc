/** The passphrases and keys of the page of browser-encryption: made or chosen, kept, shown, and matched with files. */
import { join } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { eventually, folder, inBrowsers } from './encryption-page.js';
import { seal } from './page-files.js';

/** Replaces the system's clipboard and printer, which browsers hide from automated programs. */
function ownClipboard(): void {
  const clipboard = {
    writeText: async (copied: string) => {
      if (sessionStorage.getItem('refusal')) throw new DOMException('Not here.', 'NotAllowedError');
      Object.assign(window, { copied });
    },
  };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  window.print = () => void Object.assign(window, { printed: document.querySelectorAll('svg.qr').length });
}

const told = (page: Page, what: 'copied' | 'printed') =>
  page.evaluate((what) => (window as unknown as Record<string, unknown>)[what], what);

const bytesOf = (passphrase: string) => ({ passphrase: new TextEncoder().encode(passphrase) });

inBrowsers('a passphrase', { before: ownClipboard }, (test, name) => {
  test('is made of six words, named for its own files, and not lost unasked', async ({ visitor, page }) => {
    const generated = async () => (await page.locator('#generated').textContent())!;
    await visitor.answer(false);
    await visitor.choose({ a: text(10) });
    const unused = await generated();
    expect(unused.split('-').filter((word) => wordlist.includes(word))).toHaveLength(6);
    await visitor.button('New').click();
    // Nothing was encrypted with the first one.
    expect(await visitor.questions()).toEqual([]);
    const used = [await generated()];
    expect(used).not.toEqual([unused]);
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.choose({ b: text(10) });
    await page.locator('#copy-passphrase').click();
    await eventually(() => told(page, 'copied')).toBe(used[0]);
    for (const button of ['New', 'Use my own']) await visitor.button(button).click();
    expect(await visitor.questions()).toEqual(Array(2).fill(expect.stringMatching(/^This passphrase opens 1 file/)));
    expect(await generated()).toBe(used[0]);

    await visitor.answer(true);
    await visitor.button('New').click();
    used.push(await generated());
    await visitor.work();
    await visitor.choose({ c: text(10) });
    await visitor.typePassphrase('my own one');
    await visitor.work();
    expect(await visitor.kept()).toEqual([
      { secret: used[0], names: ['a.romulus'] },
      { secret: used[1], names: ['b.romulus'] },
      { secret: '', names: ['c.romulus'] },
    ]);
    for (const [i, name] of ['a', 'b'].entries())
      await visitor.expectOpens(`${name}.romulus`, text(10), bytesOf(used[i]!));
    await visitor.answer(false);
    await page.locator('#start-over').click();
    // The second one is not in the clipboard.
    expect(await visitor.questions()).toEqual([expect.stringMatching(/A passphrase or a key .* is not kept/)]);
  });

  test('is the first of two steps when all is done: copied, printed, or shown as a code', async ({ visitor, page }) => {
    await visitor.choose({ a: text(10) });
    await visitor.work();
    expect(await visitor.focused(({ id }) => id)).toBe('keep');
    const titles = ['1 Keep the passphrase', '2 Get the files'];
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(titles);
    const [{ secret } = { secret: '' }] = await visitor.kept();
    await visitor.button('QR code').click();
    const code = page.getByRole('img', { name: 'The passphrase as a QR code' });
    await code.waitFor();
    expect(await scan(page)).toBe(secret);
    await visitor.button('Hide QR code').click();
    await visitor.button('Print').click();
    await eventually(() => told(page, 'printed')).toBe(1);
    await eventually(() => code.count()).toBe(0);
    // A person can copy by hand if the browser refuses.
    await page.evaluate(() => sessionStorage.setItem('refusal', 'yes'));
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The browser does not allow copying here/);
    await page.locator('.secret').selectText();
    await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('copy', { bubbles: true })));
    expect(await visitor.status.textContent()).toMatch(/^The passphrase is copied/);
    await page.evaluate(() => sessionStorage.clear());
    // Firefox hides the printed page from programs. It holds the passphrase and the names of its files, nothing else.
    if (name === 'firefox') return;
    await page.emulateMedia({ media: 'print' });
    const printed = (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean);
    await page.emulateMedia({ media: null });
    const intro = 'Whoever opens these files needs this passphrase:';
    expect(printed).toEqual(['1 Keep the passphrase', intro, secret, 'It opens:', 'a.romulus']);
  });

  test('opens a file though it was pasted with spaces around it', async ({ visitor, page }) => {
    const spaced = ' of old \t';
    for (const [i, secret] of ['correct horse', spaced].entries())
      await visitor.choose({ [`${i}.romulus`]: seal({ secret: { ...bytesOf(secret), costLog: 10 } }) });
    await page.locator('#decrypt').fill('\tcorrect horse  ');
    expect(await visitor.work()).toBe('1 file decrypted, 1 not.');
    await page.locator('#decrypt').fill(spaced);
    expect(await visitor.work()).toBe('1 file decrypted.');
  });

  test('of their own is shown and hidden, and gets the focus where it is missing', async ({ visitor, page }) => {
    await visitor.choose({ a: text(10) });
    await visitor.button('Use my own').click();
    const field = page.getByLabel('Your passphrase');
    for (const [button, type] of [
      ['Show', 'text'],
      ['Hide', 'password'],
    ] as const) {
      await visitor.button(`${button} passphrase`).click();
      expect(await field.getAttribute('type')).toBe(type);
    }
    await visitor.press();
    await eventually(() => visitor.focused(({ id }) => id)).toBe('own');
  });

  test('or a key is taken from a file, and not replaced in silence if made here', async ({ visitor, page }) => {
    const field = page.getByLabel('Key', { exact: true });
    const load = (line: string) =>
      page.getByLabel('Load key file').setInputFiles({ name: 'k', mimeType: '', buffer: Buffer.from(line) });
    await visitor.choose({ a: text(10) });
    await visitor.useKey(true);
    for (const line of [hex(key), `romulus-key-1 ${hex(key)}${' '.repeat(1000)}`]) {
      await load(line);
      await eventually(() => page.locator('#key-problem').textContent()).toMatch(/^k is not a key file\./);
      // The error does not apply to the new text.
      await field.fill('0');
      expect(await page.locator('#key-problem').isVisible()).toBe(false);
    }
    await visitor.button('Generate').click();
    const used = await field.inputValue();
    expect(await visitor.work()).toBe('1 file encrypted.');
    // The page now shows a reminder of the passphrase, and no field.
    expect(await visitor.kept()).toEqual([{ secret: used, names: ['a.romulus'] }]);
    await visitor.answer(false);
    await visitor.choose({ b: text(10) });
    await visitor.openAdvanced();
    await visitor.button('Generate').click();
    await load(`romulus-key-1 ${hex(key)}\n`);
    await eventually(() => visitor.questions()).toHaveLength(2);
    await field.press('End');
    await field.press('Backspace');
    expect(await visitor.questions()).toEqual(Array(3).fill(expect.stringMatching(/is not saved.*Use another/)));
    expect(await field.inputValue()).toBe(used);
    const saved = await visitor.download(page.locator('#save-key'));
    expect(String(saved.contents)).toBe(`romulus-key-1 ${used}\n`);
    await visitor.button('Generate').click();
    expect(await field.inputValue()).not.toBe(used);
    expect(await visitor.questions()).toHaveLength(3);
    expect(await visitor.kept()).toHaveLength(1);
  });

  const noteReads = () => {
    const reads: string[] = [];
    Object.assign(window, { reads });
    const { slice } = Blob.prototype;
    Blob.prototype.slice = function (start = 0, ...rest) {
      // The page reads a file's last chunk before all others, since it proves that the file is whole.
      const part = start < 64 ? 'header' : start === 64 ? 'first chunk' : 'another chunk';
      if (this instanceof File) reads.push(`${this.name}: ${part}`);
      return slice.call(this, start, ...rest);
    };
  };
  test.where({ before: noteReads }, 'is tried on all files before one is read', async ({ visitor, page }) => {
    const sealed = seal({ plaintext: text(100_000) });
    await visitor.choose({ 'right.romulus': sealed, 'wrong.romulus': seal({ secret: { key: new Uint8Array(16) } }) });
    const noted = () => page.evaluate(() => (window as unknown as { reads: string[] }).reads.splice(0));
    await noted();
    await visitor.workWithKey('1 file decrypted, 1 not.');
    const reads = await noted();
    expect(reads.indexOf('right.romulus: first chunk')).toBeGreaterThan(reads.lastIndexOf('wrong.romulus: header'));
    expect(reads).toContain('wrong.romulus: header');
    // The page reads no text of a file that the secret does not open.
    expect(reads.filter((read) => /^wrong.*chunk$/.test(read))).toEqual([]);
  });
});

/** The text of the QR code on the page, read from its picture. */
async function scan(page: Page): Promise<string> {
  const { decodeQR } = (await import(join(folder, 'node_modules/qr/decode.js'))) as { decodeQR(image: object): string };
  const image = await page.locator('svg.qr path').evaluate((path) => {
    const context = new OffscreenCanvas(400, 400).getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 400, 400);
    context.fillStyle = '#000';
    context.translate(32, 32);
    context.scale(8, 8);
    context.fill(new Path2D(path.getAttribute('d')!));
    const { width, height, data } = context.getImageData(0, 0, 400, 400);
    return { width, height, data: [...data] };
  });
  return decodeQR({ ...image, data: Uint8Array.from(image.data) });
}

inBrowsers('the strength of a passphrase', { browsers: ['chromium'], logs: /ERR_FAILED|Failed to load/ }, (test) => {
  test('is left out alone if it cannot be loaded', async ({ visitor, page }) => {
    await page.route('**/strength-*.js', (route) => route.abort());
    await visitor.choose({ a: text(10) });
    await visitor.typePassphrase('correct horse');
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await page.locator('#strength').count()).toBe(0);
    await page.unroute('**/strength-*.js');
  });
});
