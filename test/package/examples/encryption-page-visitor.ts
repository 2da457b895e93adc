/// <reference lib="dom.asynciterable" />
/** A person who uses the page of browser-encryption, with files, and with what the clipboard and a camera find. */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locator, Page } from 'playwright';
import { afterAll, expect } from 'vitest';
import { eventually, expectSame, hex, key, text } from '../../fixtures/bytes.js';
import { type ReferenceFile, referenceSeal } from '../../reference/encrypted-file.js';
import { referenceOpen } from '../../reference/encrypted-file-reader.js';
import { expectAccessibleInEachScheme } from '../browser/pages.js';
import { root, temporaryFolder } from '../npm.js';

export const folder = join(root, 'examples/browser-encryption');

/** Firefox puts downloads into this folder. */
export const downloads = temporaryFolder(afterAll);

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

export const seal = (file: Partial<ReferenceFile>): Uint8Array =>
  referenceSeal({
    mode: 'N',
    chunkLog: 10,
    secret: { key },
    salt: new Uint8Array(16).fill(7),
    associatedData: new Uint8Array(0),
    plaintext: text(3000),
    ...file,
  });

type Secret = Parameters<typeof referenceOpen>[1];

export async function expectOpens(sealed: Uint8Array, plaintext: Uint8Array, secret: Secret = { key }): Promise<void> {
  expectSame(await referenceOpen(sealed, secret, new Uint8Array(0)), plaintext);
}

/** A file of zeros that takes no room on the disk. */
export function longFile(length: number): string {
  const path = join(temporaryFolder(), 'long');
  writeFileSync(path, '');
  truncateSync(path, length);
  return path;
}

/** The contents of an uncompressed zip file by names. Fails if a checksum is wrong. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let entry = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [nameLength = 0, ...others] = [28, 30, 32].map((place) => bytes.readUInt16LE(entry + place));
    const name = String(bytes.subarray(entry + 46, entry + 46 + nameLength));
    const start = bytes.readUInt32LE(entry + 42) + 30 + nameLength;
    const contents = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20));
    expect(crc32(contents)).toBe(bytes.readUInt32LE(entry + 16));
    files.set(name, contents);
    entry += 46 + nameLength + others[0]! + others[1]!;
  }
  return files;
}

/** The text of the QR code on the page, read from its picture. */
export async function scan(page: Page): Promise<string> {
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

/** Runs in the page: counts printed codes, and gives a clipboard and a folder, which real dialogs would refuse to programs. */
export function ownDialogs(): void {
  const told = window as unknown as { printed?: number; refusal?: string };
  const writeText = async () => {
    if (told.refusal) throw new DOMException('Not here.', 'NotAllowedError');
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  window.print = () => void Object.assign(told, { printed: document.querySelectorAll('svg.qr').length });
  const showDirectoryPicker = async () => {
    if (told.refusal) throw new DOMException('Cancelled.', told.refusal);
    return (await navigator.storage.getDirectory()).getDirectoryHandle('chosen', { create: true });
  };
  Object.assign(window, { showDirectoryPicker });
}

/** The lengths of the files in each folder of the site's own, by their paths. */
export const ownFiles = (page: Page): Promise<Record<string, Record<string, number>>> =>
  page.evaluate(async () => {
    const folders: Record<string, Record<string, number>> = {};
    for await (const [name, folder] of (await navigator.storage.getDirectory()).entries()) {
      folders[name] = {};
      for await (const [path, file] of (folder as FileSystemDirectoryHandle).entries())
        folders[name][path] = file.kind === 'file' ? (await (file as FileSystemFileHandle).getFile()).size : -1;
    }
    return folders;
  });
