/** The passphrases and keys that the page of the example browser-encryption takes, in browsers; its test file imports this one. */
import { describe, expect, it } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { eventually, expectOpens, noPickers, seal, Visitor } from './encryption-page.js';

describe.each<BrowserName>(['chromium', 'firefox'])('the secrets of the page in %s', (name) => {
  const open = () => Visitor.open(name, { before: noPickers });

  it.skipIf(isSkipped(name))('takes a passphrase however a system writes its letters', async () => {
    const composed = 'Käse'.normalize('NFC');
    const decomposed = 'Käse'.normalize('NFD');
    const mixed = `${composed} ${decomposed}`;
    const bytesOf = (passphrase: string) => new TextEncoder().encode(passphrase);
    const visitor = await open();
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typePassphrase(decomposed, composed);
    expect(await visitor.work()).toBe('1 file encrypted.');
    const { contents } = await visitor.downloadOf('a.romulus');
    await expectOpens(contents, text(10), { passphrase: bytesOf(composed) });
    await visitor.page.getByRole('button', { name: 'Start over' }).click();

    const sealedWith = (passphrase: string) => seal({ secret: { passphrase: bytesOf(passphrase), costLog: 10 } });
    const both = await Promise.all(
      [composed, decomposed].map(async (form, i) => ({ name: `${i}.romulus`, contents: await sealedWith(form) })),
    );
    await visitor.choose(...both);
    for (const typed of [composed, decomposed]) {
      await visitor.typePassphrase(typed);
      expect(await visitor.work()).toBe('2 files decrypted.');
      await visitor.page.getByRole('button', { name: 'Start over' }).click();
      await visitor.choose(...both);
    }
    // By the program, from a file with these very bytes.
    await visitor.choose({ name: 'mixed.romulus', contents: await sealedWith(mixed) });
    await visitor.typePassphrase(mixed);
    expect(await visitor.work()).toBe('1 file decrypted, 2 not.');
  });

  it.skipIf(isSkipped(name))('says at its field what is missing or wrong there', async () => {
    const visitor = await open();
    const problem = async () => {
      await visitor.press();
      const described = await visitor.focused((field) => field.ariaInvalid && field.getAttribute('aria-describedby'));
      const [said = ''] = described!.split(' ');
      return visitor.page.locator(`#${said}`).textContent();
    };
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.page.getByRole('button', { name: 'Use my own' }).click();
    expect(await problem()).toBe('Type a passphrase.');
    await visitor.typePassphrase('correct', 'horse');
    expect(await problem()).toBe('The passphrases differ.');
    await visitor.typeKey('');
    expect(await problem()).toBe('Enter a key, or load a key file.');
    for (const wrong of [hex(key).slice(1), `${hex(key)}0`, `${hex(key).slice(1)}g`, `romulus-key-2 ${hex(key)}`]) {
      await visitor.typeKey(wrong);
      expect(await problem()).toBe('A key is 32 hexadecimal digits, or the line of a key file.');
    }
    for (const contents of [hex(key), `romulus-key-1 ${hex(key)}${' '.repeat(1000)}`]) {
      await visitor.page
        .getByLabel('Load key file')
        .setInputFiles({ name: 'wrong', mimeType: '', buffer: Buffer.from(contents) });
      await eventually(() => visitor.page.locator('#key-problem').textContent()).toBe(
        'wrong is not a key file. A key file has one line: “romulus-key-1” and 32 digits.',
      );
      // What was said is no longer true of what is typed then.
      await visitor.typeKey('0');
      expect(await visitor.page.locator('#key-problem').isVisible()).toBe(false);
    }
    expect(await visitor.rows()).toEqual(['a: 10 bytes']);
  });
});
