/** The passphrases and keys that the page of the example browser-encryption takes, in browsers; its test file imports this one. */
import { expect } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { eventually, inBrowsers, noPickers, Visitor } from './encryption-page.js';
import { expectOpens, seal } from './page-files.js';

inBrowsers('the secrets of the page', { before: noPickers }, (test, name) => {
  test('takes a passphrase however a system writes its letters', async ({ visitor }) => {
    const composed = 'Käse'.normalize('NFC');
    const decomposed = 'Käse'.normalize('NFD');
    const mixed = `${composed} ${decomposed}`;
    const bytesOf = (passphrase: string) => new TextEncoder().encode(passphrase);
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.typePassphrase(decomposed, composed);
    expect(await visitor.work()).toBe('1 file encrypted.');
    const { contents } = await visitor.downloadOf('a.romulus');
    await expectOpens(contents, text(10), { passphrase: bytesOf(composed) });
    await visitor.page.locator('#start-over').click();

    const sealedWith = (passphrase: string) => seal({ secret: { passphrase: bytesOf(passphrase), costLog: 10 } });
    const both = await Promise.all(
      [composed, decomposed].map(async (form, i) => ({ name: `${i}.romulus`, contents: await sealedWith(form) })),
    );
    await visitor.choose(...both);
    for (const typed of [composed, decomposed]) {
      await visitor.typePassphrase(typed);
      expect(await visitor.work()).toBe('2 files decrypted.');
      await visitor.page.locator('#start-over').click();
      await visitor.choose(...both);
    }
    // By the program, from a file with these very bytes.
    await visitor.choose({ name: 'mixed.romulus', contents: await sealedWith(mixed) });
    await visitor.typePassphrase(mixed);
    expect(await visitor.work()).toBe('1 file decrypted, 2 not.');
  });

  test.alone('are tried on all files before the contents of the first are read', async () => {
    const before = () => {
      Reflect.deleteProperty(window, 'showDirectoryPicker');
      const reads: string[] = [];
      Object.assign(window, { reads });
      const { slice } = Blob.prototype;
      Blob.prototype.slice = function (start = 0, ...rest) {
        // Its last chunk proves that a file is whole, and is read before all others.
        const part = start < 64 ? 'header' : start === 64 ? 'first chunk' : 'another chunk';
        if (this instanceof File) reads.push(`${this.name}: ${part}`);
        return slice.call(this, start, ...rest);
      };
    };
    const visitor = await Visitor.open(name, { before });
    await visitor.choose(
      { name: 'right.romulus', contents: await seal({ plaintext: text(100_000) }) },
      { name: 'wrong.romulus', contents: await seal({ secret: { key: new Uint8Array(16) } }) },
    );
    await visitor.page.evaluate(() => (window as unknown as { reads: string[] }).reads.splice(0));
    await visitor.workWithKey('1 file decrypted, 1 not.');
    const reads = await visitor.page.evaluate(() => (window as unknown as { reads: string[] }).reads);
    expect(reads.indexOf('right.romulus: first chunk')).toBeGreaterThan(reads.lastIndexOf('wrong.romulus: header'));
    expect(reads).toContain('wrong.romulus: header');
    // What the secret does not open is not read at all.
    expect(reads.filter((read) => /^wrong.*chunk$/.test(read))).toEqual([]);
  });

  test('says at its field what is missing or wrong there', async ({ visitor }) => {
    const problem = async () => {
      await visitor.press();
      const field = visitor.page.locator('[aria-invalid]:focus');
      await field.waitFor();
      const [said = ''] = (await field.getAttribute('aria-describedby'))!.split(' ');
      return visitor.page.locator(`#${said}`).textContent();
    };
    await visitor.choose({ name: 'a', contents: text(10) });
    await visitor.page.getByRole('button', { name: 'Use my own' }).click();
    expect(await problem()).toBe('Type a passphrase.');
    await visitor.typePassphrase('correct', 'horse');
    expect(await problem()).toBe('The passphrases differ.');
    await visitor.typeKey('');
    expect(await problem()).toBe('Enter a key, or load a key file.');
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
