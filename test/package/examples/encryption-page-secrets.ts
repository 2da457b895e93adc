/** Journeys through the page of browser-encryption with each kind of secret. Each is one visit, in each engine. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect } from 'vitest';
import { expectSame, flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { eventually, inBrowsers } from './encryption-page.js';
import { ownDialogs, scan, seal, told } from './encryption-page-visitor.js';

const passphrase = 'correct horse battery staple, Pferd im Glück';
const bytesOf = (passphrase: string) => ({ passphrase: new TextEncoder().encode(passphrase) });

/** A file that opens with the tests' key, and broken ones by their faults. */
function brokenFiles() {
  const good = seal({});
  const withPassphrase = seal({ secret: { ...bytesOf(passphrase), costLog: 10 } });
  const changed = (place: number, byte: number, file = good) => file.map((each, i) => (i === place ? byte : each));
  return {
    good,
    'other key': seal({ secret: { key: new Uint8Array(16) } }),
    damaged: flipBit(good, 8 * (good.length - 20)),
    cut: good.subarray(0, 64 + 2 * 1040),
    'not sealed': text(3000),
    newer: changed(7, 3),
    passphrase: withPassphrase,
    'too costly': changed(11, 19, withPassphrase),
  };
}

inBrowsers('a journey', { before: ownDialogs }, (test, name) => {
  test('with a passphrase of their own: weak ones are told', async ({ visitor, page }) => {
    // The page has started, and does not change its mind after some seconds.
    expect(await page.locator('#not-started').count()).toBe(0);
    await visitor.look('at the start');
    await visitor.answer(false);
    await visitor.choose({ 'letter.txt': text(70_000) });
    await visitor.typePassphrase('password');
    await visitor.press();
    await eventually(() => visitor.questions()).toEqual([expect.stringMatching(/^Your passphrase is too weak/)]);
    await eventually(() => visitor.focused(({ id }) => id)).toBe('own');
    expect(await visitor.rows()).toEqual(['letter.txt: 70 kB']);
    await visitor.answer(true);
    expect(await visitor.work()).toBe('1 file encrypted.');
    await visitor.expectOpens('letter.txt.romulus', text(70_000), bytesOf('password'));

    await visitor.choose({ b: text(10) });
    await visitor.typePassphrase(passphrase);
    expect(await visitor.work()).toBe('1 file encrypted.');
    expect(await visitor.questions()).toHaveLength(1);
    await visitor.expectOpens('b.romulus', text(10), bytesOf(passphrase));
  });

  test('with passphrases made here: each is named for its own files, kept, and not forgotten', async ({
    visitor,
    page,
  }) => {
    const generated = async () => (await page.locator('#generated').textContent())!;
    await visitor.choose({ a: text(10) });
    const first = await generated();
    expect(first.split('-').filter((word) => wordlist.includes(word))).toHaveLength(6);
    await visitor.work();
    expect(await visitor.focused(({ id }) => id)).toBe('keep');
    await page.getByRole('img', { name: 'The passphrase as a QR code' }).waitFor();
    expect(await scan(page)).toBe(first);
    await visitor.look('with a passphrase to keep');
    await visitor.button('Print').click();
    await eventually(() => told(page, 'printed')).toBe(1);
    // A person can copy by hand if the browser refuses.
    await page.evaluate(() => Object.assign(window, { refusal: 'NotAllowedError' }));
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The browser does not allow copying here/);
    await page.evaluate(() => Object.assign(window, { refusal: '' }));
    await page.locator('.kept').getByRole('button', { name: 'Copy' }).click();
    await eventually(() => visitor.status.textContent()).toMatch(/^The passphrase is copied/);
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
    const { 'too costly': tooCostly, ...files } = brokenFiles();
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
    await visitor.look('with a wrong passphrase');
    await field.fill(passphrase);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(await visitor.work()).toBe('1 file decrypted, 2 not.');
    expectSame((await visitor.downloadOf('x')).contents, text(3000));
  });
});
