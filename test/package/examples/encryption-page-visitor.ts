/// <reference lib="dom.asynciterable" />
/** A person who uses the page of browser-encryption. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, expect } from 'vitest';
import { eventually, hex, key, text } from '../../fixtures/bytes.js';
import { expectAccessibleInEachScheme } from '../browser/accessibility.js';
import { expectOpens, type Secret } from './page-files.js';

/** Firefox puts downloads into this folder. */
export const downloads = mkdtempSync(join(tmpdir(), 'romulus-downloads-'));
afterAll(() => rmSync(downloads, { recursive: true, force: true }));

export class Visitor {
  constructor(readonly page: Page) {}

  get isChromium(): boolean {
    return this.page.context().browser()?.browserType().name() === 'chromium';
  }

  /** Fails if axe-core finds anything in this state. One engine is enough for it. */
  async look(state: string): Promise<void> {
    if (this.isChromium) await expectAccessibleInEachScheme(this.page, state);
  }

  focused<Result>(read: (element: HTMLInputElement) => Result): Promise<Result> {
    return this.page.evaluate(`(${read})(document.activeElement)`);
  }

  get status(): Locator {
    return this.page.getByRole('status');
  }

  /** The text of every file's row: its name and its state. */
  async rows(): Promise<string[]> {
    return this.page
      .locator('#rows > li')
      .evaluateAll((elements) =>
        elements.map((element) =>
          Array.from(element.querySelectorAll('.name, .what > p'), ({ textContent }) => textContent).join(': '),
        ),
      );
  }

  /** Chooses files by their paths, or by their names with their contents. */
  async choose(files: string[] | Record<string, Uint8Array>): Promise<void> {
    const before = (await this.rows()).length;
    const given = Array.isArray(files)
      ? files
      : Object.entries(files).map(([name, contents]) => ({ name, mimeType: '', buffer: Buffer.from(contents) }));
    await this.page.locator('#files').setInputFiles(given as string[]);
    await eventually(async () => (await this.rows()).length).toBe(before + given.length);
  }

  /** Pastes or drops a text or files on the heading. Fails if the browser would have left the page. */
  bring(type: 'paste' | 'drop', what: { text?: string; files?: Record<string, string> }): Promise<void> {
    return this.page.evaluate(
      ({ type, text, files = {} }) => {
        const data = new DataTransfer();
        if (text !== undefined) data.setData('text/plain', text);
        for (const [name, contents] of Object.entries(files)) data.items.add(new File([contents], name));
        const event = new Event(type, { bubbles: true, cancelable: true });
        Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data });
        document.querySelector('h1')!.dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error('the browser would have left the page');
      },
      { type, ...what },
    );
  }

  /** Types into the visible fields: the passphrase to encrypt with, the one to decrypt with, or both. */
  async typePassphrase(passphrase: string): Promise<void> {
    await this.useKey(false);
    const ownButton = this.page.locator('#use-own');
    if (await ownButton.isVisible()) await ownButton.click();
    for (const field of ['own', 'decrypt'].map((id) => this.page.locator(`#${id}`)))
      if (await field.isVisible()) await field.fill(passphrase);
  }

  async typeKey(key: string): Promise<void> {
    await this.useKey(true);
    await this.page.locator('#key').fill(key);
  }

  async useKey(isKey: boolean): Promise<void> {
    await this.page.locator('#use-key').setChecked(isKey);
  }

  /** True if the browser would ask before it leaves the page. */
  asks(): Promise<boolean> {
    return this.page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  }

  /** Answers all later questions of the page. */
  answer(isYes: boolean): Promise<void> {
    return this.page.evaluate((isYes) => {
      const questions: unknown[] = [];
      Object.assign(window, { questions });
      window.confirm = (question) => questions.push(question) > 0 && isYes;
    }, isYes);
  }

  questions(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as { questions: string[] }).questions);
  }

  /** The passphrases that the page reminds of, and the names of their files. */
  async kept(): Promise<{ secret: string; names: string[] }[]> {
    return this.page.locator('.kept').evaluateAll((elements) =>
      elements.map((element) => ({
        secret: element.querySelector('.secret')?.textContent ?? '',
        names: Array.from(element.querySelectorAll('li'), ({ textContent }) => textContent),
      })),
    );
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  press(): Promise<void> {
    return this.page.locator('#start').click();
  }

  /** Presses the button, waits for the end, and returns the page's message. */
  async work(): Promise<string | null> {
    await this.press();
    return this.end();
  }

  /** Works with the tests' key, and expects this message of the page. */
  async workWithKey(said: string): Promise<void> {
    await this.typeKey(hex(key));
    expect(await this.work()).toBe(said);
  }

  /** Encrypts one more file with the tests' key. */
  async encrypt(name: string, contents = text(10)): Promise<void> {
    await this.choose({ [name]: contents });
    await this.workWithKey('1 file encrypted.');
  }

  /** Waits for the end of the work, and returns the page's message. */
  async end(): Promise<string | null> {
    await this.page.locator('form:not(.working)').waitFor();
    // The work begins after a look at the passphrase.
    await eventually(() => this.status.textContent()).not.toMatch(/^Working$|added\.$/);
    return this.status.textContent();
  }

  /** The file that a click saves. `next` runs between the click and the end of the download. */
  async download(what: Locator, next = () => Promise.resolve()): Promise<{ name: string; contents: Buffer }> {
    if (this.isChromium) {
      const [download] = await Promise.all([this.page.waitForEvent('download'), what.click()]);
      await next();
      return { name: download.suggestedFilename(), contents: readFileSync(await download.path()) };
    }
    // Playwright does not report these downloads of Firefox. They appear in the folder, first under a random name of
    // eight letters. A file of another test would change the final name.
    for (const each of readdirSync(downloads)) rmSync(join(downloads, each));
    await what.click();
    await next();
    let name: string | undefined;
    await eventually(() => {
      const names = readdirSync(downloads);
      const isNamed = names.length === 1 && !/^[\w+-]{8}(\.\w+)?$|\.part$/.test(names[0]!);
      // A file gets its name before its contents.
      name = isNamed && statSync(join(downloads, names[0]!)).size > 0 ? names[0] : undefined;
      return name;
    }).toBeDefined();
    const path = join(downloads, name!);
    const contents = readFileSync(path);
    rmSync(path);
    return { name: name!, contents };
  }

  /** The button that hands the named result to the browser. */
  downloadButton(name: string): Locator {
    return this.button(`Download ${name}`);
  }

  downloadOf(name: string): Promise<{ name: string; contents: Buffer }> {
    return this.download(this.downloadButton(name));
  }

  /** Downloads a result, which the reference must open. */
  async expectOpens(name: string, plaintext: Uint8Array, secret?: Secret): Promise<void> {
    await expectOpens((await this.downloadOf(name)).contents, plaintext, secret);
  }
}
