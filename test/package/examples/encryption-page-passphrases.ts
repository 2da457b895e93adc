/** The passphrases of the page of browser-encryption: made here or chosen, kept, shown, and given back to the right files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { eventually, folder, inBrowsers, noPickers, romulus, Visitor } from './encryption-page.js';
import { expectOpens, seal, temporaryFolder } from './page-files.js';

/** In place of the system's clipboard and printer, which browsers keep from programs that drive them. */
function ownClipboard(): void {
  Reflect.deleteProperty(window, 'showDirectoryPicker');
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
  test('is made of six words, encrypts what the program opens, and is not lost unasked', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(1000) });
    const generated = page.locator('#generated');
    const first = (await generated.textContent())!;
    const words = first.split('-');
    expect(words).toHaveLength(6);
    expect(words.filter((word) => !wordlist.includes(word))).toEqual([]);
    await visitor.answer(false);
    await visitor.button('New').click();
    const passphrase = (await generated.textContent())!;
    expect(passphrase).not.toBe(first);
    // Nothing was encrypted with the first one.
    expect(await visitor.questions()).toEqual([]);

    expect(await visitor.work()).toBe('1 file encrypted.');
    const sealed = await visitor.downloadOf('a.romulus');
    const files = temporaryFolder();
    const path = (file: string) => join(files, file);
    writeFileSync(path('a.romulus'), sealed.contents);
    writeFileSync(path('passphrase'), passphrase);
    await romulus('decrypt', '-p', path('passphrase'), path('a.romulus'), '-o', path('opened'));

    // The passphrase stays when its field is gone.
    await visitor.choose({ name: 'b.romulus', contents: await seal({}) });
    expect(await visitor.kept()).toEqual([{ secret: passphrase, names: ['a.romulus'] }]);
    await visitor.choose({ name: 'c', contents: text(10) });
    await page.locator('#copy-passphrase').click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The passphrase is copied/);
    expect(await told(page, 'copied')).toBe(passphrase);
    for (const button of ['New', 'Use my own']) await visitor.button(button).click();
    expect(await visitor.questions()).toEqual(Array(2).fill(expect.stringMatching(/^This passphrase opens 1 file/)));
    expect(await generated.textContent()).toBe(passphrase);
  });

  test('is named for its own files, and no other', async ({ visitor, page }) => {
    await visitor.answer(true);
    const used: string[] = [];
    for (const name of ['a', 'b']) {
      await visitor.choose({ name, contents: text(10) });
      if (name === 'b') await visitor.button('New').click();
      used.push((await page.locator('#generated').textContent())!);
      await visitor.work();
    }
    await visitor.choose({ name: 'c', contents: text(10) });
    await visitor.typePassphrase('my own one');
    await visitor.work();
    expect(await visitor.questions()).toHaveLength(2);
    expect(await visitor.kept()).toEqual([
      { secret: used[0], names: ['a.romulus'] },
      { secret: used[1], names: ['b.romulus'] },
      { secret: '', names: ['c.romulus'] },
    ]);
    for (const [i, name] of ['a', 'b'].entries())
      await expectOpens((await visitor.downloadOf(`${name}.romulus`)).contents, text(10), bytesOf(used[i]!));
    await page.locator('.kept').first().getByRole('button', { name: 'Copy' }).click();
    await eventually(() => told(page, 'copied')).toBe(used[0]);
    await visitor.answer(false);
    await page.locator('#start-over').click();
    // The second one is not in the clipboard.
    expect(await visitor.questions()).toEqual([expect.stringMatching(/A passphrase or a key .* is not kept/)]);
  });

  test('is the first of two steps when all is done: copied, printed, or shown as a code', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.work();
    expect(await visitor.focused(({ id }) => id)).toBe('keep');
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      '1 Keep the passphrase',
      '2 Get the files',
    ]);
    const [{ secret } = { secret: '' }] = await visitor.kept();
    await visitor.button('QR code').click();
    const code = page.getByRole('img', { name: 'The passphrase as a QR code' });
    await code.waitFor();
    expect(await scan(page)).toBe(secret);
    await visitor.button('Hide QR code').click();
    await visitor.button('Print').click();
    await eventually(() => told(page, 'printed')).toBe(1);
    await eventually(() => code.count()).toBe(0);
    // Firefox does not let programs look at paper. On it are the passphrase and the names of its files, and nothing else.
    if (name === 'firefox') return;
    await page.emulateMedia({ media: 'print' });
    const printed = (await page.locator('body').innerText()).split(/\s*\n\s*/).filter(Boolean);
    await page.emulateMedia({ media: null });
    const intro = 'Whoever opens these files needs this passphrase:';
    expect(printed).toEqual(['1 Keep the passphrase', intro, secret, 'It opens:', 'a.romulus']);
  });

  test('can be copied by hand where the browser refuses to', async ({ visitor, page }) => {
    await page.evaluate(() => sessionStorage.setItem('refusal', 'yes'));
    await visitor.choose({ name: 'a', contents: text(10) });
    expect(await visitor.work()).toBe('1 file encrypted.');
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The browser does not allow copying here/);
    await page.locator('.secret').selectText();
    await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('copy', { bubbles: true })));
    expect(await visitor.status.textContent()).toMatch(/^The passphrase is copied/);
    await page.evaluate(() => sessionStorage.clear());
  });

  test('opens a file though it was pasted with spaces around it', async ({ visitor, page }) => {
    const spaced = ' of old \t';
    for (const [i, secret] of ['correct horse', spaced].entries())
      await visitor.choose({
        name: `${i}.romulus`,
        contents: await seal({ secret: { ...bytesOf(secret), costLog: 10 } }),
      });
    await page.locator('#decrypt').fill('\tcorrect horse  ');
    expect(await visitor.work()).toBe('1 file decrypted, 1 not.');
    await page.locator('#decrypt').fill(spaced);
    expect(await visitor.work()).toBe('1 file decrypted.');
  });

  test('of their own is judged, shown and hidden', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.button('Use my own').click();
    const field = page.getByLabel('Your passphrase');
    const strength = page.locator('#strength-text');
    await field.fill('password');
    await eventually(() => strength.textContent()).toBe('guessed at once');
    await field.fill('tricky-otter-violin-cement-banjo-quarry');
    await eventually(() => strength.textContent()).toBe('strong');
    await field.fill('');
    await eventually(() => strength.count()).toBe(0);
    const button = page.locator('#own-reveal');
    expect(await button.textContent()).toBe('Show');
    await visitor.button('Show passphrase').click();
    expect(await button.textContent()).toBe('Hide');
    expect(await field.getAttribute('type')).toBe('text');
    await visitor.button('Hide passphrase').click();
    expect(await field.getAttribute('type')).toBe('password');

    // What is wrong is red while it has the focus, too.
    await visitor.press();
    await eventually(() => visitor.focused(({ id }) => id)).toBe('own');
    const edge = () => field.evaluate((input) => getComputedStyle(input.parentElement!).borderTopColor);
    const red = await edge();
    expect(red).toBe(await page.locator('#own-problem').evaluate((problem) => getComputedStyle(problem).color));
    await field.fill('x');
    expect(await edge()).not.toBe(red);
  });
});

