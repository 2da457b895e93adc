/** The states of the page of browser-encryption in German: axe-core finds nothing in any, and no word is English. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import german from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import english from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { hex, key, text } from '../../fixtures/bytes.js';
import { expectAccessibleInEachScheme } from '../browser/accessibility.js';
import { isSkipped } from '../browser/launch.js';
import { eventually, type Opening, Visitor } from './encryption-page.js';
import { ownDialogs } from './encryption-page-sight.js';
import { brokenFiles, longFile, seal, temporaryFolder } from './page-files.js';

/** `disk` says how writing files fails, besides what `ownDialogs` does. */
function ownFailures(): void {
  const told = window as unknown as { disk?: string };
  const { createWritable } = FileSystemFileHandle.prototype;
  FileSystemFileHandle.prototype.createWritable = function () {
    if (told.disk) throw told.disk === 'TypeError' ? new TypeError('not this') : new DOMException('', told.disk);
    return createWritable.call(this);
  };
}

function speaksGerman(): void {
  Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] });
}

const wordsOf = (said: string): string[] => said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** All texts of a language, without the slots in them. */
const textsOf = (language: object): string[] =>
  Object.values(language)
    .flatMap((text: string | object): string[] => (typeof text === 'string' ? [text] : Object.values(text)))
    .map((text) => text.replaceAll(/\{\w+\}/g, ''));

const vocabulary = (language: object) => new Set(textsOf(language).flatMap(wordsOf));

const germanWords = vocabulary(german);
/** Messages of the library and of browsers are English too. */
const messages =
  'must could not was with from known version bytes received allowed loaded opened failed null undefined object';
const englishWords = new Set([...vocabulary(english), ...wordsOf(messages)].filter((word) => !germanWords.has(word)));

/** All visible and spoken texts, except those marked as another language. */
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

async function expectNoEnglish(page: Page, state: string): Promise<void> {
  const texts = await said(page);
  expect(texts.length, state).toBeGreaterThan(10);
  const found = texts.filter((each) => {
    // The names of files are names in every language.
    const words = wordsOf(each.replaceAll(/romulus-(files\.zip|key-1)|\blong\b/g, ''));
    return words.some((word) => englishWords.has(word));
  });
  expect({ state, found }).toEqual({ state, found: [] });
}

it('German shares no text with English', () => {
  const spoken = vocabulary(english);
  // Single words, such as "Text", may belong to both languages.
  const untranslated = textsOf(german).filter((said) => {
    const words = wordsOf(said);
    return words.length > 1 && words.filter((word) => spoken.has(word)).length > words.length / 2;
  });
  expect(untranslated).toEqual([]);
});

