/** The passphrases that the page of browser-encryption makes, and those that people choose; its test file imports this one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { isSkipped } from '../browser/launch.js';
import { eventually, inBrowsers, noPickers, romulus, Visitor } from './encryption-page.js';
import { seal, temporaryFolder } from './page-files.js';
import { answer, asks, questions } from './questions.js';

/** In place of the system's clipboard, which browsers keep from programs that drive them. */
function ownClipboard(): void {
  Reflect.deleteProperty(window, 'showDirectoryPicker');
  const clipboard = {
    writeText: async (copied: string) => {
      if (sessionStorage.getItem('refusal')) throw new DOMException('Not here.', 'NotAllowedError');
      Object.assign(window, { copied });
    },
  };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard });
}

inBrowsers('a passphrase', { before: ownClipboard }, (test) => {
  const copied = ({ page }: Visitor) => page.evaluate(() => (window as unknown as { copied?: string }).copied);

  test('is made of six words, locks what the program opens, and is not lost unasked', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(1000) });
    const generated = page.locator('#generated');
    const first = (await generated.textContent())!;
    const words = first.split('-');
    expect(words).toHaveLength(6);
    expect(words.filter((word) => !wordlist.includes(word))).toEqual([]);
    await answer(visitor, false);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const passphrase = (await generated.textContent())!;
    expect(passphrase).not.toBe(first);
    // Nothing was encrypted with the first one.
    expect(await questions(visitor)).toEqual([]);

    expect(await visitor.work()).toBe('1 file encrypted.');
    const sealed = await visitor.downloadOf('a.romulus');
    const files = temporaryFolder();
    const path = (file: string) => join(files, file);
    writeFileSync(path('a.romulus'), sealed.contents);
    writeFileSync(path('passphrase'), passphrase);
    await romulus('decrypt', '-p', path('passphrase'), path('a.romulus'), '-o', path('opened'));

    // Where the form is gone, the passphrase is not.
    expect(await page.locator('#reminder-passphrase').textContent()).toBe(passphrase);
    expect(await asks(visitor)).toBe(true);
    await visitor.choose({ name: 'b.romulus', contents: await seal({}) });
    expect(await page.locator('#reminder-passphrase').isVisible()).toBe(true);
    await visitor.choose({ name: 'c', contents: text(10) });
    for (const button of ['New', 'Use my own']) await page.getByRole('button', { name: button, exact: true }).click();
    expect(await questions(visitor)).toEqual(
      Array(2).fill(expect.stringMatching(/you have not copied it.*Replace it/)),
    );
    expect(await generated.textContent()).toBe(passphrase);

    await page.locator('#copy-passphrase').click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The passphrase is copied/);
    expect(await copied(visitor)).toBe(passphrase);
    expect(await asks(visitor)).toBe(false);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    expect(await generated.textContent()).not.toBe(passphrase);
    expect(await questions(visitor)).toHaveLength(2);
  });

  test('can be copied by hand where the browser refuses to', async ({ visitor, page }) => {
    await page.evaluate(() => sessionStorage.setItem('refusal', 'yes'));
    await visitor.choose({ name: 'a', contents: text(10) });
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.downloadOf('a.romulus');
    await page.locator('#copy-reminder').click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The browser does not allow copying here/);
    expect(await asks(visitor)).toBe(true);
    await page.locator('#reminder-passphrase').selectText();
    await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('copy', { bubbles: true })));
    expect(await asks(visitor)).toBe(false);
    await page.evaluate(() => sessionStorage.clear());
  });

  test('of their own is judged, shown and hidden', async ({ visitor, page }) => {
    await visitor.choose({ name: 'a', contents: text(10) });
    await page.getByRole('button', { name: 'Use my own' }).click();
    const field = page.getByLabel('Your passphrase');
    const strength = page.locator('#strength-text');
    await field.fill('password');
    await eventually(() => strength.textContent()).toBe('guessed at once');
    await field.fill('tricky-otter-violin-cement-banjo-quarry');
    await eventually(() => strength.textContent()).toBe('strong');
    await field.fill('');
    await eventually(() => page.locator('#strength').isVisible()).toBe(false);
    const button = page.locator('#reveal');
    expect(await button.textContent()).toBe('Show');
    await page.getByRole('button', { name: 'Show passphrase' }).click();
    expect(await button.textContent()).toBe('Hide');
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide passphrase' }).click();
    expect(await field.getAttribute('type')).toBe('password');

    // What is wrong is red while it has the focus, too.
    await visitor.press();
    const edge = () => field.evaluate((input) => getComputedStyle(input.parentElement!).borderTopColor);
    const red = await edge();
    expect(await visitor.focused(({ id }) => id)).toBe('passphrase');
    await field.fill('x');
    expect(await edge()).not.toBe(red);
    expect(red).toBe(await page.locator('#passphrase-problem').evaluate((problem) => getComputedStyle(problem).color));
  });
});

describe.skipIf(isSkipped('chromium'))('the strength of a passphrase', () => {
  it('is left out where it cannot be loaded, and nothing else is', async () => {
    const visitor = await Visitor.open('chromium', { before: noPickers, logs: /ERR_FAILED|Failed to load/ });
    const { page } = visitor;
    await page.route('**/strength-*.js', (route) => route.abort());
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typePassphrase('correct horse');
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await page.locator('#strength').isVisible()).toBe(false);
    await page.unroute('**/strength-*.js');
  });
});