/** The text of the QR code on the page, read from its picture. */
async function scan(page: Page): Promise<string> {
  const path = join(folder, 'node_modules/qr/decode.js');
  const { decodeQR } = (await import(path)) as { decodeQR(image: object): string };
  const image = await page.locator('svg.qr').evaluate(async (svg) => {
    const copy = svg.cloneNode(true) as SVGElement;
    const squares = Number(svg.getAttribute('viewBox')!.split(' ')[2]);
    for (const side of ['width', 'height']) copy.setAttribute(side, String(8 * squares));
    const canvas = new OffscreenCanvas(8 * squares + 64, 8 * squares + 64);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000';
    context.translate(32, 32);
    context.scale(8, 8);
    context.fill(new Path2D(svg.querySelector('path')!.getAttribute('d')!));
    const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { width, height, data: [...data] };
  });
  return decodeQR({ ...image, data: Uint8Array.from(image.data) });
}

describe.skipIf(isSkipped('chromium'))('the strength of a passphrase', () => {
  it('is left out where it cannot be loaded, and nothing else is', async () => {
    const visitor = await Visitor.open('chromium', { before: noPickers, logs: /ERR_FAILED|Failed to load/ });
    const { page } = visitor;
    await page.route('**/strength-*.js', (route) => route.abort());
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typePassphrase('correct horse');
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await page.locator('#strength').count()).toBe(0);
    await page.unroute('**/strength-*.js');
  });
});
