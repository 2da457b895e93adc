/** The performance page, as a visitor uses it from beginning to end. */
import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../ts/suites/table.js';
import { isSkipped } from '../browser/launch.js';
import { browserOf, expectAccessible, expectAccessibleInEachScheme, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../npm.js';

const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };
const site = startedOnce(serveBench, (site) => site.close());

/** Opens the page. It may log no errors, neither its own nor violations of its policy. */
async function visit(name: keyof typeof browsers, search: string): Promise<Page> {
  // The rights to read the text that the page copies.
  const permissions = name === 'chromium' ? ['clipboard-read', 'clipboard-write'] : [];
  const context = await (await browsers[name]()).newContext({ permissions });
  onTestFinished(() => context.close());
  // A visitor who blocks the data of sites has a page like this.
  await context.addInitScript(() => {
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  const page = await context.newPage();
  const failures = failuresOf(page, { kinds: ['error', 'warning'] });
  onTestFinished(() => expect(failures).toEqual([]));
  const answer = await page.goto((await site()).address + search);
  expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none';/);
  expect(answer?.headers()['content-security-policy']).not.toMatch(/'unsafe-|[*:]/);
  return page;
}

/** Stops before there can be a figure. */
const startAndStop = (page: Page) =>
  page.getByRole('button', { name: 'Start' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
/** On a busy machine, a run takes several times as long. */
const status = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 110_000 });
const readTables = (page: Page) =>
  page
    .locator('table')
    .evaluateAll((tables) =>
      (tables as HTMLTableElement[]).flatMap(({ rows }) =>
        Array.from(rows, ({ cells }) => [cells[0]?.textContent ?? '', cells[2]?.textContent ?? ''] as const),
      ),
    );
const expectNoSidewaysScrolling = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
};

const facts = { chromium: /Chromium \d[\d.]+ \(V8\)/, firefox: /Firefox \d[\d.]+ \(SpiderMonkey\)/ };
const others = [
  ...['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'ChaCha20-Poly1305, libsodium-wrappers'],
  ...['AES-128-GCM-SIV, @noble/ciphers', 'Ascon-AEAD128, js-ascon'],
];
const ours = (names: string[]) => names.flatMap((name) => ['simd128', 'relaxed'].map((build) => `${name}, ${build}`));

for (const name of ['chromium', 'firefox'] as const)
  it.skipIf(isSkipped(name))(
    `shows published figures in grey, and its own after a run to the end, in ${name}`,
    {
      timeout: 150_000,
    },
    async () => {
      const page = await visit(name, '?sizes=4096,16&rounds=1&time=1');
      const sentence = page.locator('#sentence');
      const grey = page.locator('#results.published');
      await status(page, /^Published figures, not yours: Chrom\w+ [\d.]+ \(V8\), .*\d{4}-\d\d-\d\d/);
      expect(await sentence.textContent()).toMatch(/^Published figures: At 4 KiB Romulus-N does/);
      const filter = (table: Element) => getComputedStyle(table).filter;
      expect(await grey.locator('table').first().evaluate(filter)).toBe('grayscale(1)');
      await expectAccessible(page, 'published');
      await expectNoSidewaysScrolling(page);
      await startAndStop(page);
      await status(page, /^Stopped before there were new figures\.$/);
      expect(await grey.count()).toBe(1);

      await page.getByRole('button', { name: 'Start' }).press('Enter');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await status(page, /^Done in \d+ s\.$/);
      expect(await grey.count()).toBe(0);
      expect(await sentence.textContent()).toMatch(/^At 4 KiB Romulus-N does [\d.,]+ MB\/s\. It /);
      expect(await page.locator('#facts').textContent()).toMatch(facts[name]);
      await page.locator('#size').selectOption('16');
      const rows = await readTables(page);
      const found = rows.map(([title]) => title);
      const wanted = [...ours(['Romulus-N', 'Romulus-M', 'Romulus-T', 'Romulus-H']), ...others];
      expect(found).toEqual(expect.arrayContaining(wanted));
      for (const { entry, modes } of Object.values(suites).slice(1))
        expect(found.filter((row) => row.endsWith(`romulus-wasm/${entry}`))).toHaveLength(Object.keys(modes).length);
      for (const [title, figure] of rows) {
        const value = Number(figure.replaceAll(/[, ±]/g, ''));
        expect(value, `${title}: ${figure}`).toBeGreaterThan(0);
        expect(value, `${title}: ${figure}`).toBeLessThan(1e5);
      }
      await page.locator('#load').selectOption('many');
      const many = await readTables(page);
      const ofMany = [...ours(['Romulus-N', 'Romulus-H']), 'AES-128-GCM, WebCrypto'];
      expect(many.map(([title]) => title)).toEqual(expect.arrayContaining(ofMany));
      await expectAccessibleInEachScheme(page, 'with results');
      await expectNoSidewaysScrolling(page);
      await startAndStop(page);
      await status(page, /^Stopped before there were new figures\.$/);
      expect(await readTables(page)).toEqual(many);

      if (name !== 'chromium') return;
      await page.getByRole('button', { name: 'Copy as JSON' }).click();
      await page.getByText('Copied').waitFor();
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      expect(copied.results.sizes).toEqual([16, 4096]);
      expect(Object.fromEntries(copied.facts)).toMatchObject({ setting: 'one round' });
    },
  );
