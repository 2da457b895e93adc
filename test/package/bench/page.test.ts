/** The performance page, as a visitor uses it. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../ts/suites/table.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, expectAccessible, expectAccessibleInEachScheme, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../npm.js';

/** The rights to read the text that the page copies. */
const permissions = { chromium: ['clipboard-read', 'clipboard-write'], firefox: [] };
const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };
const site = startedOnce(serveBench, (site) => site.close());

/** Uses the page. It may log no errors, neither its own nor violations of its policy. */
async function visit(name: BrowserName, search: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await (await browsers[name]()).newContext({ permissions: permissions[name] });
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
  try {
    const answer = await page.goto((await site()).address + search);
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(answer?.headers()['content-security-policy']).not.toMatch(/'unsafe-|[*:]/);
    await use(page);
    expect(failures).toEqual([]);
  } finally {
    await context.close();
  }
}

const start = (page: Page) => page.getByRole('button', { name: 'Start' }).press('Enter');
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

describe.each<BrowserName>(['chromium', 'firefox'])('the performance page in %s', { timeout: 150_000 }, (name) => {
  it.skipIf(isSkipped(name))('shows published figures in grey, and its own after a run to the end', async () => {
    await visit(name, '?sizes=4096,16&rounds=1&time=1', async (page) => {
      await status(page, /^Published figures, not yours: Chrom\w+ [\d.]+ \(V8\), .*\d{4}-\d\d-\d\d/);
      const grey = page.locator('#results.published');
      expect(
        await grey
          .locator('table')
          .first()
          .evaluate((table) => getComputedStyle(table).filter),
      ).toBe('grayscale(1)');
      await expectAccessible(page, 'published');
      await expectNoSidewaysScrolling(page);
      await start(page);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await status(page, /^Done in \d+ s\.$/);
      expect(await grey.count()).toBe(0);
      expect(await page.locator('#sentence').textContent()).toMatch(/^At 4 KiB Romulus-N does [\d.,]+ MB\/s\. It /);
      const ours = (names: string[]) =>
        names.flatMap((name) => ['simd128', 'relaxed'].map((build) => `${name}, ${build}`));
      await page.locator('#size').selectOption('16');
      const rows = await readTables(page);
      const found = rows.map(([title]) => title);
      expect(found).toEqual(expect.arrayContaining(ours(['Romulus-N', 'Romulus-M', 'Romulus-T', 'Romulus-H'])));
      expect(found).toEqual(
        expect.arrayContaining([
          ...['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'ChaCha20-Poly1305, libsodium-wrappers'],
          ...['AES-128-GCM-SIV, @noble/ciphers', 'Ascon-AEAD128, js-ascon'],
        ]),
      );
      for (const { entry, modes } of Object.values(suites).slice(1))
        expect(found.filter((row) => row.endsWith(`romulus-wasm/${entry}`))).toHaveLength(Object.keys(modes).length);
      for (const [title, figure] of rows) {
        const value = Number(figure.replaceAll(/[, ±]/g, ''));
        expect(value, title).toBeGreaterThan(0);
        expect(value, title).toBeLessThan(1e5);
      }
      await page.locator('#load').selectOption('many');
      const many = (await readTables(page)).map(([title]) => title);
      expect(many).toEqual(expect.arrayContaining([...ours(['Romulus-N', 'Romulus-H']), 'AES-128-GCM, WebCrypto']));
      const facts = (await page.locator('#facts').textContent()) ?? '';
      expect(facts).toMatch(
        { chromium: /Chromium \d[\d.]+ \(V8\)/, firefox: /Firefox \d[\d.]+ \(SpiderMonkey\)/ }[name],
      );
      await expectAccessibleInEachScheme(page, 'with results');
      await expectNoSidewaysScrolling(page);
      if (name !== 'chromium') return;
      await page.getByRole('button', { name: 'Copy as JSON' }).click();
      await page.getByText('Copied').waitFor();
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      expect(copied.results.sizes).toEqual([16, 4096]);
      expect(Object.fromEntries(copied.facts)).toMatchObject({ setting: 'one round' });
    });
  });

  it.skipIf(isSkipped(name))('stops on request with the figures that it has', async () => {
    await visit(name, '?sizes=16&rounds=100&time=100', async (page) => {
      await startAndStop(page);
      await status(page, /^Stopped before there were new figures\.$/);
      expect(await page.locator('#results.published').count()).toBe(1);
      await start(page);
      await page.locator('#results.run .ours').nth(1).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await status(page, /^Stopped; the figures so far stay\.$/);
      const figures = await readTables(page);
      await startAndStop(page);
      await status(page, /^Stopped before there were new figures\.$/);
      expect(await readTables(page)).toEqual(figures);
    });
  });
});
