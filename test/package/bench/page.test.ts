/** The performance page, as a visitor uses it. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../suites.mjs';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../started-once.js';

/** To read what the page copies. */
const permissions = { chromium: ['clipboard-read', 'clipboard-write'], firefox: [] };

describe('the performance page', () => {
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
  const status = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

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
    expect(rows.slice(0, ours.length).map((row) => row.slice(0, 2))).toEqual(ours);
    const peers = rows.slice(ours.length).map(([name, by]) => `${name}, ${by}`);
    for (const peer of ['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'AES-128-GCM, @noble/ciphers'])
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
      await page.getByLabel('Figures at').selectOption('16 B');
      const line = page.locator('#lines label').filter({ hasText: /^Romulus-N(?!, many)/ });
      const shown = rows.find(([name, by]) => name === 'Romulus-N encrypt' && by === 'relaxed')?.[2];
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
