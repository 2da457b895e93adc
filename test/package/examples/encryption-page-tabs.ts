/** The tabs of the page of browser-encryption for texts and for digests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { romulusH, toHex } from '../../../ts/index.js';
import { hex, key, text } from '../../fixtures/bytes.js';
import { eventually, inBrowsers, romulus, type Visitor } from './encryption-page.js';
import { longFile, seal, temporaryFolder } from './page-files.js';

const message = 'Grüße\nund mehr';

inBrowsers('the tabs', {}, (test) => {
  const turnTo = ({ page }: Visitor, tab: string) => page.getByRole('tab', { name: tab }).click();
  const result = ({ page }: Visitor) => page.locator('#text-result').inputValue();

  test('encrypt a text for the program, and open what the program wrote', async ({ visitor, page }) => {
    const files = temporaryFolder();
    const path = (file: string) => join(files, file);
    writeFileSync(path('key'), `romulus-key-1 ${hex(key)}\n`);
    await turnTo(visitor, 'Text');
    await page.locator('#text').fill(message);
    await visitor.typeKey(hex(key));
    expect(await page.locator('#start').textContent()).toBe('Encrypt text');
    expect(await visitor.work()).toBe('The text is encrypted.');
    await eventually(() => visitor.focused(({ id }) => id)).toBe('text-result');
    expect(await visitor.asks()).toBe(true);
    writeFileSync(path('text.romulus'), await result(visitor));
    await romulus('decrypt', '-k', path('key'), path('text.romulus'));
    expect(readFileSync(path('text'), 'utf8')).toBe(message);

    await romulus('encrypt', '--armor', '-k', path('key'), path('text'), '-o', path('armored'));
    // The form of armour in mails.
    const armored = `\r\n ${readFileSync(path('armored'), 'utf8').replaceAll('\n', '\r\n')}  `;
    await page.locator('#text').fill(armored);
    expect(await page.locator('#start').textContent()).toBe('Decrypt text');
    expect(await visitor.work()).toBe('The text is decrypted.');
    expect(await result(visitor)).toBe(message);
    // The page shows a text from right to left as such.
    await page.locator('#text').fill('שלום');
    await visitor.work();
    await page.locator('#text').fill(await result(visitor));
    await visitor.work();
    const directionOf = (each: Element) => getComputedStyle(each).direction;
    expect(await page.locator('#text-result').evaluate(directionOf)).toBe('rtl');
    // The armour also opens as a file.
    await turnTo(visitor, 'Files');
    await visitor.choose({ mail: readFileSync(path('armored')) });
    expect(await visitor.work()).toBe('1 file decrypted.');
    expect(String((await visitor.downloadOf('mail.decrypted')).contents)).toBe(message);
  });

  test('say what is wrong with a text, and show nothing of it', async ({ visitor, page }) => {
    await turnTo(visitor, 'Text');
    await visitor.typeKey(hex(key));
    const problem = page.locator('#text-problem');
    await visitor.press();
    expect(await problem.textContent()).toBe('Type or paste a text first.');

    const lines = (bytes: Uint8Array) =>
      Buffer.from(bytes)
        .toString('base64')
        .replaceAll(/.{1,64}/g, '$&\n');
    const armor = (body: string) => `-----BEGIN ROMULUS FILE-----\n${body}-----END ROMULUS FILE-----\n`;
    const sealed = lines(seal({ plaintext: Uint8Array.of(0xff, 0xfe, 0xfd) }));
    const notWhole = /^The encrypted text is not whole, or there is other text in it/;
    for (const [wrong, said] of [
      [armor(sealed).slice(0, -30), notWhole],
      [`${armor(sealed)}see above`, notWhole],
      [armor(sealed.replace('\n', '\n\n')), notWhole],
      [armor(`Comment: no\n${sealed}`), notWhole],
      [armor(sealed.replace(/=*\n$/, '!\n')), notWhole],
      [armor(lines(text(100))), /^This is not an encrypted file/],
      [armor(sealed), /^What was encrypted is not a text/],
    ] as const) {
      // The earlier text is gone too.
      await page.locator('#text').fill('another text');
      expect(await visitor.work()).toBe('The text is encrypted.');
      expect(await page.locator('#text-result').isVisible()).toBe(true);
      await page.locator('#text').fill(wrong);
      expect(await visitor.work()).toMatch(/^Not done: /);
      expect(await problem.textContent()).toMatch(said);
      expect(await page.locator('#text-result').isVisible()).toBe(false);
    }
    await visitor.typeKey('00'.repeat(16));
    expect(await visitor.work()).toMatch(/^Not done: This key does not open/);
    await eventually(() => visitor.focused(({ id }) => id)).toBe('key');
  });

  test('take a text that is pasted or dropped anywhere, and files', async ({ visitor, page }) => {
    for (const type of ['paste', 'drop'] as const) {
      await visitor.bring(type, { text: `by ${type}` });
      expect(await page.locator('#text').inputValue()).toBe(`by ${type}`);
      expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Text');
      await visitor.bring(type, { files: { [`${type}.txt`]: '12345' } });
      await eventually(() => visitor.rows()).toContain(`${type}.txt: 5 bytes`);
      expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Files');
    }
  });

  test('hash a file and compare its digest, and stop when told to', async ({ visitor, page }) => {
    await turnTo(visitor, 'Check a hash');
    const contents = text(200_000);
    const digest = toHex(await romulusH(contents));
    await page.locator('#hash-file').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from(contents) });
    await eventually(() => page.locator('#digest').textContent()).toBe(digest);
    const verdict = page.locator('#verdict');
    expect(await verdict.textContent()).toBe('');
    for (const [expected, said] of [
      [digest, /^It matches/],
      [`${digest.toUpperCase()}  a.txt`, /^It matches/],
      [digest.replace(/.$/, (last) => (last === '0' ? '1' : '0')), /^It does not match/],
      [digest.slice(1), /^A digest has 64/],
    ] as const) {
      await page.locator('#expected').fill(expected);
      expect(await verdict.textContent()).toMatch(said);
    }
    await page.locator('#hash-file').setInputFiles(longFile(2_000_000_000));
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await visitor.end()).toBe('Cancelled. No unfinished file was saved.');
    expect(await page.locator('#hash-result').isVisible()).toBe(false);
  });

  test('are moved between by arrows', async ({ visitor, page }) => {
    await page.locator('#tab-files').focus();
    for (const id of ['tab-text', 'tab-hash', 'tab-files']) {
      await page.keyboard.press('ArrowRight');
      await eventually(() => visitor.focused(({ id }) => id)).toBe(id);
      expect(await page.locator(`#${id.replace('tab', 'panel')}`).isVisible()).toBe(true);
    }
    await page.keyboard.press('ArrowLeft');
    await eventually(() => visitor.focused(({ id }) => id)).toBe('tab-hash');
  });
});