describe.skipIf(isSkipped('chromium'))('each state breaks no rule of axe-core, and has no word of English', () => {
  const before = `(${ownDialogs})(); (${speaksGerman})(); if (isSecureContext) (${ownFailures})();`;
  const open = async (options: Opening = {}) => {
    const visitor = await Visitor.open('chromium', { before, ...options });
    const { page } = visitor;
    await page.getByRole('heading', { name: german.title }).waitFor();
    const look = async (state: string) => {
      await expectAccessibleInEachScheme(page, state);
      await expectNoEnglish(page, state);
    };
    return { visitor, page, look };
  };
  const keyFile = (line: string) => ({ name: 'x', mimeType: '', buffer: Buffer.from(line) });
  const tell = (page: Page, what: 'disk' | 'refusal', value = '') =>
    page.evaluate(([what, value]) => Object.assign(window, { [what!]: value }), [what, value]);

  it('with fields that are empty, wrong and right', async () => {
    const { visitor, page, look } = await open();
    const problem = async (id: string, state: string) => {
      await visitor.press();
      await page.locator(`#${id}`).waitFor();
      await look(state);
    };
    await look('at the start');
    await page.evaluate(() => {
      for (const details of Array.from(document.querySelectorAll('details'))) details.open = true;
    });
    await visitor.choose({ a: text(1), 'b.romulus': seal({}) });
    await look('with files in both directions and everything open');
    await problem('decrypt-problem', 'without a passphrase');
    await page.locator('#use-own').click();
    for (const [typed, strength] of [
      [' password', 0],
      ['tricky-otter-violin-cement-banjo-quarry', 4],
    ] as const) {
      await page.locator('#own').fill(typed);
      await eventually(() => page.locator('#strength-text').textContent()).toBe(german[`strength${strength}`]);
      await look(`with strength ${strength}`);
    }
    await problem('again-problem', 'with passphrases that differ');
    for (const typed of ['', '0']) {
      await visitor.typeKey(typed);
      await problem('key-problem', `with the key ${typed}`);
    }
    await page.locator('#key-file').setInputFiles(keyFile('x'));
    await look('with a wrong key file');
    for (const id of ['generate', 'save-key']) await page.locator(`#${id}`).click();
    await look('with a saved key');
    await page.locator('#use-key').uncheck();
    await page.locator('#use-generated').click();
    for (const refusal of ['', 'refuses']) {
      await tell(page, 'refusal', refusal);
      await page.locator('#copy-passphrase').click();
      await look(`with a clipboard that ${refusal}`);
    }
  });

  it('with every file that fails', async () => {
    // An error without words of the page goes to the console.
    const { visitor, page, look } = await open({ logs: /TypeError/ });
    const path = join(temporaryFolder(), 'weg');
    writeFileSync(path, text(100));
    const files = brokenFiles();
    await visitor.choose(Object.fromEntries(Object.values(files).map((contents, i) => [`${i}.romulus`, contents])));
    await visitor.choose([path]);
    rmSync(path);
    await visitor.typeKey('00'.repeat(16));
    await visitor.work();
    await visitor.typeKey(hex(key));
    await visitor.work();
    expect(await visitor.rows()).toHaveLength(Object.keys(files).length + 1);
    await look('with files that failed');
    await page.reload();
    await visitor.choose({ 'a.romulus': files.passphrase, b: files.good, 'c.romulus': files['too costly'] });
    await visitor.typePassphrase('y');
    await visitor.work();
    await look('with a wrong passphrase');
    for (const disk of ['QuotaExceededError', 'NotAllowedError', 'TypeError']) {
      await page.reload();
      await visitor.choose({ a: text(10) });
      await visitor.typeKey(hex(key));
      await tell(page, 'disk', disk);
      await visitor.work();
      await look(`with a disk that fails with ${disk}`);
    }
    await page.reload();
  });

  it('at work, and with results', async () => {
    const { visitor, page, look } = await open();
    await visitor.answer(false);
    await visitor.choose({ a: text(10), b: text(10) });
    await visitor.choose([longFile(400_000_000)]);
    await visitor.typeKey('');
    await page.locator('#generate').click();
    await page.locator('input[value=T]').check();
    await visitor.press();
    await eventually(() => page.locator('#count').textContent()).toMatch(/MB\/s, .*\d/);
    await visitor.bring('drop', { files: { c: '' } });
    await look('at work');
    await page.locator('#cancel').click();
    await visitor.end();
    await look('cancelled');
    await page.locator('.remove').last().click();
    await look('with a reminder of the key');
    await page.locator('#start-over').click();
    const { lostResults, lostSecrets, startOverQuestion } = german;
    expect(await visitor.questions()).toEqual([`${lostResults} ${lostSecrets} ${startOverQuestion}`]);
    for (const id of ['download-all', 'save-all']) {
      await page.locator(`#${id}`).click();
      await visitor.end();
      await look(`after ${id}`);
    }
    await tell(page, 'disk', 'QuotaExceededError');
    await page.locator('#save-all').click();
    await eventually(() => visitor.status.textContent()).toContain('chosen');
    await look('with a folder that is full');
    await tell(page, 'disk');
    await visitor.answer(true);
    await page.locator('#start-over').click();
    await visitor.choose({ c: text(10) });
    await visitor.useKey(false);
    await visitor.work();
    await look('with a reminder of the passphrase');
  });

  it('with texts and digests', async () => {
    const { visitor, page, look } = await open();
    await page.locator('#tab-text').click();
    await visitor.typeKey(hex(key));
    await visitor.press();
    await page.locator('#text-problem').waitFor();
    await look('without a text');
    const work = async (typed: string, state: string) => {
      await page.locator('#text').fill(typed);
      await visitor.work();
      await look(state);
    };
    await work('x', 'with an encrypted text');
    await page.locator('#copy-text').click();
    await look('with a copied text');
    const sealed = await page.locator('#text-result').inputValue();
    await work(sealed.slice(0, -5), 'with a text that was cut');
    await work(sealed.replace(/^(-.*\n)..../, '$1AAAA'), 'with a text that does not open');
    await visitor.typeKey('00'.repeat(16));
    await work(sealed, 'with a wrong key');
    await visitor.typeKey(hex(key));
    await work(sealed, 'with a decrypted text');
    await page.locator('#tab-hash').click();
    await look('for a digest');
    await page.locator('#hash-file').setInputFiles(keyFile('x'));
    await page.locator('#digest').waitFor();
    const digest = (await page.locator('#digest').textContent())!;
    for (const expected of [digest, '0'.repeat(64), '0']) {
      await page.locator('#expected').fill(expected);
      await look(`with the expected digest ${expected}`);
    }
    await page.locator('#copy-digest').click();
    await look('with a copied digest');
  });

  it.each([
    ['WebAssembly', "default-src 'self'; script-src 'self'; object-src 'none'"],
    ['workers', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; object-src 'none'"],
  ])('where the policy forbids %s', async (_, policy) => {
    const logs = /Content.Security.Policy|CSP|404|pool-worker/;
    const { visitor, page, look } = await open({ site: { policy }, logs });
    await page.getByRole('alert').waitFor();
    await look('with an alert');
    await visitor.choose({ a: text(10) });
    await visitor.typeKey(hex(key));
    expect(await visitor.work()).toBe(`${german.noneDone}.`);
    await look('with a file that cannot be encrypted');
  });
});
