/** The documents on the site in browsers: what the search finds, and what fits into a window. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { documents } from '../../../site/documents.js';
import { root } from '../tarball.js';
import { base, served } from './folder.js';

export type PageTest = (title: string, path: string, use: (page: Page) => Promise<void>) => void;

/** The questions of the recipes, and the heading that answers each. */
const questions = Array.from(
  readFileSync(join(root, 'docs/recipes.md'), 'utf8').matchAll(/^\| (\S.*\?) +\| .*\[[^\]]*\]\(([^#)]*)#([^)]+)\)/gm),
  ([, question = '', file, heading]) => {
    const source = posix.join('docs', file || 'recipes.md');
    return [
      question.replaceAll('`', ''),
      `${documents.find((each) => each.source === source)?.path}#${heading}`,
    ] as const;
  },
);

const typedWords = [
  ['stream', 'docs/overview.html#files'],
  ['CSP', 'docs/overview.html#runtimes'],
  ['password', 'docs/recipes.html#encrypt-a-short-text-with-a-passphrase'],
  ['IV', 'docs/guide.html#functions'],
  ['AAD', 'docs/guide.html#functions'],
  ['side channel', 'docs/constant-time.html#constant-time'],
  ['Vite', 'docs/guide.html#workers-and-bundlers'],
  ['install', 'docs/overview.html#install'],
] as const;

export function testDocuments(test: PageTest): void {
  test(
    'answer each question of the recipes, and what people type, within three results',
    'docs/guide.html',
    async (page) => {
      expect(questions.length).toBeGreaterThanOrEqual(14);
      await page.getByRole('button', { name: 'Search' }).first().click();
      const box = page.getByRole('searchbox');
      const found = page.locator('.result');
      for (const [typed, wanted] of [...questions, ...typedWords]) {
        await box.fill('');
        await expect.poll(() => found.count()).toBe(0);
        await box.fill(typed);
        await found.first().waitFor();
        const first = (await found.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).slice(0, 3);
        expect({ typed, first }).toEqual({ typed, first: expect.arrayContaining([base + wanted]) });
        expect(first.join()).not.toContain('docs/api/');
      }
    },
  );

  test('cut no line of a program at 1280 pixels, and no name of a mode on a phone', 'docs/guide.html', async (page) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of ['overview', 'recipes', 'guide', 'algorithms/isap', 'algorithms/skinny', 'commitment']) {
      await page.goto(`${(await served()).address}docs/${path}.html`);
      const cut = await page.evaluate(() =>
        Array.from(document.querySelectorAll('pre'))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ innerText }) => Math.max(...innerText.split('\n').map(({ length }) => length)))
          .filter((columns) => columns <= 112),
      );
      expect([path, cut]).toEqual([path, []]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['docs/overview.html', 'docs/algorithms/romulus.html', 'docs/suites.html', '']) {
      await page.goto((await served()).address + path);
      const broken = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        const range = new Range();
        const found: string[] = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode())
          for (const { 0: name, index } of node.textContent!.matchAll(/\bRomulus-[HMNT]\b/g)) {
            if (node.parentElement!.closest('pre, h1, h2, h3')) continue;
            range.setStart(node, index);
            range.setEnd(node, index + name.length);
            if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) found.push(name);
          }
        return found;
      });
      expect([path, broken]).toEqual([path, []]);
    }
  });
}
