/** The page of browser-encryption in German: whatever it says in whatever state, no word of it is English. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { english } from '../../../examples/browser-encryption/page/words/english.js';
import { german } from '../../../examples/browser-encryption/page/words/german.js';
import { flipBit, hex, key, text } from '../../fixtures/bytes.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { eventually, longFile, Site, type SiteOptions, seal, temporaryFolder, Visitor } from './encryption-page.js';
import { answer, questions } from './questions.js';

/** The person speaks German; `picker` says what the dialog for a folder gives, and `disk` what its files do then. */
function speaksGerman(): void {
  Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] });
  Object.assign(window, {
    showDirectoryPicker: async () => {
      const { picker } = window as unknown as { picker?: string };
      if (picker) throw new DOMException('Not here.', picker);
      return (await navigator.storage.getDirectory()).getDirectoryHandle('x', { create: true });
    },
  });
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: async () => {
        if ((window as unknown as { clipboard?: string }).clipboard) throw new DOMException('Not here.');
      },
    },
  });
  // No page but that of a site has it.
  if (!('FileSystemFileHandle' in window)) return;
  const { createWritable } = FileSystemFileHandle.prototype;
  FileSystemFileHandle.prototype.createWritable = function () {
    const { disk } = window as unknown as { disk?: string };
    if (disk) throw disk === 'TypeError' ? new TypeError('not this') : new DOMException('Not here.', disk);
    return createWritable.call(this);
  };
}

const wordsOf = (said: string): string[] => said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** All words of a language, those of sentences with numbers and names too. */
function vocabulary(texts: object): Set<string> {
  const samples = [[1, 1, 1], [2, 0, 0], [0, 2, 0], [0, 0], [true], [false]];
  const said = Object.values(texts).flatMap((value) =>
    typeof value === 'function' ? samples.map((args) => value(...args)) : value,
  );
  return new Set(said.flatMap(wordsOf));
}

const germanWords = vocabulary(german);
/** What messages of the library and of browsers say is English too. */
const messages =
  'must could not was with from known version bytes received allowed loaded opened failed null undefined object';
const englishWords = new Set([...vocabulary(english), ...wordsOf(messages)].filter((word) => !germanWords.has(word)));

/** What is seen and read out in the page, but for what says that it is in another language. */
const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body *'))) {
      if (!element.checkVisibility() || element.closest<HTMLElement>('[lang]')?.lang !== 'de') continue;
      const nodes = Array.from(element.childNodes).filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      texts.push(...nodes.map(({ textContent }) => textContent ?? ''), element.title ?? '', element.ariaLabel ?? '');
      if (element instanceof HTMLInputElement) texts.push(element.placeholder);
    }
    return texts;
  });

