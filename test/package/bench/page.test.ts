/** The performance page, as a visitor uses it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../ts/suites/table.js';
import { expectAccessible } from '../browser/accessibility.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../started-once.js';

/** To read what the page copies. */
const permissions = { chromium: ['clipboard-read', 'clipboard-write'], firefox: [] };

describe('the performance page', { timeout: 150_000 }, () => {
  const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };
  const site = startedOnce(serveBench, (site) => site.close());

  /** Uses the page, which may log no errors, neither its own nor those of a policy that it breaks. */
  async function visit(name: BrowserName, search: string, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await (await browsers[name]()).newContext({ permissions: permissions[name] });
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
  /** On a machine that others use, a run takes several times as long. */
  const status = (page: Page, text: RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 110_000 });

  /** The rows of the table as a reader sees them, the cell of a function in each row that it spans. */
  const readTable = (page: Page) =>
    page.locator('table').evaluate((table: HTMLTableElement) => {
      let name = '';
      return Array.from(table.rows, ({ cells }) => {
        const texts = Array.from(cells, (cell) => cell.textContent ?? '');
        if (cells[0]?.scope === 'rowgroup') name = texts.shift() ?? '';
        return cells[0]?.scope === 'col' ? texts : [name, ...texts];
      });
    });

  /** The rows after a run to the end, each with figures for two sizes. */
  async function runToItsEnd(page: Page): Promise<{ heads: string[] | undefined; rows: string[][] }> {
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await start(page);
    await status(page, /^Done in \d+ s\.$/);
    const [heads, ...rows] = await readTable(page);
    expect(heads).toEqual(['function', 'by', '16 B', '64 B']);
    const functions = ['N', 'M', 'T'].flatMap((mode) => [`Romulus-${mode} encrypt`, `Romulus-${mode} encryptMany`]);
    const builds = ['portable', 'simd128', 'relaxed'];
    const ours = [...functions, 'Romulus-H', 'hashMany'].flatMap((name) => builds.map((build) => [name, build]));
    const plain = rows.map(([name = '', by = '']) => [name, by.replace(' ±', '')]);
    expect(plain.slice(0, ours.length)).toEqual(ours);
    const peers = plain.slice(ours.length).map(([name, by]) => `${name}, ${by}`);
    for (const peer of [
      ...['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'AES-128-GCM, @noble/ciphers'],
      ...['AES-128-GCM, many, WebCrypto', 'AES-128-GCM, WebCrypto with key import'],
    ])
      expect(peers).toContain(peer);
    for (const [name, by, ...figures] of rows) {
      expect(figures, `${name}, ${by}`).toHaveLength(2);
      for (const figure of figures) {
        expect(Number(figure), `${name}, ${by}`).toBeGreaterThan(0);
        expect(Number(figure), `${name}, ${by}`).toBeLessThan(1e5);
      }
    }
    return { heads, rows };
  }

  it.skipIf(isSkipped('chromium'))('runs to its end, shows every build and copies what it shows', async () => {
    await visit('chromium', '?sizes=64,16&rounds=2&time=1', async (page) => {
      const { heads, rows } = await runToItsEnd(page);
      await page.getByRole('tab', { name: 'All figures' }).click();
      await page.getByRole('button', { name: 'Copy report' }).click();
      await page.getByText('Copied').waitFor();
      const report = await page.evaluate(() => navigator.clipboard.readText());
      const copied = report.split('\n').filter((line) => line.startsWith('| '));
      expect(copied.map((line) => line.slice(2, -2).split(' | '))).toEqual([heads, ...rows]);
      expect(report).toContain('- builds: portable, simd128, relaxed\n');
      expect(report).toContain(`- CPU threads: ${await page.evaluate(() => navigator.hardwareConcurrency)}\n`);
      expect(report).toMatch(/^- browser: Chromium \d[\d.]+ \(V8\)$/m);
      expect(report).not.toContain('DevTools');

      // Beside its lines the chart has the figures of the size that is chosen.
      await page.getByRole('tab', { name: 'Compare' }).click();
      await page.locator('#size').selectOption('16 B');
      await page.getByRole('tab', { name: 'By length' }).click();
      expect(await page.locator('#lines input:checked').count()).toBe(6);
      const line = page.locator('#lines label').filter({ hasText: /^Romulus-N(?!, many)/ });
      const shown = rows.find(([name, by]) => name === 'Romulus-N encrypt' && /^relaxed/.test(by!))?.[2];
      expect(await line.locator('output').textContent()).toBe(shown);

      // Each other suite has a view of its own, of its modes beside those of the package.
      for (const { entry, modes } of Object.values(suites).slice(1)) {
        await page.locator('#view').selectOption(`beside romulus-wasm/${entry}`);
        const labels = await page.locator('#lines label').allTextContents();
        const others = labels.filter((label) => label.includes(`, romulus-wasm/${entry}`));
        expect(others).toHaveLength(Object.keys(modes).length);
        expect(labels.length - others.length).toBe(4);
      }
    });
  });

  it.skipIf(isSkipped('chromium'))('says in a sentence and in bars what it found, and hands it on', async () => {
    await visit('chromium', '?sizes=64,4096&rounds=2&time=1', async (page) => {
      const sentence = page.locator('#sentence').filter({ hasText: /times WebCrypto/ });
      const bars = page.locator('#bars li');
      await start(page);
      // The first picture is there while the first round goes on.
      await sentence.waitFor();
      expect(await status(page, /^(a first look|round 1)/).then(() => bars.count())).toBeGreaterThan(3);
      expect(await page.locator('#left').textContent()).toMatch(/^(· \d+ s left)?$/);
      await status(page, /^Done in/);
      expect(await sentence.textContent()).toMatch(
        /^At 4 KiB Romulus-N does [\d.,]+ MB\/s: [\d.]+ times AES-GCM of @noble\/ciphers, [\d.]+ times WebCrypto\.$/,
      );
      const numbers = async () =>
        (await bars.locator('.value').allTextContents()).map((text) => Number.parseFloat(text.replaceAll(',', '')));
      for (const load of ['one', 'many', 'cores'])
        for (const [comparison, least] of [
          ['encryption', 8],
          ['hashing', 6],
        ] as const) {
          await page.locator('#load').selectOption(load);
          await page.locator('#comparison').selectOption(comparison);
          await expect.poll(() => bars.count(), { timeout: 30_000 }).toBe(least);
          const shown = await numbers();
          expect(shown).toEqual([...shown].sort((a, b) => b - a));
          expect(await page.locator('#bars .ours .label').allTextContents()).toEqual(
            expect.arrayContaining([comparison === 'hashing' ? 'Romulus-H' : 'Romulus-N']),
          );
        }
      // On all cores, too, at the size that is chosen.
      await page.locator('#load').selectOption('cores');
      const onAllCores = await bars.allTextContents();
      await page.locator('#size').selectOption('64 B');
      await expect.poll(() => bars.allTextContents(), { timeout: 30_000 }).not.toEqual(onAllCores);
      expect(await bars.count()).toBe(onAllCores.length);
      await page.locator('#size').selectOption('4 KiB');
      await page.locator('#load').selectOption('one');
      await page.locator('#unit').selectOption('µs');
      await expect
        .poll(async () => (await numbers()).every((value, i, all) => i === 0 || value >= all[i - 1]!), {
          timeout: 10_000,
        })
        .toBe(true);
      await expectAccessible(page, 'bars');
      for (const tab of ['By length', 'Builds', 'All figures', 'Compare']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectAccessible(page, tab);
      }

      const saved = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name, exact: true }).click(),
        ]);
        return readFileSync(await download.path());
      };
      const rows = await readTable(page);
      const csv = String(await saved('CSV')).split('\n');
      expect(csv.filter((line) => /^[^#].*,(one|many),(64|4096),/.test(line))).toHaveLength(2 * (rows.length - 1));
      expect(csv.find((line) => line.startsWith('# browser,'))).toMatch(/Chromium/);
      const json = JSON.parse(String(await saved('JSON')));
      expect(json.rows).toHaveLength(rows.length - 1);
      expect(json.facts.map(([name]: [string]) => name)).toEqual(
        expect.arrayContaining(['date', 'package', 'browser', 'system', 'CPU threads']),
      );
      expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');

      // The same after the page was loaded again, and for whoever opens the link.
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Copied').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link.length).toBeLessThan(20_000);
      const before = await sentence.textContent();
      await page.reload();
      await status(page, /^Measured here earlier/);
      expect(await sentence.textContent()).toBe(before);
      expect(await readTable(page)).toEqual(rows);
      const context = await page.context().browser()!.newContext();
      const other = await context.newPage();
      await other.goto(link);
      await status(other, /^Measured by whoever made this link/);
      expect(await readTable(other)).toEqual(rows);
      await other.goto(link.slice(0, -40));
      await other.reload();
      await status(other, /^There are no results in this link/);
      await context.close();
    });
  });

  it.skipIf(isSkipped('chromium'))('cuts no figure on a phone', async () => {
    await visit('chromium', '?sizes=16,64,256,1024,4096&rounds=1&time=1', async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await start(page);
      await status(page, /^Done in/);
      for (const tab of ['Compare', 'By length', 'Builds', 'All figures']) {
        await page.getByRole('tab', { name: tab }).click();
        const cut = await page.evaluate(() =>
          Array.from(document.querySelectorAll('td, .value, .label, output'))
            .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
            .map(({ textContent }) => textContent),
        );
        expect(cut, tab).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(360);
      }
    });
  });

  it.skipIf(isSkipped('firefox'))('runs to its end in Firefox, whose clock is coarser', async () => {
    await visit('firefox', '?sizes=64,16&rounds=1&time=1', async (page) => {
      await runToItsEnd(page);
      expect(await page.locator('#facts').textContent()).toMatch(/Firefox \d[\d.]+ \(SpiderMonkey\)/);
    });
  });

  it.skipIf(isSkipped('chromium'))('warns of a debugger, and stops where it is told to', async () => {
    await visit('chromium', '?sizes=16&rounds=100&time=100', async (page) => {
      await attachDebugger(page);
      await start(page);
      await page.getByRole('alert').filter({ hasText: 'WebAssembly runs slowly here' }).waitFor();
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await status(page, /^Stopped/);
      await page.getByRole('button', { name: 'Start' }).waitFor();
    });
  });

  it.skipIf(isSkipped('chromium'))('says what is wrong with its address', async () => {
    await visit('chromium', '?sizes=16,0', async (page) => {
      await start(page);
      await status(page, /^Failed: not from 1 to 1048576: 0$/);
    });
  });
});

/** As DevTools do: to the page and to each worker, before it runs. */
async function attachDebugger(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    for (const [id, method] of ['Debugger.enable', 'Runtime.runIfWaitingForDebugger'].entries())
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
  });
  await session.send('Debugger.enable');
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}
