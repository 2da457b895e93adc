/** The example browser-encryption in WebKit, the engine of Safari, as a person uses it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebDriver } from 'selenium-webdriver';
import { describe, expect, it } from 'vitest';
import { expectSame, text } from '../../fixtures/bytes.js';
import { referenceOpen } from '../../reference/encrypted-file-reader.js';
import { installAndBuild, startSite } from '../examples/encryption-page.js';
import { temporaryFolder } from '../examples/page-files.js';
import { startedOnce } from '../started-once.js';
import { element, isSkipped, open, startedWebkit, until } from './browser.js';

const passphrase = 'tricky-otter-violin-cement-banjo-quarry';

describe.skipIf(isSkipped)('the encryption page', () => {
  const started = startedWebkit();
  const served = startedOnce(
    () => {
      installAndBuild();
      return startSite();
    },
    (site) => site.close(),
  );

  async function openPage(): Promise<WebDriver> {
    const webkit = await started();
    await open(webkit, (await served()).address);
    // The page's download: a test cannot fetch its link.
    await webkit.executeScript(`
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        window.handedOut = blob;
        return make.call(URL, blob);
      };`);
    return webkit;
  }

  /** Chooses a file, which the page decrypts if it looks encrypted, and resolves with the page's message. */
  async function work(webkit: WebDriver, name: string, contents: Uint8Array, secret: string): Promise<string> {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, contents);
    await (await element(webkit, '#files')).sendKeys(path);
    await until(webkit, "return document.querySelectorAll('#rows li').length > 0", 60_000);
    if (await webkit.executeScript("return document.querySelector('#encrypt-with') === null")) {
      await (await element(webkit, '#decrypt')).sendKeys(secret);
    } else {
      await (await element(webkit, '#use-own')).click();
      await (await element(webkit, '#own')).sendKeys(secret);
    }
    await (await element(webkit, '#start')).click();
    const said = "document.querySelector('#status').innerText";
    // The work begins after a look at the passphrase.
    await until(webkit, `return !/^Working$|added\\.$/.test(${said})`, 120_000);
    return webkit.executeScript(`return document.querySelector('#rows').innerText + ${said}`);
  }

  const handedOut = async (webkit: WebDriver) => {
    await (await element(webkit, '.download')).click();
    await until(webkit, 'return window.handedOut !== undefined', 10_000);
    return Uint8Array.from(
      await webkit.executeScript<number[]>(
        'return window.handedOut.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])',
      ),
    );
  };

  it('encrypts a file, and decrypts it again', async () => {
    const encrypting = await openPage();
    expect(await work(encrypting, 'letter.txt', text(70_000), passphrase)).toContain('1 file encrypted.');
    const sealed = await handedOut(encrypting);
    const secret = { passphrase: new TextEncoder().encode(passphrase) };
    expectSame((await referenceOpen(sealed, secret, new Uint8Array(0))) ?? new Uint8Array(0), text(70_000));

    const decrypting = await openPage();
    expect(await work(decrypting, 'letter.txt.romulus', sealed, passphrase)).toContain('1 file decrypted.');
    expectSame(await handedOut(decrypting), text(70_000));
  }, 600_000);
});