describe.each<BrowserName>(['chromium', 'firefox'])('in German, in %s', (name) => {
  const open = (logs?: RegExp, site?: Site) =>
    Visitor.open(name, { before: speaksGerman, ...(logs && { logs }), ...(site && { site }) });

  /** Fails for each English word, and unless the page says this. */
  async function expectGerman({ page }: Visitor, ...wanted: (string | RegExp)[]): Promise<void> {
    const texts = await said(page);
    const found = texts.filter((each) => {
      // The names of files are names in every language.
      const words = wordsOf(each.replaceAll(/romulus-(files\.zip|key-1)|\blong\b/g, ''));
      return words.some((word) => englishWords.has(word));
    });
    expect(found).toEqual([]);
    for (const each of wanted) expect(texts.join('\n')).toMatch(each);
  }

  const set = ({ page }: Visitor, what: 'picker' | 'disk' | 'clipboard', value = '') =>
    page.evaluate(([what, value]) => Object.assign(window, { [what!]: value }), [what, value]);

  /** Presses a button, and waits until the page has said something new. */
  async function press(visitor: Visitor, id: string, saying: RegExp): Promise<void> {
    await visitor.page.locator(`#${id}`).click();
    await eventually(() => visitor.status.textContent()).toMatch(saying);
    await visitor.page.locator('form:not(.working)').waitFor();
    await expectGerman(visitor);
  }

  async function typeKey({ page }: Visitor, typed: string): Promise<void> {
    await page.locator('#advanced').evaluate((advanced: HTMLDetailsElement) => Object.assign(advanced, { open: true }));
    await page.locator('#use-key').check();
    await page.locator('#key').fill(typed);
  }

  it.skipIf(isSkipped(name))('are all fields, and what is wrong with them', async () => {
    const visitor = await open();
    const { page } = visitor;
    const problem = async (id: string, wanted: RegExp) => {
      await eventually(() => page.locator(`#${id}`).textContent()).toMatch(wanted);
      await expectGerman(visitor);
    };
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.evaluate(() => {
      for (const details of Array.from(document.querySelectorAll('details'))) details.open = true;
    });
    await expectGerman(visitor, german.subtitle, german.limits);
    await visitor.choose({ name: 'a', contents: text(1) }, { name: 'b.romulus', contents: await seal({}) });
    await expectGerman(visitor, '1 Datei zum Verschlüsseln, 1 Datei zum Entschlüsseln', /^1 Byte$/m);
    await visitor.press();
    await problem('unlock-problem', /^Geben Sie/);
    await page.locator('#use-own').click();
    for (const [typed, strength] of [
      ['password', german.strengths[0]],
      ['tricky-otter-violin-cement-banjo-quarry', german.strengths[4]],
    ] as const) {
      await page.locator('#passphrase').fill(typed);
      await eventually(() => page.locator('#strength-text').textContent()).toBe(strength);
      await expectGerman(visitor);
    }
    await visitor.press();
    await problem('passphrase-problem', /verschieden/);
    await page.locator('#reveal').click();
    await typeKey(visitor, '');
    await visitor.press();
    await problem('key-problem', /^Geben Sie einen Schlüssel/);
    await typeKey(visitor, '0');
    await visitor.press();
    await problem('key-problem', /^Ein Schlüssel hat/);
    await page.locator('#key-file').setInputFiles({ name: 'x', mimeType: '', buffer: Buffer.from('x') });
    await problem('key-problem', /^x ist keine Schlüsseldatei/);
    const keyFile = { name: 'x', mimeType: '', buffer: Buffer.from(`romulus-key-1 ${hex(key)}\n`) };
    await page.locator('#key-file').setInputFiles(keyFile);
    await eventually(() => visitor.status.textContent()).toMatch(/^Der Schlüssel aus x/);
    await press(visitor, 'generate', /^Ein neuer Schlüssel/);
    await press(visitor, 'save-key', /^Die Schlüsseldatei/);
    await page.locator('#use-key').uncheck();
    await page.locator('#use-generated').click();
    await press(visitor, 'copy-passphrase', /^Die Passphrase ist kopiert/);
    await set(visitor, 'clipboard', 'refuses');
    await press(visitor, 'copy-passphrase', /^Der Browser erlaubt das Kopieren/);
  });

  it.skipIf(isSkipped(name))('is everything that files fail with', async () => {
    // The error for which the page has no words is told to whoever looks at the console.
    const visitor = await open(/TypeError/);
    const { page } = visitor;
    const sealed = await seal({});
    const passphrase = new TextEncoder().encode('x');
    const changed = (place: number, byte: number) => sealed.map((each, i) => (i === place ? byte : each));
    const path = join(temporaryFolder(), 'weg');
    writeFileSync(path, text(100));
    const asking = await seal({ secret: { passphrase, costLog: 10 } });
    const failing: [Uint8Array, RegExp][] = [
      [await seal({ secret: { key: new Uint8Array(16) } }), /^Mit diesem Schlüssel/],
      [flipBit(sealed, 8 * 70), /^Die Datei ist beschädigt/],
      [sealed.subarray(0, 64), /^Die Datei ist beschädigt/],
      [text(3000), /^Das ist keine verschlüsselte Datei/],
      [changed(7, 3), /hat Version 3/],
      [changed(7, 1), /einen Entwurf/],
      [changed(8, 0x48), /neueren Programm/],
      [asking, /^Diese Datei öffnet eine Passphrase/],
    ];
    for (const [i, [contents]] of failing.entries()) await visitor.choose({ name: `${i}.romulus`, contents });
    await visitor.choose(path);
    rmSync(path);
    await typeKey(visitor, hex(key));
    expect(await visitor.work()).toMatch(/^Keine Datei/);
    await expectGerman(visitor);
    const rows = await visitor.rows();
    for (const [i, [, wanted]] of failing.entries()) expect(rows[i]!.replace(/^.*?: /, '')).toMatch(wanted);
    expect(rows.at(-1)).toMatch(/^weg: Die Datei lässt sich nicht lesen/);

    await page.reload();
    await visitor.choose({ name: 'a.romulus', contents: asking }, { name: 'b.romulus', contents: sealed });
    await visitor.choose({ name: 'c.romulus', contents: asking.map((byte, i) => (i === 11 ? 19 : byte)) });
    await page.locator('#use-key').uncheck();
    await page.locator('#unlock-passphrase').fill('y');
    await visitor.work();
    await expectGerman(visitor, german.wrongPassphrase, german.needsKey, /512 MiB/);
    await page.reload();

    for (const [disk, wanted] of [
      ['QuotaExceededError', german.noSpace],
      ['NotAllowedError', german.notAllowed],
      ['TypeError', german.wentWrong('TypeError')],
    ] as const) {
      await visitor.choose({ name: 'a', contents: text(10) });
      await typeKey(visitor, hex(key));
      await set(visitor, 'disk', disk);
      await visitor.work();
      expect(await visitor.rows()).toEqual([`a: ${wanted}`]);
      await expectGerman(visitor);
      await page.reload();
    }
  });

  it.skipIf(isSkipped(name))('is the work, its end, and what becomes of results', async () => {
    const visitor = await open();
    const { page } = visitor;
    await answer(visitor, false);
    await visitor.choose({ name: 'a', contents: text(10) }, { name: 'b', contents: text(10) });
    await visitor.choose(longFile(400_000_000));
    await typeKey(visitor, '');
    await page.locator('#generate').click();
    await page.locator('input[value=T]').check();
    await visitor.press();
    await eventually(() => page.locator('#count').textContent()).toMatch(
      /^[\d,.]+ MB\/s, noch \d+ (Sekunde|Minute)n?$/,
    );
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([], 'c'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await eventually(() => visitor.status.textContent()).toBe(german.addedWhileWorking);
    await expectGerman(visitor);
    await press(visitor, 'cancel', /^Abgebrochen/);
    await page.locator('.remove').last().click();
    await eventually(() => page.locator('#summary-title').textContent()).toBe('2 Dateien fertig, 180 Byte');
    await expectGerman(visitor, german.reminderKey);

    await set(visitor, 'picker', 'AbortError');
    await press(visitor, 'save-to-folder', /^Kein Ordner/);
    await set(visitor, 'picker');
    await set(visitor, 'disk', 'NotAllowedError');
    await press(visitor, 'save-to-folder', /^Keine Datei wurde gespeichert\. Noch herunterzuladen/);
    await set(visitor, 'disk');
    await page.locator('#start-over').click();
    expect(await questions(visitor)).toEqual([german.startOverQuestion]);
    await press(visitor, 'download-all', /^2 Dateien sind bei Ihren Downloads/);
    await expectGerman(visitor, german.downloaded);
    await press(visitor, 'save-to-folder', /^2 Dateien im Ordner x gespeichert/);
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('x', { recursive: true }));
  });

  it.skipIf(isSkipped(name))('are the tabs for texts and digests', async () => {
    const visitor = await open();
    const { page } = visitor;
    const problem = page.locator('#text-problem');
    await page.locator('#tab-text').click();
    await typeKey(visitor, hex(key));
    await visitor.press();
    await eventually(() => problem.textContent()).toBe(german.textMissing);
    await expectGerman(visitor);
    await page.locator('#text').fill('x');
    expect(await visitor.work()).toBe('Der Text ist verschlüsselt.');
    await expectGerman(visitor, german.textResult(true));
    await press(visitor, 'copy-text', /^Der Text ist kopiert/);
    const sealed = await page.locator('#text-result').inputValue();
    for (const [typed, wanted] of [
      [sealed.slice(0, -5), german.armorDamaged],
      [sealed.replace(/^(-.*\n)..../, '$1AAAA'), german.notSealed],
    ] as const) {
      await page.locator('#text').fill(typed);
      expect(await visitor.work()).toBe(`Nicht gelungen: ${wanted}`);
      await expectGerman(visitor);
    }
    await page.locator('#text').fill(sealed);
    expect(await visitor.work()).toBe('Der Text ist entschlüsselt.');
    await expectGerman(visitor);

    await page.locator('#tab-hash').click();
    await page.locator('#hash-file').setInputFiles({ name: 'x', mimeType: '', buffer: Buffer.from('x') });
    await page.locator('#digest').waitFor();
    const digest = (await page.locator('#digest').textContent())!;
    for (const expected of [digest, '0'.repeat(64), '0']) {
      await page.locator('#expected').fill(expected);
      await expectGerman(visitor, german.hashResult);
    }
    await press(visitor, 'copy-digest', /^Die Prüfsumme ist kopiert/);
  });

  it.skipIf(isSkipped(name))('is why it cannot start', async () => {
    const logs = /Content.Security.Policy|CSP|404|pool-worker/;
    const says = async (options: SiteOptions, wanted: RegExp) => {
      const visitor = await open(logs, await Site.forThisTest(options));
      await visitor.page.getByRole('alert').waitFor();
      await expectGerman(visitor, wanted);
      await visitor.choose({ name: 'a', contents: text(10) });
      await typeKey(visitor, hex(key));
      await visitor.work();
      await expectGerman(visitor, /^Die Verschlüsselung kann nicht starten\. /m);
    };
    await says({ policy: "default-src 'self'; script-src 'self'; object-src 'none'" }, /'wasm-unsafe-eval'/);
    const worker = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; object-src 'none'";
    await says({ policy: worker }, /worker-src/);
  });
});
